#include "analysis/exec/circle.h"

#include <algorithm>
#include <cstring>

namespace beagle::exec {

namespace {

bool isSameContents(const Contents& a, const Contents& b) {
  if (a.size() != b.size()) return false;
  if (a.isPlain() && b.isPlain()) return a.size() == 0 || std::memcmp(a.data(), b.data(), a.size()) == 0;
  for (std::uint64_t i = 0; i < a.size(); ++i)
    if (a.differsAt(b, i)) return false;
  return true;
}

bool isSameObject(const Object& a, const Object& b) {
  if (!a.isAlive && !b.isAlive) return true;
  return a.isAlive == b.isAlive && a.capacity == b.capacity && a.size == b.size && a.null == b.null &&
         a.hasStayed == b.hasStayed && isSameContents(a.contents, b.contents);
}

/// What later calls have made has to be gone.
bool isSameMemory(const Memory& before, const Memory& now) {
  if (now.count() < before.count() || !now.hasAddressesOf(before)) return false;
  for (std::size_t id = before.count(); id < now.count(); ++id)
    if (now.exists(static_cast<ObjectId>(id)) && now[static_cast<ObjectId>(id)].isAlive) return false;
  bool isSame = true;
  now.forEachUnshared(before, [&](ObjectId id) {
    if (!isSame || id >= before.count()) return;
    isSame = now.exists(id) == before.exists(id) && (!now.exists(id) || isSameObject(now[id], before[id]));
  });
  return isSame;
}

bool isSameFrame(const Frame& a, const Frame& b) {
  return a.function == b.function && a.next == b.next && a.callSite == b.callSite && a.slots == b.slots &&
         a.locals == b.locals && a.variadic == b.variadic;
}

bool isSame(const State& before, const State& now) {
  if (before.frames.size() != now.frames.size() || before.frames.back()->next != now.frames.back()->next) return false;
  for (std::size_t i = now.frames.size(); i-- > 0;)
    if (before.frames[i] != now.frames[i] && !isSameFrame(*before.frames[i], *now.frames[i])) return false;
  return before.decisions == now.decisions && before.effects.size() == now.effects.size() &&
         before.inputs.size() == now.inputs.size() && before.aliases.size() == now.aliases.size() &&
         before.freshValues == now.freshValues && before.landing == now.landing &&
         isSameMemory(before.memory, now.memory);
}

} // namespace

static bool comesBack(Machine& machine, State run, std::uint64_t mostSteps, const OnlyAnswer& answer) {
  const support::CancelToken never;
  State mark = run;
  std::uint64_t marked = 1; // the step after which the mark is set anew, further and further apart
  for (std::uint64_t step = 1; step <= mostSteps; ++step) {
    const ir::Function& function = *run.frames.back()->function;
    if (function.hasVolatile || function.hasAtomic) return false;
    const Stop stop = machine.run(run, 1, never);
    if (const auto* asked = std::get_if<Asked>(&stop)) {
      const auto side = answer(run, asked->choice);
      if (!side) return false;
      run.decide(*side, true);
    } else if (!std::holds_alternative<Paused>(stop)) {
      return false;
    }
    if (isSame(mark, run)) return true;
    if (step < marked) continue;
    mark = run;
    marked *= 2;
  }
  return false;
}

bool goesInCircles(Machine& machine, State& state, std::uint64_t mostSteps, const OnlyAnswer& answer) {
  const bool isCircle = comesBack(machine, state, mostSteps, answer);
  machine.attach(state);
  return isCircle;
}

void endInCircle(Machine& machine, State& state) {
  const Frame& frame = *state.frames.back();
  Ending ending;
  ending.kind = EndKind::NeverEnded;
  ending.site = {frame.index, frame.function->code[frame.next].where};
  machine.attach(state);
  state.ending = std::move(ending);
  state.decisions.clear();
}

} // namespace beagle::exec
