#include "analysis/pipeline/change_replay.h"

#include "analysis/compare/relation.h"
#include "analysis/exec/library_state.h"
#include "analysis/support/deadline.h"
#include "analysis/support/text.h"
#include "analysis/testgen/input_json.h"

#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <numeric>
#include <set>

namespace beagle::pipeline {

using report::Report;
using support::Result;
using testgen::Checks;
using testgen::End;
using testgen::NativeOutcome;

namespace {

/// Compiling more than this anew, optimised and with sanitizers, takes longer than anybody waits.
constexpr std::size_t mostBuilt = 4U << 20U; // bytes of bitcode

/// What is run more often is worth being linked.
constexpr unsigned mostLoads = 2;

/// A run that is to go on for ever, and does for so long.
constexpr std::chrono::milliseconds patience{500};

enum class Way : std::uint8_t { Plain, Checked, Endless };

Way wayOf(End expected) {
  // Only with AddressSanitizer does a memory error do the same every time.
  if (expected == End::MemoryError) return Way::Checked;
  return expected == End::TimedOut ? Way::Endless : Way::Plain;
}

bool sameMemory(const testgen::NativeMemory& a, const testgen::NativeMemory& b) { return a.bytes == b.bytes; }

/// Of what a run made, head's may be larger.
bool sameMade(const testgen::NativeMemory& base, const testgen::NativeMemory& head) {
  return base.bytes.size() <= head.bytes.size() && std::equal(base.bytes.begin(), base.bytes.end(), head.bytes.begin());
}

bool sameOutcome(const NativeOutcome& base, const testgen::ExpectedOutcome& baseExpected, const NativeOutcome& head,
                 const testgen::ExpectedOutcome& headExpected) {
  // Where base writes nothing, head may write anything; what head alone does not write shows as something else.
  const NativeOutcome a = withoutUnwritten(withoutAddresses(base, baseExpected), baseExpected);
  const NativeOutcome b = withoutUnwritten(withoutAddresses(head, headExpected), baseExpected);
  // Of runs that go on for ever, nobody knows how far they came.
  const bool haveCalls = a.end != End::TimedOut;
  if (a.end != b.end || a.code != b.code || a.output != b.output || a.errors != b.errors || a.results != b.results ||
      (haveCalls && (a.calls != b.calls || a.seen != b.seen)) || a.files != b.files || a.streams != b.streams ||
      a.library != b.library)
    return false;
  // What a sanitizer says of an error names addresses, and an error of one kind is one ending, as is a failed
  // assertion.
  const bool hasText = a.end == End::Thrown || a.end == End::Other;
  if (hasText && a.detail != b.detail) return false;
  if (a.valueFaults.empty() != b.valueFaults.empty()) return false; // a sanitizer's word
  return std::ranges::equal(a.objects, b.objects, sameMemory) && std::ranges::equal(a.made, b.made, sameMade) &&
         std::ranges::equal(a.globals, b.globals, [](const auto& x, const auto& y) {
           return x.first == y.first && sameMemory(x.second, y.second);
         });
}

/// Whether what differs in an exception is nothing that a native run tells: where a thrown pointer leads, what is in a
/// large one, and bits beside others that nobody has written.
bool isHiddenInException(const std::vector<std::string>& differs, const testgen::ExpectedOutcome& base,
                         const testgen::ExpectedOutcome& head) {
  const auto isToldWhole = [](const testgen::ExpectedOutcome& expected) {
    return expected.thrown != 0 && expected.made[expected.thrown - 1].known.empty();
  };
  if (base.end != End::Thrown || head.end != End::Thrown || differs.empty()) return false;
  if (base.detail.ends_with('*')) return differs == std::vector<std::string>{"exception"};
  const bool areMembers =
      std::ranges::all_of(differs, [](const std::string& path) { return path.starts_with("exception."); });
  return areMembers && !(isToldWhole(base) && isToldWhole(head));
}

bool isLeak(const Report::Change& change) { return change.kind == "leak" || change.kind == "leak-fixed"; }

/// Whether as many blocks that a run counts are left in both.
bool keepAsMany(const NativeOutcome& base, const NativeOutcome& head) {
  const std::string part(testgen::blocksPart);
  const auto inBase = base.library.find(part), inHead = head.library.find(part);
  return inBase == base.library.end() || inHead == head.library.end() || inBase->second == inHead->second;
}

/// Whether both give back the same objects of the input: of one without bytes, that is all that shows.
bool releaseTheSame(const WitnessRuns& witness) {
  const auto released = [](const ConcreteRun& run) {
    std::set<std::string> paths;
    for (const testgen::InputObject& object : run.input.objects)
      if (object.released != testgen::Release::None) paths.insert(object.path);
    return paths;
  };
  return released(witness.base) == released(witness.head);
}

using Results = std::vector<std::vector<std::uint8_t>>;

/// An address of memory, also one that the run has worked out.
bool isPlace(const testgen::Scalar& value) {
  using Kind = testgen::Target::Kind;
  if (value.pointer)
    return value.pointer->kind == Kind::Plain ? value.pointer->addend != 0 : value.pointer->kind != Kind::Function;
  return value.type.kind == ir::ScalarKind::Pointer && std::ranges::any_of(value.words, std::identity());
}

/// Natively returned, with each address of memory as nothing but that it is one.
Results withoutPlaces(const testgen::ExpectedOutcome& expected, Results results) {
  for (std::size_t i = 0; i < std::min(results.size(), expected.results.size()); ++i) {
    const bool isNull = std::ranges::all_of(results[i], [](std::uint8_t byte) { return byte == 0; });
    if (isPlace(expected.results[i].value) && !isNull) results[i] = {1};
  }
  return results;
}

/// Whether runs that look at where objects lie show the difference all the same: what they return, write as text and
/// end with is as expected, and differs. What they store may be addresses, and whether they return one counts alone.
bool differAsExpected(const WitnessRuns& witness, const NativeOutcome& base, const NativeOutcome& head) {
  const Results inBase = withoutPlaces(witness.base.expected, base.results);
  const Results inHead = withoutPlaces(witness.head.expected, head.results);
  const auto isAsExpected = [](testgen::ExpectedOutcome expected, const NativeOutcome& native, const Results& results) {
    expected.objects.clear();
    expected.globals.clear();
    expected.made.clear();
    for (std::size_t i = 0; i < std::min(results.size(), expected.results.size()); ++i)
      if (results[i] != native.results[i]) expected.results[i].isKnown = false;
    return disagreement(expected, native).empty();
  };
  const bool isSame = base.end == head.end && base.code == head.code && inBase == inHead &&
                      base.output == head.output && base.errors == head.errors;
  return !isSame && isAsExpected(witness.base.expected, base, inBase) &&
         isAsExpected(witness.head.expected, head, inHead);
}

/// "old" or "new": the version that returns what it has never written; empty: both do, or none.
std::string returnsAnything(const WitnessRuns& witness) {
  const auto isAnything = [](const ConcreteRun& run) {
    return std::ranges::any_of(run.expected.results, [](const auto& result) { return !result.isKnown; });
  };
  if (isAnything(witness.base) == isAnything(witness.head)) return "";
  return isAnything(witness.base) ? "old" : "new";
}

/// What the new version does on its way is undefined, and nothing else differs.
bool isHidden(const Report::Change& change) {
  return change.differs == std::vector<std::string>{"undefined behaviour"};
}

/// Why the machine may do something else than the engine although that is right.
std::string notComparable(const WitnessRuns& witness) {
  for (const auto& [run, name] : {std::pair(&witness.base, "old"), std::pair(&witness.head, "new")})
    if (!run->incomparable.empty() && !run->restsOnAddresses)
      return fmt::format("the {} version: {}", name, run->incomparable);
  return "";
}

/// Whether it is worth trying.
bool mayShow(const WitnessRuns& witness) {
  return std::ranges::all_of(std::array{&witness.base, &witness.head}, [](const ConcreteRun* run) {
    return run->incomparable.empty() || run->restsOnAddresses || run->mayAgree;
  });
}

/// Adds the roots that only the other input has. Returns the name of one that is not the same in both.
std::optional<std::string> addRoots(testgen::ConcreteInput& input, const testgen::ConcreteInput& other) {
  for (const testgen::Root& root : other.roots) {
    const auto known = std::ranges::find_if(
        input.roots, [&](const testgen::Root& own) { return own.kind == root.kind && own.name == root.name; });
    if (known == input.roots.end()) input.roots.push_back(root);
    else if (known->bytes != root.bytes) return root.name;
  }
  return {};
}

/// Objects, by their paths, of which the pointers in one object of the input lead to one in the old version and to the
/// other in the new, wherever those pointers stand; empty: there are none. What only one version has looked at says
/// nothing.
std::string leadsApart(const testgen::ConcreteInput& base, const testgen::ConcreteInput& head) {
  using Targets = std::multiset<std::string_view>;
  const auto targetsOf = [](const testgen::ConcreteInput& input) {
    std::map<std::string_view, Targets> targets; // by the path of what the pointers stand in
    for (const testgen::InputObject& object : input.objects)
      for (const testgen::Pointer& pointer : object.image.pointers)
        if (pointer.target.kind == testgen::Target::Kind::Object)
          targets[object.path].insert(input.objects[pointer.target.object].path);
    return targets;
  };
  const auto inBase = targetsOf(base), inHead = targetsOf(head);
  for (const auto& [path, targets] : inBase) {
    const auto other = inHead.find(path);
    if (other == inHead.end() || other->second.size() != targets.size()) continue;
    const auto [one, apart] = std::ranges::mismatch(targets, other->second);
    if (one != targets.end()) return fmt::format("{} and {}", *one, *apart);
  }
  return {};
}

} // namespace

WitnessRuns::WitnessRuns(Report::Change* shown, ConcreteRun before, ConcreteRun after)
    : change(shown), base(std::move(before)), head(std::move(after)) {
  const auto other = addRoots(base.input, head.input);
  if (other) worldsDiffer = fmt::format("the versions are given different contents of `{}`", *other);
  else addRoots(head.input, base.input);
}

ChangeReplay::ChangeReplay(Env& env, Workbench& bench, const LinkedVersion& base, const LinkedVersion& head,
                           std::string folder, bool fieldsMoved)
    : env_(env), bench_(bench),
      base_{base, "old", support::joinPath(folder, "base"), testgen::unitsAsAnalysed(base.units), {}, {}},
      head_{head, "new", support::joinPath(folder, "head"), testgen::unitsAsAnalysed(head.units), {}, {}},
      fieldsMoved_(fieldsMoved), cancel_(env.cancel) {}

void ChangeReplay::confirmAsAnalysed(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                     std::vector<WitnessRuns>& witnesses) {
  std::vector<WitnessRuns*> comparable;
  for (WitnessRuns& witness : witnesses) {
    witness.change->replayNote = notComparable(witness);
    if (mayShow(witness)) comparable.push_back(&witness);
  }
  confirm(baseEntry, headEntry, comparable, How::AsAnalysed);
}

bool ChangeReplay::confirmAsBuilt(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                  std::vector<WitnessRuns>& witnesses, Duration most) {
  std::vector<WitnessRuns*> comparable;
  for (WitnessRuns& witness : witnesses) {
    const bool isUnsure = witness.restOnAddresses() || !notComparable(witness).empty();
    if (!mayShow(witness) || witness.change->replayed == false || (isUnsure && !witness.change->replayed)) continue;
    comparable.push_back(&witness);
  }
  if (most > Duration::zero() && !isBuildingTooLong_) {
    const support::Deadline deadline(env_.cancel, most);
    cancel_ = deadline.token();
    confirm(baseEntry, headEntry, comparable, How::AsBuilt);
    cancel_ = env_.cancel;
    if (!deadline.token().cancelled()) return true;
    isBuildingTooLong_ = true;
  }
  for (const WitnessRuns* witness : comparable)
    if (!witness->change->replayedAsBuilt) witness->change->asBuiltNote = "there was no time for it";
  return false;
}

void ChangeReplay::confirm(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                           const std::vector<WitnessRuns*>& witnesses, How how) {
  if (witnesses.empty()) return;
  const auto note = [how](Report::Change& change, std::optional<bool> confirmed, std::string text) {
    (how == How::AsAnalysed ? change.replayed : change.replayedAsBuilt) = confirmed;
    (how == How::AsAnalysed ? change.replayNote : change.asBuiltNote) = std::move(text);
  };
  std::vector<const ConcreteRun*> baseRuns, headRuns;
  for (const WitnessRuns* witness : witnesses) {
    baseRuns.push_back(&witness->base);
    headRuns.push_back(&witness->head);
  }
  const auto outcomesOf = [&](Version& version, ir::FunctionIndex entry, const std::vector<const ConcreteRun*>& runs) {
    return how == How::AsAnalysed ? runAnalysed(version, entry, runs) : run(version, entry, how, runs);
  };
  // Mostly compilers run: on two processors at once.
  auto headLater = std::async(std::launch::async, [&] { return outcomesOf(head_, headEntry, headRuns); });
  const Outcomes base = outcomesOf(base_, baseEntry, baseRuns);
  Outcomes head = headLater.get();
  // Its code was compared with the line numbers that base's has; the project's build gives it its own.
  for (std::size_t i = 0; how == How::AsBuilt && head && i < head->size(); ++i)
    (*head)[i] = withExpectedLines(std::move((*head)[i]), headRuns[i]->expected, head_.linked.renumbered);
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    Report::Change& change = *witnesses[i]->change;
    if (!base || !head) {
      note(change, std::nullopt, (!base ? base : head).error().str());
      continue;
    }
    if (const std::string& why = (*base)[i].obstacle.empty() ? (*head)[i].obstacle : (*base)[i].obstacle;
        !why.empty()) {
      note(change, std::nullopt, why);
      continue;
    }
    if (const std::string& why = witnesses[i]->worldsDiffer; !why.empty()) {
      note(change, false, why);
      continue;
    }
    if (const std::string why = leadsApart(witnesses[i]->base.input, witnesses[i]->head.input); !why.empty()) {
      note(change, false, "the versions are given different inputs: a pointer leads to " + why);
      continue;
    }
    const std::string inBase = disagreement(witnesses[i]->base.expected, (*base)[i]);
    const std::string inHead = disagreement(witnesses[i]->head.expected, (*head)[i]);
    const bool isOfHead = inBase.empty();
    const auto& run = isOfHead ? witnesses[i]->head : witnesses[i]->base;
    const std::string unseen = unseenBecause(run, (isOfHead ? *head : *base)[i].end);
    const auto deny = [&](std::string text) {
      if (const std::string why = notComparable(*witnesses[i]); !why.empty()) note(change, std::nullopt, why);
      else if (witnesses[i]->restOnAddresses()) note(change, std::nullopt, "it rests on where objects lie in memory");
      else if (!unseen.empty()) note(change, std::nullopt, unseen);
      else note(change, false, std::move(text));
    };
    if (witnesses[i]->restOnAddresses() && differAsExpected(*witnesses[i], (*base)[i], (*head)[i]))
      note(change, true, "");
    else if (!inBase.empty()) deny("the old version: " + inBase);
    else if (!inHead.empty()) deny("the new version: " + inHead);
    else if (isLeak(change) && keepAsMany((*base)[i], (*head)[i]))
      note(change, std::nullopt, "as many blocks of malloc, new and the like are left in both; others are not counted");
    else if (!sameOutcome((*base)[i], witnesses[i]->base.expected, (*head)[i], witnesses[i]->head.expected) ||
             !releaseTheSame(*witnesses[i]))
      note(change, true, "");
    else if (witnesses[i]->base.expected.end == End::TimedOut && witnesses[i]->head.expected.end == End::TimedOut)
      note(change, std::nullopt, "neither version ends, so nothing is known of what it did before");
    else if (isHidden(change))
      note(change, std::nullopt, "undefined behaviour alone does not show in what a program does");
    else if (std::ranges::all_of(change.differs, compare::isCall))
      note(change, std::nullopt, "what is behind an address that a function without code gets does not show in a run");
    else if (std::ranges::all_of(change.differs, exec::isHiddenInLibrary) ||
             (change.differs == std::vector{std::string(compare::madeMemory)} && witnesses[i]->base.hidesSome))
      note(change, std::nullopt, "what the C library remembers shows only by what it does next");
    else if (isHiddenInException(change.differs, witnesses[i]->base.expected, witnesses[i]->head.expected))
      note(change, std::nullopt, "what an exception has there does not show in a run");
    else if (const std::string version = returnsAnything(*witnesses[i]); !version.empty())
      note(change, std::nullopt,
           fmt::format("the {} version returns what was never written, which may be anything", version));
    else if (leadsToUntold(witnesses[i]->base.expected) || leadsToUntold(witnesses[i]->head.expected))
      note(change, std::nullopt, "large memory that it allocates, and which label an address is, do not show in a run");
    else if (fieldsMoved_) note(change, true, ""); // each did what was expected of it, in fields of its own
    else deny("both versions do the same");
  }
}

