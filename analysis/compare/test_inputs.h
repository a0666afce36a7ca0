#pragma once

#include "analysis/compare/code_constants.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace beagle::compare {

/// An argument as a test writes it; nothing: it is computed there.
using TestArgument = std::variant<std::monostate, std::int64_t, double, std::string>;
using TestCall = std::vector<TestArgument>;

/// What tests of a project call its functions with.
struct TestInputs {
  std::map<std::string, std::vector<TestCall>> calls; ///< by the function's name without its scope
  CodeConstants constants;                            ///< all that is written in the tests

  [[nodiscard]] bool empty() const { return calls.empty() && constants.empty(); }
};

/// Values of leaves by their paths.
using NamedLeaves = std::map<std::string, std::variant<std::int64_t, double>, std::less<>>;
/// What a call gives parameters of these names. A text is a buffer that ends behind it.
[[nodiscard]] NamedLeaves leavesOf(const TestCall& call, const std::vector<std::string>& parameters);

} // namespace beagle::compare
