#include "analysis/exec/circle.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace beagle::exec {

namespace {

/// What may be another value each time around: nothing that the run does depends on it.
struct Loose {
  std::set<std::pair<std::size_t, std::size_t>> slots; ///< by frame
  std::set<std::pair<ObjectId, std::uint64_t>> bytes;  ///< by object
  [[nodiscard]] bool empty() const { return slots.empty() && bytes.empty(); }
};

/// Calls `visit(offset)` for each byte that differs.
template <class Visit> void forEachDifference(const Contents& a, const Contents& b, Visit visit) {
  const std::uint64_t size = a.size();
  if (a.isPlain() && b.isPlain() && a.hasPlainAt(0, b, 0, size)) return;
  for (std::uint64_t i = 0; i < size;) {
    const std::uint64_t end = a.sharedUntil(b, i);
    if (end == i && a.differsAt(b, i)) visit(i);
    i = std::max(end, i + 1);
  }
}

bool isSameObject(const Object& a, const Object& b) {
  if (!a.isAlive && !b.isAlive) return true;
  return a.isAlive == b.isAlive && a.capacity == b.capacity && a.size == b.size && a.null == b.null &&
         a.hasStayed == b.hasStayed && a.contents.size() == b.contents.size();
}

/// Calls `visit(object, offset)` for each byte that is another one now. False: more than bytes is. What later calls
/// have made has to be gone.
template <class Visit>
bool compareMemory(const Memory& before, const Memory& now, std::uint64_t& compared, Visit visit) {
  if (now.count() < before.count() || !now.hasAddressesOf(before)) return false;
  for (std::size_t id = before.count(); id < now.count(); ++id)
    if (now.exists(static_cast<ObjectId>(id)) && now[static_cast<ObjectId>(id)].isAlive) return false;
  bool isSame = true;
  now.forEachUnshared(before, [&](ObjectId id) {
    if (!isSame || id >= before.count()) return;
    isSame = now.exists(id) == before.exists(id) && (!now.exists(id) || isSameObject(now[id], before[id]));
    if (!isSame || !now.exists(id) || !now[id].isAlive) return;
    compared += now[id].contents.size();
    forEachDifference(before[id].contents, now[id].contents, [&](std::uint64_t offset) { visit(id, offset); });
  });
  return isSame;
}

bool isSamePlace(const State& a, const State& b) {
  if (a.frames.size() != b.frames.size() || a.frames.back()->next != b.frames.back()->next) return false;
  for (std::size_t i = a.frames.size(); i-- > 0;)
    if (a.frames[i] != b.frames[i] &&
        (a.frames[i]->function != b.frames[i]->function || a.frames[i]->next != b.frames[i]->next ||
         a.frames[i]->callSite != b.frames[i]->callSite || a.frames[i]->locals != b.frames[i]->locals ||
         a.frames[i]->variadic != b.frames[i]->variadic))
      return false;
  return true;
}

/// What has another value in `now` than in `before`, where both stand at the same place. Nothing: more than values has
/// changed.
std::optional<Loose> changesOf(const State& before, const State& now, std::uint64_t& compared) {
  if (before.decisions != now.decisions || before.effects.size() != now.effects.size() ||
      before.inputs.size() != now.inputs.size() || before.aliases.size() != now.aliases.size() ||
      before.landing != now.landing)
    return {};
  Loose loose;
  for (std::size_t i = 0; i < now.frames.size(); ++i) {
    if (before.frames[i] == now.frames[i]) continue;
    const auto &old = before.frames[i]->slots, &own = now.frames[i]->slots;
    for (std::size_t k = 0; k < own.size(); ++k)
      if (!(old[k] == own[k])) loose.slots.emplace(i, k);
  }
  const auto note = [&](ObjectId id, std::uint64_t offset) { loose.bytes.emplace(id, offset); };
  if (!compareMemory(before.memory, now.memory, compared, note)) return {};
  return loose;
}

/// What is copied when a run goes on from a mark, a few times, takes a moment.
bool isLarge(const Memory& memory) {
  constexpr std::uint64_t most = 1U << 22U;
  std::uint64_t bytes = 0;
  for (ObjectId id = 1; id < memory.count() && bytes <= most; ++id)
    if (memory.exists(id)) bytes += memory[id].contents.size();
  return bytes > most;
}

/// Runs that are told of their steps one by one.
class Circle {
public:
  Circle(Machine& machine, const State& state, const OnlyAnswer& answer)
      : machine_(machine), answer_(answer), run_(state), mark_(state) {}