Result<ChangeReplay::OutcomePair> ChangeReplay::outcomes(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                                         const ConcreteRun& base, const ConcreteRun& head,
                                                         bool asBuilt) {
  const How how = asBuilt ? How::AsBuilt : How::AsAnalysed;
  auto before = run(base_, baseEntry, how, {&base});
  if (!before) return support::within(before, "the old version");
  auto after = run(head_, headEntry, how, {&head});
  if (!after) return support::within(after, "the new version");
  for (const auto& [outcome, name] : {std::pair(&before->front(), "old"), std::pair(&after->front(), "new")})
    if (!outcome->obstacle.empty()) return support::cannotRun("the {} version: {}", name, outcome->obstacle);
  return OutcomePair{std::move(before->front()), std::move(after->front())};
}

bool ChangeReplay::differ(const OutcomePair& outcomes, const ConcreteRun& base, const ConcreteRun& head) {
  return !sameOutcome(outcomes.first, base.expected, outcomes.second, head.expected);
}

/// A difference that was run while exploring went on is not run again, if it was as expected.
ChangeReplay::Outcomes ChangeReplay::runAnalysed(Version& version, ir::FunctionIndex entry,
                                                 const std::vector<const ConcreteRun*>& runs) {
  std::vector<std::pair<ir::FunctionIndex, std::string>> keys;
  std::vector<const ConcreteRun*> others;
  for (const ConcreteRun* run : runs) {
    keys.emplace_back(entry, inputJson(run->input, run->expected));
    if (!version.seen.contains(keys.back())) others.push_back(run);
  }
  const auto made = others.empty() ? Outcomes() : runUnknown(version, entry, others);
  if (!made) return made;
  std::vector<NativeOutcome> outcomes;
  auto next = made->begin();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto known = version.seen.find(keys[i]);
    outcomes.push_back(known != version.seen.end() ? known->second : *next++);
  }
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (outcomes[i].obstacle.empty() && disagreement(runs[i]->expected, outcomes[i]).empty())
      version.seen.emplace(std::move(keys[i]), outcomes[i]);
  return outcomes;
}

