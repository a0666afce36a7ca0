#pragma once

#include "test/oracle/random.h"
#include "test/oracle/scope.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::oracle {

struct GeneratorOptions {
  bool loops = true; ///< false: nothing is executed twice, so there is no recursion either
};

/// Makes one program. Equal seeds and numbers, equal programs. A program ends on every input; the leftmost
/// leaf of an operator is never a literal, so that the compiler folds nothing that the engine should see.
class Generator {
public:
  Generator(std::uint64_t seed, std::uint64_t number, GeneratorOptions options = {});
  [[nodiscard]] GeneratedProgram run();

private:
  // generate_program.cpp
  void chooseParameters();
  [[nodiscard]] Node declareRecord();
  [[nodiscard]] Node declareGlobals();
  [[nodiscard]] Node entry();
  [[nodiscard]] std::string prefixed(const std::string& name) const { return program_.prefix + name; }
  [[nodiscard]] std::string fresh(const char* stem) { return stem + std::to_string(names_++); }

  // generate_functions.cpp
  [[nodiscard]] Node helper();
  [[nodiscard]] Node recursiveHelper();
  [[nodiscard]] Node pointerHelper();
  [[nodiscard]] Node variadicHelper();
  [[nodiscard]] Node recordHelper();
  [[nodiscard]] Node table();

  // generate_types.cpp
  [[nodiscard]] Type anyType();
  [[nodiscard]] Type standardType(); ///< 8 to 64 bits
  [[nodiscard]] std::string literal(const Type& type);
  [[nodiscard]] std::string smallLiteral();

  // generate_expressions.cpp
  [[nodiscard]] Node leaf();                             ///< never a literal
  [[nodiscard]] Node any(int depth);                     ///< of any integer type
  [[nodiscard]] Node value(const Type& type, int depth); ///< of that type
  [[nodiscard]] Node right(int depth);                   ///< may be a literal
  [[nodiscard]] Node operand(int depth);
  [[nodiscard]] Node condition(int depth);
  [[nodiscard]] Node upTo(std::uint32_t most, int depth); ///< at most that, which is 2^n - 1
  [[nodiscard]] Node arithmetic(int depth);
  [[nodiscard]] Node division(int depth);
  [[nodiscard]] Node shift(int depth);
  [[nodiscard]] Node bitwise(int depth);
  [[nodiscard]] Node comparison(int depth);
  [[nodiscard]] Node builtin(int depth);
  [[nodiscard]] Node floating(int depth);
  [[nodiscard]] Node call(int depth);

  // generate_memory.cpp
  [[nodiscard]] Node index(std::uint32_t count, int depth); ///< with INDEX where it may be out of bounds
  [[nodiscard]] Node element(const Array& array, int depth);
  [[nodiscard]] Node reach(int depth);
  [[nodiscard]] Node memoryLeaf(int depth);
  [[nodiscard]] Node field(const RecordVariable& variable, const Field& field, int depth);
  [[nodiscard]] Node declareArray();
  [[nodiscard]] Node declarePointer();
  [[nodiscard]] Node declareRecordVariable();
  [[nodiscard]] Node pointerStatement();
  [[nodiscard]] Node heapStatement();
  [[nodiscard]] Node scopeStatement();
  [[nodiscard]] Node bytesStatement();
  [[nodiscard]] Node maybeStatement();
  [[nodiscard]] Node unionStatement();

  // generate_statements.cpp
  [[nodiscard]] Node statements(int count, int depth);
  [[nodiscard]] Node block(int count, int depth); ///< a scope of its own
  [[nodiscard]] Node oneStatement(int depth);
  [[nodiscard]] Node declaration();
  [[nodiscard]] Node assignment();
  [[nodiscard]] Node conditional(int depth);
  [[nodiscard]] Node loop(int depth);
  [[nodiscard]] Node selection(int depth);
  [[nodiscard]] Node jump(int depth);
  [[nodiscard]] Node ending();
  [[nodiscard]] Node overflowStatement();

  GeneratorOptions options_;
  Random random_;
  GeneratedProgram program_;
  Scope scope_;
  std::vector<Record> records_;
  std::vector<Helper> helpers_;
  std::vector<std::string> tables_; ///< of four functions (int32_t, uint8_t) -> int64_t
  std::string variadic_;            ///< "" or the name of the function
  std::string makesRecord_;         ///< "" or the name of a function (int, int) -> records_[0]
  int names_ = 0;
  int loops_ = 0;           ///< around the current place
  bool inFunction_ = false; ///< in a helper: no endings but by accident
};

} // namespace beagle::oracle
