#include "analysis/compare/common_values.h"

#include "analysis/logic/substitute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace beagle::compare {

using Kind = Arrival::Kind;
using logic::Op;
using logic::Sort;

namespace {

std::uint64_t maskOf(Sort sort) {
  return sort.isBits() && sort.width < 64 ? (std::uint64_t{1} << sort.width) - 1 : ~std::uint64_t{0};
}

bool isSmall(Sort sort) {
  return sort.isBits() && sort.width <= 64;
}

constexpr std::string_view untyped = "a value whose type is not known";

} // namespace

Term CommonValues::variable(std::size_t value, Sort sort) {
  // What was said of an earlier one is not true of this one.
  const std::uint32_t before = named_[value]++;
  return terms_->variable(fmt::format("at!{}!{}!{}!{}", name_, value, before, sort.str()), sort);
}

Term CommonValues::plus(Term term, std::uint64_t number) const {
  return number == 0 ? term : terms_->binary(Op::Add, term, terms_->constant(terms_->width(term), number));
}

Term CommonValues::whole(const Arrival& arrival) {
  const Term term = arrival.kind == Kind::Number ? terms_->constant(arrival.sort.width, arrival.offset)
                                                 : plus(arrival.term, arrival.offset);
  return arrival.object ? terms_->binary(Op::Add, arrival.object, term) : term;
}

Term CommonValues::ofGroup(std::size_t member, const std::vector<Arrival>& arrivals) {
  Arrival now = arrivals[member];
  if ((now.kind != Kind::Term && now.kind != Kind::Number) || now.object != object_[member]) return {};
  now.object = {};
  return plus(whole(now), isSmall(now.sort) ? (std::uint64_t{0} - offset_[member]) & maskOf(now.sort) : 0);
}

// --- arriving
// ---------------------------------------------------------------------------------------------------

CommonValues::Outcome CommonValues::add(const std::vector<Arrival>& arrivals, const Same& same) {
  if (groups_.empty()) {
    addFirst(arrivals);
    return {true, {}};
  }
  Outcome outcome;
  const std::vector<Group> old = groups_;
  std::vector<std::pair<std::uint32_t, std::vector<Part>>> all;
  for (std::uint32_t group = 0; group < old.size(); ++group)
    all.emplace_back(group, partsOf(group, arrivals, same));
  // Where numbers begin to move, others may move along; so they come first.
  std::ranges::stable_partition(all,
                                [&](const auto& parts) { return old[parts.first].kind == Kind::Number; });
  moving_.clear();
  ordered_.clear();
  for (const auto& [group, parts] : all)
    for (const Part& part : parts)
      if (old[group].kind == Kind::Number && part.kind == Kind::Number && part.distance != 0)
        moving_.push_back({part.members.front(), logic::signedValue(part.distance, part.sort.width)});
  for (const auto& [group, parts] : all)
    for (std::size_t i = 0; i < parts.size(); ++i) {
      outcome.problem = settle(group, old[group], parts[i], i == 0, parts[0], outcome);
      if (!outcome.problem.empty()) return outcome;
    }
  checkComputed(arrivals, same, outcome);
  return outcome;
}