ChangeReplay::Outcomes ChangeReplay::runUnknown(Version& version, ir::FunctionIndex entry,
                                                const std::vector<const ConcreteRun*>& runs) {
  const unsigned before = version.loaded[entry];
  auto outcomes = run(version, entry, How::AsAnalysed, runs);
  const unsigned after = version.loaded[entry];
  if (!outcomes || after == before || after > mostLoads) return outcomes; // linked
  if (std::ranges::equal(runs, *outcomes, [](const ConcreteRun* run, const NativeOutcome& outcome) {
        return disagreement(run->expected, outcome).empty();
      }))
    return outcomes;
  version.loaded[entry] = mostLoads; // nothing that a linker does otherwise is to count
  return run(version, entry, How::AsAnalysed, runs);
}

ChangeReplay::Outcomes ChangeReplay::run(Version& version, ir::FunctionIndex entry, How how,
                                         const std::vector<const ConcreteRun*>& runs) {
  const auto units = unitsOf(version, how);
  if (!units) return std::unexpected(units.error());
  std::vector<NativeOutcome> outcomes(runs.size());
  std::map<std::pair<Way, std::uint32_t>, std::vector<std::size_t>> ways;
  for (std::size_t i = 0; i < runs.size(); ++i)
    ways[{wayOf(runs[i]->expected.end), runs[i]->expected.waited}].push_back(i);
  for (const auto& [kind, places] : ways) {
    const auto& [way, waited] = kind;
    std::vector<testgen::ConcreteInput> inputs;
    for (const std::size_t i : places) inputs.push_back(runs[i]->input);
    const Checks checks = how == How::AsBuilt ? Checks::Own : way == Way::Checked ? Checks::Addresses : Checks::None;
    testgen::RunOptions options;
    if (way == Way::Endless) options.timeout = patience;
    if (waited > 0) options.timeout = std::chrono::milliseconds(waited);
    auto some = run(version, entry, **units, checks, inputs, options);
    if (!some) return std::unexpected(std::move(some.error()));
    for (std::size_t i = 0; i < places.size(); ++i) outcomes[places[i]] = std::move((*some)[i]);
  }
  return outcomes;
}

