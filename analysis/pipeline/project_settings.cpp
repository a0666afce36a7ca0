#include "analysis/pipeline/project_settings.h"

#include "analysis/pipeline/settings_place.h"
#include "analysis/support/text.h"

#include <optional>

namespace beagle::pipeline {

using support::Result;

namespace {

std::optional<build::Method> methodOf(config::BuildMethod method) {
  switch (method) {
  case config::BuildMethod::Auto: return std::nullopt;
  case config::BuildMethod::Database: return build::Method::Database;
  case config::BuildMethod::CMake: return build::Method::CMake;
  case config::BuildMethod::Meson: return build::Method::Meson;
  case config::BuildMethod::Make: return build::Method::Make;
  case config::BuildMethod::Command: return build::Method::Command;
  case config::BuildMethod::Plain: return build::Method::Plain;
  }
  return std::nullopt;
}

std::optional<explore::Order> orderOf(config::Order order) {
  switch (order) {
  case config::Order::DepthFirst: return explore::Order::DepthFirst;
  case config::Order::BreadthFirst: return explore::Order::BreadthFirst;
  case config::Order::Random: return explore::Order::Random;
  case config::Order::Coverage: return explore::Order::Coverage;
  case config::Order::Greedy: return explore::Order::Greedy;
  case config::Order::Nearest: return std::nullopt;
  }
  return std::nullopt;
}

using Faults = compare::EqualityOptions::Faults;

Faults faultsOf(config::OverflowCheck check) {
  switch (check) {
  case config::OverflowCheck::Report: return Faults::Compare;
  case config::OverflowCheck::Wrap: return Faults::Ignore;
  case config::OverflowCheck::Exclude: return Faults::Exclude;
  }
  return Faults::Compare;
}

Faults faultsOf(config::ValueCheck check) {
  return check == config::ValueCheck::Report ? Faults::Compare : Faults::Exclude;
}

compare::TextMask maskOf(config::TextMask mask) {
  const bool isBoth = mask == config::TextMask::Both;
  return {isBoth || mask == config::TextMask::Addresses, isBoth || mask == config::TextMask::Times};
}

/// Takes settings over where they were written and no option of that name was given.
class Takeover {
public:
  explicit Takeover(const std::set<std::string>& given) : given_(given) {}

