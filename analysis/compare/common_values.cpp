#include "analysis/compare/common_values.h"

#include "analysis/logic/substitute.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace beagle::compare {

using Kind = Arrival::Kind;
using logic::Op;
using logic::Substitution;

namespace {

constexpr std::string_view untyped = "a value whose type is not known";
constexpr std::uint32_t mostSeeds = 4;
constexpr int deepest = 32; ///< so many values on top of each other

Term sum(logic::TermManager& terms, Term object, Term term) {
  return object ? terms.binary(Op::Add, object, term) : term;
}

} // namespace

void CommonValues::begin(const std::vector<Arrival>& first) {
  values_.resize(first.size());
  for (std::size_t k = 0; k < first.size(); ++k) {
    Value& value = values_[k];
    value.kind = first[k].kind;
    value.bits = first[k].bits;
    value.object = first[k].object;
    value.sort = first[k].sort;
    if (value.kind == Kind::Term)
      value.variable = terms_->variable(fmt::format("at!{}!{}!{}", name_, k, value.sort.str()), value.sort);
  }
}

std::vector<Term> CommonValues::variables() const {
  std::vector<Term> variables;
  for (const Value& value : values_) variables.push_back(value.variable);
  return variables;
}

void CommonValues::setGuesses(Guesses guesses) {
  for (std::size_t k = 0; k < values_.size(); ++k) values_[k].guesses = std::move(guesses.values[k]);
  facts_ = std::move(guesses.facts);
  made_ = std::move(guesses.made);
}

/// What was said of the value is not true of what it is from now on.
void CommonValues::forget(std::size_t value) {
  Value& changed = values_[value];
  const auto isAbout = [&](Term term) {
    const auto support = terms_->support(term);
    return std::ranges::binary_search(support, terms_->variableNumber(changed.variable));
  };
  if (changed.variable) {
    for (Value& other : values_) std::erase_if(other.guesses, isAbout);
    std::erase_if(facts_, isAbout);
    std::erase_if(made_, isAbout);
  }
  changed.guesses.clear();
  changed.object = {};
  changed.kind = Kind::Term;
  changed.variable =
      terms_->variable(fmt::format("at!{}!{}!{}!{}", name_, value, ++renamings_, changed.sort.str()), changed.sort);
}

CommonValues::Outcome CommonValues::adapt(const std::vector<Arrival>& arrivals) {
  Outcome outcome;
  for (std::size_t k = 0; k < values_.size(); ++k) {
    Value& value = values_[k];
    const Arrival& now = arrivals[k];
    const bool isPlain = now.kind != Kind::Term;
    if (value.kind != Kind::Term && value.kind == now.kind && value.bits == now.bits) continue;
    if (value.kind == Kind::Untyped || now.kind == Kind::Untyped) {
      outcome.problem = untyped;
      return outcome;
    }
    if (value.kind == Kind::Marked && isPlain) { // never written, or poison: one as bad as the other
      outcome.problem = "a value that was never written";
      return outcome;
    }
    if (value.kind == Kind::Term && isPlain) continue; // any value will do
    if (value.kind == Kind::Term && value.sort != now.sort) {
      outcome.problem = untyped;
      return outcome;
    }
    if (value.kind == Kind::Term && value.object == now.object) continue;
    outcome.changed = true;
    if (value.kind == Kind::Marked) value.sort = now.sort;
    forget(k);
  }
  return outcome;
}

/// The term that the variable stands for there; of a value that was never written, one that no other is.
Term CommonValues::arrived(std::size_t value, const Arrival& arrival) const {
  const Value& own = values_[value];
  if (arrival.kind != Kind::Term)
    return terms_->variable(fmt::format("at!{}!{}!unwritten!{}", name_, value, own.sort.str()), own.sort);
  return own.object ? arrival.term : sum(*terms_, arrival.object, arrival.term);
}

std::vector<CommonValues::Claim> CommonValues::claims(const std::vector<Arrival>& arrivals) const {
  Substitution here(*terms_);
  std::vector<Term> terms(values_.size());
  for (std::size_t k = 0; k < values_.size(); ++k) {
    if (values_[k].kind != Kind::Term) continue;
    terms[k] = arrived(k, arrivals[k]);
    here.replace(values_[k].variable, terms[k]);
  }
  std::vector<Claim> claims;
  for (std::size_t k = 0; k < values_.size(); ++k)
    if (!values_[k].guesses.empty())
      claims.push_back({Claim::Kind::Value, k, terms[k], here.apply(values_[k].guesses.front()), {}});
  for (std::size_t i = 0; i < facts_.size(); ++i)
    claims.push_back({Claim::Kind::Fact, i, {}, {}, here.apply(facts_[i])});
  for (std::size_t i = 0; i < made_.size(); ++i)
    claims.push_back({Claim::Kind::Check, i, {}, {}, here.apply(made_[i])});
  return claims;
}

