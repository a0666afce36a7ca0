#include "analysis/solver/path_condition.h"

#include "analysis/solver/assignments.h"
#include "analysis/solver/implied.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace beagle::solver {

namespace {

/// How many constraints that are newer than an implied one are made anew without it.
constexpr int maxDepthOfImplied = 3;

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 32)) * 0xD6E8FEB86659FD93ULL;
  return value ^ (value >> 29);
}

} // namespace

struct PathCondition::Part {
  Term constraint;
  std::uint32_t number = 0; ///< how many constraints the path had before it
  std::uint32_t size = 1;
  std::shared_ptr<const Part> before; ///< the parts that the constraint joined
  std::vector<std::shared_ptr<const Part>> others;
  mutable std::shared_ptr<const Assignment> canonical;

  Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part();

  /// Newest first as long as no two parts were joined.
  void forEach(auto&& visit) const {
    std::vector<const Part*> stack{this};
    while (!stack.empty()) {
      const Part* part = stack.back();
      stack.pop_back();
      for (; part; part = part->before.get()) {
        visit(*part);
        for (const auto& other : part->others) stack.push_back(other.get());
      }
    }
  }
};

// A path of a million constraints must not take a million stack frames to go.
PathCondition::Part::~Part() {
  std::vector<std::shared_ptr<const Part>> stack = std::move(others);
  stack.push_back(std::move(before));
  while (!stack.empty()) {
    const std::shared_ptr<const Part> part = std::move(stack.back());
    stack.pop_back();
    if (!part || part.use_count() != 1) continue;
    auto& dying = const_cast<Part&>(*part);
    stack.push_back(std::move(dying.before));
    for (auto& other : dying.others) stack.push_back(std::move(other));
    dying.others.clear();
  }
}

/// One link of the list of all constraints.
struct PathCondition::Link {
  Term constraint;
  std::uint32_t size = 0; ///< up to this one
  std::shared_ptr<const Link> before;

  Link(Term newest, std::uint32_t count, std::shared_ptr<const Link> rest)
      : constraint(newest), size(count), before(std::move(rest)) {}
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link() {
    while (before && before.use_count() == 1) before = std::move(const_cast<Link&>(*before).before);
  }
};

class PathCondition::PartTable {
public:
  explicit PartTable(TermManager& terms) : check(terms) {}

  [[nodiscard]] std::shared_ptr<const Part> make(Term constraint, std::uint32_t number,
                                                 std::vector<std::shared_ptr<const Part>> joined) {
    std::uint64_t key = mix((static_cast<std::uint64_t>(constraint.id()) << 32) | number);
    for (const auto& part : joined) key = mix(key ^ reinterpret_cast<std::uintptr_t>(part.get()));
    std::weak_ptr<const Part>& entry = parts_[key];
    if (auto known = entry.lock(); known && isSame(*known, constraint, number, joined)) return known;
    auto part = std::make_shared<Part>();
    part->constraint = constraint;
    part->number = number;
    for (const auto& other : joined) part->size += other->size;
    if (!joined.empty()) {
      part->before = std::move(joined.front());
      part->others.assign(std::make_move_iterator(joined.begin() + 1), std::make_move_iterator(joined.end()));
    }
    entry = part;
    if (parts_.size() > limit_) sweep();
    return part;
  }

  ModelCheck check;

private:
  static bool isSame(const Part& part, Term constraint, std::uint32_t number,
                     const std::vector<std::shared_ptr<const Part>>& joined) {
    if (part.constraint != constraint || part.number != number) return false;
    if (joined.empty()) return !part.before;
    return part.before == joined.front() &&
           std::equal(joined.begin() + 1, joined.end(), part.others.begin(), part.others.end());
  }
  void sweep() {
    std::erase_if(parts_, [](const auto& entry) { return entry.second.expired(); });
    limit_ = 2 * parts_.size() + 1024;
  }

  std::unordered_map<std::uint64_t, std::weak_ptr<const Part>> parts_;
  std::size_t limit_ = 1024;
};

