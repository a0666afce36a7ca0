#include "analysis/pipeline/diff_subject.h"

#include "analysis/change/twins.h"
#include "analysis/pipeline/changed_lines.h"
#include "analysis/pipeline/project_settings.h"
#include "analysis/support/deadline.h"
#include "analysis/support/digest.h"
#include "analysis/support/text.h"
#include "config/explain.h"

#include <algorithm>
#include <iterator>

namespace beagle::pipeline {

using support::Result;

namespace {

/// Callers are looked at besides: they may cost so many units.
constexpr std::size_t mostForCallers = 20;

std::vector<std::string> definedNames(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::FunctionInfo& info : program.functions())
    if (info.isDefined && !info.isRuntime) names.push_back(info.name);
  return names;
}

std::unexpected<support::Error> noSuchFunction(const std::string& name, const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) != known.end())
    return support::usageError("--entry: no code is made of {}: nothing that is built uses it", name);
  support::Error error(support::ErrorKind::Usage, fmt::format("--entry: neither version has a function {}", name));
  const auto near = support::nearest(name, known);
  return std::unexpected(near ? std::move(error).hint(fmt::format("did you mean {}?", *near)) : std::move(error));
}

/// Two bitcode files: all functions that both define, unless some are named.
Result<DiffSubject> openBitcode(Env& env, const DiffOptions& options, std::unique_ptr<Workbench> bench) {
  DiffSubject subject;
  subject.bench = std::move(bench);
  const std::vector<std::string>& paths = options.changes.what;
  for (const bool isBase : {true, false}) {
    auto unit = loadBitcode(env, paths[isBase ? 0 : 1]);
    if (!unit) return std::unexpected(std::move(unit.error()));
    auto linked = linkUnits({std::move(*unit)});
    if (!linked) return support::within(linked, paths[isBase ? 0 : 1]);
    (isBase ? subject.base : subject.head) = std::move(*linked);
  }
  if (auto done = linkAlike(subject.base, subject.head); !done) return std::unexpected(std::move(done.error()));
  subject.typesChanged = true; // nobody has looked
  subject.baseName = paths[0];
  subject.headName = paths[1];
  const auto find = [](const LinkedVersion& version, const std::string& name) -> std::optional<ir::FunctionIndex> {
    const auto index = version.program->find(name);
    if (!index || version.program->functions()[*index].isRuntime || !version.program->functions()[*index].isDefined)
      return std::nullopt;
    return index;
  };
  std::vector<std::string> names = options.entries;
  if (names.empty())
    for (const ir::FunctionInfo& info : subject.head.program->functions())
      if (info.isDefined && !info.isInternal && !info.isRuntime) names.push_back(info.name);
  for (const std::string& name : names) {
    DiffEntry entry{name, find(subject.base, name), find(subject.head, name)};
    if (!entry.base && !entry.head) return noSuchFunction(name, definedNames(*subject.head.program));
    subject.entries.push_back(std::move(entry));
  }
  return subject;
}

/// Sources, through `changes`.
class SourceSubject {
public:
  SourceSubject(Env& env, const DiffOptions& options, ChangesRun& run, DiffSubject& subject)
      : env_(env), options_(options), run_(run), subject_(subject) {}

  Result<void> open() {
    auto changes = run_.run();
    if (!changes) return std::unexpected(std::move(changes.error()));
    addHunks(changes->hunks);
    subject_.notes = changes->notes;
    subject_.baseName = changes->base.spec;
    subject_.headName = changes->head.spec;
    subject_.baseCommit = changes->base.commit;
    subject_.headCommit = changes->head.commit;
    if (!changes->entriesPastCap.empty())
      subject_.notes.push_back(fmt::format(
          "the change can influence {} more, which were not chosen to be compared (--max-entries); those that changed are "
          "compared all the same where no other comparison comes to them: {}",
          support::counted(changes->entriesPastCap.size(), "function"), fmt::join(changes->entriesPastCap, ", ")));
    if (options_.usesCache) subject_.key = reportKey(*changes);
    if (const auto text = subject_.key.empty() ? std::nullopt : subject_.bench->store.get("report", subject_.key))
      if (auto known = report::readReport(*text, "the cache")) {
        subject_.known = std::move(*known);
        return {};
      }
    if (auto done = options_.entries.empty() ? proposed() : named(); !done) return done;
    if (auto done = link(); !done) return done;
    resolve();
    if (options_.entries.empty()) addChanged();
    return {};
  }

