#pragma once

#include "analysis/ir/source_types.h"
#include "analysis/testgen/concrete_input.h"
#include "analysis/testgen/outcome.h"

#include <string>
#include <vector>

namespace beagle::testgen {

enum class TestStyle { Plain, GoogleTest };

/// The source file that has the function, as a test takes it in.
struct TestUnit {
  std::string file; ///< from the project's root
  bool isCxx = false;
  std::vector<std::string> options; ///< with which the project compiles it, as far as a test needs them
  std::vector<std::string> others;  ///< files whose functions it calls
  bool hasMain = false;
};

/// One version of a function with what it does for an input.
struct TestVersion {
  const ConcreteInput& input;
  const ExpectedOutcome& outcome;
  std::string sentence; ///< the outcome, for people
};

/// A test that wants what one version does, and fails on what the other one does.
struct TestCase {
  const ir::Program& program; ///< the wanted version's, as all that follows
  const ir::SourceTypes& types;
  ir::FunctionIndex entry;
  TestVersion wanted, unwanted;
  bool wantsHead = false;   ///< the new version's behaviour is the right one
  bool isUndefined = false; ///< the unwanted version has undefined behaviour that only a sanitizer shows
  std::string fingerprint;
  TestUnit unit;
  TestStyle style = TestStyle::Plain;
  std::string path; ///< of the file, as its own comment names it; empty: by its name alone
};

/// "total-0123abcd.c".
[[nodiscard]] std::string testFileName(const TestCase& test);
/// The file's contents; an error says why there can be no such test.
[[nodiscard]] support::Result<std::string> testSource(const TestCase& test);

} // namespace beagle::testgen
