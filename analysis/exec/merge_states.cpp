#include "analysis/exec/merge_states.h"

#include <algorithm>
#include <unordered_set>

namespace beagle::exec {

namespace {

/// More different values than this in one pair of states: they stay apart.
constexpr std::size_t mostDifferences = 512;

bool isUnwritten(const Contents& contents) {
  for (std::uint64_t i = 0; i < contents.size(); ++i)
    if (!contents.isUninitialised(i)) return false;
  return true;
}

} // namespace

/// Two states on their way to become one: `a` becomes it.
class StateMerger::Pair {
public:
  Pair(StateMerger& merger, State& a, State& b, const MergeBase& base)
      : merger_(merger), machine_(merger.machine_), terms_(merger.machine_.terms), a_(a), b_(b), base_(base),
        result_(a) {}

  std::optional<State> run() {
    if (!a_.decisions.empty() || !b_.decisions.empty() || a_.frames.size() != b_.frames.size() ||
        a_.landing != b_.landing)
      return {};
    if (a_.failed != b_.failed || !sameAllocations()) return {};
    if (!sameEffects() || !a_.memory.hasAddressesOf(b_.memory)) return {};
    if (merger_.merging_ == Merging::Ite) findConditions(); // else only when they are equal
    for (std::size_t i = 0; i < a_.frames.size(); ++i)
      if (a_.frames[i] != b_.frames[i] && !mergeFrame(i)) return {};
    if (!mergeMemory()) return {};
    if (merger_.merging_ != Merging::Ite) findConditions();
    mergeRecords();
    return std::move(result_);
  }

private:
  // --- the ways ---

