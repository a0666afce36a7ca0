#include "analysis/compare/common_values.h"

#include "analysis/logic/substitute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace beagle::compare {

using Kind = Arrival::Kind;
using logic::Op;
using logic::Sort;

namespace {

std::uint64_t maskOf(Sort sort) {
  return sort.isBits() && sort.width < 64 ? (std::uint64_t{1} << sort.width) - 1 : ~std::uint64_t{0};
}

constexpr std::string_view untyped = "a value whose type is not known";

} // namespace

Term CommonValues::variable(std::size_t value, Sort sort) {
  return terms_.variable(fmt::format("at!{}!{}!{}", name_, value, sort.str()), sort);
}

Term CommonValues::arrived(const Arrival& arrival) {
  Term term = arrival.kind == Kind::Number ? terms_.constant(arrival.sort.width, arrival.offset) : arrival.term;
  if (arrival.kind == Kind::Term && arrival.offset != 0)
    term = terms_.binary(Op::Add, term, terms_.constant(arrival.sort.width, arrival.offset));
  return arrival.object ? terms_.binary(Op::Add, arrival.object, term) : term;
}

CommonValues::Outcome CommonValues::add(const std::vector<Arrival>& arrivals, const Same& same) {
  if (groups_.empty()) {
    addFirst(arrivals);
    return {true, {}};
  }
  Outcome outcome;
  moving_.clear();
  const std::vector<Group> old = groups_;
  std::vector<std::vector<Part>> parts;
  for (std::uint32_t group = 0; group < old.size(); ++group) {
    parts.push_back(partsOf(group, arrivals));
    // Where numbers begin to move, others may move along.
    for (const Part& part : parts.back())
      if (groups_[group].kind == Kind::Number && part.kind == Kind::Number && part.distance != 0)
        moving_.emplace_back(part.members.front(), part.distance);
  }
  for (std::uint32_t group = 0; group < old.size(); ++group)
    for (std::size_t i = 0; i < parts[group].size(); ++i) {
      outcome.problem = settle(group, old[group], parts[group][i], i == 0, parts[group], outcome);
      if (!outcome.problem.empty()) return outcome;
    }
  checkLines(arrivals, same, outcome);
  return outcome;
}

void CommonValues::addFirst(const std::vector<Arrival>& arrivals) {
  const std::size_t count = arrivals.size();
  object_.resize(count);
  group_.resize(count);
  offset_.resize(count);
  line_.resize(count);
  std::map<std::tuple<Kind, std::uint32_t, std::uint64_t, std::string>, std::uint32_t> known;
  for (std::size_t k = 0; k < count; ++k) {
    const Arrival& now = arrivals[k];
    const bool isPlain = now.kind == Kind::Untyped || now.kind == Kind::Marked;
    const auto [group, isNew] = known.try_emplace({now.kind, now.term.id(), isPlain ? now.offset : 0, now.sort.str()},
                                                  static_cast<std::uint32_t>(groups_.size()));
    if (isNew) {
      const bool isFixed = now.kind == Kind::Term && terms_.isConstant(now.term);
      groups_.push_back({now.kind, now.sort, now.kind != Kind::Term ? Term() : isFixed ? now.term : variable(k, now.sort)});
    }
    object_[k] = now.object;
    group_[k] = group->second;
    offset_[k] = now.offset;
  }
}

/// What stays as it is comes first.
std::vector<CommonValues::Part> CommonValues::partsOf(std::uint32_t group, const std::vector<Arrival>& arrivals) {
  std::map<std::tuple<Kind, std::uint32_t, std::uint64_t, std::uint32_t>, std::size_t> known;
  std::vector<Part> parts;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    if (group_[k] != group || line_[k]) continue;
    const Arrival& now = arrivals[k];
    Part part;
    part.kind = now.kind;
    part.term = now.term;
    part.sort = now.sort;
    part.distance = now.offset;
    std::uint32_t lostObject = 0;
    if (now.object != object_[k]) {
      part.isLost = true;
      lostObject = object_[k].id() + 1;
      if (now.kind == Kind::Number || now.kind == Kind::Term) {
        part.kind = Kind::Term;
        part.term = arrived(now);
        part.distance = 0;
      }
    } else if (now.kind == Kind::Number || now.kind == Kind::Term) {
      part.distance = (now.offset - offset_[k]) & maskOf(now.sort);
    }
    const auto [at, isNew] = known.try_emplace({part.kind, part.term.id(), part.distance, lostObject}, parts.size());
    if (isNew) parts.push_back(std::move(part));
    parts[at->second].members.push_back(k);
  }
  std::ranges::stable_partition(parts, [](const Part& part) { return part.distance == 0 && !part.isLost; });
  return parts;
}

