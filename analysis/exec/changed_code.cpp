#include "analysis/exec/changed_code.h"

#include "analysis/ir/operands.h"
#include "analysis/ir/symbol_uses.h"

#include <algorithm>
#include <deque>
#include <unordered_set>
#include <utility>

namespace beagle::exec {

using ir::BlockIndex;
using ir::FunctionIndex;
using ir::Opcode;

namespace {

/// What is called beyond that many is not looked at.
constexpr std::size_t mostFunctions = 2000;

/// Where a branch or switch goes with that alternative; `block` for any other choice.
BlockIndex targetOf(const ir::Function& function, std::uint32_t at, std::uint32_t alternative, BlockIndex block) {
  const ir::Instruction& instruction = function.code[at];
  if (instruction.op == Opcode::Branch) return alternative == 0 ? instruction.b : instruction.c;
  if (instruction.op != Opcode::Switch) return block;
  const ir::SwitchTable& table = function.switches[instruction.b];
  return alternative < table.targets.size() ? table.targets[alternative] : block;
}

std::vector<FunctionIndex> functionsIn(const ir::Program& program, const ir::Global& global) {
  std::vector<FunctionIndex> found;
  std::vector<const ir::Global*> waiting{&global};
  std::unordered_set<ir::GlobalIndex> seen;
  while (!waiting.empty()) {
    const ir::Global& next = *waiting.back();
    waiting.pop_back();
    for (const ir::Relocation& relocation : next.relocations) {
      if (relocation.isLabel()) continue;
      if (relocation.isFunction) found.push_back(relocation.target);
      else if (relocation.target < program.globals().size() && seen.insert(relocation.target).second)
        waiting.push_back(&program.globals()[relocation.target]);
    }
  }
  return found;
}

} // namespace

struct ChangedCode::Ways {
  using Place = std::pair<FunctionIndex, BlockIndex>;
  std::unordered_map<FunctionIndex, std::vector<std::vector<BlockIndex>>> sources; ///< of each block
  std::unordered_map<FunctionIndex, std::vector<Place>> callers;
  std::vector<Place> throughPointer; ///< where functions are called by their addresses

  Ways(const ir::Program& program, const std::vector<FunctionIndex>& functions) {
    for (const FunctionIndex index : functions) {
      const ir::Function& function = program.body(index);
      auto& from = sources[index];
      from.resize(function.blocks.size());
      for (BlockIndex b = 0; b < function.blocks.size(); ++b) {
        const ir::Block& block = function.blocks[b];
        ir::forEachTarget(function, function.code[block.first + block.count - 1],
                          [&](BlockIndex target) { from[target].push_back(b); });
        for (std::uint32_t k = block.first; k < block.first + block.count; ++k) {
          if (function.code[k].op != Opcode::Call) continue;
          const ir::CallSite& site = function.calls[function.code[k].b];
          if (site.function != ir::none) callers[site.function].emplace_back(index, b);
          else throughPointer.emplace_back(index, b);
        }
      }
    }
  }
};

ChangedCode::ChangedCode(const ir::Program& program, FunctionIndex entry, const ir::SourceLines& lines,
                         const Differences& differences)
    : looksEverywhere_(differences != nullptr) {
  if (lines.empty() && !differences) return;
  collect(program, entry);
  mark(program, lines);
  if (differences && functions_.size() < mostFunctions) markDifferences(program, entry, differences);
  if (marks_ == 0) return;
  const Ways ways(program, functions_);
  measure(Target, ways);
  if (knowsDifferences_) measure(Difference, ways);
}

/// The functions that the entry may come to.
void ChangedCode::collect(const ir::Program& program, FunctionIndex entry) {
  const auto add = [&](FunctionIndex index, bool isPointedAt) {
    const ir::FunctionInfo& info = program.functions()[index];
    if (!info.isDefined || functions_.size() >= mostFunctions) return;
    if (!looksEverywhere_ && (info.isRuntime || info.isSystem)) return;
    const auto [known, isNew] = known_.try_emplace(index);
    if (isNew) functions_.push_back(index);
    known->second.isPointedAt |= isPointedAt;
  };
  std::unordered_set<ir::GlobalIndex> looked;
  bool callsUnknown = false;
  add(entry, false);
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const ir::Function& function = program.body(functions_[i]);
    for (const ir::CallSite& site : function.calls) {
      if (site.function != ir::none) add(site.function, false);
      else if (looksEverywhere_ && !std::exchange(callsUnknown, true)) {
        // An input may hold the address of any of them.
        const std::vector<bool>& taken = program.uses().isAddressTaken;
        for (FunctionIndex other = 0; other < taken.size(); ++other)
          if (taken[other]) add(other, true);
      }
    }
    for (const ir::Constant& constant : function.constants) {
      const bool isLabel = constant.bits != 0;
      if (constant.kind == ir::Constant::Kind::Function && !isLabel) add(constant.index, true);
      if (constant.kind == ir::Constant::Kind::Global && looked.insert(constant.index).second)
        for (const FunctionIndex held : functionsIn(program, program.globals()[constant.index])) add(held, true);
    }
  }
}