  /// What distinguishes the ways, since they went apart. What both require stays as it is.
  void findConditions() {
    const std::size_t before = base_.path.size();
    std::vector<Term> a = a_.path.all();
    std::vector<Term> b = b_.path.all();
    a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(before));
    b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(before));
    const auto has = [](const std::vector<Term>& all, Term term) { return std::ranges::find(all, term) != all.end(); };
    std::vector<Term> onlyA;
    std::vector<Term> onlyB;
    for (const Term term : a) (has(b, term) ? common_ : onlyA).push_back(term);
    for (const Term term : b)
      if (!has(a, term)) onlyB.push_back(term);
    whenA_ = terms_.conjunction(onlyA);
    whenB_ = terms_.conjunction(onlyB);
    either_ = terms_.logicalOr(whenA_, whenB_);
    // One condition that says which way it was is enough to choose by.
    guard_ = whenA_;
    for (const Term term : onlyA)
      if (has(onlyB, terms_.logicalNot(term))) {
        guard_ = term;
        break;
      }
  }

  void mergeRecords() {
    solver::PathCondition path = base_.path;
    const logic::Assignment model = a_.path.model();
    const bool isKnown = a_.path.modelKnown();
    for (Term term : common_) isKnown ? path.add(term, model) : path.add(term);
    isKnown ? path.add(either_, model) : path.add(either_);
    result_.path = std::move(path);

    PersistentVector<PossibleFault> faults;
    const auto addFaults = [&](const State& from, std::size_t first, Term when) {
      for (std::size_t i = first; i < from.faults.size(); ++i) {
        PossibleFault fault = from.faults[i];
        fault.condition = terms_.logicalAnd(when, fault.condition);
        if (!terms_.isFalse(fault.condition)) faults.push(fault);
      }
    };
    for (std::size_t i = 0; i < base_.faults; ++i) faults.push(a_.faults[i]);
    addFaults(a_, base_.faults, whenA_);
    addFaults(b_, base_.faults, whenB_);
    result_.faults = std::move(faults);
    for (std::size_t i = base_.approximations; i < b_.approximations.size(); ++i)
      result_.approximations.push(b_.approximations[i]);
    result_.steps = std::max(a_.steps, b_.steps);
    result_.freshValues = std::max(a_.freshValues, b_.freshValues);
    result_.met = a_.met | b_.met;
    result_.answersWithoutFile = a_.answersWithoutFile || b_.answersWithoutFile;
    result_.isMerged = true;
  }

  /// What was written can no longer be changed, so it has to be the same.
  bool sameEffects() const {
    if (a_.effects.size() != b_.effects.size()) return false;
    bool same = true;
    a_.effects.forEachUnshared(b_.effects, [&](std::size_t i) {
      if (!same || a_.effects[i] == b_.effects[i]) return;
      const Effect& a = *a_.effects[i];
      const Effect& b = *b_.effects[i];
      same = a.kind == b.kind && a.stream == b.stream && a.bytes == b.bytes && a.function == b.function &&
             a.position == b.position && a.cutTo == b.cutTo && a.isLast == b.isLast && a.isKept == b.isKept &&
             a.values == b.values && a.error == b.error && a.site == b.site;
    });
    return same;
  }

  /// How many there were says which one is to fail.
  bool sameAllocations() const {
    if (a_.asked.size() != b_.asked.size()) return false;
    bool same = true;
    a_.asked.forEachUnshared(b_.asked, [&](std::size_t i) { same = same && a_.asked[i] == b_.asked[i]; });
    return same;
  }

  // --- values ---

  std::optional<Value> both(const Value& a, const Value& b, ir::ScalarType type) {
    if (a == b) return a;
    if (merger_.merging_ != Merging::Ite || ++differences_ > mostDifferences) return {};
    return machine_.merged(guard_, a, b, type);
  }

  std::vector<ir::SlotIndex> live(std::size_t depth) {
    const Frame& frame = *a_.frames[depth];
    const ir::Flow& flow = merger_.flowOf(frame.index);
    return depth + 1 == a_.frames.size() ? flow.liveBefore(frame.next) : flow.liveDuringCall(frame.next);
  }

  bool mergeFrame(std::size_t depth) {
    const Frame& a = *a_.frames[depth];
    const Frame& b = *b_.frames[depth];
    if (a.index != b.index || a.next != b.next || a.callSite != b.callSite || a.result != b.result) return false;
    if (a.locals != b.locals || a.variadic != b.variadic || a.variadicTypes != b.variadicTypes) return false;
    const ir::Flow& flow = merger_.flowOf(a.index);
    for (const ir::SlotIndex slot : live(depth)) {
      if (a.slots[slot] == b.slots[slot]) continue;
      const auto type = flow.typeOf(slot);
      if (!type && !a.slots[slot].isSymbolic() && !b.slots[slot].isSymbolic()) return false;
      const auto value = both(a.slots[slot], b.slots[slot], type.value_or(ir::ScalarType{}));
      if (!value) return false;
      result_.frames.own(depth).own().slots[slot] = *value;
    }
    return true;
  }

  // --- memory ---

  bool mergeMemory() {
    // What pointers of the input lead to is found along the way, and the way decides about it.
    if (a_.inputs.size() != b_.inputs.size()) return false;
    for (std::size_t i = 0; i < a_.inputs.size(); ++i) {
      const ObjectId id = a_.inputs[i].id;
      if (!(a_.inputs[i] == b_.inputs[i])) return false;
      if (a_.memory.exists(id) != b_.memory.exists(id) ||
          (a_.memory.exists(id) && a_.memory[id].null != b_.memory[id].null))
        return false;
    }
    if (a_.changed.size() != b_.changed.size()) return false;
    for (std::size_t i = 0; i < a_.changed.size(); ++i)
      if (a_.changed[i] != b_.changed[i]) return false;
    // What only one has of them is made of the same initialiser in the other.
    std::vector<ObjectId> different;
    a_.memory.forEachUnshared(b_.memory, [&](ObjectId id) { different.push_back(id); });
    for (const ObjectId id : different) {
      if (!a_.memory.exists(id) || !b_.memory.exists(id)) make(id);
      if (!mergeObject(id)) return false;
    }
    return mergeOwn();
  }

  void make(ObjectId id) {
    for (State* state : {&a_, &b_, &result_}) {
      machine_.attach(*state);
      (void)machine_.object(id);
    }
  }

  /// Objects that only one of them has: no pointer of the other leads there.
  bool mergeOwn() {
    const Memory& longer = a_.memory.count() > b_.memory.count() ? a_.memory : b_.memory;
    for (auto id = static_cast<ObjectId>(std::min(a_.memory.count(), b_.memory.count())); id < longer.count(); ++id) {
      if (longer[id].isAlive) return false;
      if (id >= result_.memory.count()) (void)result_.memory.add(longer.reference(id));
    }
    return true;
  }

  bool mergeObject(ObjectId id) {
    const Object& a = a_.memory[id];
    const Object& b = b_.memory[id];
    if (a.kind != b.kind || a.capacity != b.capacity || a.subject != b.subject || a.alignment != b.alignment ||
        a.address != b.address || a.isConstant != b.isConstant || a.isBorrowed != b.isBorrowed ||
        a.isPartlyKnown != b.isPartlyKnown || a.isChanged != b.isChanged || a.aliasesKnown != b.aliasesKnown)
      return !a.isAlive && !b.isAlive && a.address == 0 && b.address == 0 && !isReferenced(id);
    if (!a.isAlive || !b.isAlive) return mergeDead(id, a, b);
    if (!(a.allocated == b.allocated) || a.size != b.size || a.contents.size() != b.contents.size()) return false;
    machine_.attach(result_);
    return mergeContents(id, a.contents, b.contents);
  }

  bool mergeDead(ObjectId id, const Object& a, const Object& b) {
    if (!a.isAlive && !b.isAlive) return (a.allocated == b.allocated && a.ended == b.ended) || !isReferenced(id);
    // A local whose scope one of them has left and the other has not come to: nothing can be found in it.
    const Object& alive = a.isAlive ? a : b;
    if (a.kind != ObjectKind::Stack || !isUnwritten(alive.contents) || !(a.allocated == b.allocated)) return false;
    if (a.isAlive) result_.memory.place(id, b_.memory.reference(id));
    return true;
  }

  bool mergeContents(ObjectId id, const Contents& a, const Contents& b) {
    Contents* merged = nullptr;
    for (std::uint64_t at = 0; at < a.size();) {
      if (!a.differsAt(b, at)) {
        ++at;
        continue;
      }
      const auto piece = pieceAt(a, b, at);
      const auto [start, type] = piece;
      const std::uint64_t end = start + (type.width + 7U) / 8;
      // A part of a pointer would have to be looked at.
      for (const Contents* contents : {&a, &b})
        for (std::uint64_t i = start; i < end; ++i)
          if (contents->isUninitialised(i) || (contents->isPointerAt(i) && contents->valueAt(i) != piece)) return false;
      const Value ofA = a.read(machine_, start, type);
      const Value ofB = b.read(machine_, start, type);
      const auto value = both(ofA, ofB, type);
      if (!value) return false;
      if (!merged) merged = &result_.memory.own(id).contents;
      merged->write(machine_, start, *value, type);
      at = end;
    }
    return true;
  }

  /// The value to look at as a whole where a byte differs. Any would be right; those that the program works with are
  /// the best.
  static std::pair<std::uint64_t, ir::ScalarType> pieceAt(const Contents& a, const Contents& b, std::uint64_t at) {
    const auto ofA = a.valueAt(at);
    const auto ofB = b.valueAt(at);
    const bool isPlainA = a.concreteByte(at).has_value();
    const bool isPlainB = b.concreteByte(at).has_value();
    if (ofA && (isPlainB || ofA == ofB)) return *ofA;
    if (ofB && isPlainA) return *ofB;
    const auto number = [](std::uint64_t bytes) {
      return ir::ScalarType{ir::ScalarKind::Integer, 0, static_cast<std::uint16_t>(bytes * 8)};
    };
    if (isPlainA && isPlainB)
      for (const std::uint64_t width : {8, 4, 2}) {
        const std::uint64_t start = at / width * width;
        if (start + width <= a.size() && (width == a.size() || looksWhole(a, b, start, width)))
          return {start, number(width)};
      }
    return {at, number(1)};
  }

  /// Numbers in both whose upper half says nothing, as of most that are an `int` or a `long`.
  static bool looksWhole(const Contents& a, const Contents& b, std::uint64_t start, std::uint64_t width) {
    for (const Contents* contents : {&a, &b}) {
      std::uint8_t upper = 0;
      for (std::uint64_t i = 0; i < width; ++i) {
        const auto byte = contents->concreteByte(start + i);
        if (!byte) return false;
        if (i == width / 2) upper = *byte;
        if (i >= width / 2 && (*byte != upper || (upper != 0 && upper != 0xFF))) return false;
      }
    }
    return true;
  }

  /// Whether a pointer leads to the object, dead as it is.
  bool isReferenced(ObjectId id) {
    if (!referenced_) {
      referenced_.emplace();
      for (const State* state : {&a_, &b_}) noteReferences(*state);
    }
    return referenced_->contains(id);
  }

  void noteReferences(const State& state) {
    const auto note = [&](const Value& value) {
      if (value.object() != 0) referenced_->insert(value.object());
    };
    for (std::size_t depth = 0; depth < state.frames.size(); ++depth) {
      for (const ir::SlotIndex slot : live(depth)) note(state.frames[depth]->slots[slot]);
      for (const Value& value : state.frames[depth]->variadic) note(value);
      for (const ObjectId local : state.frames[depth]->locals) referenced_->insert(local);
    }
    for (ObjectId id = 1; id < state.memory.count(); ++id)
      if (state.memory.exists(id) && state.memory[id].isAlive)
        state.memory[id].contents.forEachPointer([&](std::uint64_t, const Value& value) { note(value); });
  }

  StateMerger& merger_;
  Machine& machine_;
  logic::TermManager& terms_;
  State& a_;
  State& b_;
  const MergeBase& base_;
  State result_;
  std::vector<Term> common_;
  Term whenA_, whenB_, either_, guard_;
  std::size_t differences_ = 0;
  std::optional<std::unordered_set<ObjectId>> referenced_;
};

std::optional<State> StateMerger::merge(State& a, State& b, const MergeBase& base) {
  return Pair(*this, a, b, base).run();
}

const ir::Flow& StateMerger::flowOf(ir::FunctionIndex index) {
  std::unique_ptr<ir::Flow>& flow = flows_[index];
  if (!flow) flow = std::make_unique<ir::Flow>(machine_.program().body(index));
  return *flow;
}

} // namespace beagle::exec
