#include "analysis/pipeline/linked_version.h"

#include "analysis/build/planner.h"
#include "analysis/exec/runtime.h"
#include "analysis/ir/treatments.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <functional>

namespace beagle::pipeline {

using support::Result;

namespace {

ir::Treatment treatmentOf(const config::Treatment& setting) {
  switch (setting.kind) {
  case config::Treatment::Kind::Outside: return {ir::Treatment::Kind::Outside, {}};
  case config::Treatment::Kind::Pure: return {ir::Treatment::Kind::Pure, {}};
  case config::Treatment::Kind::Like: return {ir::Treatment::Kind::Like, setting.model};
  }
  return {};
}

/// The unit with other functions called where the settings of its file say so.
Result<std::string> asSettingsSay(std::string bitcode, const config::Settings& settings) {
  if (settings.functions.empty()) return bitcode;
  return ir::withTreatments(std::move(bitcode), [&](const std::string& function) -> std::optional<ir::Treatment> {
    const auto* setting = config::valueFor(settings.functions, function);
    return setting ? std::optional(treatmentOf(**setting)) : std::nullopt;
  });
}

/// Whether the unit's code holds numbers of lines that may have moved.
bool needsLinesOfBase(const change::Program& program, const build::Unit& unit, const MovedLines& moved) {
  const auto loaded = std::ranges::find(program.units, unit.id, &change::LoadedUnit::id); // the others read no change
  return loaded != program.units.end() && loaded->facts.holdsLineNumbers &&
         std::ranges::any_of(loaded->facts.files, [&](const ir::UnitFile& file) { return moved.isEdited(file.path); });
}

} // namespace

Result<LinkedVersion> linkUnits(Units units, const ir::Likeness& likeness) {
  auto program = linkProgram(units, likeness);
  if (!program) return std::unexpected(std::move(program.error()));
  LinkedVersion version{std::move(units), std::move(*program), nullptr, std::nullopt};
  version.types = ir::sourceTypes(*version.program);
  return version;
}

Result<void> linkAlike(LinkedVersion& base, LinkedVersion& head) {
  ir::Likeness both = base.program->likeness();
  both.add(head.program->likeness());
  for (LinkedVersion* version : {&base, &head}) {
    if (version->program->likeness() == both) continue;
    auto linked = linkUnits(std::move(version->units), both);
    if (!linked) return std::unexpected(std::move(linked.error()));
    linked->source = std::move(version->source);
    linked->configured = std::move(version->configured);
    linked->renumbered = std::move(version->renumbered);
    *version = std::move(*linked);
  }
  return {};
}

Result<UnitNumbers> unitsReached(BuiltVersion& version, const std::set<ir::FunctionPlace>& entries, std::size_t most,
                                 std::vector<std::string>& notes) {
  auto closure = ir::unitsReachedFrom(*version.index, entries, exec::isProvided, most);
  if (!closure) return std::unexpected(std::move(closure.error()));
  if (!closure->isWhole)
    notes.push_back(fmt::format("no more than {} are looked at; what others define counts as unknown",
                                support::counted(closure->units.size(), "unit")));
  return std::move(closure->units);
}

void shareUnits(const BuiltVersion& base, UnitNumbers& baseUnits, const BuiltVersion& head, UnitNumbers& headUnits) {
  std::set<std::string> names;
  const auto collect = [&](const BuiltVersion& version, const UnitNumbers& units) {
    for (const std::size_t unit : units) names.insert(version.nameOf(version.units->units()[unit]));
  };
  const auto take = [&](const BuiltVersion& version, UnitNumbers& units) {
    for (std::size_t unit = 0; unit < version.units->units().size(); ++unit)
      if (names.contains(version.nameOf(version.units->units()[unit]))) units.insert(unit);
  };
  collect(base, baseUnits);
  collect(head, headUnits);
  take(base, baseUnits);
  take(head, headUnits);
}

Result<LinkedVersion> linkVersion(Env& env, BuiltVersion& version, build::VersionBuilder& builder,
                                  const UnitNumbers& numbers, const config::Configuration& settings,
                                  MovedLines* moved) {
  std::vector<build::Unit> wanted;
  for (const std::size_t unit : numbers) wanted.push_back(version.units->units()[unit]);
  auto outcome = version.units->compile(wanted, env.cancel);
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  auto folder = builder.folderOf(version.version, env.cancel);
  if (!folder) return std::unexpected(std::move(folder.error()));
  Units units;
  testgen::RenumberedLines renumbered;
  testgen::ProjectSource source{build::bindsOf(*folder + "/src", *folder + "/build", version.version.plan()), {}};
  for (const build::CompiledUnit& unit : outcome->compiled) {
    auto bitcode = version.units->bitcodeOf(unit);
    if (!bitcode) return std::unexpected(std::move(bitcode.error()));
    const std::string name = version.nameOf(unit.unit);
    if (moved && needsLinesOfBase(version.program, unit.unit, *moved)) {
      auto other = ir::renumbered(std::move(*bitcode), [&](const std::string& file, ir::SourcePlace place) {
        return moved->before(file, place);
      });
      if (!other) return support::within(other, name);
      bitcode = std::move(other->bitcode);
      renumbered.merge(other->lines);
    }
    auto treated = asSettingsSay(std::move(*bitcode), settings.settingsFor(name));
    if (!treated) return support::within(treated, name);
    auto module =
        ir::BitcodeModule::open(std::move(*treated), name, ir::compileOptionsOf(version.units->commandOf(unit.unit)));
    if (!module) return std::unexpected(std::move(module.error()));
    units.push_back(std::make_shared<ir::BitcodeModule>(std::move(*module)));
    source.commands.push_back(version.units->commandOf(unit.unit));
  }
  auto linked = linkUnits(std::move(units));
  if (!linked) return linked;
  linked->source = std::move(source);
  linked->renumbered = std::move(renumbered);
  std::set<std::string> files;
  for (const build::Unit& unit : version.units->units())
    if (!files.insert(unit.file).second) linked->configured.insert(unit.file);
  return linked;
}

Result<std::vector<ir::FunctionPlace>> functionsNamed(BuiltVersion& version, const std::string& name, Search search) {
  const std::vector<build::Unit>& units = version.units->units();
  const std::size_t mark = name.find('@');
  const std::string function = name.substr(0, mark);
  const bool isPlaced = mark != std::string::npos;
  const std::string place = isPlaced ? name.substr(mark + 1) : "";
  const bool isOfHeader = isPlaced && std::ranges::find(units, place, &build::Unit::id) == units.end();
  const auto isMeant = [&](std::size_t number) { return !isPlaced || isOfHeader || place == units[number].id; };
  std::set<std::pair<std::string, std::string>> ofHeader; // symbol and code
  std::vector<ir::FunctionPlace> places;
  const auto take = [&](std::size_t number) -> Result<void> {
    auto facts = version.source->facts({number});
    if (!facts) return std::unexpected(std::move(facts.error()));
    if (!facts->front()) return {};
    for (const ir::FunctionFacts& own : facts->front()->functions) {
      const ir::WrittenFunction* written =
          own.source < 0 ? nullptr : &facts->front()->sources[static_cast<std::size_t>(own.source)];
      const bool isNamed = (own.symbol == function || (written && written->name == function)) &&
                           (!isOfHeader || (written && written->file == place));
      if (!isNamed) continue;
      // What a header defines is the same in all units; a static function where its code is.
      const bool isKnown = own.linkage == ir::Linkage::Weak
                               ? std::ranges::find(places, own.symbol, &ir::FunctionPlace::symbol) != places.end()
                               : isOfHeader && !ofHeader.emplace(own.symbol, own.digest).second;
      if (!isKnown) places.push_back({number, own.symbol});
    }
    return {};
  };
  const std::size_t colon = function.rfind(':');
  const std::string word = ir::sourceWordOf(colon == std::string::npos ? function : function.substr(colon + 1));
  const std::array<std::function<bool(std::size_t)>, 4> candidates{
      [&](std::size_t number) {
        return std::ranges::any_of(version.compiled, [&](const build::CompiledUnit& unit) {
          return unit.unit.command == units[number].command;
        });
      },
      [&](std::size_t number) { return version.source->seemsToDefine(number, word); },
      [&](std::size_t number) { return version.source->mentions(number, word); },
      [&](std::size_t) { return search == Search::Everywhere; }}; // a macro may make the name
  std::set<std::size_t> asked;
  for (const auto& isCandidate : candidates) {
    for (std::size_t i = 0; i < units.size(); ++i)
      if (isMeant(i) && isCandidate(i) && asked.insert(i).second)
        if (auto done = take(i); !done) return std::unexpected(std::move(done.error()));
    if (!places.empty()) break;
  }
  return places;
}

std::optional<ir::FunctionIndex> functionAt(const BuiltVersion& version, const ir::Program& program,
                                            const ir::FunctionPlace& place) {
  const std::string unit = version.nameOf(version.units->units()[place.unit]);
  const auto functions = program.functions();
  // The same name may stand in several units; a weak one may be linked from another.
  if (const auto own = program.find(place.symbol + "@" + unit)) return own;
  const auto index = program.find(place.symbol);
  if (!index || !functions[*index].isDefined || functions[*index].isRuntime) return std::nullopt;
  return index;
}

} // namespace beagle::pipeline