PathCondition::PathCondition(TermManager& terms)
    : terms_(&terms), table_(std::make_shared<PartTable>(terms)), model_(std::make_shared<Assignment>()),
      version_(terms.nextStamp()) {}

std::uint32_t PathCondition::root(std::uint32_t slot) const {
  for (const Slot* at = slots_.find(slot); at->next != 0; at = slots_.find(slot)) slot = at->next;
  return slot;
}

/// The slots of the parts that share a variable with the term, ascending.
std::vector<std::uint32_t> PathCondition::touched(Term term) const {
  std::vector<std::uint32_t> result;
  std::uint32_t last = 0;
  for (const std::uint32_t variable : terms_->support(term)) {
    const std::uint32_t* slot = slotOf_.find(variable);
    if (!slot || *slot == 0) continue;
    const std::uint32_t found = root(*slot);
    if (found != last) result.push_back(found);
    last = found;
  }
  std::ranges::sort(result);
  const auto [first, end] = std::ranges::unique(result);
  result.erase(first, end);
  return result;
}

void PathCondition::add(Term constraint) { extend(constraint, nullptr); }
void PathCondition::add(Term constraint, const Assignment& model) { extend(constraint, &model); }

void PathCondition::extend(Term constraint, const Assignment* model) {
  std::vector<Term> stack{constraint};
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (terms_->op(term) != logic::Op::And) {
      addOne(term, model);
      continue;
    }
    const auto operands = terms_->operands(term);
    stack.insert(stack.end(), operands.rbegin(), operands.rend());
  }
  if (!model) {
    const Term one[] = {constraint};
    modelKnown_ = modelKnown_ && table_->check.satisfies(*model_, one);
    return;
  }
  version_ = terms_->nextStamp();
  if (!modelKnown_) modelKnown_ = table_->check.satisfies(*model_, all());
}

void PathCondition::note(Term constraint) {
  newest_ = std::make_shared<const Link>(constraint, static_cast<std::uint32_t>(size()) + 1, newest_);
  hash_ += mix(terms_->structuralHash(constraint));
  canonical_.reset();
}

/// The part, or what stays of it, when its newest constraints are implied by what is added: a loop that asks whether it
/// is at its end does not make each of its queries longer than the last.
std::vector<std::shared_ptr<const PathCondition::Part>> PathCondition::without(const std::shared_ptr<const Part>& part,
                                                                               Term newer, int depth) const {
  if (isImplied(*terms_, part->constraint, newer)) {
    std::vector<std::shared_ptr<const Part>> rest = part->others;
    if (part->before) rest.insert(rest.begin(), part->before);
    return rest;
  }
  if (depth == 0 || !part->before || !part->others.empty()) return {part};
  auto rest = without(part->before, newer, depth - 1);
  if (rest.size() == 1 && rest.front() == part->before) return {part};
  return {table_->make(part->constraint, part->number, std::move(rest))};
}

void PathCondition::addOne(Term constraint, const Assignment* model) {
  if (terms_->isTrue(constraint)) return;
  std::vector<std::uint32_t> slots = touched(constraint);
  const std::uint64_t bit = std::uint64_t{1} << (constraint.id() % 64);
  if (const std::uint64_t* word = present_.find(constraint.id() / 64); word && (*word & bit) != 0) {
    for (const std::uint32_t slot : slots)
      if (model) adopt(*slots_.find(slot)->part, *model);
    return;
  }
  present_.edit(constraint.id() / 64) |= bit;
  std::vector<std::shared_ptr<const Part>> joined;
  for (const std::uint32_t slot : slots) joined.push_back(slots_.find(slot)->part);
  const auto number = static_cast<std::uint32_t>(size());
  note(constraint);
  // The largest part takes the others in, so ways to it stay short.
  std::uint32_t target = 0;
  for (std::size_t i = 0, largest = 0; i != slots.size(); ++i)
    if (joined[i]->size > largest) {
      largest = joined[i]->size;
      target = slots[i];
    }
  if (target == 0) target = ++slotCount_;
  std::vector<std::shared_ptr<const Part>> kept;
  for (const auto& each : joined)
    std::ranges::move(without(each, constraint, maxDepthOfImplied), std::back_inserter(kept));
  auto part = table_->make(constraint, number, std::move(kept));
  for (const std::uint32_t slot : slots)
    if (slot != target) slots_.edit(slot) = Slot{nullptr, target};
  for (const std::uint32_t variable : terms_->support(constraint)) {
    const std::uint32_t* slot = slotOf_.find(variable);
    if (!slot || *slot == 0) slotOf_.edit(variable) = target;
  }
  if (model) adopt(*part, *model);
  slots_.edit(target) = Slot{std::move(part), 0};
}