void CommonValues::drop(const Claim& claim) {
  if (claim.kind == Claim::Kind::Value) {
    values_[claim.which].guesses.pop_front();
    return;
  }
  std::vector<Term>& conditions = claim.kind == Claim::Kind::Fact ? facts_ : made_;
  conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(claim.which));
}

void CommonValues::seed(std::size_t value, const std::vector<Arrival>& arrivals, const std::vector<Term>& conditions) {
  Value& own = values_[value];
  if (own.kind != Kind::Term || !own.guesses.empty() || own.seeds >= mostSeeds || arrivals[value].kind != Kind::Term)
    return;
  ++own.seeds;
  // Over values of which nothing is known either, so that none is told by itself.
  std::vector<Arrival> roots = arrivals;
  std::vector<Term> variables(values_.size());
  for (std::size_t k = 0; k < values_.size(); ++k) {
    const bool isRoot = values_[k].kind == Kind::Term && values_[k].guesses.empty();
    roots[k].kind = isRoot ? arrivals[k].kind : Kind::Untyped;
    if (roots[k].kind != Kind::Term) continue;
    variables[k] = values_[k].variable;
    roots[k].term = arrived(k, arrivals[k]);
    roots[k].object = values_[k].object;
  }
  const std::uint32_t number = terms_->variableNumber(own.variable);
  for (const Term fact : renamed(*terms_, roots, variables, conditions))
    if (std::ranges::binary_search(terms_->support(fact), number) && std::ranges::find(facts_, fact) == facts_.end())
      facts_.push_back(fact);
  const Term is = roots[value].term;
  if (terms_->op(is) == Op::Variable || terms_->isConstant(is)) return;
  roots[value].kind = Kind::Untyped;
  const std::vector<Term> computed = renamed(*terms_, roots, variables, std::vector{is});
  if (!computed.empty()) own.guesses.push_back(computed.front());
}

Term CommonValues::termOf(std::size_t value) const {
  const Value& own = values_[value];
  const std::vector<Term> one{own.guesses.empty() ? own.variable : own.guesses.front()};
  return sum(*terms_, own.object, expanded(one).front());
}

/// Over the variables of those values alone of which nothing is known. What a value is mentions only
/// variables of values that come before it in some order, so this ends.
std::vector<Term> CommonValues::expanded(const std::vector<Term>& conditions) const {
  std::vector<Term> terms = conditions;
  for (int depth = 0; depth < deepest; ++depth) {
    Substitution known(*terms_);
    for (const Value& value : values_)
      if (!value.guesses.empty()) known.replace(value.variable, value.guesses.front());
    bool isDone = true;
    for (Term& term : terms) {
      const Term next = known.apply(term);
      isDone = isDone && next == term;
      term = next;
    }
    if (isDone) break;
  }
  return terms;
}

bool CommonValues::isSameAs(const CommonValues& other) const {
  const auto isSame = [](const Value& a, const Value& b) {
    return a.kind == b.kind && a.object == b.object && a.variable == b.variable &&
           a.guesses.empty() == b.guesses.empty() && (a.guesses.empty() || a.guesses.front() == b.guesses.front());
  };
  return facts_ == other.facts_ && made_ == other.made_ && std::ranges::equal(values_, other.values_, isSame);
}

std::vector<Term> CommonValues::facts() const {
  std::vector<Term> facts;
  for (const Term fact : expanded(facts_))
    if (!terms_->isConstant(fact) && std::ranges::find(facts, fact) == facts.end()) facts.push_back(fact);
  return facts;
}

std::vector<Term> CommonValues::made() const { return expanded(made_); }

std::vector<Term> CommonValues::renamed(logic::TermManager& terms, const std::vector<Arrival>& arrivals,
                                        const std::vector<Term>& variables, const std::vector<Term>& facts) {
  Substitution here(terms);
  std::unordered_set<std::uint32_t> own;
  std::unordered_set<Term> taken;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    if (arrivals[k].kind != Kind::Term || !variables[k]) continue;
    const Term whole = sum(terms, arrivals[k].object, arrivals[k].term);
    if (terms.isConstant(whole) || !taken.insert(whole).second) continue;
    here.replace(whole, sum(terms, arrivals[k].object, variables[k]));
    own.insert(terms.variableNumber(variables[k]));
    if (arrivals[k].object) own.insert(terms.variableNumber(arrivals[k].object));
  }
  std::vector<Term> renamed;
  for (const Term fact : facts) {
    const Term now = here.apply(fact);
    const bool isOwn = std::ranges::all_of(
        terms.support(now), [&](std::uint32_t number) { return terms.functionAt(number) || own.contains(number); });
    if (!terms.isConstant(now) && isOwn && std::ranges::find(renamed, now) == renamed.end()) renamed.push_back(now);
  }
  return renamed;
}

} // namespace beagle::compare
