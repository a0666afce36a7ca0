#include "analysis/exec/changed_code.h"

#include "analysis/ir/operands.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

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
      if (relocation.isFunction) found.push_back(relocation.target);
      else if (relocation.target < program.globals().size() && seen.insert(relocation.target).second)
        waiting.push_back(&program.globals()[relocation.target]);
    }
  }
  return found;
}

} // namespace

ChangedCode::ChangedCode(const ir::Program& program, FunctionIndex entry, const ir::SourceLines& lines) {
  if (lines.empty()) return;
  collect(program, entry);
  mark(program, lines);
  if (!isEmpty_) measure(program);
}

/// The project's functions that the entry may come to.
void ChangedCode::collect(const ir::Program& program, FunctionIndex entry) {
  const auto add = [&](FunctionIndex index, bool isPointedAt) {
    const ir::FunctionInfo& info = program.functions()[index];
    if (!info.isDefined || info.isRuntime || info.isSystem || functions_.size() >= mostFunctions) return;
    const auto [known, isNew] = known_.try_emplace(index);
    if (isNew) functions_.push_back(index);
    known->second.isPointedAt |= isPointedAt;
  };
  std::unordered_set<ir::GlobalIndex> looked;
  add(entry, false);
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const ir::Function& function = program.body(functions_[i]);
    for (const ir::CallSite& site : function.calls)
      if (site.function != ir::none) add(site.function, false);
    for (const ir::Constant& constant : function.constants) {
      if (constant.kind == ir::Constant::Kind::Function) add(constant.index, true);
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
    known.changed.resize(function.blocks.size());
    known.distance.assign(function.blocks.size(), never);
    for (BlockIndex b = 0; b < function.blocks.size(); ++b)
      for (std::uint32_t k = 0; k < function.blocks[b].count && known.changed[b] == 0; ++k)
        known.changed[b] = isChanged(function.locations[function.code[function.blocks[b].first + k].where]) ? 1 : 0;
    known.hasChanged = std::ranges::find(known.changed, 1) != known.changed.end();
    isEmpty_ = isEmpty_ && !known.hasChanged;
  }
}

/// Breadth first, from the changed blocks against the direction of control.
void ChangedCode::measure(const ir::Program& program) {
  using Place = std::pair<FunctionIndex, BlockIndex>;
  std::unordered_map<FunctionIndex, std::vector<std::vector<BlockIndex>>> sources;
  std::unordered_map<FunctionIndex, std::vector<Place>> callers;
  std::vector<Place> throughPointer;
  std::deque<Place> waiting;
  for (const FunctionIndex index : functions_) {
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
  const auto reach = [&](const Place& place, std::uint32_t distance) {
    std::uint32_t& known = known_.at(place.first).distance[place.second];
    if (known != never) return;
    known = distance;
    waiting.push_back(place);
  };
  for (const FunctionIndex index : functions_)
    for (BlockIndex b = 0; b < known_.at(index).changed.size(); ++b)
      if (known_.at(index).changed[b] != 0) reach({index, b}, 0);
  while (!waiting.empty()) {
    const auto [index, block] = waiting.front();
    waiting.pop_front();
    const std::uint32_t next = known_.at(index).distance[block] + 1;
    for (const BlockIndex source : sources[index][block]) reach({index, source}, next);
    if (block != 0) continue;
    for (const Place& caller : callers[index]) reach(caller, next);
    if (known_.at(index).isPointedAt)
      for (const Place& caller : throughPointer) reach(caller, next);
  }
}

const std::uint8_t* ChangedCode::blocksOf(FunctionIndex function) const {
  const auto known = known_.find(function);
  return known == known_.end() || !known->second.hasChanged ? nullptr : known->second.changed.data();
}

std::uint32_t ChangedCode::from(const Frame& frame, BlockIndex block) const {
  const auto known = known_.find(frame.index);
  return known == known_.end() ? never : known->second.distance[block];
}

std::uint32_t ChangedCode::fromCallers(const State& state) const {
  std::uint32_t nearest = never;
  for (std::size_t i = 0; i + 1 < state.frames.size(); ++i) {
    const Frame& frame = *state.frames[i];
    nearest = std::min(nearest, from(frame, ir::blockOf(*frame.function, frame.next)));
  }
  return nearest;
}

std::optional<std::uint32_t> ChangedCode::distance(const State& state) const {
  if (state.frames.empty()) return {};
  const Frame& top = *state.frames.back();
  const std::uint32_t nearest = std::min(from(top, ir::blockOf(*top.function, top.next)), fromCallers(state));
  return nearest == never ? std::nullopt : std::optional(nearest);
}

std::optional<std::uint32_t> ChangedCode::distance(const State& state, const Choice& choice,
                                                   std::uint32_t alternative) const {
  if (state.frames.empty() || (choice.kind != ChoiceKind::Branch && choice.kind != ChoiceKind::Switch))
    return distance(state);
  const Frame& top = *state.frames.back();
  const BlockIndex block = ir::blockOf(*top.function, top.next);
  const std::uint32_t nearest =
      std::min(from(top, targetOf(*top.function, top.next, alternative, block)), fromCallers(state));
  return nearest == never ? std::nullopt : std::optional(nearest);
}

} // namespace beagle::exec
