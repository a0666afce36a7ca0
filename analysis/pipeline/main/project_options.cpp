#include "analysis/pipeline/main/project_options.h"

#include "analysis/pipeline/main/option_values.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <thread>

namespace beagle::pipeline {

using support::Result;

namespace {

/// Those that were on the command line.
std::set<std::string> givenOptions(const CLI::App& app) {
  std::set<std::string> given;
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0)
      for (const std::string& name : option->get_lnames()) given.insert("--" + name);
  return given;
}

} // namespace

ProjectOptions::ProjectOptions(CLI::App& app, CommandLine& line, ChangesOptions& meant)
    : app_(&app), line_(&line), meant_(&meant) {
  meant.jobs = std::max(1U, std::thread::hardware_concurrency());
}

void ProjectOptions::addBuild() {
  app_->add_option(
          "--settings", settings_,
          "Where .beagle.yml is read: disk (default: your working folder), base (the old version) or off. Options win over it")
      ->type_name("WHERE");
  app_->add_option("--build", build_,
                   "How the project is built: auto (default), database, cmake, meson, make, command, plain")
      ->type_name("METHOD");
  app_->add_option("--build-command", meant_->plan.command,
                   "A command that builds the project; its compiler calls are recorded")
      ->type_name("CMD");
  app_->add_option("--prepare", meant_->plan.prepare, "A command to run before building")->type_name("CMD");
  app_->add_flag("--allow-network", meant_->plan.prepareNetwork, "Let the prepare command use the network");
  app_->add_option("--compile-commands", meant_->plan.database, "A compile_commands.json to use")->type_name("FILE");
  mayBeRepeated(
      app_->add_option("--extra-flag", meant_->plan.extraFlags, "Compiler option to add to every unit; may be repeated")
          ->type_name("FLAG"));
  app_->add_option("--build-timeout", timeout_,
                   "Time limit for configuring and building a version, such as 90s (default 10m)")
      ->type_name("TIME");
  app_->add_option("--cache-size", cacheSize_, "Size limit of the cache (default 5G)")->type_name("SIZE");
  app_->add_flag("--submodules", meant_->submodules, "Look into submodules that are checked out");
  app_->add_option("--sandbox", sandbox_, "on (default), or off: run the project's build unprotected on this machine")
      ->type_name("MODE");
  app_->add_flag("--quiet,-q", line_->quiet, "Only the report");
  app_->add_flag("--verbose,-v", line_->verbose, "Say more about what is done, and in a text report all that is known");
}

void ProjectOptions::addRepository() {
  app_->add_option("--repo", meant_->repository, "Folder of the git repository")->type_name("DIR");
  mayBeRepeated(
      app_->add_option("--exclude", meant_->exclude, "Leave out files that match; may be repeated")->type_name("GLOB"));
  app_->add_option("--max-entries", maxEntries_,
                   "How many functions to propose for exploring, those with most of the edit first (default 100)")
      ->type_name("N");
  app_->add_option("--jobs,-j", meant_->jobs, "Compile so many units at once, and compare so many functions")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  addBuild();
}

void ProjectOptions::addVersions() {
  app_->add_option("what", meant_->what,
                   "BASE..HEAD, BASE...HEAD (from their merge base), two revisions, two files or two folders. "
                   "Nothing: from the merge base with upstream to HEAD")
      ->expected(0, 8);
  addRepository();
}

Result<void> ProjectOptions::read() {
  meant_->given = givenOptions(*app_);
  if (auto ok = oneOf("--sandbox", sandbox_, {"on", "off"}); !ok) return ok;
  meant_->sandbox = sandbox_ == "on" ? build::SandboxMode::On : build::SandboxMode::Off;
  constexpr std::array methods{build::Method::Database, build::Method::CMake,   build::Method::Meson,
                               build::Method::Make,     build::Method::Command, build::Method::Plain};
  std::vector<std::string> names{"auto"};
  for (const build::Method method : methods) {
    names.emplace_back(nameOf(method));
    if (build_ == nameOf(method)) meant_->plan.method = method;
  }
  if (auto ok = oneOf("--build", build_, names); !ok) return ok;
  if (auto ok = oneOf("--settings", settings_, {"disk", "base", "off"}); !ok) return ok;
  meant_->settingsFrom = settings_ == "disk"   ? SettingsFrom::Disk
                         : settings_ == "base" ? SettingsFrom::Base
                                               : SettingsFrom::Nowhere;
  if (!timeout_.empty()) {
    auto timeout = readDuration("--build-timeout", timeout_);
    if (!timeout) return std::unexpected(std::move(timeout.error()));
    meant_->plan.timeout = *timeout;
  }
  auto size = readSize("--cache-size", cacheSize_);
  if (!size) return std::unexpected(std::move(size.error()));
  meant_->cacheLimit = *size;
  for (const std::string& pattern : meant_->exclude)
    if (auto ok = checkGlob("--exclude", pattern); !ok) return ok;
  if (maxEntries_) {
    const auto most = readCount("--max-entries", *maxEntries_, 100'000);
    if (!most) return std::unexpected(most.error());
    meant_->maxEntries = *most;
  }
  for (const auto& [option, value] :
       {std::pair("--build-command", &meant_->plan.command), std::pair("--prepare", &meant_->plan.prepare),
        std::pair("--compile-commands", &meant_->plan.database)})
    if (meant_->given.contains(option) && support::trim(*value).empty())
      return support::usageError("{} is given, but empty", option);
  if (meant_->plan.method == build::Method::Command && meant_->plan.command.empty())
    return support::usageError("--build command needs the command itself: --build-command \"make all\"");
  if (meant_->what.size() > 2)
    return support::usageError("`{}` takes one range or two versions, not {} arguments", app_->get_name(),
                               meant_->what.size());
  meant_->plan.jobs = meant_->jobs;
  return {};
}

} // namespace beagle::pipeline