void CommonValues::addFirst(const std::vector<Arrival>& arrivals) {
  const std::size_t count = arrivals.size();
  object_.resize(count);
  group_.resize(count);
  offset_.resize(count);
  std::map<std::tuple<Kind, std::uint32_t, std::uint64_t, std::string>, std::uint32_t> known;
  std::vector<Term> arrived; // by group
  logic::Substitution here(*terms_);
  std::unordered_set<std::uint32_t> roots; // variables that came here as they are
  for (std::size_t k = 0; k < count; ++k) {
    const Arrival& now = arrivals[k];
    const bool isPlain = now.kind == Kind::Untyped || now.kind == Kind::Marked;
    const auto [group, isNew] =
        known.try_emplace({now.kind, now.term.id(), isPlain ? now.offset : 0, now.sort.str()},
                          static_cast<std::uint32_t>(groups_.size()));
    if (isNew) {
      const bool isFixed = now.kind == Kind::Term && terms_->isConstant(now.term);
      const Term value = now.kind != Kind::Term ? Term() : isFixed ? now.term : variable(k, now.sort);
      groups_.push_back({now.kind, now.sort, value, false, {}});
      arrived.push_back(now.term);
      if (now.kind == Kind::Term && terms_->op(now.term) == Op::Variable) {
        here.replace(now.term, value);
        roots.insert(terms_->variableNumber(now.term));
      }
    }
    object_[k] = now.object;
    group_[k] = group->second;
    offset_[k] = now.offset;
  }
  // What was computed from others that are here, too.
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    if (group.kind != Kind::Term || terms_->isConstant(group.value) || terms_->op(arrived[i]) == Op::Variable)
      continue;
    const bool isFromHere = std::ranges::all_of(terms_->support(arrived[i]), [&](std::uint32_t number) {
      return terms_->functionAt(number) || roots.contains(number);
    });
    if (!isFromHere) continue;
    group.value = here.apply(arrived[i]);
    group.isComputed = true;
  }
}

/// What stays as it is comes first, then what takes small steps.
std::vector<CommonValues::Part>
CommonValues::partsOf(std::uint32_t group, const std::vector<Arrival>& arrivals, const Same& same) {
  std::map<std::tuple<Kind, std::uint32_t, std::uint64_t, std::uint32_t>, std::size_t> known;
  std::vector<Part> parts;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    if (group_[k] != group) continue;
    const Arrival& now = arrivals[k];
    const bool isTerm = now.kind == Kind::Number || now.kind == Kind::Term;
    Part part;
    part.kind = now.kind;
    part.term = now.term;
    part.sort = now.sort;
    part.distance = isTerm ? (now.offset - offset_[k]) & maskOf(now.sort) : now.offset;
    part.isLost = now.object != object_[k];
    if (part.isLost && isTerm) {
      part.kind = Kind::Term;
      part.term = whole(now);
      part.distance = 0;
    }
    const std::uint32_t lostObject = part.isLost ? object_[k].id() + 1 : 0;
    const auto [at, isNew] =
        known.try_emplace({part.kind, part.term.id(), part.distance, lostObject}, parts.size());
    if (isNew) parts.push_back(std::move(part));
    parts[at->second].members.push_back(k);
  }
  if (parts.size() > 1) unify(parts, arrivals, same);
  std::ranges::stable_sort(parts, {}, [](const Part& part) {
    if (part.isLost || part.kind == Kind::Untyped || part.kind == Kind::Marked)
      return std::uint64_t{1} << 63U;
    const std::int64_t step = logic::signedValue(part.distance, isSmall(part.sort) ? part.sort.width : 64);
    return static_cast<std::uint64_t>(step < 0 ? -step : step);
  });
  return parts;
}

void CommonValues::unify(std::vector<Part>& parts, const std::vector<Arrival>& arrivals, const Same& same) {
  constexpr std::size_t mostParts = 4; // each is compared with each
  const auto isValue = [](const Part& part) {
    return !part.isLost && (part.kind == Kind::Term || part.kind == Kind::Number);
  };
  if (parts.size() > mostParts) return;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t k = i + 1; k < parts.size();) {
      const bool mayBeSame = isValue(parts[i]) && isValue(parts[k]) &&
                             (parts[i].term != parts[k].term || parts[i].kind != parts[k].kind) &&
                             parts[i].sort == parts[k].sort;
      const Term a = mayBeSame ? ofGroup(parts[i].members.front(), arrivals) : Term();
      const Term b = mayBeSame ? ofGroup(parts[k].members.front(), arrivals) : Term();
      if (!a || !b || terms_->sort(a) != terms_->sort(b) || !same(a, b)) {
        ++k;
        continue;
      }
      parts[i].members.insert(parts[i].members.end(), parts[k].members.begin(), parts[k].members.end());
      std::ranges::sort(parts[i].members);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
    }
}