void ChangedCode::mark(const ir::Program& program, const ir::SourceLines& lines) {
  std::unordered_map<std::uint32_t, ir::SourceLines::OfFile> files; // by the program's number
  const auto isChanged = [&](const ir::Location& where) {
    if (where.line == 0) return false;
    const auto [file, isNew] = files.try_emplace(where.file);
    if (isNew) file->second = lines.of(program.file(where.file));
    return file->second.contains(where.line);
  };
  for (const FunctionIndex index : functions_) {
    const ir::Function& function = program.body(index);
    Known& known = known_.at(index);
    known.marks.resize(function.blocks.size());
    const ir::FunctionInfo& info = program.functions()[index];
    if (info.isRuntime || info.isSystem) continue;
    for (BlockIndex b = 0; b < function.blocks.size(); ++b)
      for (std::uint32_t k = 0; k < function.blocks[b].count && known.marks[b] == 0; ++k)
        if (isChanged(function.locations[function.code[function.blocks[b].first + k].where])) known.marks[b] = Target;
    for (const std::uint32_t marks : known.marks) known.all |= marks;
    marks_ |= known.all;
  }
}

/// Where a run goes has to show from where it is: the blocks of its frames, and what those call.
void ChangedCode::markDifferences(const ir::Program& program, FunctionIndex entry, const Differences& differences) {
  bool isCalledAtEnd = false;
  for (const FunctionIndex index : functions_) {
    for (const ir::CallSite& site : program.body(index).calls)
      if (site.function != ir::none && program.functions()[site.function].comesBack) return;
    Known& known = known_.at(index);
    const auto differing = differences(index);
    for (BlockIndex b = 0; b < differing.size(); ++b)
      if (differing[b] != 0) known.marks[b] |= Difference, known.all |= Difference;
    marks_ |= known.all;
    isCalledAtEnd |= (known.all & Difference) != 0 && known.isPointedAt;
  }
  const auto differs = [&](FunctionIndex index) { return !differences(index).empty(); };
  // Handlers and destructors run behind `main`.
  knowsDifferences_ =
      !program.functions()[entry].isMain || (!isCalledAtEnd && std::ranges::none_of(program.destructors(), differs));
  if (knowsDifferences_ && has(Difference)) chooseTargets();
}

/// Much of what changed in the source is the same code; and where no line of the source tells what differs, code does.
void ChangedCode::chooseTargets() {
  constexpr std::uint32_t both = Target | Difference;
  const auto isBoth = [](std::uint32_t marks) { return (marks & both) == both; };
  const bool areLinesKnown =
      std::ranges::any_of(known_, [&](const auto& each) { return std::ranges::any_of(each.second.marks, isBoth); });
  for (auto& [index, known] : known_) {
    known.all = 0;
    for (std::uint32_t& marks : known.marks) {
      const bool isTarget = areLinesKnown ? isBoth(marks) : (marks & Difference) != 0;
      marks = (marks & Difference) | (isTarget ? Target : 0U);
      known.all |= marks;
    }
    marks_ |= known.all;
  }
}