  Result<void> openCallers(const ir::FunctionPlace& called) {
    auto callers = callersOf(called);
    if (!callers) return std::unexpected(std::move(callers.error()));
    mostLinked_ = mostForCallers;
    for (const ir::FunctionPlace& caller : *callers)
      if (auto base = placeInBase(caller)) places_.push_back({caller.symbol, std::move(base), caller, {}, {}, {}});
    if (places_.empty()) return {};
    if (auto done = link(); !done) return done;
    resolve();
    addChanged();
    return {};
  }

private:
  void addHunks(const std::vector<report::ChangesReport::Hunk>& hunks) {
    ChangedLines lines([&](bool isBase, const std::string& path) { return run_.read(isBase, path); });
    const auto besides = [&](std::size_t i, const std::string& file) {
      return i < hunks.size() && hunks[i].file == file ? &hunks[i] : nullptr;
    };
    for (std::size_t i = 0; i < hunks.size(); ++i) {
      const report::ChangesReport::Hunk& hunk = hunks[i];
      report::Report::Hunk shown{hunk.file,      hunk.baseFile,  hunk.baseStart, hunk.baseLines,
                                 hunk.headStart, hunk.headLines, hunk.status,    hunk.why};
      // Nobody asked for what is left out, and it may be long.
      if (hunk.status != "excluded") lines.addTo(shown, besides(i - 1, hunk.file), besides(i + 1, hunk.file));
      subject_.hunks.push_back(std::move(shown));
    }
  }

  /// All that the report can depend on: what is built and how, what was asked, and this program.
  std::string reportKey(const report::ChangesReport& changes) {
    support::Digest digest;
    digest.add("report 1");
    if (const auto program = env_.files.status(env_.programFolder + "/beagle"))
      digest.add(program->size).add(static_cast<std::uint64_t>(program->modifiedNs));
    const config::Configuration& settings = run_.options().settings;
    for (const bool isBase : {true, false}) {
      const BuiltVersion& version = run_.version(isBase);
      digest.add(version.version.key());
      for (const build::CompiledUnit& unit : version.compiled) digest.add(unit.key);
      for (const build::FailedUnit& unit : version.failed) digest.add(unit.unit.id).add(unit.diagnostics);
    }
    std::set<std::string> files;
    for (const report::ChangesReport::Hunk& hunk : changes.hunks) files.insert(hunk.file);
    for (const report::ChangesReport::Entry& entry : changes.entries) files.insert(entry.file);
    for (const std::string& file : files) digest.add(file).add(config::explainJson(settings, {file, false}));
    // What is called lies anywhere.
    for (const std::string& file : settings.files())
      digest.add(file).add(config::explainJson(settings, {support::parentPath(file), true}));
    for (const std::string& entry : options_.entries) digest.add(entry);
    for (const std::string& pattern : options_.changes.exclude) digest.add(pattern);
    if (options_.shard) digest.add("shard").add(options_.shard->index).add(options_.shard->count);
    const compare::CompareOptions& compare = options_.compare;
    for (const std::uint64_t number :
         {std::uint64_t{options_.changes.maxEntries}, std::uint64_t{compare.machine.maxFrames},
          compare.machine.maxSteps, compare.search.inputs, compare.search.seed,
          static_cast<std::uint64_t>(compare.explorer.order), std::uint64_t{compare.equality.floatDigits},
          std::uint64_t{compare.equality.mask.addresses}, std::uint64_t{compare.equality.mask.times},
          std::uint64_t{options_.replay}, std::uint64_t{options_.prove}, std::uint64_t{options_.usesCallers},
          std::uint64_t{options_.compare.fuzz}, std::uint64_t{options_.compare.failingAllocation},
          std::uint64_t{options_.waitingSince.has_value()},
          static_cast<std::uint64_t>(options_.budget.value_or(std::chrono::milliseconds(0)).count())})
      digest.add(number);
    addInputs(digest, compare.harness);
    return digest.hex();
  }

