#pragma once

#include "analysis/compare/constant_names.h"
#include "analysis/compare/start_difference.h"
#include "analysis/ir/program.h"
#include "analysis/ir/source_types.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace beagle::compare {

/// Pairs of things that are the same when they look so, and when all that they lead to is the same.
class AlikeTogether {
public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  /// `looks(pair, leadsTo)` compares what stands in the two themselves, and calls `leadsTo(pair)` for the others.
  template <class Looks> bool areSame(Pair start, Looks&& looks) {
    std::set<Pair> seen;
    std::vector<Pair> waiting{start};
    while (!waiting.empty()) {
      const Pair next = waiting.back();
      waiting.pop_back();
      const auto known = known_.find(next);
      if (known != known_.end() && known->second) continue;
      const bool isNew = seen.insert(next).second;
      if (known != known_.end() || (isNew && !looks(next, [&](Pair other) { waiting.push_back(other); }))) {
        known_[next] = false;
        return known_[start] = false;
      }
    }
    for (const Pair& pair : seen) known_[pair] = true;
    return true;
  }

private:
  std::map<Pair, bool> known_;
};

/// Whether what two versions have under one name is the same thing in both: variables begin with the same contents,
/// types have the same fields, functions stand for the same.
class SameThings {
public:
  struct Version {
    const ir::Program& program;
    const ir::SourceTypes& types;
  };
  /// All references outlive it.
  SameThings(Version base, Version head);

  [[nodiscard]] const Version& version(bool isBase) const { return isBase ? base_ : head_; }

  [[nodiscard]] bool constants(const ir::Constant& old, const ir::Constant& now);
  /// Of one name, and both with code or both without, which is then declared alike. What the code does is another
  /// question.
  [[nodiscard]] bool functions(ir::FunctionIndex old, ir::FunctionIndex now);
  [[nodiscard]] bool globals(ir::GlobalIndex old, ir::GlobalIndex now);
  [[nodiscard]] bool types(ir::TypeIndex old, ir::TypeIndex now);
  [[nodiscard]] bool accesses(const ir::Access& old, const ir::Access& now);
  /// What the source says of parameters and result.
  [[nodiscard]] bool interfaces(ir::FunctionIndex old, ir::FunctionIndex now);
  /// What runs before and after `main`.
  [[nodiscard]] bool startAlike() const { return start_.isSame; }

private:
  Version base_, head_;
  ConstantNames names_;
  StartDifference start_;
  AlikeTogether types_, globals_;
};

} // namespace beagle::compare