/// Breadth first, from the marked blocks against the direction of control.
void ChangedCode::measure(Mark mark, const Ways& ways) {
  std::deque<Ways::Place> waiting;
  const auto reach = [&](const Ways::Place& place, std::uint32_t distance) {
    std::uint32_t& known = known_.at(place.first).to(mark)[place.second];
    if (known != never) return;
    known = distance;
    waiting.push_back(place);
  };
  for (auto& [index, known] : known_) known.to(mark).assign(known.marks.size(), never);
  for (const FunctionIndex index : functions_)
    for (BlockIndex b = 0; b < known_.at(index).marks.size(); ++b)
      if ((known_.at(index).marks[b] & mark) != 0) reach({index, b}, 0);
  const auto placesIn = [](const auto& places, FunctionIndex index) {
    const auto found = places.find(index);
    return found == places.end() ? std::span<const Ways::Place>() : std::span<const Ways::Place>(found->second);
  };
  while (!waiting.empty()) {
    const auto [index, block] = waiting.front();
    waiting.pop_front();
    const Known& known = known_.at(index);
    const std::uint32_t next = known.to(mark)[block] + 1;
    for (const BlockIndex source : ways.sources.at(index)[block]) reach({index, source}, next);
    if (block != 0) continue;
    for (const Ways::Place& caller : placesIn(ways.callers, index)) reach(caller, next);
    if (known.isPointedAt)
      for (const Ways::Place& caller : ways.throughPointer) reach(caller, next);
  }
}

void ChangedCode::addPlaces(FunctionIndex function, std::span<const std::uint32_t> places) {
  if (places.empty()) return;
  Known& known = known_[function];
  known.marks.resize(places.size());
  for (BlockIndex b = 0; b < places.size(); ++b) {
    known.marks[b] |= places[b] * FirstPlace;
    known.all |= known.marks[b];
  }
}

const std::uint32_t* ChangedCode::blocksOf(FunctionIndex function) const {
  const auto known = known_.find(function);
  return known == known_.end() || known->second.all == 0 ? nullptr : known->second.marks.data();
}

std::uint32_t ChangedCode::from(Mark mark, const Frame& frame, BlockIndex block) const {
  const auto known = known_.find(frame.index);
  if (known == known_.end()) return never;
  const auto& distances = known->second.to(mark);
  return distances.empty() ? never : distances[block];
}

std::uint32_t ChangedCode::fromCallers(Mark mark, const State& state) const {
  std::uint32_t nearest = never;
  for (std::size_t i = 0; i + 1 < state.frames.size(); ++i) {
    const Frame& frame = *state.frames[i];
    const ir::CallSite* site = state.frames[i + 1]->callSite;
    if (!site) continue; // it has returned
    if (site->normal == ir::none) {
      nearest = std::min(nearest, from(mark, frame, ir::blockOf(*frame.function, frame.next)));
      continue;
    }
    nearest = std::min(nearest, from(mark, frame, site->normal));
    if (site->unwind != ir::none) nearest = std::min(nearest, from(mark, frame, site->unwind));
  }
  return nearest;
}

std::optional<std::uint32_t> ChangedCode::distance(const State& state) const {
  if (state.frames.empty()) return {};
  const Frame& top = *state.frames.back();
  const std::uint32_t nearest =
      std::min(from(Target, top, ir::blockOf(*top.function, top.next)), fromCallers(Target, state));
  return nearest == never ? std::nullopt : std::optional(nearest);
}

std::uint32_t ChangedCode::nearest(Mark mark, const State& state, const Choice& choice,
                                   std::uint32_t alternative) const {
  const Frame& top = *state.frames.back();
  BlockIndex block = ir::blockOf(*top.function, top.next);
  if (choice.kind == ChoiceKind::Branch || choice.kind == ChoiceKind::Switch)
    block = targetOf(*top.function, top.next, alternative, block);
  return std::min(from(mark, top, block), fromCallers(mark, state));
}

std::optional<std::uint32_t> ChangedCode::distance(const State& state, const Choice& choice,
                                                   std::uint32_t alternative) const {
  if (state.frames.empty()) return {};
  const std::uint32_t nearest = this->nearest(Target, state, choice, alternative);
  return nearest == never ? std::nullopt : std::optional(nearest);
}

bool ChangedCode::isSameInBoth(const State& state, const Choice& choice, std::uint32_t alternative) const {
  return knowsDifferences_ && (state.met & Difference) == 0 && !state.frames.empty() &&
         nearest(Difference, state, choice, alternative) == never;
}

} // namespace beagle::exec
