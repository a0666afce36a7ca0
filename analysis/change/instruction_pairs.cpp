#include "analysis/change/instruction_pairs.h"

#include "analysis/change/sequence_match.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace beagle::change {

namespace {

using Local = InstructionTokens::Local;
using Keys = InstructionTokens::LocalKeys;

/// What is aligned in order: all but the stack objects.
std::vector<std::uint32_t> ordered(const InstructionTokens& tokens) {
  std::vector<std::uint32_t> list;
  list.reserve(tokens.size());
  for (std::uint32_t i = 0; i < tokens.size(); ++i)
    if (!llvm::isa<llvm::AllocaInst>(tokens.at(i))) list.push_back(i);
  return list;
}

std::vector<std::uint64_t> picked(const std::vector<std::uint64_t>& tokens, const std::vector<std::uint32_t>& which) {
  std::vector<std::uint64_t> list;
  list.reserve(which.size());
  for (const std::uint32_t i : which) list.push_back(tokens[i]);
  return list;
}

Keys keysOf(const InstructionTokens& tokens, bool byName) {
  Keys keys;
  for (const Local& local : tokens.locals()) keys[local.value] = byName && local.name != 0 ? local.name : local.type;
  return keys;
}

struct Vote {
  std::uint32_t base, head;
  int count = 0;
};

/// How often two locals are operands at the same place of instructions that are alike; most often first.
std::vector<Vote> votesOf(const InstructionTokens& base, const InstructionTokens& head, bool byName) {
  const std::vector<std::uint32_t> old = ordered(base), young = ordered(head);
  const std::vector<std::int32_t> partner =
      matchSequences(picked(base.deep(keysOf(base, byName)), old), picked(head.deep(keysOf(head, byName)), young));
  const auto numbersOf = [](const InstructionTokens& tokens) {
    llvm::DenseMap<const llvm::Value*, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < tokens.locals().size(); ++i) numbers[tokens.locals()[i].value] = i;
    return numbers;
  };
  const auto baseNumbers = numbersOf(base), headNumbers = numbersOf(head);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> counts;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] < 0) continue;
    const auto was = valueOperands(base.at(old[i])),
               is = valueOperands(head.at(young[static_cast<std::size_t>(partner[i])]));
    for (std::size_t k = 0; k < std::min(was.size(), is.size()); ++k) {
      const auto a = baseNumbers.find(was[k]);
      const auto b = headNumbers.find(is[k]);
      if (a != baseNumbers.end() && b != headNumbers.end()) ++counts[{a->second, b->second}];
    }
  }
  std::vector<Vote> votes;
  for (const auto& [pair, count] : counts) votes.push_back({pair.first, pair.second, count});
  std::ranges::sort(votes, {}, [](const Vote& vote) { return std::tuple(-vote.count, vote.base, vote.head); });
  return votes;
}

/// Something that stands on its own when it is moved, with all that it is computed from.
bool isRoot(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::StoreInst>(instruction) || llvm::isa<llvm::CallBase>(instruction)) return true;
  return instruction.isTerminator() && instruction.getNumOperands() > 0 && !valueOperands(instruction).empty();
}

} // namespace

InstructionPairs::InstructionPairs(const InstructionTokens& base, const InstructionTokens& head)
    : base_(base), head_(head), toHead_(base.size(), noPartner), toBase_(head.size(), noPartner) {
  pairLocals();
  const std::vector<std::uint64_t> baseDeep = base.deep(baseKeys_), headDeep = head.deep(headKeys_);
  pairInOrder(baseDeep, headDeep);
  pairInOrder(base.shallow(baseKeys_), head.shallow(headKeys_));
  pairMoved(baseDeep, headDeep);
  pairOperands();
  pairByKind();
  pairOperands();
}

void InstructionPairs::join(std::uint32_t base, std::uint32_t head) {
  toHead_[base] = head;
  toBase_[head] = base;
}

/// Same names that meet most often come first; then other locals of one type that do: they were renamed.
void InstructionPairs::pairLocals() {
  const std::vector<Local>&old = base_.locals(), &young = head_.locals();
  std::vector<bool> oldTaken(old.size(), false), newTaken(young.size(), false);
  std::uint64_t joined = 0;
  const auto pair = [&](std::uint32_t b, std::uint32_t h) {
    const bool sameSort = llvm::isa<llvm::Argument>(old[b].value) == llvm::isa<llvm::Argument>(young[h].value);
    if (oldTaken[b] || newTaken[h] || !sameSort) return;
    oldTaken[b] = newTaken[h] = true;
    baseKeys_[old[b].value] = headKeys_[young[h].value] = ++joined;
    const auto* was = llvm::dyn_cast<llvm::AllocaInst>(old[b].value);
    if (was) join(base_.indexOf(*was), head_.indexOf(*llvm::cast<llvm::AllocaInst>(young[h].value)));
  };
  const auto sameName = [&](const Vote& vote) { return old[vote.base].name == young[vote.head].name; };
  const auto sameType = [&](const Vote& vote) { return old[vote.base].type == young[vote.head].type; };

  const std::vector<Vote> byName = votesOf(base_, head_, true), byType = votesOf(base_, head_, false);
  std::map<std::uint32_t, int> otherwise; // most votes for a local of another name
  for (const Vote& vote : byType)
    if (!sameName(vote)) otherwise.try_emplace(vote.base, vote.count);
  for (const Vote& vote : byName)
    if (sameName(vote) && !(otherwise.contains(vote.base) && otherwise[vote.base] > vote.count))
      pair(vote.base, vote.head);
  for (const Vote& vote : byType)
    if (sameName(vote)) pair(vote.base, vote.head);
  for (const Vote& vote : byType)
    if (sameType(vote)) pair(vote.base, vote.head);
  // What was never met: by name and type in order, then by name alone.
  for (const bool anyType : {false, true}) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::uint32_t>> left;
    const auto keyOf = [&](const Local& local) { return std::pair(local.name, anyType ? 0 : local.type); };
    for (std::uint32_t h = static_cast<std::uint32_t>(young.size()); h-- > 0;)
      if (!newTaken[h] && (young[h].name != 0 || !anyType)) left[keyOf(young[h])].push_back(h);
    for (std::uint32_t b = 0; b < old.size(); ++b) {
      const auto it = left.find(keyOf(old[b]));
      if (oldTaken[b] || it == left.end() || it->second.empty()) continue;
      pair(b, it->second.back());
      it->second.pop_back();
    }
  }
  // Those without a partner are like nothing on the other side.
  for (std::uint32_t b = 0; b < old.size(); ++b)
    if (!oldTaken[b]) baseKeys_[old[b].value] = (std::uint64_t{1} << 40) + b;
  for (std::uint32_t h = 0; h < young.size(); ++h)
    if (!newTaken[h]) headKeys_[young[h].value] = (std::uint64_t{2} << 40) + h;
}

