#include "analysis/pipeline/explore_subject.h"

#include "analysis/pipeline/entry.h"
#include "analysis/pipeline/project_settings.h"
#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::pipeline {

using support::Result;

namespace {

/// Sources: a file, or a folder that is built as `changes` builds it.
class SourceProgram {
public:
  SourceProgram(Env& env, const ExploreOptions& options, Workbench& bench)
      : env_(env), options_(options), bench_(bench) {}

  Result<ExploreSubject> open() {
    ChangesOptions changes = options_.project;
    changes.what = {options_.path, options_.path};
    auto subject = openSubject(env_, changes, bench_.folder.path());
    if (!subject) return std::unexpected(std::move(subject.error()));
    auto complete = withSettings(env_, std::move(changes), *subject);
    if (!complete) return std::unexpected(std::move(complete.error()));
    build::VersionBuilder builder(bench_.sandbox, bench_.store, bench_.toolchain, env_.files, env_.log, env_.progress,
                                  {.plan = complete->plan, .scratchFolder = bench_.folder.path()});
    auto version = builder.prepare(subject->pair.head, subject->headFolder, {}, env_.cancel);
    if (!version) return support::within(version, fmt::format("building {}", options_.path));
    openVersion(built_, env_, bench_, builder, std::move(*version), complete->jobs);
    return link(builder, complete->settings);
  }

private:
  Result<ExploreSubject> link(build::VersionBuilder& builder, const config::Configuration& settings) {
    const std::string wanted = options_.entry.empty() ? "main" : options_.entry;
    auto places = functionsNamed(built_, wanted, Search::Everywhere);
    if (!places) return std::unexpected(std::move(places.error()));
    if (places->empty()) {
      auto only = otherThan(wanted);
      if (!only) return std::unexpected(std::move(only.error()));
      places = std::vector{std::move(*only)};
    }
    if (places->size() > 1) return severalOf(wanted, *places);
    ExploreSubject subject;
    const auto units = unitsReached(built_, {places->front()}, mostUnits, subject.notes);
    if (!units) return std::unexpected(units.error());
    auto linked = linkVersion(env_, built_, builder, *units, settings, nullptr);
    if (!linked) return std::unexpected(std::move(linked.error()));
    subject.version = std::move(*linked);
    const auto entry = functionAt(built_, *subject.version.program, places->front());
    if (!entry) return support::cannotRun("{} could not be linked", wanted);
    subject.entry = *entry;
    return subject;
  }

  /// Nothing has that name. If nobody said one and there is only one function, it is meant.
  Result<ir::FunctionPlace> otherThan(const std::string& wanted) {
    auto outcome = built_.units->compile(built_.units->units(), env_.cancel);
    if (!outcome) return std::unexpected(std::move(outcome.error()));
    if (!outcome->failed.empty())
      return support::cannotRun("{} does not compile: {}", options_.path, outcome->failed.front().firstError);
    if (outcome->compiled.empty()) return support::cannotRun("{}: there is nothing to compile", options_.path);
    std::vector<std::string> names;
    std::vector<ir::FunctionPlace> places;
    const std::vector<build::Unit>& units = built_.units->units();
    for (const build::CompiledUnit& unit : outcome->compiled) {
      const auto facts = ir::unpackFacts(unit.facts);
      if (!facts) return std::unexpected(facts.error());
      const auto number = std::ranges::find(units, unit.unit.command, &build::Unit::command) - units.begin();
      for (const ir::FunctionFacts& function : facts->functions) {
        if (function.source < 0) continue;
        names.push_back(facts->sources[static_cast<std::size_t>(function.source)].name);
        places.push_back({static_cast<std::size_t>(number), function.symbol});
      }
    }
    if (options_.entry.empty() && places.size() == 1) return places.front();
    return noSuchEntry(options_.entry.empty() ? "" : wanted, std::move(names));
  }

  std::unexpected<support::Error> severalOf(const std::string& name,
                                            const std::vector<ir::FunctionPlace>& places) const {
    std::vector<std::string> choices;
    for (const ir::FunctionPlace& place : places)
      choices.push_back(fmt::format("{}@{}", place.symbol, built_.units->units()[place.unit].id));
    return severalEntries(name, std::move(choices));
  }

  Env& env_;
  const ExploreOptions& options_;
  Workbench& bench_;
  BuiltVersion built_;
};

} // namespace

Result<ExploreSubject> openExplore(Env& env, const ExploreOptions& options) {
  if (!env.files.exists(options.path)) return support::usageError("{}: no such file or folder", options.path);
  if (options.path.ends_with(".bc")) {
    auto unit = loadBitcode(env, options.path);
    if (!unit) return std::unexpected(std::move(unit.error()));
    auto version = linkUnits({std::move(*unit)});
    if (!version) return std::unexpected(std::move(version.error()));
    const auto entry = findEntry(*version->program, options.entry);
    if (!entry) return std::unexpected(entry.error());
    return ExploreSubject{std::move(*version), *entry, {}};
  }
  auto bench = Workbench::open(env, options.project.sandbox, options.project.cacheLimit);
  if (!bench) return std::unexpected(std::move(bench.error()));
  return SourceProgram(env, options, **bench).open();
}

} // namespace beagle::pipeline