  static void addInputs(support::Digest& digest, const exec::HarnessOptions& harness) {
    // Names all members, so that one that is new is not forgotten: it does not compile.
    const auto& [elements, string, depth, file, files, numbers, globals, libraryCalls, failing, nullArguments, aliases,
                 callees, classes, guessesLengths, rooms, lengths, findsNeighbours, neighbours, passed] = harness;
    (void)passed;                              // of an entry, and said by the code
    (void)numbers, (void)failing, (void)rooms; // tried as well, whatever the options
    (void)findsNeighbours, (void)neighbours;   // as long as an entry is looked at
    for (const std::uint64_t number :
         {std::uint64_t{elements}, std::uint64_t{string}, std::uint64_t{depth}, std::uint64_t{file},
          std::uint64_t{globals}, std::uint64_t{libraryCalls}, std::uint64_t{nullArguments}, std::uint64_t{aliases},
          std::uint64_t{callees}, std::uint64_t{classes}, std::uint64_t{guessesLengths}})
      digest.add(number);
    for (const auto& [name, size] : files) digest.add(name).add(std::uint64_t{size});
    for (const exec::LengthRule& rule : lengths)
      digest.add(rule.buffer).add(rule.length).add(std::uint64_t{rule.isBytes}).add(std::uint64_t{rule.isLast});
  }

  struct Places {
    std::string name;
    std::optional<ir::FunctionPlace> base, head;
    std::vector<std::string> reasons;
    std::string beyond, alias;
  };

  Result<void> named() {
    for (const std::string& name : options_.entries) {
      auto places = placesNamed(name);
      if (!places) return std::unexpected(std::move(places.error()));
      if (places->empty()) return noSuchFunction(name, knownNames());
      std::ranges::move(*places, std::back_inserter(places_));
    }
    return {};
  }

  /// The first function of that name, and of its namesakes those that the change may concern.
  Result<std::vector<Places>> placesNamed(const std::string& name) {
    Places first{name, std::nullopt, std::nullopt, {}, {}, {}};
    std::vector<ir::FunctionPlace> inBase, inHead;
    for (const Search search : {Search::WhereNamed, Search::Everywhere}) {
      if (first.base || first.head) break;
      for (const bool isBase : {true, false}) {
        auto found = functionsNamed(run_.version(isBase), name, search);
        if (!found) return std::unexpected(std::move(found.error()));
        if (!found->empty()) (isBase ? first.base : first.head) = found->front();
        (isBase ? inBase : inHead) = std::move(*found);
      }
    }
    if (!first.base && !first.head) return std::vector<Places>();
    const auto isInBase = [&](const change::FunctionPair* pair) {
      return pair && std::ranges::find(inBase, basePlaceOf(*pair)) != inBase.end();
    };
    if (const auto* pair = first.head ? pairOf(*first.head) : nullptr; isInBase(pair)) first.base = basePlaceOf(*pair);
    change::Twins twins(run_.version(true).program, run_.version(false).program);
    std::vector<Places> all{std::move(first)};
    for (const ir::FunctionPlace& place : inHead) {
      const change::FunctionPair* pair = pairOf(place);
      if (!isInBase(pair) || twins.firstOf(*pair, all.size()) || place == all.front().head) continue;
      all.push_back({name, basePlaceOf(*pair), place, {}, {}, {}});
    }
    return all;
  }

  ir::FunctionPlace basePlaceOf(const change::FunctionPair& pair) {
    return placeOf(true, pair.base->unit,
                   run_.version(true).program.function(pair.base->unit, pair.base->index).symbol);
  }

  /// Null: nobody compiled its unit, or base has no such function.
  const change::FunctionPair* pairOf(const ir::FunctionPlace& place) {
    const change::Program& head = run_.version(false).program;
    const auto pair = std::ranges::find_if(run_.pairing().functions, [&](const change::FunctionPair& each) {
      return each.base && each.head && head.function(each.head->unit, each.head->index).symbol == place.symbol &&
             run_.version(false).numberOf(each.head->unit) == place.unit;
    });
    return pair == run_.pairing().functions.end() ? nullptr : &*pair;
  }

