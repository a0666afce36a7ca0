#include "analysis/compare/equivalence.h"

#include "analysis/compare/same_code.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace beagle::compare {

namespace {

/// A part of the time that there was at first, as far as it is left.
support::Budget sliceOf(const support::Budget& budget, int share, support::Budget::Clock::time_point first) {
  if (!budget.deadline()) return budget;
  const auto left = *budget.deadline() - support::Budget::Clock::now();
  return support::Budget(budget).limitTime(std::min(left, (*budget.deadline() - first) / share));
}

constexpr Pace heads{.meetsAtJoins = false, .waitsAtLoops = true, .meetsAtHeads = true};

constexpr Pace around(std::uint32_t base, std::uint32_t head) {
  Pace pace = heads;
  pace.baseTurns = base;
  pace.headTurns = head;
  return pace;
}

constexpr Pace skipping(bool base, bool head) {
  Pace pace = heads;
  pace.baseSkips = base;
  pace.headSkips = head;
  return pace;
}

constexpr Pace catchingUp(bool skips) {
  Pace pace = skipping(skips, skips);
  pace.catchesUp = true;
  return pace;
}

constexpr Pace runningAhead() {
  Pace pace = catchingUp(false);
  pace.runsAhead = true;
  return pace;
}

constexpr Pace unrolling(bool catchesUp) {
  Pace pace = heads;
  pace.unrolls = true;
  pace.catchesUp = catchesUp;
  return pace;
}

constexpr Pace learning() {
  Pace pace = heads;
  pace.learns = true;
  return pace;
}

constexpr Pace alone() {
  Pace pace = heads;
  pace.goesAlone = true;
  return pace;
}

constexpr Pace knowing(std::uint32_t base, std::uint32_t head) {
  Pace pace = around(base, head);
  pace.knowsResults = true;
  return pace;
}

constexpr Pace entering(std::uint32_t base, std::uint32_t head) {
  Pace pace = knowing(base, head);
  pace.entersOne = true;
  return pace;
}

constexpr Pace inForm(Form base, Form head) {
  Pace pace = heads;
  pace.base = base;
  pace.head = head;
  pace.catchesUp = base != Form::LoopsTwice && head != Form::LoopsTwice;
  return pace;
}

constexpr std::array paces{Pace{.waitsAtLoops = true, .meetsAtHeads = true, .tellsLess = true},
                           Pace{.waitsAtLoops = true, .meetsAtHeads = true, .tellsLess = true, .ordersByUse = true},
                           Pace{.waitsAtLoops = true, .meetsAtHeads = true},
                           heads,
                           Pace{},
                           Pace{.meetsAtJoins = false, .waitsAtLoops = true},
                           unrolling(false),
                           learning(),
                           alone(),
                           around(2, 1),
                           around(1, 2),
                           catchingUp(false),
                           skipping(true, true),
                           skipping(false, true),
                           skipping(true, false),
                           catchingUp(true),
                           unrolling(true),
                           runningAhead(),
                           knowing(1, 1),
                           knowing(2, 1),
                           knowing(1, 2),
                           entering(3, 2),
                           entering(2, 3),
                           around(4, 1),
                           around(1, 4),
                           inForm(Form::LoopsTwice, Form::AsWritten),
                           inForm(Form::AsWritten, Form::LoopsTwice),
                           inForm(Form::AsWritten, Form::WritesAsLoops),
                           inForm(Form::WritesAsLoops, Form::AsWritten),
                           inForm(Form::LoopsApart, Form::LoopsApart)};

/// Whether they are the same for code without loops and recursion.
bool areOneWithoutTurns(const Pace& a, const Pace& b) {
  return a.meetsAtJoins == b.meetsAtJoins && a.tellsLess == b.tellsLess && a.ordersByUse == b.ordersByUse;
}

/// What looks cheap is done before anything else: each pace has its turn before any has much.
struct Turn {
  Effort effort;
  bool isLast = false; ///< for those that the time was over for, as much as there is
};
constexpr Effort plain{.hasTrials = false, .perQuestion = 0, .perHard = 0, .steps = 2'000};
/// Where places alone are told apart, there are few meetings: large functions have their turn, too.
constexpr Effort plainByPlace{.hasTrials = false, .perQuestion = 0, .perHard = 0, .steps = 20'000};
constexpr Effort ordinary{.hasTrials = true, .perQuestion = 400'000, .perHard = 40'000, .steps = 2'000'000};
constexpr Effort thorough{.hasTrials = true, .perQuestion = 2'000'000, .perHard = 400'000, .steps = 2'000'000};
constexpr std::array turns{Turn{plain}, Turn{ordinary}, Turn{thorough}, Turn{thorough, true}};
constexpr int parts = 6;        ///< of the time; as many paces as there is time for have one each
constexpr int partsByPlace = 4; ///< the same, for the first look at them
/// The pace whose obstacle says most: the first one that tells apart what can be told apart.
constexpr std::size_t plainest = 2;

} // namespace

Equivalence::Equivalence(logic::TermManager& terms, const ir::Program& base, const ir::Program& head,
                         solver::Solver* solver, Inputs inputs)
    : terms_(terms), memory_(terms), start_(startDifference(base, head)),
      names_(terms, memory_, base, head, start_.apart), base_(terms, memory_, names_, base, true),
      head_(terms, memory_, names_, head, false), solver_(solver), inputs_(inputs) {}

Equivalence::Known Equivalence::look(FunctionPairing pair, const support::Budget& budget) {
  // What is not known to differ may be equal; whether it is comes out in its turn.
  const auto isTrusted = [&](FunctionPairing other) {
    const auto known = known_.find(other);
    return known == known_.end() || known->second.obstacle.empty();
  };
  Known known;
  if (base_.program().functions()[pair.first].isMain && !start_.isSame) {
    known.obstacle = "what runs before or after main differs";
    return known;
  }
  names_.begin();
  SameCode code = sameCode(names_, base_.program(), pair.first, head_.program(), pair.second);
  const auto isOutside = [&](FunctionPairing other) {
    const ir::FunctionInfo& old = base_.program().functions()[other.first];
    const ir::FunctionInfo& now = head_.program().functions()[other.second];
    return !old.isDefined || !now.isDefined || old.isRuntime || now.isRuntime;
  };
  const auto agree = [&](FunctionPairing other) { return isOutside(other) ? isAlikeOutside(other) : isTrusted(other); };
  if (code.isSame && std::ranges::all_of(code.called, agree)) {
    for (const FunctionPairing& called : code.called) {
      const ir::FunctionInfo& old = base_.program().functions()[called.first];
      if (!isOutside(called)) known.trusted.insert(called);
      else known.outside.insert(old.isRuntime ? std::string(librariesName) : old.sourceName);
    }
    if (code.callsUnknown) known.outside.insert("what function pointers lead to");
  } else {
    attempt(pair, isTrusted, budget, known);
    if (!known.obstacle.empty()) return known;
  }
  known.obstacle = names_.obstacle();
  // Whose address is known may be called by anybody.
  for (const FunctionPairing& addressed : names_.addressed())
    if (!isOutside(addressed)) known.trusted.insert(addressed);
  return known;
}

void Equivalence::attempt(FunctionPairing pair, const LockstepProof::IsTrusted& isTrusted,
                          const support::Budget& budget, Known& known) {
  Failed& failed = failed_[pair];
  const auto first = support::Budget::Clock::now();
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    for (std::size_t k = 0; k < paces.size(); ++k) {
      if (failed.turns[k] > turn) continue;
      if (budget.exhausted()) {
        known.obstacle = "time";
        return;
      }
      const bool isByPlace = turn == 0 && paces[k].tellsLess;
      const support::Budget slice =
          turns[turn].isLast ? budget : sliceOf(budget, isByPlace ? partsByPlace : parts, first);
      const Effort effort = isByPlace ? plainByPlace : turns[turn].effort;
      std::optional<LockstepProof> proof;
      ResultFacts results;
      if (paces[k].knowsResults) results = ResultFacts(base_.program().body(pair.first));
      std::size_t taken = 0;
      std::optional<std::string> obstacle;
      do { // what rests on something that does not hold is no proof
        taken = results.size();
        proof.emplace(ProofTools{terms_, memory_, names_, base_, head_, solver_, inputs_ == Inputs::Defined},
                      isTrusted);
        obstacle = proof->prove(pair.first, pair.second, paces[k], effort, slice, results);
      } while (!obstacle && results.size() != taken);
      if (!obstacle) {
        known.obstacle.clear();
        known.trusted = proof->trusted();
        known.outside = proof->outside();
        known.entered = proof->entered();
        known.limitsSizes = proof->limitsSizes();
        known.callsMath = proof->callsMath();
        known.leftOut = proof->leftOut();
        return;
      }
      if (*obstacle == "time") continue;
      if (failed.obstacle.empty() || k == plainest) failed.obstacle = *obstacle;
      const bool isFinal = turn > 0 && (proof->isOutOfStep() || !proof->gaveUp() || turn + 2 >= turns.size());
      const auto note = [&](std::size_t pace) {
        failed.turns[pace] = std::max(failed.turns[pace], isFinal ? turns.size() : turn + 1);
      };
      note(k);
      for (std::size_t other = k + 1; !proof->hasTurns() && other < paces.size(); ++other)
        if (areOneWithoutTurns(paces[other], paces[k])) note(other);
    }
  }
  bool isOpen = false;
  for (std::size_t k = 0; k < paces.size(); ++k) isOpen = isOpen || failed.turns[k] < turns.size();
  known.obstacle = isOpen ? "time" : failed.obstacle;
}

/// Code that is not the project's: in both versions it is there, or in both it is not.
bool Equivalence::isAlikeOutside(FunctionPairing pair) const {
  const ir::FunctionInfo& base = base_.program().functions()[pair.first];
  const ir::FunctionInfo& head = head_.program().functions()[pair.second];
  return base.isDefined == head.isDefined && base.isRuntime == head.isRuntime;
}

void Equivalence::note(FunctionPairing pair, Known known) {
  // Proofs that trusted it would be other ones now.
  if (!known.obstacle.empty()) failed_.clear();
  known_[pair] = std::move(known);
}

Equivalence::Answer Equivalence::prove(ir::FunctionIndex base, ir::FunctionIndex head, const support::Budget& budget) {
  const FunctionPairing wanted{base, head};
  while (true) {
    if (budget.exhausted()) return {.obstacle = "time"};
    // All that it rests on, itself included.
    std::set<FunctionPairing> all;
    std::vector<FunctionPairing> waiting{wanted};
    while (!waiting.empty()) {
      const FunctionPairing next = waiting.back();
      waiting.pop_back();
      if (!all.insert(next).second) continue;
      if (!known_.contains(next)) {
        Known known = look(next, budget);
        if (known.obstacle == "time") return {.obstacle = "time"};
        note(next, std::move(known));
      }
      for (const FunctionPairing& other : known_[next].trusted) waiting.push_back(other);
    }
    if (const Known& known = known_[wanted]; !known.obstacle.empty()) return {.obstacle = known.obstacle};
    // Those that took for equal what is not have to be looked at again.
    bool isStable = true;
    for (const FunctionPairing& pair : all) {
      const Known& known = known_[pair];
      if (!known.obstacle.empty()) continue;
      const auto isWrong = [&](const FunctionPairing& other) { return !known_[other].obstacle.empty(); };
      if (std::ranges::none_of(known.trusted, isWrong)) continue;
      Known again = look(pair, budget);
      if (again.obstacle == "time") {
        known_.erase(pair);
        return {.obstacle = "time"};
      }
      note(pair, std::move(again));
      // It still has to trust what others may call by its address.
      const auto wrong = std::ranges::find_if(known_[pair].trusted, isWrong);
      if (known_[pair].obstacle.empty() && wrong != known_[pair].trusted.end())
        known_[pair].obstacle = "the address of " + base_.program().functions()[wrong->first].sourceName +
                                " is used, which is not shown to be equal";
      isStable = false;
    }
    if (!isStable) continue;
    Answer answer;
    answer.isProved = true;
    for (const FunctionPairing& pair : all) {
      const Known& known = known_[pair];
      answer.outside.insert(known.outside.begin(), known.outside.end());
      answer.looked.insert(pair.second);
      answer.limitsSizes = answer.limitsSizes || known.limitsSizes;
      answer.callsMath = answer.callsMath || known.callsMath;
      answer.leftOut.insert(known.leftOut.begin(), known.leftOut.end());
      answer.looked.insert(known.entered.begin(), known.entered.end());
    }
    return answer;
  }
}

} // namespace beagle::compare