  [[nodiscard]] std::optional<Site> find(std::uint64_t mostSteps) {
    std::uint64_t marked = 1; // the step after which the mark is set anew, further and further apart
    bool wasTried = false;
    for (std::uint64_t number = 1; number <= mostSteps; ++number) {
      if (!step()) return {};
      if (compared_ > mostCompared) return {};
      if (isSamePlace(mark_, run_))
        if (const auto changes = changesOf(mark_, run_, compared_)) {
          const bool isSame = changes->empty() && mark_.freshValues == run_.freshValues;
          if (isSame) return around({}, mostSteps);
          // What only counts the rounds, or holds what is left over of one, may be anything.
          if (!std::exchange(wasTried, true))
            if (const auto place = aroundWithout(*changes, mostSteps)) return place;
        }
      if (number < marked) continue;
      mark_ = run_;
      marked *= 2;
      wasTried = false;
    }
    return {};
  }

private:
  bool step() {
    const ir::Function& function = *run_.frames.back()->function;
    if (run_.effects.size() != mark_.effects.size()) return false;
    if (function.hasVolatile || function.hasAtomic || isAboutOthers(*run_.frames.back())) return false;
    const Stop stop = machine_.run(run_, 1, never_);
    const auto* asked = std::get_if<Asked>(&stop);
    if (!asked) return std::holds_alternative<Paused>(stop);
    const auto isAboutLoose = [&](Term side) { return !machine_.unwrittenIn(side).empty(); };
    if (isFixed_ && std::ranges::any_of(asked->choice.alternatives, isAboutLoose)) return false;
    const auto side = answer_(run_, asked->choice);
    if (side) run_.decide(*side, true);
    return side.has_value();
  }

  /// Whether the function of the C library waits for another thread, or asks what other programs may change.
  [[nodiscard]] bool isAboutOthers(const Frame& frame) const {
    const ir::FunctionInfo& function = machine_.program().functions()[frame.index];
    constexpr std::array<std::string_view, 10> names{"pthread_", "mtx_", "cnd_",  "sem_", "thrd_",
                                                     "access",   "stat", "fopen", "open", "lstat"};
    const auto begins = [&](std::string_view name) { return function.name.starts_with(name); };
    return function.isRuntime && std::ranges::any_of(names, begins);
  }

  /// The same with values that nobody knows: a run that would look at one of them has to ask, or ends. What turns out
  /// to hang on them, as the next byte of a number does, is one of them, too.
  std::optional<Site> aroundWithout(Loose loose, std::uint64_t mostSteps) {
    const State whole = run_, marked = mark_;
    isFixed_ = true;
    std::optional<Site> place;
    for (int tries = 0; tries < mostTries && !place; ++tries) {
      if (loose.slots.size() > mostLoose || loose.bytes.size() > mostLoose) break;
      run_ = whole;
      machine_.attach(run_);
      for (const auto& [frame, slot] : loose.slots)
        run_.frames.own(frame).own().slots[slot] = Value::marked(Mark::Uninitialised);
      for (const auto& [id, offset] : loose.bytes) run_.memory.own(id).contents.forget(machine_, offset, 1);
      mark_ = run_;
      more_ = {};
      place = around(loose, mostSteps);
      if (more_.empty()) break;
      loose.slots.merge(more_.slots);
      loose.bytes.merge(more_.bytes);
    }
    isFixed_ = false;
    run_ = whole;
    mark_ = marked;
    return place;
  }

  /// Once around from the mark, back to where it is but for what is loose. Of all places on the way: that of the
  /// outermost function, and there the first line.
  std::optional<Site> around(const Loose& loose, std::uint64_t mostSteps) {
    using Rank = std::tuple<std::size_t, unsigned, std::uint32_t>;
    std::optional<std::pair<Rank, Site>> best;
    for (std::uint64_t number = 0; number < mostSteps; ++number) {
      const Frame& frame = *run_.frames.back();
      const Site site{frame.index, frame.function->code[frame.next].where};
      const unsigned line = site.where == 0 ? 0 : machine_.location(site).line;
      const Rank rank{run_.frames.size(), line == 0 ? ~0U : line, site.where};
      if (!best || rank < best->first) best = {rank, site};
      if (!step()) return {};
      if (!isSamePlace(mark_, run_)) continue;
      const auto changes = changesOf(mark_, run_, compared_);
      if (!changes) continue;
      if (std::ranges::includes(loose.slots, changes->slots) && std::ranges::includes(loose.bytes, changes->bytes))
        return best->second;
      if (!isFixed_) continue;
      more_ = *changes;
      return {};
    }
    return {};
  }

  static constexpr std::size_t mostLoose = 64;
  static constexpr int mostTries = 4;
  static constexpr std::uint64_t mostCompared = 1U << 24U; ///< bytes

  Machine& machine_;
  const OnlyAnswer& answer_;
  const support::CancelToken never_;
  State run_, mark_;
  bool isFixed_ = false; ///< no question about what is loose has an answer
  Loose more_;           ///< what has changed once around, where that was more than what is loose
  std::uint64_t compared_ = 0;
};

} // namespace

std::optional<Site> circleOf(Machine& machine, State& state, std::uint64_t mostSteps, const OnlyAnswer& answer) {
  if (isLarge(state.memory)) return {};
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