  /// What the settings want to be compared in any case. A pattern stands for functions of the units that the change
  /// concerns.
  Result<void> always() {
    const config::Configuration& settings = run_.options().settings;
    const auto isAlways = [](const config::Setting<config::EntryUse>& use) { return *use == config::EntryUse::Always; };
    std::set<std::string> names;
    for (const auto& [name, use] : settings.settingsFor("").entries)
      if (isAlways(use) && name.find_first_of("*?") == std::string::npos) names.insert(name);
    for (const change::LoadedUnit& unit : run_.version(false).program.units)
      for (const ir::WrittenFunction& function : unit.facts.sources)
        if (const auto* use = config::valueFor(settings.settingsFor(function.file).entries, function.name);
            use && isAlways(*use))
          names.insert(function.name);
    for (const Places& places : places_) names.erase(places.name);
    for (const std::string& name : names) {
      auto places = placesNamed(name);
      if (!places) return std::unexpected(std::move(places.error()));
      if (places->empty()) {
        subject_.notes.push_back(fmt::format("neither version has a function {}, which `entries` names", name));
        continue;
      }
      for (Places& each : *places) each.reasons = {"the settings want it to be compared always"};
      std::ranges::move(*places, std::back_inserter(places_));
    }
    return {};
  }

  /// What the change can influence; and what only one version has, as far as others can call it.
  Result<void> proposed() {
    const change::Program& base = run_.version(true).program;
    const change::Program& head = run_.version(false).program;
    for (const change::Entry& entry : run_.entries()) {
      if (!run_.options().isEntry(entry.place.name, entry.place.file)) continue;
      Places places{entry.place.name,
                    std::nullopt,
                    placeOf(false, entry.unit, entry.symbol),
                    entry.chain.size() > 1 ? entry.chain : std::vector{entry.reason},
                    entry.beyond,
                    entry.isAlias ? entry.symbol : std::string()};
      for (const change::FunctionPair& pair : run_.pairing().functions) {
        if (!pair.base || !pair.head || pair.head->unit != entry.unit) continue;
        if (head.function(pair.head->unit, pair.head->index).symbol != entry.symbol) continue;
        places.base = basePlaceOf(pair);
        break;
      }
      // Another name for a function may have been a function, and the other way round.
      if (!places.base) places.base = visibleInBase(head.units[entry.unit].id, entry.symbol);
      places_.push_back(std::move(places));
      for (const std::string& unit : entry.startUnits) addStart(unit);
    }
    for (const change::ChangedFunction& row : run_.changeSet().functions) {
      if ((row.baseRef && row.headRef) || !run_.options().isEntry(row.place().name, row.place().file)) continue;
      const auto& ref = row.baseRef ? row.baseRef : row.headRef;
      if (!ref) continue;
      const ir::FunctionFacts& facts = (row.baseRef ? base : head).function(ref->unit, ref->index);
      if (facts.linkage != ir::Linkage::External) continue;
      Places places{row.place().name, std::nullopt, std::nullopt, {row.reason}, {}, {}};
      (row.baseRef ? places.base : places.head) = placeOf(row.baseRef.has_value(), ref->unit, facts.symbol);
      if (std::ranges::none_of(
              places_, [&](const Places& other) { return other.base == places.base && other.head == places.head; }))
        places_.push_back(std::move(places));
    }
    return always();
  }

  /// In the unit of that id, if it is there.
  std::optional<ir::FunctionPlace> visibleInBase(const std::string& id, const std::string& symbol) {
    const change::Program& base = run_.version(true).program;
    const auto has = [&](const auto& rows, auto isOne) {
      return std::ranges::any_of(rows, [&](const auto& row) {
        return row.symbol == symbol && row.linkage != ir::Linkage::Internal && isOne(row);
      });
    };
    std::optional<ir::FunctionPlace> found;
    for (std::size_t unit = 0; unit < base.units.size(); ++unit) {
      const ir::UnitFacts& facts = base.units[unit].facts;
      const bool isThere = has(facts.functions, [](const ir::FunctionFacts&) { return true; }) ||
                           has(facts.globals, [](const ir::GlobalFacts& row) { return row.isFunction; });
      if (isThere && (!found || base.units[unit].id == id)) found = placeOf(true, unit, symbol);
    }
    return found;
  }

  /// What a unit has run before `main` belongs to the program then.
  void addStart(const std::string& id) {
    for (const bool isBase : {true, false}) {
      const std::vector<change::LoadedUnit>& units = run_.version(isBase).program.units;
      const auto unit = std::ranges::find(units, id, &change::LoadedUnit::id);
      if (unit == units.end()) continue;
      for (const ir::StartStep& step : unit->facts.start)
        (isBase ? startBase_ : startHead_)
            .insert(placeOf(isBase, static_cast<std::size_t>(unit - units.begin()), step.function));
    }
  }