/// Gives a part of a group what it has in common from now on. `isRest`: it stays the group.
std::string CommonValues::settle(std::uint32_t group, const Group& old, const Part& part, bool isRest,
                                 const Part& rest, Outcome& outcome) {
  const bool isPlain = part.kind == Kind::Untyped || part.kind == Kind::Marked;
  const bool staysPlain = isPlain && part.kind == old.kind && part.distance == offset_[part.members.front()];
  if (part.isLost && isPlain) return "a pointer that is something else at times";
  if (part.kind == Kind::Untyped || old.kind == Kind::Untyped)
    return staysPlain ? std::string() : std::string(untyped);
  if (old.kind == Kind::Marked && staysPlain && isRest) return {};
  const bool isFixed = old.kind == Kind::Term && terms_->isConstant(old.value);
  if (!part.isLost) {
    if (old.kind == Kind::Number && part.kind == Kind::Number && part.distance == 0) return {};
    if (old.kind == Kind::Term && isRest && (!isFixed || (part.kind == Kind::Term && part.term == old.value)))
      return {};
  }

  outcome.changed = true;
  Group next;
  const bool wasMarked = old.kind == Kind::Marked;
  if (auto follows = following(old, part, isRest, rest)) {
    next = *follows;
  } else {
    next.kind = part.kind == Kind::Marked ? Kind::Marked : Kind::Term;
    next.sort = wasMarked || part.isLost ? part.sort : old.sort;
    if (next.kind == Kind::Term) next.value = variable(part.members.front(), next.sort);
  }
  const bool isFree = next.kind == Kind::Term && !next.isComputed && isSmall(next.sort) && !part.isLost;
  const std::size_t member = part.members.front();
  const Term value = isFree ? plus(next.value, offset_[member]) : Term();
  const auto order = [&](Term before, std::int64_t distance) {
    if (distance > 0) ordered_.emplace_back(before, value);
    if (distance < 0) ordered_.emplace_back(value, before);
  };
  if (isFree && old.kind == Kind::Number && part.kind == Kind::Number)
    order(terms_->constant(next.sort.width, offset_[member]),
          logic::signedValue(part.distance, next.sort.width));
  if (isFree && old.kind == Kind::Term && !old.isComputed && !isRest && !rest.isLost &&
      part.kind == Kind::Term && part.term == rest.term)
    order(plus(old.value, offset_[member]),
          logic::signedValue((part.distance - rest.distance) & maskOf(next.sort), next.sort.width));
  const bool keepsGroup = isRest && !part.isLost;
  const std::uint32_t now = keepsGroup ? group : static_cast<std::uint32_t>(groups_.size());
  if (keepsGroup)
    groups_[group] = next;
  else
    groups_.push_back(next);
  for (const std::size_t each : part.members) {
    group_[each] = now;
    if (part.isLost) object_[each] = {};
    if (part.isLost || wasMarked) offset_[each] = 0;
    if (next.kind == Kind::Marked) offset_[each] = part.distance;
  }
  return {};
}

/// Where it started is what stays in its group, or the number that it was.
std::optional<CommonValues::Group> CommonValues::following(const Group& old, const Part& part, bool isRest,
                                                           const Part& rest) {
  const bool fromTerm = old.kind == Kind::Term && !terms_->isConstant(old.value) && !isRest && !rest.isLost &&
                        rest.distance == 0 && part.kind == Kind::Term && part.term == rest.term;
  const bool fromNumber = old.kind == Kind::Number && part.kind == Kind::Number;
  if (part.isLost || !isSmall(old.sort) || (!fromTerm && !fromNumber)) return {};
  const std::int64_t distance = logic::signedValue(part.distance, old.sort.width);
  for (const Moving& leader : moving_) {
    const Group& leading = groups_[group_[leader.value]];
    const bool leads = leading.kind == Kind::Term && !leading.isComputed &&
                       std::ranges::find(part.members, leader.value) == part.members.end();
    if (!leads || distance % leader.step != 0) continue;
    const std::uint32_t width = old.sort.width;
    const auto computed = [&](bool isSigned) {
      const Term ahead = terms_->resize(plus(leading.value, offset_[leader.value]), width, isSigned);
      const Term start =
          terms_->resize(terms_->constant(leading.sort.width, offset_[leader.value]), width, isSigned);
      const Term factor = terms_->constant(width, static_cast<std::uint64_t>(distance / leader.step));
      const Term way = terms_->binary(Op::Mul, terms_->binary(Op::Sub, ahead, start), factor);
      return fromTerm ? terms_->binary(Op::Add, old.value, way) : way;
    };
    Group group{Kind::Term, old.sort, computed(true), true, {}};
    if (width > leading.sort.width) group.other = computed(false);
    return group;
  }
  return {};
}

