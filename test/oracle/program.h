#pragma once

#include "test/oracle/node.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::oracle {

/// An integer type of C.
struct Type {
  std::string name;
  std::uint32_t width = 32;
  bool isSigned = true;

  [[nodiscard]] bool isStandard() const { return name.front() != '_'; } ///< no _BitInt, no _Bool
};

struct Parameter {
  std::string name;
  std::string type;
  std::uint32_t width = 32;   ///< of the type
  std::uint32_t bits = 8;     ///< that the program looks at: the lowest ones
  std::uint32_t firstBit = 0; ///< in the number of the input
};

/// A program with one entry and few bits of input. All its names at file level start with `prefix`.
struct GeneratedProgram {
  std::uint64_t number = 0;
  std::string prefix;
  std::string entry;
  std::vector<Parameter> parameters;
  std::uint32_t resultWidth = 64;
  std::vector<std::string> watched; ///< globals whose final contents count: no pointers, no padding
  std::vector<std::string> fields;  ///< fields of other globals, whose final values count
  Node code;

  [[nodiscard]] std::uint32_t inputBits() const;
  /// The argument that an input gives a parameter; the bits that the program does not look at are noise.
  [[nodiscard]] static std::uint64_t argument(const Parameter& parameter, std::uint32_t input);
};

/// One file with many programs, as the engine gets it.
[[nodiscard]] std::string engineSource(const std::vector<GeneratedProgram>& programs);
/// The same as a shared object that runs them: `oracle_run_program(index, arguments, outcome)`.
[[nodiscard]] std::string nativeSource(const std::vector<GeneratedProgram>& programs);

} // namespace beagle::oracle