bool InstructionPairs::correspond(const llvm::Value& base, const llvm::Value& head) const {
  const auto *old = llvm::dyn_cast<llvm::Instruction>(&base), *young = llvm::dyn_cast<llvm::Instruction>(&head);
  if (old && young) return toHead_[base_.indexOf(*old)] == head_.indexOf(*young);
  if (old || young) return false;
  const auto was = baseKeys_.find(&base), is = headKeys_.find(&head);
  return was != baseKeys_.end() && is != headKeys_.end() && was->second == is->second;
}

/// Pairs equal tokens in the stretches between the pairs that there are already.
void InstructionPairs::pairInOrder(const std::vector<std::uint64_t>& base, const std::vector<std::uint64_t>& head) {
  const std::vector<std::uint32_t> old = ordered(base_), young = ordered(head_);
  std::size_t i = 0, j = 0;
  std::vector<std::uint32_t> oldGap, newGap;
  const auto flush = [&] {
    const std::vector<std::int32_t> partner = matchSequences(picked(base, oldGap), picked(head, newGap));
    for (std::size_t k = 0; k < partner.size(); ++k)
      if (partner[k] >= 0) join(oldGap[k], newGap[static_cast<std::size_t>(partner[k])]);
    oldGap.clear(), newGap.clear();
  };
  for (; i < old.size(); ++i) {
    const std::uint32_t partner = toHead_[old[i]];
    if (partner == noPartner) {
      oldGap.push_back(old[i]);
      continue;
    }
    // Moved pairs are no ends of a stretch.
    if (j < young.size() && partner < young[j]) continue;
    for (; j < young.size() && young[j] != partner; ++j)
      if (toBase_[young[j]] == noPartner) newGap.push_back(young[j]);
    ++j;
    if (!oldGap.empty() && !newGap.empty()) flush();
    oldGap.clear(), newGap.clear();
  }
  for (; j < young.size(); ++j)
    if (toBase_[young[j]] == noPartner) newGap.push_back(young[j]);
  flush();
}

void InstructionPairs::pairMoved(const std::vector<std::uint64_t>& base, const std::vector<std::uint64_t>& head) {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places;
  for (std::uint32_t h = head_.size(); h-- > 0;)
    if (toBase_[h] == noPartner && isRoot(head_.at(h))) places[head[h]].push_back(h);
  for (std::uint32_t b = 0; b < base_.size(); ++b) {
    if (toHead_[b] != noPartner || !isRoot(base_.at(b))) continue;
    const auto it = places.find(base[b]);
    if (it == places.end() || it->second.empty()) continue;
    join(b, it->second.back());
    it->second.pop_back();
  }
}

/// What only one instruction uses belongs to it: where users are partners, so are operands of one kind, whatever
/// they were taken for before. Users come after what they use, so one walk from the end reaches all of an
/// expression.
void InstructionPairs::pairOperands() {
  for (std::uint32_t b = base_.size(); b-- > 0;) {
    if (toHead_[b] == noPartner) continue;
    const auto was = valueOperands(base_.at(b)), is = valueOperands(head_.at(toHead_[b]));
    if (was.size() != is.size()) continue;
    const bool sure = base_.operation(b) == head_.operation(toHead_[b]);
    for (std::size_t k = 0; k < was.size(); ++k) {
      const auto *old = llvm::dyn_cast<llvm::Instruction>(was[k]), *young = llvm::dyn_cast<llvm::Instruction>(is[k]);
      if (!old || !young || llvm::isa<llvm::AllocaInst>(old) || llvm::isa<llvm::AllocaInst>(young)) continue;
      const std::uint32_t from = base_.indexOf(*old), to = head_.indexOf(*young);
      if (toHead_[from] == to || base_.kind(from) != head_.kind(to)) continue;
      const bool areFree = toHead_[from] == noPartner && toBase_[to] == noPartner;
      if (!areFree && !(sure && old->hasOneUse() && young->hasOneUse() && !isRoot(*old))) continue;
      if (toHead_[from] != noPartner) toBase_[toHead_[from]] = noPartner;
      if (toBase_[to] != noPartner) toHead_[toBase_[to]] = noPartner;
      join(from, to);
    }
  }
}

void InstructionPairs::pairByKind() {
  std::vector<std::uint64_t> base, head;
  for (std::uint32_t b = 0; b < base_.size(); ++b) base.push_back(base_.kind(b));
  for (std::uint32_t h = 0; h < head_.size(); ++h) head.push_back(head_.kind(h));
  pairInOrder(base, head);
}

} // namespace beagle::change