  /// `unit`: position in the version's program.
  ir::FunctionPlace placeOf(bool isBase, std::size_t unit, const std::string& symbol) {
    return {run_.version(isBase).numberOf(unit), symbol};
  }

  std::vector<std::string> knownNames() {
    std::vector<std::string> names;
    for (const change::LoadedUnit& unit : run_.version(false).program.units)
      for (const ir::WrittenFunction& function : unit.facts.sources) names.push_back(function.name);
    return names;
  }

  Result<void> link() {
    UnitNumbers baseUnits, headUnits;
    for (const bool isBase : {true, false}) {
      std::set<ir::FunctionPlace> entries = isBase ? startBase_ : startHead_;
      for (const Places& places : places_)
        if (const auto& place = isBase ? places.base : places.head) entries.insert(*place);
      std::vector<std::string> notes;
      auto units = unitsReached(run_.version(isBase), entries, mostLinked_, notes);
      if (!units) return support::within(units, isBase ? "base" : "head");
      (isBase ? baseUnits : headUnits) = std::move(*units);
      for (const std::string& note : notes)
        subject_.notes.push_back(fmt::format("{}: {}", isBase ? "base" : "head", note));
    }
    MovedLines moved(subject_.hunks, [&](bool isBase, const std::string& path) { return run_.read(isBase, path); });
    shareUnits(run_.version(true), baseUnits, run_.version(false), headUnits);
    std::optional<support::Deadline> deadline;
    Env timed = env_;
    if (const auto end = run_.options().plan.deadline)
      timed.cancel = deadline.emplace(env_.cancel, *end - support::Budget::Clock::now()).token();
    for (const bool isBase : {true, false}) {
      auto linked = linkVersion(timed, run_.version(isBase), run_.builder(), isBase ? baseUnits : headUnits,
                                run_.options().settings, isBase ? nullptr : &moved);
      if (!linked) return support::within(linked, isBase ? "base" : "head");
      (isBase ? subject_.base : subject_.head) = std::move(*linked);
    }
    return linkAlike(subject_.base, subject_.head);
  }

  /// Upwards, breadth first, until `main` is found: the nearest that others can call, and `main`.
  Result<std::vector<ir::FunctionPlace>> callersOf(const ir::FunctionPlace& called) {
    constexpr std::size_t mostCallers = 3, mostSteps = 4, mostInStep = 16, mostLoaded = 12;
    struct Step {
      ir::FunctionPlace place;
      bool isNear = false; ///< nobody else can call it, or what lies between
    };
    ir::SymbolIndex& index = *run_.version(false).index;
    const std::size_t enough = index.loaded() + mostLoaded;
    std::vector<ir::FunctionPlace> callers;
    std::set<ir::FunctionPlace> seen{called};
    std::vector<Step> steps{{called, true}};
    for (std::size_t i = 0; i < mostSteps && !steps.empty(); ++i) {
      std::vector<Step> next;
      for (const Step& step : steps) {
        const std::size_t most = enough - std::min(enough, index.loaded());
        auto found = index.nearReferrersOf(step.place.unit, step.place.symbol, most);
        if (!found) return std::unexpected(std::move(found.error()));
        for (auto& [unit, symbol] : *found) {
          const ir::FunctionPlace user{unit, std::move(symbol)};
          if (!seen.insert(user).second) continue;
          const bool isVisible = !index.isInternal(unit, user.symbol);
          if (step.isNear && isVisible && user.symbol != "main" && callers.size() < mostCallers)
            callers.push_back(user);
          next.push_back({user, step.isNear && !isVisible});
        }
      }
      const auto main = std::ranges::find_if(next, [](const Step& step) { return step.place.symbol == "main"; });
      if (main != next.end()) {
        callers.push_back(main->place);
        break;
      }
      if (next.size() > mostInStep) next.resize(mostInStep);
      steps = std::move(next);
    }
    return callers;
  }

  /// Where base has the function, if it has the unit.
  std::optional<ir::FunctionPlace> placeInBase(const ir::FunctionPlace& place) {
    BuiltVersion& base = run_.version(true);
    BuiltVersion& head = run_.version(false);
    const std::string name = head.nameOf(head.units->units()[place.unit]);
    for (std::size_t unit = 0; unit < base.units->units().size(); ++unit)
      if (base.nameOf(base.units->units()[unit]) == name) return ir::FunctionPlace{unit, place.symbol};
    return std::nullopt;
  }

