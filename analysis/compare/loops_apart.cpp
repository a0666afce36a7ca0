#include "analysis/compare/loops_apart.h"

#include "analysis/compare/straight_loop.h"
#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::compare {

using ir::BlockIndex;
using ir::Function;
using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

namespace {

class Splitting {
public:
  explicit Splitting(const Function& function)
      : old_(function), graph_(function), flow_(function), roots_(function, flow_), body_(function) {}

  std::optional<Function> run() {
    for (const auto& [first, blocks] : graph_.loops())
      if (const auto loop = StraightLoop::of(old_, graph_, first, blocks)) split(*loop, first);
    if (starts_.empty()) return {};
    for (BlockIndex b = 0; b < body_.blocks.size(); ++b) enterByStarts(b);
    return std::move(body_);
  }

private:
  using Counter = StraightLoop::Counter;
  using Slice = StraightLoop::Slice;
  using Renamed = std::map<SlotIndex, SlotIndex>;

  void split(const StraightLoop& loop, BlockIndex first) {
    // One without an end would hide what those behind it do.
    const std::vector<Slice> parts = partsOf(loop);
    if (!loop.ends() || !loop.isIdleBut(parts)) return;
    const auto counter = loop.counter();
    const bool turns = counter && loop.asksOnly() && std::ranges::all_of(parts, [&](const Slice& part) {
                         return loop.isInAnyOrder(part, *counter, roots_);
                       });
    if (parts.size() < 2 && !turns) return;
    where_ = loop.branch().where;
    starts_[first] = static_cast<BlockIndex>(body_.blocks.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      // The last one leaves its results where others look for them.
      const bool isLast = i + 1 == parts.size();
      const Renamed names = isLast ? Renamed() : fresh(loop, parts[i]);
      if (turns) addUpwards(loop, parts[i], *counter, names, isLast);
      else addAsItIs(loop, parts[i], names, isLast);
    }
  }

  /// All in one if they have to do with each other.
  [[nodiscard]] std::vector<Slice> partsOf(const StraightLoop& loop) const {
    const std::vector<std::uint32_t> stores = loop.stores();
    std::set<SlotIndex> results;
    for (const SlotIndex slot : flow_.liveBefore(old_.blocks[loop.exit()].first))
      if (loop.written().contains(slot)) results.insert(slot);
    const Slice whole = loop.slice(stores, results);
    const bool hasResults = loop.slice({}, results).steps != loop.slice({}, {}).steps;
    std::vector<Slice> parts;
    for (const std::uint32_t store : stores) {
      const bool isLast = !hasResults && store == stores.back();
      parts.push_back(loop.slice({store}, isLast ? results : std::set<SlotIndex>()));
    }
    if (hasResults) parts.push_back(loop.slice({}, results));
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (!loop.areApart(parts[i], parts[k], roots_)) return {whole};
    return parts.empty() ? std::vector{whole} : parts;
  }

  void addAsItIs(const StraightLoop& loop, const Slice& part, const Renamed& names, bool isLast) {
    const auto start = addBlock();
    keep(part, names);
    jump(start + 1);
    addBlock();
    copy(loop, part, names, true);
    branch(named(names, loop.branch().a), loop.goesOnIfTrue(), start + 2, isLast ? loop.exit() : start + 3);
    addBlock();
    copy(loop, part, names, false);
    jump(start + 1);
  }

  /// turns = how many; for (turn = 0; turn < turns; turn++) { counter = lowest + turn; ... }
  void addUpwards(const StraightLoop& loop, const Slice& part, const Counter& counter, const Renamed& names,
                  bool isLast) {
    const StraightLoop::Question& question = counter.question;
    const std::uint16_t width = question.width;
    const SlotIndex first = body_.slots++, any = body_.slots++, turns = body_.slots++, zero = body_.slots++,
                    lowest = body_.slots++, left = body_.slots++, turn = body_.slots++, goesOn = body_.slots++;
    const auto move = [&](SlotIndex slot, bool isUp) {
      const bool adds = counter.step.isSubtracted == isUp;
      add({.op = adds ? Opcode::Add : Opcode::Sub, .width = width, .d = slot, .a = slot, .b = counter.step.by});
    };
    const auto start = addBlock();
    keep(part, names);
    add({.op = Opcode::Move, .width = width, .d = first, .a = counter.slot});
    add({.op = Opcode::Sub, .width = width, .d = zero, .a = counter.step.by, .b = counter.step.by});
    add({.op = Opcode::Sub, .width = width, .d = turns, .a = first, .b = counter.bound});
    add({.op = Opcode::Move, .width = width, .d = lowest, .a = counter.bound});
    add({.op = Opcode::Move, .width = width, .d = left, .a = counter.bound});
    if (question.canBeEqual) {
      move(turns, true);
      move(left, false);
    } else {
      move(lowest, true);
    }
    if (question.isOrder) {
      const Opcode less = question.isSigned ? (question.canBeEqual ? Opcode::SLessEqual : Opcode::SLess)
                                            : (question.canBeEqual ? Opcode::ULessEqual : Opcode::ULess);
      add({.op = less, .width = width, .d = any, .a = counter.bound, .b = first});
      select(width, turns, any, turns, zero);
      select(width, left, any, left, first);
    }
    add({.op = Opcode::Move, .width = width, .d = turn, .a = zero});
    jump(start + 1);
    addBlock();
    add({.op = Opcode::ULess, .width = width, .d = goesOn, .a = turn, .b = turns});
    branch(goesOn, true, start + 2, start + 3);
    addBlock();
    add({.op = Opcode::Add, .width = width, .d = named(names, counter.slot), .a = lowest, .b = turn});
    copy(loop, part, names, true);
    copy(loop, part, names, false);
    move(turn, true);
    jump(start + 1);
    addBlock();
    if (isLast) { // what the question that ends it leaves
      add({.op = Opcode::Move, .width = width, .d = counter.slot, .a = left});
      copy(loop, part, names, true);
    }
    jump(isLast ? loop.exit() : start + 4);
  }

