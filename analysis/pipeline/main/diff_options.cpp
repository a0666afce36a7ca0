#include "analysis/pipeline/main/command.h"
#include "analysis/pipeline/main/input_options.h"
#include "analysis/pipeline/main/option_values.h"
#include "analysis/pipeline/main/output_options.h"
#include "analysis/pipeline/main/project_options.h"
#include "config/keys.h"

#include <charconv>

namespace beagle::pipeline {

namespace {

using support::Result;

/// Options of commands that compare two versions: as they were written, until `read` says what they mean.
class Comparing {
public:
  Comparing(CLI::App& app, CommandLine& line);
  [[nodiscard]] Result<void> read();

private:
  [[nodiscard]] Result<void> readTests();

  CommandLine* line_;
  ProjectOptions project_;
  std::optional<InputOptions> inputs_;
  std::string format_ = "text", budget_, testStyle_, testExpects_ = "base", mask_ = "nothing";
  std::vector<std::string> reports_;
};

Comparing::Comparing(CLI::App& app, CommandLine& line) : line_(&line), project_(app, line, line.diff.changes) {
  DiffOptions& options = line.diff;
  project_.addVersions();
  mayBeRepeated(app.add_option("--entry", options.entries,
                               "A function to compare; may be repeated (default: what the change can influence)")
                    ->type_name("FUNCTION"));
  addOutput(
      app, format_, reports_,
      fmt::format(
          "{}, or jsonl: a line per function as soon as it is settled, again when a caller confirms it, and at last one with the rest of the report",
          formatHelp("text")));
  app.add_option("--budget", budget_, "Time for comparing, all functions together, such as 30s or 5m (default 1m)")
      ->type_name("TIME");
  app.add_option("--max-steps", options.compare.machine.maxSteps, "Most instructions of one path (default 4000000000)")
      ->type_name("N");
  app.add_option("--max-inputs", options.compare.search.inputs,
                 "Most inputs to try in both versions of a function, beside what is explored (default 50000; 0: none)")
      ->type_name("N");
  app.add_flag("!--no-fuzz", options.compare.fuzz,
               "Do not let a fuzzer run both versions where exploring takes longer");
  app.add_flag("!--no-failing-allocation", options.compare.failingAllocation,
               "Do not look at what functions do where malloc and the like find no memory");
  app.add_flag("!--any-arguments", options.usesCallers,
               "Compare functions that only their own file calls with any arguments, not only with those passed there");
  inputs_.emplace(app, options.compare.harness);
  app.add_option("--float-digits", options.compare.equality.floatDigits,
                 "How many significant digits of floating-point results count (default 0: every bit does)")
      ->type_name("N")
      ->check(CLI::Range(0, 17));
  app.add_option("--mask", mask_,
                 "What of the text that is written does not count: nothing (default), addresses, times or both")
      ->type_name("WHAT");
  app.add_flag("!--no-replay", options.replay, "Do not run both versions to see each change");
  app.add_option("--tests", options.tests.folder,
                 "Write a regression test for each change that was seen when both versions ran")
      ->type_name("DIR");
  app.add_option("--test-style", testStyle_,
                 "c: a program of its own, in the language of the function; gtest: GoogleTest (default for C++)")
      ->type_name("STYLE");
  app.add_option(
         "--test-expects", testExpects_,
         "base (default): the test fails as long as the change is there, unless that removes a crash; head: it holds on to what the new version does")
      ->type_name("VERSION");
}

Result<void> Comparing::readTests() {
  DiffOptions& options = line_->diff;
  RegressionTestOptions& tests = options.tests;
  if (!testStyle_.empty())
    if (auto ok = oneOf("--test-style", testStyle_, {"c", "gtest"}); !ok) return ok;
  if (auto ok = oneOf("--test-expects", testExpects_, {"base", "head"}); !ok) return ok;
  if (!testStyle_.empty()) tests.style = testStyle_ == "c" ? testgen::TestStyle::Plain : testgen::TestStyle::GoogleTest;
  tests.wantsHead = testExpects_ == "head";
  const bool isAsked = !tests.folder.empty();
  if (!isAsked && (tests.style || tests.wantsHead))
    return support::usageError("--test-style and --test-expects need --tests DIR, where the tests are written");
  if (isAsked && !options.replay)
    return support::usageError("--tests writes tests of what both versions were seen to do: leave out --no-replay");
  if (isAsked) options.usesCache = false; // a report does not hold what tests are made of
  return {};
}

Result<void> Comparing::read() {
  DiffOptions& options = line_->diff;
  auto output = readOutput(format_, reports_, JsonLines::Offered);
  if (!output) return std::unexpected(std::move(output.error()));
  line_->output = std::move(*output);
  line_->output.isWhole = line_->verbose;
  if (!budget_.empty()) {
    auto budget = readDuration("--budget", budget_);
    if (!budget) return std::unexpected(std::move(budget.error()));
    options.budget = *budget;
  }
  if (auto ok = inputs_->read(); !ok) return ok;
  if (auto ok = oneOf("--mask", mask_, {"nothing", "addresses", "times", "both"}); !ok) return ok;
  options.compare.equality.mask = {mask_ == "addresses" || mask_ == "both", mask_ == "times" || mask_ == "both"};
  if (auto ok = readTests(); !ok) return ok;
  return project_.read();
}

/// "2/4"
Result<DiffOptions::Shard> readShard(const std::string& text) {
  const auto bad = [&] {
    return support::usageError("--shard: `{}` is no part of a check; write 2/4 for the second of four", text);
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return bad();
  const auto number = [](std::string_view digits) -> std::optional<unsigned> {
    unsigned value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return code == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
  };
  const std::string_view whole = text;
  const auto index = number(whole.substr(0, slash));
  const auto count = number(whole.substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count || *count > 10'000) return bad();
  return DiffOptions::Shard{*index, *count};
}

struct Checking {
  Checking(CLI::App& app, CommandLine& line) : comparing(app, line) {}

  Comparing comparing;
  std::string failLevel, shard;
};

Result<void> readChecking(const Checking& written, CommandLine& line) {
  if (!written.failLevel.empty()) {
    if (auto ok = oneOf("--fail-level", written.failLevel, {"never", "violation", "unchecked", "change"}); !ok)
      return ok;
    for (const auto& word : config::Words<config::FailLevel>::all)
      if (word.word == written.failLevel) line.failLevel = word.value;
  }
  if (!written.shard.empty()) {
    const auto shard = readShard(written.shard);
    if (!shard) return std::unexpected(shard.error());
    line.diff.shard = *shard;
  }
  return {};
}

} // namespace

Command addDiff(CLI::App& program, CommandLine& line) {
  CLI::App& app =
      *program.add_subcommand("diff", "Prove functions of two versions equal, or show an input for each difference");
  auto written = std::make_shared<Comparing>(app, line);
  return {&app, CommandLine::Action::Diff, [written] { return written->read(); }};
}

Command addCheck(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand(
      "check", "Check that a change keeps to its contract: as `diff`, with the levels of .beagle.yml");
  auto written = std::make_shared<Checking>(app, line);
  app.add_option(
         "--fail-level", written->failLevel,
         "What makes the check fail: never, violation (what the contract does not allow), unchecked (that, and what could not be "
         "checked) or change (every difference). Default: as .beagle.yml says, or unchecked")
      ->type_name("LEVEL");
  app.add_option(
         "--shard", written->shard,
         "Compare each N-th function only, from the I-th on, as one of N machines; `beagle report merge` makes one report of theirs")
      ->type_name("I/N");
  return {&app, CommandLine::Action::Check, [written, &line]() -> Result<void> {
            if (auto ok = readChecking(*written, line); !ok) return ok;
            return written->comparing.read();
          }};
}

Command addAccept(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand(
      "accept", "List a difference that `check` finds as looked at and wanted, in .beagle-accepted.yml");
  app.add_option("finding", line.accept.finding,
                 "The finding's fingerprint, or its first characters, as a report shows it")
      ->type_name("FINDING");
  app.add_option("--reason", line.accept.reason, "Why it is wanted, for whoever reads the list")->type_name("TEXT");
  app.add_flag("--comment", line.accept.asComment,
               "Show the comment in the source that accepts it, instead of writing the list");
  app.add_option("--until", line.accept.until,
                 "The last day on which it counts as accepted, such as 2027-01-31 (default: for ever)")
      ->type_name("DATE");
  auto written = std::make_shared<Comparing>(app, line);
  return {&app, CommandLine::Action::Accept, [written, &line]() -> Result<void> {
            if (line.accept.finding.empty())
              return support::usageError("`accept` needs a finding: `beagle check` shows them");
            return written->read();
          }};
}

} // namespace beagle::pipeline
