// How many turns each loop takes until the versions meet again, where that is not the same for all of them.

#include "analysis/compare/lockstep_proof.h"

namespace beagle::compare {

namespace {

constexpr std::uint64_t runsAlone = 14;
constexpr std::size_t mostArrivals = 60; ///< of one run
constexpr std::uint64_t mostAlone = 4'000;

LoopPlace placeOf(const Track& track) { return static_cast<LoopPlace>(track.frame().index) << 32 | track.frame().next; }

bool isHead(PlaceKind place) { return place == PlaceKind::Loop || place == PlaceKind::BareLoop; }

} // namespace

bool LockstepProof::learnSteps(ir::FunctionIndex base, ir::FunctionIndex head) {
  for (std::uint64_t seed = 1; seed <= runsAlone; ++seed) {
    // Each version has its own: what one of them loads is nothing to the other.
    std::vector<LoopVisit> visits[2];
    for (const bool isBase : {true, false}) {
      Trial trial(tools_.terms, seed, numbers_);
      choose(&trial);
      visits[isBase ? 0 : 1] = visitsOf(isBase, isBase ? base : head);
      choose(nullptr);
    }
    steps_.learn(visits[0], visits[1]);
  }
  steps_.decide();
  return steps_.isUneven();
}

std::vector<LoopVisit> LockstepProof::visitsOf(bool isBase, ir::FunctionIndex function) {
  Pair pair{Track(tools_.terms), Track(tools_.terms), {}, {}, nullptr};
  enter(pair, isBase, function);
  std::vector<LoopVisit> visits;
  const std::uint64_t first = tracker(isBase).steps();
  while (visits.size() < mostArrivals && tracker(isBase).steps() - first < mostAlone && !budget_.exhausted()) {
    Track& own = track(pair, isBase);
    const Halt halt = tracker(isBase).advance(own);
    std::vector<Pair> ways;
    switch (halt.kind) {
    case Halt::Kind::Landed:
      if (isHead(tracker(isBase).place(own))) visits.push_back(visitOf(own, isBase));
      Tracker::pass(own);
      continue;
    case Halt::Kind::Branch:
    case Halt::Kind::Switch:
      if (decideAlone(pair, isBase, ways) || ways.size() != 1) return visits;
      pair = std::move(ways.front());
      continue;
    case Halt::Kind::Call:
      if (!callAlone(pair, isBase)) return visits;
      continue;
    default: return visits;
    }
  }
  return visits;
}

LoopVisit LockstepProof::visitOf(Track& own, bool isBase) {
  logic::TermManager& terms = tools_.terms;
  LoopVisit visit{placeOf(own), {}};
  const auto add = [&](Term term) {
    if (terms.isConstant(term) && terms.width(term) <= 64) visit.values.push_back(terms.bits64(term));
  };
  const ir::Flow& flow = tracker(isBase).flow(*own.frame().function);
  for (const ir::SlotIndex slot : flow.liveBefore(own.frame().next)) {
    const exec::Value value = own.frame().slots[slot];
    const auto type = flow.typeOf(slot);
    if (value.isDefined() && type) add(tracker(isBase).term(own, value, *type));
  }
  for (const LocalObject& local : own.locals)
    if (local.isAlive && local.hasCellsOnly)
      for (const auto& [offset, type] : local.cells) add(tracker(isBase).cellOf(local, offset));
  constexpr std::uint64_t memory = std::uint64_t{1} << 63; // unlike most numbers
  visit.values.push_back(memory | own.memory.id());
  return visit;
}

bool LockstepProof::callAlone(Pair& pair, bool isBase) {
  if (canEnter(pair, isBase) && isOwnCall(pair, isBase)) return !enterCall(pair, isBase);
  Track& own = track(pair, isBase);
  const auto callee = tracker(isBase).calleeOf(own);
  const ir::CallSite& site = own.frame().function->calls[own.next().b];
  const std::string name = callee ? tracker(isBase).program().functions()[*callee].name : "*";
  const Called after = called(site, name, callParts(pair, isBase, callee.has_value()));
  own.memory = after.memory;
  tracker(isBase).finishCall(own, after.results);
  return true;
}

void LockstepProof::pass(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  if (isHead(tracker(isBase).place(own))) ++own.heads;
  Tracker::pass(own);
}

void LockstepProof::goFromMeeting(Pair& pair) {
  pair.step = steps_.from({placeOf(pair.base), placeOf(pair.head)});
  for (const bool isBase : {true, false})
    if (!pair.step || pair.step->baseLeads == isBase) pass(pair, isBase);
}

bool LockstepProof::followsOn(Pair& pair) {
  if (!pair.step) return false;
  const auto turns = pair.step->turns.find(placeOf(track(pair, pair.step->baseLeads)));
  const std::uint32_t wanted = turns == pair.step->turns.end() ? 1 : turns->second;
  if (track(pair, !pair.step->baseLeads).heads >= wanted) return false;
  pass(pair, !pair.step->baseLeads);
  return true;
}

} // namespace beagle::compare