void CommonValues::becomeOwn(std::size_t value, Sort sort) {
  groups_.push_back({Kind::Term, sort, variable(value, sort)});
  group_[value] = static_cast<std::uint32_t>(groups_.size() - 1);
}

/// Gives a part of a group what it has in common from now on. `isRest`: it stays the group.
std::string CommonValues::settle(std::uint32_t group, const Group& old, const Part& part, bool isRest, const std::vector<Part>& all, Outcome& outcome) {
  const bool isPlain = part.kind == Kind::Untyped || part.kind == Kind::Marked;
  if (part.isLost && isPlain) return "a pointer that is something else at times";
  if ((part.kind == Kind::Untyped) != (old.kind == Kind::Untyped)) return std::string(untyped);
  if (old.kind == Kind::Untyped) return part.distance == offset_[part.members.front()] ? std::string() : std::string(untyped);

  const bool wasMarked = old.kind == Kind::Marked;
  if (wasMarked && part.kind == Kind::Marked && part.distance == offset_[part.members.front()] && isRest) return {};
  if (old.kind == Kind::Number && part.kind == Kind::Number && part.distance == 0 && !part.isLost) return {};
  const bool isFixed = old.kind == Kind::Term && terms_.isConstant(old.value);
  const bool staysFixed = isFixed && part.kind == Kind::Term && part.term == old.value;
  if (old.kind == Kind::Term && isRest && !part.isLost && (!isFixed || staysFixed)) return {};

  outcome.changed = true;
  const std::size_t first = part.members.front();
  const Sort sort = wasMarked || part.isLost ? part.sort : old.sort;
  // It may move along with a number: what stays in the group, or the number it was, is where it starts.
  const bool movesFromTerm = old.kind == Kind::Term && !isFixed && !isRest && all.front().distance == 0 && !all.front().isLost &&
                             part.term == all.front().term;
  const bool movesFromNumber = old.kind == Kind::Number && part.kind == Kind::Number;
  if (!part.isLost && sort.isBits() && sort.width <= 64 && (movesFromTerm || movesFromNumber)) {
    std::optional<Line> best;
    std::uint64_t step = 0;
    for (const auto& [leader, by] : moving_) {
      const bool isItself = std::ranges::find(part.members, leader) != part.members.end();
      const auto width = groups_[group_[leader]].sort.width;
      const std::uint64_t distance = static_cast<std::uint64_t>(logic::signedValue(part.distance, sort.width));
      const auto by64 = static_cast<std::uint64_t>(logic::signedValue(by, width));
      const auto size = static_cast<std::uint64_t>(std::abs(static_cast<std::int64_t>(by64)));
      if (isItself || size == 0 || static_cast<std::int64_t>(distance) % static_cast<std::int64_t>(by64) != 0) continue;
      // Numbers follow those that take smaller steps, or come first.
      const auto own = static_cast<std::uint64_t>(std::abs(static_cast<std::int64_t>(distance)));
      if (movesFromNumber && (size > own || (size == own && leader > first) || line_[leader])) continue;
      if (best && size >= step) continue;
      step = size;
      best = Line{leader, static_cast<std::uint64_t>(static_cast<std::int64_t>(distance) / static_cast<std::int64_t>(by64)), true};
    }
    if (best) {
      // Numbers that nobody knows more of begin where they are: a group of its own, of nothing.
      if (movesFromNumber) {
        groups_.push_back({Kind::Number, sort, {}});
        for (const std::size_t member : part.members) group_[member] = static_cast<std::uint32_t>(groups_.size() - 1);
      }
      for (const std::size_t member : part.members) line_[member] = best;
      return {};
    }
  }
  const bool keepsGroup = isRest && !part.isLost;
  if (keepsGroup) groups_[group] = {Kind::Term, sort, variable(first, sort)};
  else groups_.push_back({part.kind == Kind::Marked ? Kind::Marked : Kind::Term, sort, variable(first, sort)});
  const std::uint32_t now = keepsGroup ? group : static_cast<std::uint32_t>(groups_.size() - 1);
  for (const std::size_t member : part.members) {
    group_[member] = now;
    if (part.isLost) object_[member] = {};
    if (part.isLost || wasMarked) offset_[member] = 0;
    if (groups_[now].kind == Kind::Marked) offset_[member] = part.distance;
  }
  return {};
}

// --- followers --------------------------------------------------------------------------------------------------

/// How far a leader that started at a number has come, in so many bits.
Term CommonValues::wayOf(const Line& line, Term leader, std::uint64_t start, std::uint32_t width) const {
  const std::uint32_t own = terms_.width(leader);
  const auto resized = [&](Term term) { return terms_.resize(term, width, line.isSigned); };
  const Term way = terms_.binary(Op::Sub, resized(leader), resized(terms_.constant(own, start)));
  return terms_.binary(Op::Mul, way, terms_.constant(width, line.factor));
}

