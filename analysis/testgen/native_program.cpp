#include "analysis/testgen/native_program.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"
#include "analysis/testgen/native_paths.h"
#include "analysis/testgen/protocol.h"

#include <fmt/format.h>

#include <iterator>

namespace beagle::testgen {

using support::Result;

namespace {

/// So much at once that starting the sandbox does not count, and that reports stay far below what is kept of them.
constexpr std::size_t batchCount = 2000;
constexpr std::size_t batchBytes = 8U << 20;

} // namespace

Result<std::vector<NativeOutcome>> NativeProgram::run(std::span<const ConcreteInput> inputs, const RunOptions& options,
                                                      const support::CancelToken& cancel) const {
  std::vector<NativeOutcome> outcomes;
  std::string text;
  std::size_t count = 0;
  const auto flush = [&]() -> Result<void> {
    if (count == 0) return {};
    auto some = runText(std::move(text), count, options, cancel);
    if (!some) return std::unexpected(std::move(some.error()));
    std::ranges::move(*some, std::back_inserter(outcomes));
    text.clear();
    count = 0;
    return {};
  };
  for (const ConcreteInput& input : inputs) {
    auto encoded = encode(interface_, input);
    if (!encoded) return std::unexpected(std::move(encoded.error()));
    text += *encoded;
    if (++count < batchCount && text.size() < batchBytes) continue;
    if (auto done = flush(); !done) return std::unexpected(std::move(done.error()));
  }
  if (auto done = flush(); !done) return std::unexpected(std::move(done.error()));
  return outcomes;
}

std::string NativeProgram::obstacle(const ConcreteInput& input) const {
  const auto encoded = encode(interface_, input);
  return encoded ? "" : encoded.error().str();
}

Result<std::vector<NativeOutcome>> NativeProgram::runText(std::string text, std::size_t count,
                                                          const RunOptions& options,
                                                          const support::CancelToken& cancel) const {
  build::SandboxedCommand command;
  command.arguments = command_.arguments;
  command.arguments.push_back(std::to_string(options.timeout.count()));
  command.folder = nativeRoot;
  command.binds = command_.binds;
  if (options.places)
    command.environment = {"ASAN_OPTIONS=symbolize=1", fmt::format("ASAN_SYMBOLIZER_PATH={}", symbolizerProgram())};
  command.input = std::move(text);
  command.limits = {.fileSize = 64U << 20, .processes = 200, .memory = 16ULL << 30, .output = 256U << 20};
  command.limits.wallTime = options.timeout * static_cast<int>(count) + std::chrono::seconds(60);
  command.rawOutput = true;
  auto ran = sandbox_->run(command, cancel);
  if (!ran) return std::unexpected(std::move(ran.error()).within("replay"));
  if (ran->end == support::ProcessResult::End::Cancelled)
    return std::unexpected(support::Error(support::ErrorKind::Cancelled, "replay was cancelled"));
  std::vector<NativeOutcome> outcomes = decode(interface_, ran->output);
  if (!ran->ok() || outcomes.size() != count)
    return support::cannotRun("replay: {} of {} inputs ran, then it {}{}", outcomes.size(), count, ran->describe(),
                              ran->errors.empty() ? "" : ": " + support::printable(ran->errors));
  return outcomes;
}

} // namespace beagle::testgen