/// Takes over the values of all variables of the part.
void PathCondition::adopt(const Part& part, const Assignment& model) {
  if (model_.use_count() != 1) model_ = std::make_shared<Assignment>(*model_);
  part.forEach([&](const Part& each) { copyValues(*terms_, terms_->support(each.constraint), model, *model_); });
}

bool PathCondition::contains(Term constraint) const {
  if (terms_->op(constraint) == logic::Op::And)
    return std::ranges::all_of(terms_->operands(constraint), [&](Term each) { return contains(each); });
  const std::uint64_t* word = present_.find(constraint.id() / 64);
  return terms_->isTrue(constraint) || (word && (*word >> (constraint.id() % 64) & 1) != 0);
}

std::vector<Term> PathCondition::all() const {
  std::vector<Term> result(size());
  for (const Link* link = newest_.get(); link; link = link->before.get()) result[link->size - 1] = link->constraint;
  return result;
}

std::size_t PathCondition::size() const { return newest_ ? newest_->size : 0; }
std::uint64_t PathCondition::hash() const { return hash_; }
const Assignment& PathCondition::model() const { return *model_; }
bool PathCondition::modelKnown() const { return modelKnown_; }
std::uint64_t PathCondition::modelVersion() const { return version_; }

std::span<const Term> PathCondition::relevantTo(Term goal, std::vector<Term>& scratch) const {
  scratch.clear();
  const std::vector<std::uint32_t> slots = touched(goal);
  if (slots.size() == 1 && slots_.find(slots.front())->part->size == 1) {
    scratch.push_back(slots_.find(slots.front())->part->constraint);
    return scratch;
  }
  std::vector<std::pair<std::uint32_t, Term>> found;
  for (const std::uint32_t slot : slots)
    slots_.find(slot)->part->forEach([&](const Part& part) { found.emplace_back(part.number, part.constraint); });
  std::ranges::reverse(found); // one chain is in order now
  if (!std::ranges::is_sorted(found, {}, [](const auto& entry) { return entry.first; }))
    std::ranges::sort(found, {}, [](const auto& entry) { return entry.first; });
  for (const auto& [number, term] : found) scratch.push_back(term);
  return scratch;
}

Answer PathCondition::canonicalModel(Solver& solver, const Limits& limits) const {
  if (canonical_) return Sat{canonical_};
  auto joined = std::make_shared<Assignment>();
  std::vector<Term> constraints;
  for (std::uint32_t slot = 1; slot <= slotCount_; ++slot) {
    const std::shared_ptr<const Part>& part = slots_.find(slot)->part;
    if (!part) continue;
    constraints.clear();
    part->forEach([&](const Part& each) { constraints.push_back(each.constraint); });
    if (!part->canonical) {
      std::ranges::reverse(constraints);
      Query query{.name = "canonical model", .path = constraints, .goal = {}, .limits = limits};
      query.canonical = true;
      Answer answer = solver.check(query);
      auto* sat = std::get_if<Sat>(&answer);
      if (!sat) return answer;
      part->canonical = std::move(sat->model);
    }
    for (const Term constraint : constraints)
      copyValues(*terms_, terms_->support(constraint), *part->canonical, *joined);
  }
  canonical_ = std::move(joined);
  return Sat{canonical_};
}

} // namespace beagle::solver