void CommonValues::checkLines(const std::vector<Arrival>& arrivals, const Same& same, Outcome& outcome) {
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    if (!line_[k]) continue;
    const Arrival& now = arrivals[k];
    const Group& group = groups_[group_[k]];
    const bool isTerm = now.kind == Kind::Term || now.kind == Kind::Number;
    const Sort sort = group.sort;
    const std::size_t leader = line_[k]->leader;
    const bool leads = groups_[group_[leader]].kind == Kind::Term && !line_[leader] && arrivals[leader].object == object_[leader];
    bool holds = false;
    if (isTerm && leads && now.object == object_[k]) {
      // Where its group is now: any member says.
      Term start = terms_.constant(sort.width, offset_[k]);
      if (group.kind == Kind::Term) {
        std::size_t member = 0;
        while (member < arrivals.size() && (group_[member] != group_[k] || line_[member])) ++member;
        if (member == arrivals.size()) return;
        Arrival other = arrivals[member];
        other.object = {};
        start = terms_.binary(Op::Add, arrived(other), terms_.constant(sort.width, offset_[k] - offset_[member]));
      }
      Arrival own = now;
      own.object = {};
      Arrival ahead = arrivals[leader];
      ahead.object = {};
      for (const bool isSigned : {line_[k]->isSigned, false}) {
        Line line = *line_[k];
        line.isSigned = isSigned;
        holds = same(arrived(own), terms_.binary(Op::Add, start, wayOf(line, arrived(ahead), offset_[leader], sort.width)));
        if (!holds) continue;
        if (line.isSigned != line_[k]->isSigned) outcome.changed = true;
        line_[k] = line;
        break;
      }
    }
      if (holds) continue;
    if (!isTerm) {
      outcome.problem = untyped;
      return;
    }
    outcome.changed = true;
    line_[k].reset();
    object_[k] = now.object == object_[k] ? object_[k] : Term();
    offset_[k] = 0;
    becomeOwn(k, sort);
  }
}

Term CommonValues::termOf(std::size_t value) const {
  const Group& group = groups_[group_[value]];
  Term term = group.kind == Kind::Number ? terms_.constant(group.sort.width, offset_[value]) : group.value;
  if (group.kind == Kind::Term && offset_[value] != 0)
    term = terms_.binary(Op::Add, term, terms_.constant(group.sort.width, offset_[value]));
  if (line_[value]) {
    const std::size_t leader = line_[value]->leader;
    const Group& leading = groups_[group_[leader]];
    const Term ahead = terms_.binary(Op::Add, leading.value, terms_.constant(leading.sort.width, offset_[leader]));
    term = terms_.binary(Op::Add, term, wayOf(*line_[value], ahead, offset_[leader], group.sort.width));
  }
  return object_[value] ? terms_.binary(Op::Add, object_[value], term) : term;
}

// --- conditions -------------------------------------------------------------------------------------------------

bool CommonValues::addFacts(const std::vector<Arrival>& arrivals, const std::vector<Term>& facts) {
  if (hasFacts_ && facts_.empty()) return false;
  logic::Substitution here(terms_);
  std::vector<char> isKnown(groups_.size());
  std::vector<Term> own;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    const Group& group = groups_[group_[k]];
    const Arrival& now = arrivals[k];
    if (line_[k] || isKnown[group_[k]] || group.kind != Kind::Term || now.kind != Kind::Term || terms_.isConstant(group.value)) continue;
    if (now.object != object_[k] || now.sort != group.sort) continue;
    isKnown[group_[k]] = 1;
    own.push_back(group.value);
    const std::uint64_t distance = offset_[k] - now.offset;
    here.replace(now.term, distance == 0 ? group.value : terms_.binary(Op::Add, group.value, terms_.constant(group.sort.width, distance)));
  }
  const auto isOwn = [&](Term fact) {
    return std::ranges::all_of(terms_.support(fact), [&](std::uint32_t number) {
      return !terms_.functionAt(number) && std::ranges::find(own, terms_.variableAt(number)) != own.end();
    });
  };
  std::vector<Term> held;
  for (const Term fact : facts)
    if (const Term now = here.apply(fact); !terms_.isConstant(now) && isOwn(now)) held.push_back(now);
  if (!std::exchange(hasFacts_, true)) {
    facts_ = std::move(held);
    return false;
  }
  const std::size_t before = facts_.size();
  std::erase_if(facts_, [&](Term fact) { return std::ranges::find(held, fact) == held.end(); });
  return facts_.size() != before;
}

} // namespace beagle::compare
