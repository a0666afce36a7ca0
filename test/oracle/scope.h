#pragma once

#include "test/oracle/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::oracle {

struct Variable {
  std::string name;
  Type type;
  bool isWritable = true;
};

struct Array {
  std::string name;
  Type element;
  std::uint32_t count = 1;  ///< of all elements
  std::uint32_t second = 0; ///< of two dimensions: elements of the last one
  bool isWritable = true;
  std::uint32_t depth = 0; ///< of its block
};

/// A pointer variable; where it points and how far is for the program to find out. What it leads to lives as long as
/// it does, where the native run does not follow that.
struct PointerVariable {
  std::string name;
  Type element;
  std::uint32_t depth = 0; ///< of its block
};

struct Field {
  std::string name;
  Type type;
  std::uint32_t bits = 0;  ///< of a bit field
  std::uint32_t count = 0; ///< of an array: a power of two
};

struct Record {
  std::string name; ///< "struct p1_s0"
  std::vector<Field> fields;
};

struct RecordVariable {
  std::string name;
  std::uint32_t record = 0;
  std::uint32_t count = 0; ///< of an array of them: a power of two
};

struct Helper {
  std::string name;
  Type result;
  std::vector<Type> parameters;
  bool countsDown = false;   ///< recursive: the last argument is how often
  bool takesPointer = false; ///< the first argument, to elements of `element`
  Type element;
};

/// What statements and expressions can name where they stand.
struct Scope {
  std::vector<Variable> variables;
  std::vector<Array> arrays;
  std::vector<PointerVariable> pointers;
  std::vector<RecordVariable> records;
  std::uint32_t depth = 0; ///< of the block
};

} // namespace beagle::oracle
