#include "analysis/exec/circle.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

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

/// Runs that are told of their steps one by one.
class Circle {
public:
  Circle(Machine& machine, const State& state, const OnlyAnswer& answer)
      : machine_(machine), answer_(answer), run_(state), mark_(state) {}

  [[nodiscard]] std::optional<Site> find(std::uint64_t mostSteps) {
    std::uint64_t marked = 1; // the step after which the mark is set anew, further and further apart
    for (std::uint64_t number = 1; number <= mostSteps; ++number) {
      if (!step()) return {};
      if (isSame(mark_, run_)) return first();
      if (number < marked) continue;
      mark_ = run_;
      marked *= 2;
    }
    return {};
  }

private:
  bool step() {
    const ir::Function& function = *run_.frames.back()->function;
    if (function.hasVolatile || function.hasAtomic) return false;
    const Stop stop = machine_.run(run_, 1, never_);
    const auto* asked = std::get_if<Asked>(&stop);
    if (!asked) return std::holds_alternative<Paused>(stop);
    const auto side = answer_(run_, asked->choice);
    if (side) run_.decide(*side, true);
    return side.has_value();
  }

  /// Of all places once around: that of the outermost function, and there the first line.
  std::optional<Site> first() {
    using Rank = std::tuple<std::size_t, unsigned, std::uint32_t>;
    std::optional<std::pair<Rank, Site>> best;
    do {
      const Frame& frame = *run_.frames.back();
      const Site site{frame.index, frame.function->code[frame.next].where};
      const unsigned line = machine_.location(site).line;
      const Rank rank{run_.frames.size(), line == 0 ? ~0U : line, site.where};
      if (!best || rank < best->first) best = {rank, site};
      if (!step()) return {};
    } while (!isSame(mark_, run_));
    return best->second;
  }

  Machine& machine_;
  const OnlyAnswer& answer_;
  const support::CancelToken never_;
  State run_, mark_;
};

} // namespace

std::optional<Site> circleOf(Machine& machine, State& state, std::uint64_t mostSteps, const OnlyAnswer& answer) {
  const auto place = Circle(machine, state, answer).find(mostSteps);
  machine.attach(state);
  return place;
}

void endInCircle(State& state, Site place) {
  Ending ending;
  ending.kind = EndKind::NeverEnded;
  ending.site = place;
  state.ending = std::move(ending);
  state.decisions.clear();
}

} // namespace beagle::exec
