#include "analysis/pipeline/changes_run.h"

#include "analysis/build/left_out.h"
#include "analysis/build/paths.h"
#include "analysis/build/problems.h"
#include "analysis/change/body_aligner.h"
#include "analysis/change/entry_rank.h"
#include "analysis/change/twins.h"
#include "analysis/exec/runtime.h"
#include "analysis/ir/unit_closure.h"
#include "analysis/pipeline/changes_view.h"
#include "analysis/support/deadline.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <future>

namespace beagle::pipeline {

using support::Result;

namespace {

std::vector<std::string> onlyIn(const build::Tree& tree, const build::Tree& other) {
  std::vector<std::string> paths;
  for (const build::TreeFile& file : tree.files())
    if (!other.find(file.path)) paths.push_back(file.path);
  return paths;
}

/// The first errors in a line: of one unit several, of several units one each.
std::string firstErrors(const std::vector<build::FailedUnit>& failed) {
  constexpr std::size_t atMost = 3;
  std::vector<std::string> errors;
  for (const build::FailedUnit& unit : failed) {
    std::vector<std::string> own;
    for (const build::Problem& problem : build::problemsIn(unit.diagnostics, failed.size() == 1 ? atMost : 1))
      own.push_back(problem.str());
    if (own.empty()) own.push_back(unit.firstError);
    for (std::string& error : own)
      if (errors.size() < atMost && std::ranges::find(errors, error) == errors.end())
        errors.push_back(std::move(error));
  }
  return support::join(errors, "; ");
}

} // namespace

ChangesRun::ChangesRun(Env& env, ChangesOptions options, Workbench& bench, Subject subject)
    : env_(env), options_(std::move(options)), bench_(bench), subject_(std::move(subject)),
      builder_(bench.sandbox, bench.store, bench.toolchain, env.files, env.log, env.progress,
               {.plan = options_.plan, .scratchFolder = bench.folder.path()}) {}

Result<report::ChangesReport> ChangesRun::run() {
  if (options_.submodules) subject_.repository.fillSubmodules(subject_.pair.base.tree, subject_.pair.head.tree);
  auto diff = subject_.repository.diff(subject_.pair.base.tree, subject_.pair.head.tree);
  if (!diff) return std::unexpected(std::move(diff.error()));
  diff_ = std::move(*diff);
  base_.renamed = renamedFilesOf(diff_);
  for (auto step :
       {&ChangesRun::prepare, &ChangesRun::compileReached, &ChangesRun::compare, &ChangesRun::compileReaders})
    if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
  return report();
}

Result<void> ChangesRun::prepare() {
  const std::vector<std::string> onlyBase = onlyIn(subject_.pair.base.tree, subject_.pair.head.tree);
  const std::vector<std::string> onlyHead = onlyIn(subject_.pair.head.tree, subject_.pair.base.tree);
  auto baseWork = std::async(options_.jobs > 1 ? std::launch::async : std::launch::deferred, [&] {
    return builder_.prepare(subject_.pair.base, subject_.baseFolder, onlyHead, env_.cancel);
  });
  auto headVersion = builder_.prepare(subject_.pair.head, subject_.headFolder, onlyBase, env_.cancel);
  if (auto done = takeVersion(base_, subject_.pair.base, baseWork.get(), "base"); !done) return done;
  if (auto done = takeVersion(head_, subject_.pair.head, std::move(headVersion), "head"); !done) return done;
  // What one version says of how it is built, the other one has broken.
  for (const auto& [side, other, name] : {std::tuple(&base_, &head_, "base"), std::tuple(&head_, &base_, "head")})
    if (const std::string& failure = side->version.plan().failure;
        !failure.empty() && other->version.plan().failure.empty())
      return support::cannotRun("building {} ({}): {}", name, side->version.revision().spec, failure);
  borrowCommands();
  matches_ = matchUnits(*base_.units, *head_.units, diff_);
  return {};
}

/// Sources that changed and that neither build compiles, as where an option is off: they become units as well. Where
/// those do not compile, nothing is lost. What somebody has chosen stays as chosen.
void ChangesRun::borrowCommands() {
  constexpr std::size_t mostBorrowed = 32;
  const auto isLanguage = [](const std::string& path) { // and no text that a preprocessor has made
    return build::isSource(path) && !path.ends_with(".i") && !path.ends_with(".ii");
  };
  const auto readBy = [](BuiltVersion& side) {
    std::set<std::string> read;
    for (const build::Unit& unit : side.units->units())
      for (const build::IncludeGraph::File file : side.units->reachOf(unit))
        read.insert(side.version.includes().nameOf(file));
    return read;
  };
  std::vector<const build::FileDelta*> leftOut;
  for (const build::FileDelta& file : diff_.files)
    if (!file.hunks.empty() && isLanguage(file.headPath) && isLanguage(file.basePath) &&
        !options_.leavesOut(file.headPath))
      leftOut.push_back(&file);
  const auto isPlain = [](const BuiltVersion& side) { return side.version.plan().method == build::Method::Plain; };
  if (leftOut.empty() || isPlain(base_) || isPlain(head_)) return;
  const std::set<std::string> inBase = readBy(base_), inHead = readBy(head_);
  std::erase_if(leftOut, [&](const build::FileDelta* file) {
    return inBase.contains(file->basePath) || inHead.contains(file->headPath);
  });
  std::size_t borrowed = 0;
  for (const build::FileDelta* file : leftOut) {
    const auto inside = [](const std::string& path) { return support::joinPath(build::sourceRoot, path); };
    auto head = build::borrowedCommand(head_.version.plan().commands, inside(file->headPath));
    if (!head) continue;
    auto base = build::borrowedCommand(base_.version.plan().commands, inside(file->basePath), head->borrowedFrom);
    if (!base || ++borrowed > mostBorrowed) continue;
    base_.units->add(std::move(*base));
    head_.units->add(std::move(*head));
  }
  if (borrowed > mostBorrowed)
    borrowNotes_.push_back(fmt::format("{} that the build leaves out: so many were not looked at",
                                       support::counted(borrowed - mostBorrowed, "more changed source")));
}

Result<void> ChangesRun::takeVersion(BuiltVersion& side, const build::Revision& revision,
                                     Result<build::Version> version, std::string_view name) {
  if (!version)
    return std::unexpected(std::move(version.error()).within(fmt::format("building {} ({})", name, revision.spec)));
  openVersion(side, env_, bench_, builder_, std::move(*version), options_.jobs);
  env_.log.info(fmt::format("{}: {} units, built with {} ({})", name, side.units->units().size(),
                            nameOf(side.version.plan().method), side.version.plan().why));
  return {};
}

Result<void> ChangesRun::compileReached() {
  std::vector<const UnitMatch*> reached;
  for (const UnitMatch& match : matches_)
    if (match.reached) reached.push_back(&match);
  if (auto done = compile(reached); !done) return done;
  for (const auto& [side, name] : {std::pair(&base_, "base"), std::pair(&head_, "head")}) {
    const auto isBorrowed = [&](const auto& unit) { return side->units->isBorrowed(unit.unit); };
    std::vector<build::FailedUnit> failed = side->failed;
    std::erase_if(failed, isBorrowed);
    if (!std::ranges::all_of(side->compiled, isBorrowed) || failed.empty()) continue;
    auto error =
        support::cannotRun("{} ({}) does not compile: {}", name, side->version.revision().spec, firstErrors(failed));
    const std::string& failure = side->version.plan().failure;
    if (failure.empty()) return error;
    return std::unexpected(
        std::move(error.error()).hint(fmt::format("it was compiled file by file, because of {}", failure)));
  }
  return {};
}

/// Compiles both versions of the given units and adds those that compile to the two programs. What compiles
/// in one version only cannot be compared: it is named as failed and left out.
Result<void> ChangesRun::compile(const std::vector<const UnitMatch*>& matches) {
  std::vector<build::Unit> before, after;
  for (const UnitMatch* match : matches) {
    if (match->base) before.push_back(*match->base);
    if (match->head) after.push_back(*match->head);
  }
  // Both versions at the same time: each has about as much to do as the other.
  const bool together = options_.jobs > 1 && !before.empty() && !after.empty();
  const unsigned share = together ? std::max(1U, options_.jobs / 2) : options_.jobs;
  auto baseWork = std::async(together ? std::launch::async : std::launch::deferred,
                             [&] { return compileOf(base_, before, share); });
  auto head = compileOf(head_, after, together ? options_.jobs - share : share);
  auto base = baseWork.get();
  if (!base) return std::unexpected(std::move(base.error()));
  if (!head) return std::unexpected(std::move(head.error()));
  std::map<std::size_t, ReadUnit*> baseDone, headDone; // by command
  for (ReadUnit& unit : base->compiled) baseDone[unit.compiled.unit.command] = &unit;
  for (ReadUnit& unit : head->compiled) headDone[unit.compiled.unit.command] = &unit;
  for (const UnitMatch* match : matches) {
    ReadUnit* baseUnit = match->base ? baseDone[match->base->command] : nullptr;
    ReadUnit* headUnit = match->head ? headDone[match->head->command] : nullptr;
    if ((match->base && !baseUnit) || (match->head && !headUnit)) {
      if (match->head && head_.units->isBorrowed(*match->head)) continue;
      if (match->base) base_.program.failedFiles.push_back(match->base->file);
      if (match->head) head_.program.failedFiles.push_back(match->head->file);
      continue;
    }
    change::UnitPair pair;
    if (baseUnit) pair.base = add(base_, std::move(*baseUnit));
    if (headUnit) pair.head = add(head_, std::move(*headUnit));
    pairs_.push_back(pair);
  }
  std::ranges::move(base->failed, std::back_inserter(base_.failed));
  std::ranges::move(head->failed, std::back_inserter(head_.failed));
  return {};
}

Result<ChangesRun::ReadUnits> ChangesRun::compileOf(BuiltVersion& side, const std::vector<build::Unit>& units,
                                                    unsigned jobs) {
  std::optional<support::Deadline> deadline;
  if (const auto end = options_.plan.deadline) deadline.emplace(env_.cancel, *end - support::Budget::Clock::now());
  auto outcome = side.units->compile(units, deadline ? deadline->token() : env_.cancel, jobs);
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  ReadUnits read;
  read.failed = std::move(outcome->failed);
  for (build::CompiledUnit& unit : outcome->compiled) {
    auto facts = ir::unpackFacts(unit.facts);
    if (!facts) return std::unexpected(std::move(facts.error()).within(unit.unit.id));
    unit.facts.clear();
    read.compiled.push_back({std::move(unit), std::move(*facts)});
  }
  return read;
}

std::size_t ChangesRun::add(BuiltVersion& side, ReadUnit unit) {
  const build::Unit& built = unit.compiled.unit;
  side.program.units.push_back({built.id, built.file, std::move(unit.facts), side.units->commandOf(built).arguments,
                                side.units->isBorrowed(built)});
  side.compiled.push_back(std::move(unit.compiled));
  return side.program.units.size() - 1;
}

Result<void> ChangesRun::compare() {
  pairing_ = change::pairSymbols(base_.program, head_.program, pairs_);
  changes_ = change::changeSetOf(
      base_.program, head_.program, pairs_, pairing_, base_.renamed,
      [&](bool isBase, std::size_t unit, std::size_t source) { return outline(isBase ? base_ : head_, unit, source); });
  return {};
}

Result<ir::Outline> ChangesRun::outline(BuiltVersion& side, std::size_t unit, std::size_t source) {
  const auto [it, isNew] = side.outlines.try_emplace(unit);
  if (isNew) {
    auto text = side.units->outlinesOf(side.compiled[unit]);
    if (!text) return std::unexpected(std::move(text.error()));
    it->second = std::move(*text);
  }
  const std::uint64_t offset = side.program.units[unit].facts.sources[source].outlineAt;
  if (offset >= it->second.size())
    return support::cannotRun("{}: its outlines are damaged", side.compiled[unit].unit.id);
  return ir::unpackOutline(std::string_view(it->second).substr(offset));
}

/// Units that the text of the change does not reach, but that use a global on the way to an entry, or that start-up
/// reaches.
Result<void> ChangesRun::compileReaders() {
  constexpr std::size_t mostReaders = 64; // a change that reaches more is not looked at by reading all of them
  std::size_t compiled = 0;
  std::set<std::size_t> known; // commands of head
  for (const UnitMatch& match : matches_)
    if (match.reached && match.head) known.insert(match.head->command);
  for (;;) {
    auto readers = readersOf(change::chooseEntries(base_.program, head_.program, pairing_, changes_));
    if (!readers) return std::unexpected(std::move(readers.error()));
    std::vector<const UnitMatch*> matches;
    for (const UnitMatch& match : matches_)
      if (match.head && readers->contains(match.head->command) && !known.contains(match.head->command))
        matches.push_back(&match);
    if (matches.empty()) return {};
    if (compiled + matches.size() > mostReaders) {
      readerNotes_.push_back(fmt::format("{} more read what changed and were not looked at: too many",
                                         support::counted(matches.size(), "unit")));
      return {};
    }
    compiled += matches.size();
    for (const UnitMatch* match : matches) known.insert(match->head->command);
    if (auto done = compile(matches); !done) return done;
    if (auto done = compare(); !done) return done;
  }
}

/// By command of head.
Result<std::set<std::size_t>> ChangesRun::readersOf(const change::EntryChoice& choice) {
  std::set<std::size_t> readers;
  const auto commandOf = [](const BuiltVersion& side, std::size_t unit) { return side.units->units()[unit].command; };
  for (const std::string& symbol : choice.passed) {
    auto users = head_.index->usersOf(symbol);
    if (!users) return std::unexpected(std::move(users.error()));
    for (const std::size_t unit : *users) readers.insert(commandOf(head_, unit));
  }
  // A definition that comes or goes may win over a weak one elsewhere.
  for (const change::ChangedFunction& row : changes_.functions)
    if (!row.baseRef != !row.headRef && !row.isStatic)
      for (const std::size_t unit : head_.index->unitsThatMayDefineWeakly(row.symbol, true))
        readers.insert(commandOf(head_, unit));
  for (const change::ChangedItem& item : changes_.items)
    if (item.kind == ir::Item::Kind::Global && !item.isStatic && item.change != change::ChangedItem::Change::Changed)
      for (const std::string& symbol : item.symbols)
        for (const std::size_t unit : head_.index->unitsThatMayDefineWeakly(symbol, false))
          readers.insert(commandOf(head_, unit));
  for (const bool isBase : {true, false}) {
    BuiltVersion& side = isBase ? base_ : head_;
    const std::set<change::SymbolPlace>& started = isBase ? choice.startedInBase : choice.started;
    if (started.empty()) continue;
    std::set<ir::FunctionPlace> places;
    for (const change::SymbolPlace& place : started) places.insert({side.numberOf(place.unit), place.symbol});
    constexpr std::size_t mostReached = 16;
    auto closure = ir::unitsReachedFrom(*side.index, places, exec::isProvided, mostReached);
    if (!closure) return std::unexpected(std::move(closure.error()));
    for (const UnitMatch& match : matches_) {
      const auto& own = isBase ? match.base : match.head;
      if (own && match.head &&
          std::ranges::any_of(closure->units, [&](std::size_t unit) { return commandOf(side, unit) == own->command; }))
        readers.insert(match.head->command);
    }
  }
  if (choice.asksForMain) {
    auto mains = head_.index->definitionsOf("main");
    if (!mains) return std::unexpected(std::move(mains.error()));
    for (const ir::Definition& definition : *mains) readers.insert(commandOf(head_, definition.unit));
  }
  return readers;
}

std::string ChangesRun::read(bool isBase, const std::string& path) {
  const build::Revision& revision = isBase ? subject_.pair.base : subject_.pair.head;
  auto content = revision.tree.content(path);
  return content ? std::move(*content) : std::string();
}

std::vector<std::string> ChangesRun::files(bool isBase) const {
  std::vector<std::string> paths;
  for (const build::TreeFile& file : (isBase ? subject_.pair.base : subject_.pair.head).tree.files())
    paths.push_back(file.path);
  return paths;
}

std::vector<change::HunkInput> ChangesRun::hunkInputs() const {
  std::vector<change::HunkInput> inputs;
  for (const build::FileDelta& file : diff_.files) {
    const bool excluded = options_.leavesOut(file.path());
    if (file.binary || file.submodule) inputs.push_back({{file.basePath, file.headPath}, excluded, false});
    for (const build::Hunk& hunk : file.hunks)
      inputs.push_back({{file.basePath, file.headPath, hunk.baseStart, hunk.baseLines, hunk.headStart, hunk.headLines},
                        excluded,
                        true});
  }
  return inputs;
}

report::ChangesReport ChangesRun::report() {
  ChangesView view;
  view.range = subject_.pair.how;
  view.base = versionView(base_);
  view.head = versionView(head_);
  view.notes = notes();
  auto hunks = change::accountHunks(base_.program, head_.program, hunkInputs(),
                                    [&](bool isBase, const std::string& path) { return read(isBase, path); });
  markUncompiled(hunks);
  dropExcluded();
  alignBodies();
  entries_ = change::chooseEntries(base_.program, head_.program, pairing_, changes_);
  std::erase_if(entries_.entries, [&](const change::Entry& entry) { return options_.leavesOut(entry.place.file); });
  change::Twins(base_.program, head_.program).dropFrom(entries_.entries, pairing_);
  std::set<std::string> borrowed;
  for (const change::LoadedUnit& unit : head_.program.units)
    if (unit.isBorrowed) borrowed.insert(unit.file);
  change::rankEntries(entries_, changes_, hunks, borrowed, options_.maxEntries);
  return reportOf(view, changes_, entries_, hunks);
}

/// Where a unit that does not compile may be the only one that makes something of a place, it was not looked at.
void ChangesRun::markUncompiled(std::vector<change::AccountedHunk>& hunks) {
  std::map<std::pair<bool, std::string>, std::string> readers; // (in base, file): a unit
  for (const bool isBase : {true, false}) {
    const BuiltVersion& side = isBase ? base_ : head_;
    for (const build::FailedUnit& failed : side.failed) {
      if (side.units->isBorrowed(failed.unit)) continue;
      for (const auto file : side.units->reachOf(failed.unit))
        readers.try_emplace({isBase, side.units->version().includes().nameOf(file)}, failed.unit.file);
    }
  }
  if (readers.empty()) return;
  const auto overlaps = [](const change::Place& place, const std::string& file, unsigned start, unsigned lines) {
    return !place.file.empty() && place.file == file && place.line < start + std::max(lines, 1U) &&
           start <= place.endLine;
  };
  const auto tells = [&](const auto& row, const change::HunkRange& range) {
    return overlaps(row.base, range.baseFile, range.baseStart, range.baseLines) ||
           overlaps(row.head, range.headFile, range.headStart, range.headLines);
  };
  for (change::AccountedHunk& hunk : hunks) {
    if (hunk.status != change::HunkStatus::Analysed) continue;
    auto reader = readers.find({false, hunk.range.headFile});
    if (reader == readers.end()) reader = readers.find({true, hunk.range.baseFile});
    const auto isTold = [&](const auto& row) { return tells(row, hunk.range); };
    if (reader == readers.end() || std::ranges::any_of(changes_.functions, isTold) ||
        std::ranges::any_of(changes_.items,
                            [&](const change::ChangedItem& item) { return !item.functions.empty() && isTold(item); }))
      continue;
    hunk.status = change::HunkStatus::NotCompiled;
    hunk.why = fmt::format("{} reads it and does not compile", reader->second);
  }
}

/// What stands in files that the user left out is no finding.
void ChangesRun::dropExcluded() {
  std::erase_if(changes_.functions,
                [&](const change::ChangedFunction& row) { return options_.leavesOut(row.place().file); });
  // Unless they change what stands elsewhere.
  std::set<std::size_t> used;
  for (const change::ChangedFunction& row : changes_.functions) used.insert(row.items.begin(), row.items.end());
  std::map<std::size_t, std::size_t> moved; // those that stay, to their new places
  std::vector<change::ChangedItem> kept;
  for (std::size_t i = 0; i < changes_.items.size(); ++i) {
    if (options_.leavesOut(changes_.items[i].place().file) && !used.contains(i)) continue;
    moved[i] = kept.size();
    kept.push_back(std::move(changes_.items[i]));
  }
  changes_.items = std::move(kept);
  for (change::ChangedFunction& row : changes_.functions) {
    std::set<std::size_t> items;
    for (const std::size_t item : row.items) items.insert(moved.at(item));
    row.items = std::move(items);
  }
}

/// Which instructions and blocks of the two bodies are the same, and to which changed place each belongs.
void ChangesRun::alignBodies() {
  change::BodyAligner aligner(base_.program, head_.program, [&](bool isBase, std::size_t unit) {
    BuiltVersion& side = isBase ? base_ : head_;
    return side.units->bitcodeOf(side.compiled[unit]);
  });
  std::vector<change::LineHunk> hunks;
  for (const change::HunkInput& input : hunkInputs())
    hunks.push_back({input.range.baseFile, input.range.headFile, input.range.baseStart, input.range.baseLines,
                     input.range.headStart, input.range.headLines});
  for (change::ChangedFunction& row : changes_.functions) {
    if (!row.codeDiffers() || !row.baseRef || !row.headRef) continue;
    auto alignment = aligner.align(*row.baseRef, *row.headRef);
    if (!alignment) {
      env_.log.warning(fmt::format("{} could not be aligned: {}", row.place().name, alignment.error().str()));
      continue;
    }
    change::assignHunks(*alignment, hunks, {row.base.file, row.base.endLine}, {row.head.file, row.head.endLine},
                        [](std::string_view path) {
                          const auto below = support::pathBelow(support::normalPath(path), build::sourceRoot);
                          return below ? *below : std::string(path);
                        });
    row.alignment = std::move(*alignment);
  }
}

report::ChangesReport::Version ChangesRun::versionView(const BuiltVersion& side) const {
  const build::Revision& revision = side.version.revision();
  report::ChangesReport::Version view{revision.spec,           revision.commit,
                                      revision.summary,        std::string(nameOf(side.version.plan().method)),
                                      side.version.plan().why, side.units->units().size(),
                                      side.compiled.size(),    {}};
  for (const build::FailedUnit& unit : side.failed)
    if (!side.units->isBorrowed(unit.unit)) view.failed.push_back({unit.unit.id, unit.firstError});
  // What is borrowed counts where it compiles in both versions; else it was an attempt.
  const auto isBorrowed = [&](const auto& unit) { return side.units->isBorrowed(unit); };
  view.units -= static_cast<std::size_t>(std::ranges::count_if(side.units->units(), isBorrowed) -
                                         std::ranges::count_if(side.compiled, isBorrowed, &build::CompiledUnit::unit));
  return view;
}

std::vector<std::string> ChangesRun::notesOnBorrowed() const {
  std::vector<std::string> notes = borrowNotes_;
  const auto likeOf = [](const BuiltVersion& side, const build::Unit& unit) {
    const std::string& like = side.units->commandOf(unit).borrowedFrom;
    return support::pathBelow(like, build::sourceRoot).value_or(like);
  };
  for (const build::CompiledUnit& unit : head_.compiled)
    if (head_.units->isBorrowed(unit.unit))
      notes.push_back(fmt::format("{} is no part of the build, and was compiled as {} is", unit.unit.file,
                                  likeOf(head_, unit.unit)));
  std::set<std::string> told; // once, where it does not compile in either
  for (const auto& [side, name] : {std::pair(&head_, "head"), std::pair(&base_, "base")})
    for (const build::FailedUnit& unit : side->failed)
      if (side->units->isBorrowed(unit.unit) && told.insert(side->nameOf(unit.unit)).second)
        notes.push_back(fmt::format("{} is no part of the build, and does not compile in {} as {} is: {}",
                                    side->nameOf(unit.unit), name, likeOf(*side, unit.unit), unit.firstError));
  return notes;
}

std::vector<std::string> ChangesRun::notes() const {
  std::vector<std::string> notes = readerNotes_;
  const std::vector<std::string> borrowed = notesOnBorrowed();
  notes.insert(notes.end(), borrowed.begin(), borrowed.end());
  std::set<std::string> dropped;
  for (const BuiltVersion* side : {&base_, &head_}) {
    for (const std::string& note : side->version.plan().notes)
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
    for (const build::CompileCommand& command : side->version.plan().commands)
      dropped.insert(command.dropped.begin(), command.dropped.end());
  }
  if (!dropped.empty())
    notes.push_back(fmt::format("options that clang does not know were left out: {}", fmt::join(dropped, " ")));
  for (const build::FileDelta& file : diff_.files)
    if (file.submodule)
      notes.push_back(fmt::format("submodule {} changed; what is in it was not looked at{}", file.path(),
                                  options_.submodules ? ", because its commits are not here (git submodule update)"
                                                      : " (--submodules)"));
  for (const auto& [side, name] : {std::pair(&base_, "base"), std::pair(&head_, "head")})
    for (const build::FailedUnit& unit : side->failed)
      if (!side->units->isBorrowed(unit.unit))
        notes.push_back(
            fmt::format("{} does not compile in {} and was left out: {}", unit.unit.id, name, unit.firstError));
  return notes;
}

} // namespace beagle::pipeline