  // --- pieces

  [[nodiscard]] Renamed fresh(const StraightLoop& loop, const Slice& part) {
    Renamed names;
    for (const std::uint32_t step : part.steps)
      if (const Instruction& i = old_.code[loop.steps()[step]]; i.op != Opcode::Store && !names.contains(i.d))
        names[i.d] = body_.slots++;
    return names;
  }

  /// What a part begins with.
  void keep(const Slice& part, const Renamed& names) {
    for (const SlotIndex slot : part.carried)
      if (const auto name = names.find(slot); name != names.end())
        add({.op = Opcode::Move, .width = 64, .d = name->second, .a = slot});
  }

  /// The steps of a part in front of the question, or behind it.
  void copy(const StraightLoop& loop, const Slice& part, const Renamed& names, bool isBefore) {
    for (const std::uint32_t step : part.steps) {
      if ((step < loop.stepsBeforeBranch()) != isBefore) continue;
      Instruction i = old_.code[loop.steps()[step]];
      ir::forEachRead(body_, i, [&](SlotIndex& slot) { slot = named(names, slot); }, [](SlotIndex&, std::uint32_t) {});
      if (i.op != Opcode::Store) i.d = named(names, i.d);
      body_.code.push_back(i);
      ++body_.blocks.back().count;
    }
  }

  [[nodiscard]] static SlotIndex named(const Renamed& names, SlotIndex slot) {
    const auto name = names.find(slot);
    return name == names.end() ? slot : name->second;
  }
  void select(std::uint16_t width, SlotIndex to, SlotIndex condition, SlotIndex yes, SlotIndex no) {
    add({.op = Opcode::Select, .width = width, .d = to, .a = condition, .b = yes, .c = no});
  }
  void jump(BlockIndex to) { add({.op = Opcode::Jump, .d = to}); }
  void branch(SlotIndex condition, bool ifTrue, BlockIndex to, BlockIndex otherwise) {
    add({.op = Opcode::Branch,
         .d = body_.sides,
         .a = condition,
         .b = ifTrue ? to : otherwise,
         .c = ifTrue ? otherwise : to});
    body_.sides += 2;
  }
  BlockIndex addBlock() {
    body_.blocks.push_back({static_cast<std::uint32_t>(body_.code.size()), 0, false});
    return static_cast<BlockIndex>(body_.blocks.size() - 1);
  }
  void add(Instruction instruction) {
    instruction.where = where_;
    body_.code.push_back(instruction);
    ++body_.blocks.back().count;
  }

  /// Whoever comes to a loop begins with its first part.
  void enterByStarts(BlockIndex block) {
    const ir::Block& own = body_.blocks[block];
    ir::forEachTarget(body_, body_.code[own.first + own.count - 1], [&](BlockIndex& target) {
      const auto start = starts_.find(target);
      const bool isInside = block < old_.blocks.size() && start != starts_.end() && graph_.isInLoop(block, target);
      if (start != starts_.end() && !isInside) target = start->second;
    });
  }

  const Function& old_;
  BlockGraph graph_;
  ir::Flow flow_;
  PointerRoots roots_;
  std::map<BlockIndex, BlockIndex> starts_; ///< of the first part, by the first block of the loop
  std::uint32_t where_ = 0;
  Function body_;
};

} // namespace

std::optional<Function> loopsApart(const Function& function) { return Splitting(function).run(); }

} // namespace beagle::compare
