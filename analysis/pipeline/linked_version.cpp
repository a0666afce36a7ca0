#include "analysis/pipeline/linked_version.h"

#include "analysis/build/planner.h"
#include "analysis/exec/runtime.h"

namespace beagle::pipeline {

using support::Result;

namespace {

/// More than this is not what a change is about.
constexpr std::size_t mostUnits = 60;

} // namespace

Result<LinkedVersion> linkUnits(Units units) {
  auto program = linkProgram(units);
  if (!program) return std::unexpected(std::move(program.error()));
  LinkedVersion version{std::move(units), std::move(*program), nullptr, std::nullopt};
  version.types = ir::sourceTypes(*version.program);
  return version;
}

Result<LinkedVersion> linkReached(Env& env, ChangesRun& run, bool isBase, const std::set<ir::FunctionPlace>& entries,
                                  std::vector<std::string>& notes) {
  BuiltVersion& version = run.version(isBase);
  auto closure = ir::unitsReachedFrom(*version.index, entries, exec::isProvided, mostUnits);
  if (!closure) return std::unexpected(std::move(closure.error()));
  if (!closure->isWhole)
    notes.push_back(fmt::format("{}: only {} units are looked at; what others define counts as unknown", isBase ? "base" : "head",
                                closure->units.size()));
  std::vector<build::Unit> wanted;
  for (const std::size_t unit : closure->units) wanted.push_back(version.units->units()[unit]);
  auto outcome = version.units->compile(wanted, env.cancel);
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  auto folder = run.builder().folderOf(version.version, env.cancel);
  if (!folder) return std::unexpected(std::move(folder.error()));
  Units units;
  testgen::ProjectSource source{build::bindsOf(*folder + "/src", *folder + "/build", version.version.plan()), {}};
  for (const build::CompiledUnit& unit : outcome->compiled) {
    auto bitcode = version.units->bitcodeOf(unit);
    if (!bitcode) return std::unexpected(std::move(bitcode.error()));
    auto module = ir::BitcodeModule::open(std::move(*bitcode), unit.unit.id);
    if (!module) return std::unexpected(std::move(module.error()));
    units.push_back(std::make_shared<ir::BitcodeModule>(std::move(*module)));
    source.commands.push_back(version.units->commandOf(unit.unit));
  }
  auto linked = linkUnits(std::move(units));
  if (linked) linked->source = std::move(source);
  return linked;
}

Result<std::optional<ir::FunctionPlace>> findFunction(BuiltVersion& version, const std::string& name) {
  const auto inUnit = [&](std::size_t number) -> Result<std::optional<ir::FunctionPlace>> {
    auto facts = version.source->facts({number});
    if (!facts) return std::unexpected(std::move(facts.error()));
    if (!facts->front()) return std::nullopt;
    for (const ir::FunctionFacts& function : facts->front()->functions) {
      const bool isNamed = function.symbol == name ||
                           (function.source >= 0 && facts->front()->sources[static_cast<std::size_t>(function.source)].name == name);
      if (isNamed) return ir::FunctionPlace{number, function.symbol};
    }
    return std::nullopt;
  };
  // Units that the change reaches come first, then those whose source seems to have it, then those that mention it.
  std::set<std::size_t> asked;
  std::vector<std::size_t> candidates;
  const auto add = [&](std::size_t number) {
    if (asked.insert(number).second) candidates.push_back(number);
  };
  const std::vector<build::Unit>& units = version.units->units();
  for (std::size_t i = 0; i < units.size(); ++i)
    for (const build::CompiledUnit& compiled : version.compiled)
      if (compiled.unit.command == units[i].command) add(i);
  const std::size_t colon = name.rfind(':');
  const std::string word = ir::sourceWordOf(colon == std::string::npos ? name : name.substr(colon + 1));
  for (std::size_t i = 0; i < units.size(); ++i)
    if (version.source->seemsToDefine(i, word)) add(i);
  for (std::size_t i = 0; i < units.size(); ++i)
    if (version.source->mentions(i, word)) add(i);
  for (const std::size_t number : candidates) {
    auto found = inUnit(number);
    if (!found || *found) return found;
  }
  return std::nullopt;
}

std::optional<ir::FunctionIndex> functionAt(const BuiltVersion& version, const ir::Program& program, const ir::FunctionPlace& place) {
  const std::string& unit = version.units->units()[place.unit].id;
  const auto functions = program.functions();
  // The same name may stand in several units; a weak one may be linked from another.
  if (const auto own = program.find(place.symbol + "@" + unit)) return own;
  const auto index = program.find(place.symbol);
  if (!index || !functions[*index].isDefined || functions[*index].isRuntime) return std::nullopt;
  return index;
}

} // namespace beagle::pipeline