  template <class T, class U> void take(const config::Setting<T>& setting, const char* option, U& target) const {
    if (!setting.isDefault() && !given_.contains(option)) target = static_cast<U>(*setting);
  }

private:
  const std::set<std::string>& given_;
};

/// The ways to build exclude each other: one on the command line leaves none of the file's.
void takeMethod(const config::BuildSettings& build, ChangesOptions& options) {
  for (const char* option : {"--build", "--build-command", "--compile-commands"})
    if (options.given.contains(option)) return;
  if (!build.method.isDefault()) options.plan.method = methodOf(*build.method);
  options.plan.command = *build.command;
}

} // namespace

Result<ChangesOptions> withSettings(const Env& env, ChangesOptions options, const Subject& subject) {
  const SettingsPlace place(env.files, options.settingsFrom, subject);
  auto settings = place.configuration();
  if (!settings) return std::unexpected(config::together(std::move(settings.error())));
  options.settings = std::move(*settings);
  options.settingsNotes = place.notes(options.settings);
  options.folder = subject.headFolder;
  auto accepted = place.accepted();
  if (!accepted) return std::unexpected(std::move(accepted.error()));
  options.accepted = std::move(*accepted);
  const config::BuildSettings& build = options.settings.project().build;
  const Takeover from(options.given);
  takeMethod(build, options);
  if (const auto& database = build.compileCommands;
      !database.isDefault() && options.plan.database.empty() && options.plan.command.empty()) {
    if (subject.headFolder.empty())
      return std::unexpected(
          support::Error(support::ErrorKind::Usage, "there is no working folder that `compile-commands` could be in")
              .at(database.origin)
              .hint("--build says how to build without it"));
    options.plan.database = support::joinPath(subject.headFolder, *database);
    if (!env.files.exists(options.plan.database))
      return std::unexpected(
          support::Error(support::ErrorKind::Usage, fmt::format("{}: no such file", options.plan.database))
              .at(database.origin));
  }
  from.take(build.prepare, "--prepare", options.plan.prepare);
  // The network was allowed to the file's command, not to another one.
  if (!options.given.contains("--prepare")) from.take(build.network, "--allow-network", options.plan.prepareNetwork);
  // Somebody's branch that is only pushed on may not talk to this machine.
  if (options.plan.prepareNetwork && !options.given.contains("--allow-network") && !place.trustsNetwork()) {
    options.plan.prepareNetwork = false;
    options.settingsNotes.push_back("`build.network` counts only where the working folder says it, too");
  }
  from.take(build.timeout, "--build-timeout", options.plan.timeout);
  from.take(build.submodules, "--submodules", options.submodules);
  from.take(options.settings.project().maxEntries, "--max-entries", options.maxEntries);
  options.plan.extraFlags.insert(options.plan.extraFlags.begin(), build.extraFlags->begin(), build.extraFlags->end());
  options.plan.extraFlags.insert(options.plan.extraFlags.begin(), subject.flags.begin(), subject.flags.end());
  return options;
}

void applySettings(const config::Settings& settings, const std::set<std::string>& given,
                   compare::CompareOptions& options) {
  const Takeover from(given);
  from.take(settings.bounds.buffer, "--max-buffer", options.harness.maxElements);
  from.take(settings.bounds.string, "--max-string", options.harness.maxString);
  from.take(settings.bounds.depth, "--max-depth", options.harness.maxDepth);
  from.take(settings.bounds.calls, "--max-calls", options.machine.maxFrames);
  from.take(settings.bounds.steps, "--max-steps", options.machine.maxSteps);
  from.take(settings.inputs, "--max-inputs", options.search.inputs);
  from.take(settings.fuzz, "--no-fuzz", options.fuzz);
  from.take(settings.failingAllocation, "--no-failing-allocation", options.failingAllocation);
  options.seeksCrash = *settings.contract == config::ContractLevel::NoNewCrash;
  const config::CheckSettings& checks = settings.checks;
  compare::EqualityOptions& equality = options.equality;
  equality.comparesLeaks = *checks.leak == config::LeakCheck::Report;
  equality.overflow = faultsOf(*checks.overflow);
  equality.shift = faultsOf(*checks.shift);
  equality.uninitialised = faultsOf(*checks.uninitialised);
  from.take(checks.floatDigits, "--float-digits", equality.floatDigits);
  if (!given.contains("--mask")) equality.mask = maskOf(*checks.mask);
  if (const auto order = orderOf(*settings.order); order && !settings.order.isDefault())
    options.explorer.order = *order;
}

std::string unusedSettings(const config::Configuration& configuration, const std::set<std::string>& files) {
  std::set<std::string> unused;
  const auto note = [&](std::string_view key, const auto& setting) {
    if (!setting.isDefault()) unused.insert(fmt::format("{} ({})", key, setting.origin.str()));
  };
  const config::ReportSettings& report = configuration.project().report;
  note("report.max-findings", report.maxFindings);
  note("report.remarks", report.remarks);
  note("report.intended", report.intended);
  note("report.tests", report.tests);
  for (const std::string& file : files) {
    const config::Settings settings = configuration.settingsFor(file);
    note("comparison", settings.comparison);
    note("strategy", settings.strategy);
    note("coverage", settings.coverage);
    if (!orderOf(*settings.order)) note("order", settings.order);
  }
  if (unused.empty()) return {};
  return fmt::format("settings without influence here: {}",
                     support::join(std::vector(unused.begin(), unused.end()), ", "));
}

} // namespace beagle::pipeline