void CommonValues::checkComputed(const std::vector<Arrival>& arrivals, const Same& same, Outcome& outcome) {
  std::vector<std::size_t> member(groups_.size(), arrivals.size());
  for (std::size_t k = arrivals.size(); k-- > 0;) member[group_[k]] = k;
  logic::Substitution arrived(*terms_);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const bool isVariable =
        groups_[i].kind == Kind::Term && !groups_[i].isComputed && !terms_->isConstant(groups_[i].value);
    if (!isVariable || member[i] == arrivals.size()) continue;
    if (const Term value = ofGroup(member[i], arrivals)) arrived.replace(groups_[i].value, value);
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    if (!group.isComputed || member[i] == arrivals.size()) continue;
    const Term value = ofGroup(member[i], arrivals);
    if (value && same(value, arrived.apply(group.value))) continue;
    outcome.changed = true;
    if (value && group.other && same(value, arrived.apply(group.other)))
      group.value = std::exchange(group.other, {});
    else
      group = {Kind::Term, group.sort, variable(member[i], group.sort), false, {}};
  }
}

Term CommonValues::termOf(std::size_t value) const {
  const Group& group = groups_[group_[value]];
  Term term = group.kind == Kind::Number ? terms_->constant(group.sort.width, offset_[value])
                                         : plus(group.value, offset_[value]);
  return object_[value] ? terms_->binary(Op::Add, object_[value], term) : term;
}

// --- conditions
// -------------------------------------------------------------------------------------------------

std::vector<Term> CommonValues::held(const std::vector<Arrival>& arrivals, const std::vector<Term>& facts) {
  logic::Substitution here(*terms_);
  std::vector<char> isKnown(groups_.size());
  std::unordered_set<Term> own;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    const Group& group = groups_[group_[k]];
    const Arrival& now = arrivals[k];
    if (isKnown[group_[k]] || group.isComputed || group.kind != Kind::Term || now.kind != Kind::Term ||
        terms_->isConstant(group.value))
      continue;
    if (now.object != object_[k] || now.sort != group.sort) continue;
    isKnown[group_[k]] = 1;
    own.insert(group.value);
    here.replace(now.term, isSmall(now.sort) ? plus(group.value, (offset_[k] - now.offset) & maskOf(now.sort))
                                             : group.value);
  }
  const auto isOwn = [&](Term fact) {
    return std::ranges::all_of(terms_->support(fact), [&](std::uint32_t number) {
      return terms_->functionAt(number) || own.contains(terms_->variableAt(number));
    });
  };
  std::vector<Term> held;
  for (const Term fact : facts)
    if (const Term now = here.apply(fact); !terms_->isConstant(now) && isOwn(now)) held.push_back(now);
  return held;
}

Term CommonValues::at(const std::vector<Arrival>& arrivals, Term fact) {
  logic::Substitution arrived(*terms_);
  std::unordered_set<Term> known;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    const Group& group = groups_[group_[k]];
    if (group.isComputed || group.kind != Kind::Term || terms_->isConstant(group.value) ||
        !known.insert(group.value).second)
      continue;
    const Term value = ofGroup(k, arrivals);
    if (!value || terms_->sort(value) != terms_->sort(group.value)) return {};
    arrived.replace(group.value, value);
  }
  return arrived.apply(fact);
}

std::vector<Term> CommonValues::orders() const {
  std::vector<Term> orders;
  for (const auto& [less, more] : ordered_)
    for (const Op op : {Op::ULessEqual, Op::SLessEqual}) orders.push_back(terms_->binary(op, less, more));
  return orders;
}

} // namespace beagle::compare
