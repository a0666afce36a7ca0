#include "analysis/logic/support.h"

#include "analysis/logic/hash.h"
#include "analysis/logic/term_manager.h"

#include <algorithm>
#include <iterator>

namespace beagle::logic {

SupportSets::SupportSets() { static_cast<void>(intern({})); }

std::uint32_t SupportSets::intern(std::vector<std::uint32_t> set) {
  std::uint64_t hash = set.size();
  for (const std::uint32_t number : set) hash = mixHash(hash, number);
  const auto [first, last] = byHash_.equal_range(hash);
  for (auto i = first; i != last; ++i)
    if (sets_[i->second] == set) return i->second;
  const auto id = static_cast<std::uint32_t>(sets_.size());
  set.shrink_to_fit();
  sets_.push_back(std::move(set));
  byHash_.emplace(hash, id);
  return id;
}

std::uint32_t SupportSets::single(std::uint32_t number) { return intern({number}); }

std::uint32_t SupportSets::merged(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const std::uint64_t key = static_cast<std::uint64_t>(a) << 32 | b;
  if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
  merging_.clear();
  std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(merging_));
  const std::uint32_t result = intern(merging_);
  unions_.emplace(key, result);
  return result;
}

std::span<const std::uint32_t> SupportSets::of(const TermManager& manager, Term term) {
  if (ofTerm_.size() <= term.id()) ofTerm_.resize(manager.termCount() + manager.termCount() / 4 + 1);
  if (ofTerm_[term.id()] == 0) waiting_.assign(1, term);
  while (!waiting_.empty()) {
    const Term next = waiting_.back();
    bool ready = true;
    std::uint32_t set = 0;
    if (manager.op(next) == Op::Variable) set = single(manager.variableNumber(next));
    else if (manager.op(next) == Op::Apply) set = single(manager.functionNumber(manager.parameter(next, 0)));
    for (const Term operand : manager.operands(next)) {
      if (ofTerm_[operand.id()] == 0) {
        waiting_.push_back(operand);
        ready = false;
      } else if (ready) set = merged(set, ofTerm_[operand.id()] - 1);
    }
    if (!ready) continue;
    waiting_.pop_back();
    ofTerm_[next.id()] = set + 1;
  }
  return sets_[ofTerm_[term.id()] - 1];
}

std::size_t SupportSets::bytes() const {
  std::size_t sum = ofTerm_.capacity() * sizeof(std::uint32_t) + sets_.size() * sizeof(std::vector<std::uint32_t>) +
                    (byHash_.bucket_count() + unions_.bucket_count()) * sizeof(void*) +
                    byHash_.size() * 4 * sizeof(void*) + unions_.size() * 3 * sizeof(void*);
  for (const auto& set : sets_) sum += set.capacity() * sizeof(std::uint32_t);
  return sum;
}

} // namespace beagle::logic