  void resolve() {
    subject_.fieldsMoved = std::ranges::any_of(run_.changeSet().functions, &change::ChangedFunction::fieldsMoved);
    subject_.typesChanged = std::ranges::any_of(
        run_.changeSet().items, [](const change::ChangedItem& item) { return item.kind == ir::Item::Kind::Type; });
    for (Places& places : places_) {
      const bool returns = places.head && returnsRecord(places.head->symbol);
      std::vector<std::string> kept = keptPromises(places.name, places.reasons);
      DiffEntry entry{
          places.name, std::nullopt, std::nullopt,   std::move(places.reasons), places.beyond, std::move(places.alias),
          returns,     places.head,  std::move(kept)};
      if (places.base) entry.base = functionAt(run_.version(true), *subject_.base.program, *places.base);
      if (places.head) entry.head = functionAt(run_.version(false), *subject_.head.program, *places.head);
      if (entry.base || entry.head) subject_.entries.push_back(std::move(entry));
      else if (places.beyond.empty())
        subject_.notes.push_back(fmt::format("{} could not be linked and was not compared", places.name));
      else subject_.notes.push_back(fmt::format("{} was not compared: {}", places.name, places.beyond));
    }
  }

  /// The functions with code that access volatile memory, from that one on, as it calls them: by their source names.
  static std::set<std::string> accessingVolatile(const ir::Program& program, const std::string& symbol) {
    constexpr std::size_t most = 64; // that are looked at, the nearest ones
    std::set<std::string> found;
    std::vector<ir::FunctionIndex> seen;
    const auto add = [&](std::optional<ir::FunctionIndex> function) {
      const bool hasCode = function && *function != ir::none && program.functions()[*function].isDefined &&
                           !program.functions()[*function].isRuntime;
      if (hasCode && seen.size() < most && std::ranges::find(seen, *function) == seen.end()) seen.push_back(*function);
    };
    add(program.find(symbol));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const ir::Function& body = program.body(seen[i]);
      if (body.hasVolatile) found.insert(program.functions()[seen[i]].sourceName);
      for (const ir::CallSite& site : body.calls) add(site.function);
    }
    return found;
  }

  /// The engine runs code as it is written: whether a promise is kept, and what a compiler makes of it, it does not
  /// ask. To it all memory is memory, also that of a device.
  std::vector<std::string> keptPromises(const std::string& entry, const std::vector<std::string>& chain) const {
    std::vector<std::string> assumptions;
    for (const change::ChangedFunction& row : run_.changeSet().functions) {
      const std::string& name = row.place().name;
      if (name != entry && std::ranges::find(chain, name) == chain.end()) continue;
      std::set<std::string> accessing = accessingVolatile(*subject_.base.program, row.symbol);
      accessing.merge(accessingVolatile(*subject_.head.program, row.symbol));
      for (const std::string& function : accessing)
        assumptions.push_back(fmt::format(
            "volatile memory in {} holds what was written there last, and how often it is accessed does not count",
            function));
      for (const std::string& promise : row.promises)
        assumptions.push_back(fmt::format("promises to the compiler are kept, of which one changed: {}{}",
                                          name == entry ? "" : name + ": ", promise));
    }
    return assumptions;
  }

  bool returnsRecord(const std::string& symbol) const {
    for (const change::LoadedUnit& unit : run_.version(false).program.units)
      for (const ir::FunctionFacts& function : unit.facts.functions)
        if (function.source >= 0 && function.symbol == symbol)
          return unit.facts.sources[static_cast<std::size_t>(function.source)].returnsRecord;
    return false;
  }

  void addChanged() {
    const change::Program& base = run_.version(true).program;
    const change::Program& head = run_.version(false).program;
    change::Twins twins(base, head);
    for (const change::FunctionPair& pair : run_.pairing().functions) {
      if (!pair.base || !pair.head || pair.equal) continue;
      const ir::FunctionFacts& facts = head.function(pair.head->unit, pair.head->index);
      const ir::FunctionPlace basePlace =
          placeOf(true, pair.base->unit, base.function(pair.base->unit, pair.base->index).symbol);
      const ir::FunctionPlace headPlace = placeOf(false, pair.head->unit, facts.symbol);
      const auto inBase = functionAt(run_.version(true), *subject_.base.program, basePlace);
      const auto inHead = functionAt(run_.version(false), *subject_.head.program, headPlace);
      if (!inBase || !inHead) continue;
      // An inline function is linked once, from one of the units.
      const bool isThere = std::ranges::any_of(
          subject_.changed, [&](const DiffEntry& other) { return other.base == inBase && other.head == inHead; });
      if (isThere) continue;
      if (const auto first = twins.firstOf(pair, subject_.changed.size())) {
        subject_.changed[*first].twins.push_back(*inHead);
        continue;
      }
      DiffEntry entry{headPlace.symbol, inBase, inHead};
      entry.returnsRecord = returnsRecord(headPlace.symbol);
      entry.place = headPlace;
      if (const ir::WrittenFunction* written = writtenIn(head, *pair.head)) {
        entry.assumptions = keptPromises(written->name, {});
        const ir::WrittenFunction* was = writtenIn(base, *pair.base);
        entry.hasOtherParameters =
            facts.linkage == ir::Linkage::Internal && was && parameterTypes(*was) != parameterTypes(*written);
      }
      subject_.changed.push_back(std::move(entry));
    }
  }

  /// Null: the compiler made it up.
  static const ir::WrittenFunction* writtenIn(const change::Program& program, const change::SymbolRef& ref) {
    const int source = program.function(ref.unit, ref.index).source;
    return source < 0 ? nullptr : &program.units[ref.unit].facts.sources[static_cast<std::size_t>(source)];
  }

  /// In any order: they are found again by their names.
  static std::multiset<std::string> parameterTypes(const ir::WrittenFunction& function) {
    std::multiset<std::string> types;
    for (const ir::WrittenParameter& parameter : function.parameters) types.insert(parameter.type);
    return types;
  }

  Env& env_;
  const DiffOptions& options_;
  ChangesRun& run_;
  DiffSubject& subject_;
  std::vector<Places> places_;
  std::size_t mostLinked_ = mostUnits;
  std::set<ir::FunctionPlace> startBase_, startHead_; ///< linked with the entries, and run before them
};

} // namespace

