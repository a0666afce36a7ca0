#pragma once

#include "analysis/testgen/outcome.h"
#include "analysis/testgen/test_memory.h"

#include <optional>
#include <string>
#include <vector>

namespace beagle::testgen {

/// One thing that a test looks at when the function has returned.
struct TestCheck {
  enum class Kind {
    Equal,     ///< actual == expected
    NotNull,   ///< actual != NULL
    Text,      ///< two C strings
    Bytes,     ///< so many bytes of memory; `expected` is a string literal
    Condition, ///< actual is true
  } kind = Kind::Equal;
  std::string actual, expected;
  std::uint64_t size = 0;
};

/// What can be seen of the outcome that is wanted: the result, and the memory that is then not what it was or
/// not what the unwanted outcome has there.
struct TestChecks {
  std::vector<TestCheck> checks;
  std::string result;              ///< "int result", declared; "": it is not looked at
  bool readsErrno = false;         ///< they look at "test_errno": what the function left in errno
  std::vector<TestCheck> ofThrown; ///< of "error", the exception that has left the function
  bool tellApart = false;          ///< some check fails on the unwanted outcome
};

/// `input` and `wanted` are of one version, the others of the other one; its objects go by the same access
/// paths.
[[nodiscard]] TestChecks testChecks(TestMemory& memory, const ConcreteInput& input, const ExpectedOutcome& wanted,
                                    const ConcreteInput& otherInput, const ExpectedOutcome& unwanted);

} // namespace beagle::testgen
