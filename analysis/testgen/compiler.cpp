#include "analysis/testgen/compiler.h"

#include "analysis/support/files.h"
#include "analysis/support/sanitizer.h"
#include "analysis/support/text.h"
#include "analysis/testgen/native_paths.h"

#include <algorithm>

namespace beagle::testgen {

namespace {

constexpr std::size_t mostAtOnce = 100;

} // namespace

/// With AddressSanitizer in it, beagle-cc would need more memory than a compiler may have.
bool Compiler::isClang() const { return own_.empty() || support::hasAddressSanitizer(); }

void Compiler::setIn(build::SandboxedCommand& command, std::vector<std::string> arguments) const {
  (void)setIn(command, std::span<const std::vector<std::string>>(&arguments, 1));
}

std::size_t Compiler::setIn(build::SandboxedCommand& command, std::span<const std::vector<std::string>> steps) const {
  // The exit code says which one failed; those above 128 are of signals.
  const std::size_t count = isClang() ? 1 : std::min<std::size_t>(steps.size(), mostAtOnce);
  if (isClang()) {
    command.arguments = {clangProgram()};
  } else {
    command.binds.push_back({support::parentPath(own_), std::string(programRoot), false});
    command.arguments = {support::joinPath(programRoot, support::fileName(own_)), "--clang"};
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) command.arguments.emplace_back("--then");
    command.arguments.insert(command.arguments.end(), steps[i].begin(), steps[i].end());
  }
  return count;
}

std::string Compiler::whyNot(const support::ProcessResult& result) {
  return result.errors.empty() ? "the compiler " + result.describe() : support::printable(result.errors);
}

std::optional<std::size_t> Compiler::failedStep(const support::ProcessResult& result, std::size_t count) {
  if (result.end != support::ProcessResult::End::Exited || result.code == 0) return std::nullopt;
  const auto number = static_cast<std::size_t>(result.code);
  if (count == 1) return number <= mostAtOnce ? std::optional<std::size_t>(0) : std::nullopt;
  return number <= count ? std::optional(number - 1) : std::nullopt;
}

} // namespace beagle::testgen