ChangeReplay::Outcomes ChangeReplay::run(Version& version, ir::FunctionIndex entry,
                                         const std::vector<testgen::NativeUnit>& units, Checks checks,
                                         const std::vector<testgen::ConcreteInput>& inputs,
                                         const testgen::RunOptions& options) {
  const ir::Program& program = *version.linked.program;
  const testgen::FunctionNames names = testgen::functionsIn(inputs);
  if (checks == Checks::None && version.loaded[entry]++ < mostLoads) {
    const auto native = version.builder->load(bench_.toolchain.jit, program, units, entry, names);
    if (!native) return std::unexpected(native.error());
    auto outcomes = native->run(inputs, options, cancel_);
    if (outcomes || cancel_.cancelled()) return outcomes;
    env_.log.detail(fmt::format("linking {} instead of compiling it in memory: {}",
                                program.functions()[entry].sourceName, outcomes.error().str()));
    version.loaded[entry] = mostLoads + 1;
  }
  const auto native = version.builder->build(program, units, entry, checks, names, cancel_);
  if (!native) return std::unexpected(native.error());
  return native->run(inputs, options, cancel_);
}

Result<const std::vector<testgen::NativeUnit>*> ChangeReplay::unitsOf(Version& version, How how) {
  if (!version.builder) {
    for (const char* part : {"analysed", "built"})
      if (auto made = env_.files.makeFolders(support::joinPath(version.folder, part)); !made)
        return std::unexpected(std::move(made.error()));
    version.builder = std::make_unique<testgen::NativeBuilder>(bench_.sandbox, env_.files,
                                                               support::joinPath(version.folder, "analysed"),
                                                               testgen::Compiler(bench_.toolchain.compiler));
  }
  if (how == How::AsAnalysed) return &version.analysed;
  if (!version.linked.source) return support::cannotRun("it is not known how the project compiles it");
  if (version.built.empty()) {
    const auto size =
        std::accumulate(version.analysed.begin(), version.analysed.end(), std::size_t{0},
                        [](std::size_t sum, const testgen::NativeUnit& unit) { return sum + unit.bitcode.size(); });
    if (size > mostBuilt) return support::cannotRun("it is too large to be compiled once more");
    auto built = testgen::unitsAsBuilt(bench_.sandbox, env_.files, support::joinPath(version.folder, "built"),
                                       *version.linked.source, testgen::Compiler(bench_.toolchain.compiler), cancel_);
    if (!built) return std::unexpected(std::move(built.error()));
    version.built = std::move(*built);
  }
  return &version.built;
}

} // namespace beagle::pipeline
