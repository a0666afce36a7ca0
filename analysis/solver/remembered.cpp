#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>

namespace beagle::solver {

namespace {

/// Ascending ids of a conjunction's constraints.
using Ids = std::vector<std::uint32_t>;

std::uint64_t hashOf(const Ids& ids, bool canonical) {
  std::uint64_t hash = canonical ? 0x9E3779B97F4A7C15ULL : 0;
  for (const std::uint32_t id : ids) hash = (hash ^ id) * 0x100000001B3ULL + (hash >> 47);
  return hash;
}

/// Unsatisfiable conjunctions. Each is filed under its newest constraint, as a query that holds it holds
/// that.
class Cores {
public:
  void add(Ids ids) { cores_[ids.back()].push_back(std::move(ids)); }
  [[nodiscard]] const Ids* within(const Ids& query) const {
    for (const std::uint32_t id : query) {
      const auto found = cores_.find(id);
      if (found == cores_.end()) continue;
      for (const Ids& core : found->second)
        if (std::ranges::includes(query, core)) return &core;
    }
    return nullptr;
  }
  void clear() { cores_.clear(); }

private:
  std::unordered_map<std::uint32_t, std::vector<Ids>> cores_;
};

/// Satisfiable conjunctions with their models, filed under each of their constraints. A query looks under the
/// one of its constraints that the fewest have, and there at the latest only.
class Models {
public:
  using Model = std::shared_ptr<const Assignment>;

  void add(Ids ids, Model model) {
    const auto number = static_cast<std::uint32_t>(entries_.size());
    for (const std::uint32_t id : ids) byConstraint_[id].push_back(number);
    entries_.push_back({std::move(ids), std::move(model)});
  }
  [[nodiscard]] Model covering(const Ids& query) const {
    const std::vector<std::uint32_t>* fewest = nullptr;
    for (const std::uint32_t id : query) {
      const auto found = byConstraint_.find(id);
      if (found == byConstraint_.end()) return nullptr;
      if (!fewest || found->second.size() < fewest->size()) fewest = &found->second;
    }
    if (!fewest) return nullptr;
    const std::size_t looked = std::min<std::size_t>(fewest->size(), 32);
    for (std::size_t i = 0; i != looked; ++i) {
      const Entry& entry = entries_[(*fewest)[fewest->size() - 1 - i]];
      if (std::ranges::includes(entry.ids, query)) return entry.model;
    }
    return nullptr;
  }
  void clear() {
    entries_.clear();
    byConstraint_.clear();
  }

private:
  struct Entry {
    Ids ids;
    Model model;
  };
  std::deque<Entry> entries_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> byConstraint_;
};

/// Answers of very queries: canonical models, and what was not solved with how much.
class Exact {
public:
  struct Entry {
    Ids ids;
    bool canonical = false;
    Answer answer;
    std::uint64_t resources = 0; ///< of an Unknown: the limit that was too low
  };
  void add(Entry entry) { entries_.insert_or_assign(hashOf(entry.ids, entry.canonical), std::move(entry)); }
  [[nodiscard]] const Entry* find(const Ids& ids, bool canonical) const {
    const auto found = entries_.find(hashOf(ids, canonical));
    if (found == entries_.end() || found->second.canonical != canonical || found->second.ids != ids) return nullptr;
    return &found->second;
  }
  void clear() { entries_.clear(); }

private:
  std::unordered_map<std::uint64_t, Entry> entries_;
};

class Remembered final : public Layer {
public:
  Remembered(TermManager& terms, std::unique_ptr<Solver> below, RememberedOptions options)
      : Layer("remembered", terms, std::move(below)), options_(options) {}

private:
  Answer answer(const Query& query) override {
    const std::vector<Term> constraints = constraintsOf(terms(), query);
    Ids ids;
    for (const Term term : constraints) ids.push_back(term.id());
    std::ranges::sort(ids);
    if (auto known = lookUp(query, ids)) return std::move(*known);
    Query question = query;
    question.wantCore = true; // what is remembered is the smaller the better
    question.wantModel = true;
    Answer answer = ask(question);
    remember(query, std::move(ids), answer);
    return answer;
  }

  std::optional<Answer> lookUp(const Query& query, const Ids& ids) {
    if (const Ids* core = cores_.within(ids)) {
      Unsat unsat;
      for (const std::uint32_t id : *core) unsat.core.emplace_back(id);
      return unsat;
    }
    if (const Exact::Entry* entry = exact_.find(ids, query.canonical)) {
      const bool decided = !std::holds_alternative<Unknown>(entry->answer);
      if (decided || query.limits.resources <= entry->resources) return entry->answer;
    }
    if (query.canonical) return std::nullopt;
    if (auto model = models_.covering(ids)) return Sat{std::move(model)};
    return std::nullopt;
  }

  void remember(const Query& query, Ids ids, const Answer& answer) {
    if (++entries_ > options_.entries) {
      cores_.clear();
      models_.clear();
      exact_.clear();
      entries_ = 0;
    }
    if (const auto* unsat = std::get_if<Unsat>(&answer)) {
      Ids core;
      for (const Term term : unsat->core) core.push_back(term.id());
      std::ranges::sort(core);
      const bool usable = !core.empty() && std::ranges::includes(ids, core);
      if (usable || !ids.empty()) cores_.add(usable ? std::move(core) : std::move(ids));
    } else if (const auto* sat = std::get_if<Sat>(&answer)) {
      if (!sat->model) return;
      if (query.canonical) exact_.add({ids, true, answer});
      models_.add(std::move(ids), sat->model);
    } else if (std::get<Unknown>(answer).reason == "resource limit") {
      // Others, as a cancellation, may be gone the next time.
      exact_.add({std::move(ids), query.canonical, answer, query.limits.resources});
    }
  }

  RememberedOptions options_;
  Cores cores_;
  Models models_;
  Exact exact_;
  std::size_t entries_ = 0;
};

} // namespace

std::unique_ptr<Solver> makeRemembered(TermManager& terms, std::unique_ptr<Solver> below, RememberedOptions options) {
  return std::make_unique<Remembered>(terms, std::move(below), options);
}

} // namespace beagle::solver
