#include "analysis/testgen/native_program.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"
#include "analysis/testgen/native_paths.h"
#include "analysis/testgen/protocol.h"

#include <fmt/format.h>

#include <vector>

namespace beagle::testgen {

using support::Result;

namespace {

/// So much at once that starting the sandbox does not count, and that reports stay far below what is kept of them.
constexpr std::size_t batchCount = 2000;
constexpr std::size_t batchBytes = 8U << 20;

} // namespace

Result<std::vector<NativeOutcome>> NativeProgram::run(std::span<const ConcreteInput> inputs, const RunOptions& options,
                                                      const support::CancelToken& cancel) const {
  std::vector<NativeOutcome> outcomes(inputs.size());
  std::string text;
  std::vector<std::size_t> places; // in `outcomes`, of what the text is about
  const auto flush = [&]() -> Result<void> {
    if (places.empty()) return {};
    auto some = runText(std::move(text), places.size(), options, cancel);
    if (!some) return std::unexpected(std::move(some.error()));
    for (std::size_t i = 0; i < places.size(); ++i) outcomes[places[i]] = std::move((*some)[i]);
    text.clear();
    places.clear();
    return {};
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto encoded = encode(interface_, inputs[i]);
    if (!encoded) {
      outcomes[i].obstacle = encoded.error().str();
      continue;
    }
    text += *encoded;
    places.push_back(i);
    if (places.size() < batchCount && text.size() < batchBytes) continue;
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
  command.arguments.push_back(std::to_string(options.mostWritten));
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