bool DiffSubject::runsAtStart(ir::FunctionIndex function) const {
  const ir::Program& program = *head.program;
  return std::ranges::any_of(program.constructors(), [&](ir::FunctionIndex start) {
    if (start == function) return true;
    // What the compiler makes of all of a unit's initialisers calls them.
    if (!program.functions()[start].name.starts_with("_GLOBAL__")) return false;
    return std::ranges::any_of(program.body(start).calls,
                               [&](const ir::CallSite& call) { return call.function == function; });
  });
}

Result<DiffSubject> openDiff(Env& env, const DiffOptions& options) {
  auto bench = Workbench::open(env, options.changes.sandbox, options.changes.cacheLimit);
  if (!bench) return std::unexpected(std::move(bench.error()));
  const std::vector<std::string>& what = options.changes.what;
  const auto isBitcode = [](const std::string& path) { return path.ends_with(".bc"); };
  if (what.size() == 2 && std::ranges::all_of(what, isBitcode)) return openBitcode(env, options, std::move(*bench));
  if (std::ranges::any_of(what, isBitcode))
    return support::usageError("one version is bitcode; give two bitcode files");
  auto opened = openSubject(env, options.changes, (*bench)->folder.path());
  if (!opened) return std::unexpected(std::move(opened.error()));
  DiffSubject subject;
  subject.bench = std::move(*bench);
  auto complete = withSettings(env, options.changes, *opened);
  if (!complete) return std::unexpected(std::move(complete.error()));
  if (options.waitingSince) complete->plan.deadline = *options.waitingSince + *complete->settings.project().hook.budget;
  subject.run = std::make_shared<ChangesRun>(env, std::move(*complete), *subject.bench, std::move(*opened));
  if (auto done = SourceSubject(env, options, *subject.run, subject).open(); !done)
    return std::unexpected(std::move(done.error()));
  return subject;
}

Result<DiffSubject> openCallers(Env& env, const DiffOptions& options, const DiffSubject& subject,
                                const DiffEntry& entry) {
  DiffSubject callers;
  callers.bench = subject.bench;
  callers.run = subject.run;
  callers.hunks = subject.hunks;
  if (auto done = SourceSubject(env, options, *callers.run, callers).openCallers(*entry.place); !done)
    return std::unexpected(std::move(done.error()));
  return callers;
}

} // namespace beagle::pipeline
