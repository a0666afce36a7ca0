#include "analysis/solver/interval_sets.h"

#include "analysis/logic/parts.h"

#include <algorithm>

namespace beagle::solver {

using logic::Op;
using logic::Term;
using logic::TermManager;

namespace {

using Found = std::optional<Intervals>;

/// More than this is no simple set any more.
constexpr std::size_t maxIntervals = 16;
constexpr int maxTerms = 200;

/// In order, and no two that touch.
Intervals sorted(Intervals parts) {
  std::ranges::sort(parts, {}, &Interval::first);
  Intervals result;
  for (const Interval& part : parts)
    if (!result.empty() && (result.back().last == ~std::uint64_t{0} || part.first <= result.back().last + 1))
      result.back().last = std::max(result.back().last, part.last);
    else result.push_back(part);
  return result;
}

Intervals complement(const Intervals& set, std::uint64_t most) {
  Intervals result;
  std::uint64_t from = 0;
  for (const Interval& part : set) {
    if (part.first > from) result.push_back({from, part.first - 1});
    if (part.last == most) return result;
    from = part.last + 1;
  }
  result.push_back({from, most});
  return result;
}

Intervals unionOf(Intervals a, const Intervals& b) {
  a.insert(a.end(), b.begin(), b.end());
  return sorted(std::move(a));
}

Intervals allOf(std::uint32_t width) { return {{0, logic::lowMask(width)}}; }

/// Goes from the constraint to its variable: which values of each term on the way are the wanted ones.
class Backwards {
public:
  Backwards(const TermManager& terms, Term variable) : terms_(terms), variable_(variable) {}

  /// For which values of the variable a Bool term holds.
  Found holding(Term term) {
    if (++seen_ > maxTerms) return std::nullopt;
    switch (terms_.op(term)) {
    case Op::Constant: return terms_.isTrue(term) ? all() : Intervals{};
    case Op::Not: {
      const Found of = holding(terms_.operand(term, 0));
      return of ? limited(complement(*of, logic::lowMask(terms_.width(variable_)))) : std::nullopt;
    }
    case Op::And:
    case Op::Or: return joined(term);
    case Op::Equal:
    case Op::ULess:
    case Op::ULessEqual:
    case Op::SLess:
    case Op::SLessEqual: return comparison(term);
    default: return std::nullopt;
    }
  }

private:
  [[nodiscard]] Intervals all() const { return allOf(terms_.width(variable_)); }

  static Found limited(Intervals set) {
    if (set.size() > maxIntervals) return std::nullopt;
    return set;
  }

  Found joined(Term term) {
    const bool isAnd = terms_.op(term) == Op::And;
    Intervals result = isAnd ? all() : Intervals{};
    for (const Term operand : terms_.operands(term)) {
      const Found one = holding(operand);
      if (!one) return std::nullopt;
      result = isAnd ? intersection(result, *one) : unionOf(std::move(result), *one);
    }
    return limited(std::move(result));
  }

  Found comparison(Term term) {
    const Term a = terms_.operand(term, 0), b = terms_.operand(term, 1);
    if (!terms_.sort(a).isBits() || terms_.width(a) > 64) return std::nullopt;
    const bool constantIsLeft = terms_.isConstant(a);
    if (!constantIsLeft && !terms_.isConstant(b)) return std::nullopt;
    const std::uint64_t value = terms_.bits64(constantIsLeft ? a : b);
    return values(constantIsLeft ? b : a, compared(terms_.op(term), value, constantIsLeft, terms_.width(a)));
  }

  /// What `x op value`, or `value op x`, holds for.
  static Intervals compared(Op op, std::uint64_t value, bool valueIsLeft, std::uint32_t width) {
    if (op == Op::Equal) return {{value, value}};
    const std::uint64_t most = logic::lowMask(width);
    // With the sign bit turned round, signed order is unsigned order.
    const std::uint64_t sign = op == Op::SLess || op == Op::SLessEqual ? (most >> 1) + 1 : 0;
    const bool strict = op == Op::ULess || op == Op::SLess;
    std::uint64_t bound = value ^ sign;
    if (strict && bound == (valueIsLeft ? most : 0)) return {};
    if (strict) bound += valueIsLeft ? 1 : -1;
    const Interval range = valueIsLeft ? Interval{bound, most} : Interval{0, bound};
    return sign == 0 ? Intervals{range} : moved({range}, sign, width);
  }

  /// Each number plus `by`, round the end.
  static Intervals moved(const Intervals& set, std::uint64_t by, std::uint32_t width) {
    const std::uint64_t most = logic::lowMask(width);
    Intervals result;
    for (const Interval& part : set) {
      if (part.last - part.first == most) return set;
      const std::uint64_t first = (part.first + by) & most, last = (part.last + by) & most;
      if (first <= last) {
        result.push_back({first, last});
      } else {
        result.push_back({first, most});
        result.push_back({0, last});
      }
    }
    return sorted(std::move(result));
  }

  /// `of` minus each number.
  static Intervals mirrored(const Intervals& set, std::uint64_t of, std::uint32_t width) {
    const std::uint64_t most = logic::lowMask(width);
    Intervals result;
    for (const Interval& part : set) result.push_back({most - part.last, most - part.first}); // ~x = -x - 1
    return moved(sorted(std::move(result)), of + 1, width);
  }

  /// For which values of the variable the term has one of the wanted ones.
  Found values(Term term, Intervals wanted) { // NOLINT(misc-no-recursion): at most `maxTerms`
    if (++seen_ > maxTerms || wanted.size() > maxIntervals) return std::nullopt;
    if (term == variable_) return wanted;
    const std::uint32_t width = terms_.width(term);
    switch (terms_.op(term)) {
    case Op::Constant: {
      const std::uint64_t value = terms_.bits64(term);
      const bool isWanted =
          std::ranges::any_of(wanted, [&](const Interval& part) { return part.first <= value && value <= part.last; });
      return isWanted ? all() : Intervals{};
    }
    case Op::Add: return shifted(term, std::move(wanted));
    case Op::Sub: {
      const Term a = terms_.operand(term, 0), b = terms_.operand(term, 1);
      if (terms_.isConstant(b)) return values(a, moved(wanted, terms_.bits64(b), width));
      if (terms_.isConstant(a)) return values(b, mirrored(wanted, terms_.bits64(a), width));
      return std::nullopt;
    }
    case Op::Neg: return values(terms_.operand(term, 0), mirrored(wanted, 0, width));
    case Op::BitNot: return values(terms_.operand(term, 0), mirrored(wanted, ~std::uint64_t{0}, width));
    case Op::ZeroExtend:
    case Op::SignExtend: return multiplied(term, 1, wanted);
    case Op::Mul: {
      const Term a = terms_.operand(term, 0), b = terms_.operand(term, 1);
      if (!terms_.isConstant(a) && !terms_.isConstant(b)) return std::nullopt;
      return terms_.isConstant(a) ? multiplied(b, terms_.bits64(a), wanted) : multiplied(a, terms_.bits64(b), wanted);
    }
    case Op::Shl: {
      const Term by = terms_.operand(term, 1);
      if (!terms_.isConstant(by) || terms_.bits64(by) >= width) return std::nullopt;
      return multiplied(terms_.operand(term, 0), std::uint64_t{1} << terms_.bits64(by), wanted);
    }
    case Op::Concat: return concatenated(term, wanted);
    case Op::UDiv:
    case Op::LShr: return divided(term, wanted);
    case Op::Ite: return chosen(term, wanted);
    default: return std::nullopt;
    }
  }

  /// `factor` times what a narrower term is extended to, where no product is too large.
  Found multiplied(Term extended, std::uint64_t factor, const Intervals& wanted) {
    const Op op = terms_.op(extended);
    if (factor == 0 || (op != Op::ZeroExtend && op != Op::SignExtend)) return std::nullopt;
    const Term inner = terms_.operand(extended, 0);
    const std::uint32_t width = terms_.width(extended), innerWidth = terms_.width(inner);
    const std::uint64_t most = logic::lowMask(innerWidth);
    if (most > logic::lowMask(width) / factor) return std::nullopt;
    // From the least signed number on, the values are one interval, here and in the narrow type.
    const std::uint64_t half = op == Op::SignExtend ? (most >> 1) + 1 : 0;
    Intervals here;
    for (const Interval& part : moved(wanted, half * factor, width)) {
      const std::uint64_t first = part.first / factor + (part.first % factor != 0 ? 1 : 0);
      const std::uint64_t last = std::min(part.last / factor, most);
      if (first <= last) here.push_back({first, last});
    }
    return values(inner, moved(here, half, innerWidth));
  }

  /// A constant, and below it or above it what is not constant.
  Found concatenated(Term term, const Intervals& wanted) {
    const Term high = terms_.operand(term, 0), low = terms_.operand(term, 1);
    const std::uint32_t width = terms_.width(term), lowWidth = terms_.width(low);
    const std::uint64_t most = logic::lowMask(width);
    if (terms_.isConstant(high)) {
      const std::uint64_t base = terms_.bits64(high) << lowWidth;
      const Intervals here = intersection(wanted, {{base, base + logic::lowMask(lowWidth)}});
      return values(low, moved(here, ~base + 1, width));
    }
    if (!terms_.isConstant(low)) return std::nullopt;
    const std::uint64_t rest = terms_.bits64(low), step = std::uint64_t{1} << lowWidth;
    Intervals here;
    for (const Interval& part : intersection(wanted, {{rest, most - (step - 1) + rest}})) {
      const std::uint64_t first = (part.first - rest) / step + ((part.first - rest) % step != 0 ? 1 : 0);
      const std::uint64_t last = (part.last - rest) / step;
      if (first <= last) here.push_back({first, last});
    }
    return values(high, sorted(std::move(here)));
  }

  Found shifted(Term sum, Intervals wanted) {
    const Term a = terms_.operand(sum, 0), b = terms_.operand(sum, 1);
    if (!terms_.isConstant(a) && !terms_.isConstant(b)) return std::nullopt;
    const auto [constant, other] = terms_.isConstant(a) ? std::pair{a, b} : std::pair{b, a};
    return values(other, moved(wanted, ~terms_.bits64(constant) + 1, terms_.width(sum)));
  }

  /// x / d, or x >> k: whole numbers of d after one another have the same quotient.
  Found divided(Term term, const Intervals& wanted) {
    const std::uint32_t width = terms_.width(term);
    const Term by = terms_.operand(term, 1);
    if (!terms_.isConstant(by)) return std::nullopt;
    std::uint64_t divisor = terms_.bits64(by);
    if (terms_.op(term) == Op::LShr) divisor = divisor < width ? std::uint64_t{1} << divisor : 0;
    if (divisor == 0) return std::nullopt;
    const std::uint64_t most = logic::lowMask(width), mostQuotient = most / divisor;
    Intervals here;
    for (const Interval& part : wanted) {
      if (part.first > mostQuotient) break;
      const std::uint64_t end = part.last >= mostQuotient ? most : part.last * divisor + (divisor - 1);
      here.push_back({part.first * divisor, end});
    }
    return values(terms_.operand(term, 0), std::move(here));
  }

  Found chosen(Term term, const Intervals& wanted) {
    const Found when = holding(terms_.operand(term, 0));
    if (!when) return std::nullopt;
    const Found then = values(terms_.operand(term, 1), wanted);
    const Found otherwise = then ? values(terms_.operand(term, 2), wanted) : std::nullopt;
    if (!otherwise) return std::nullopt;
    const Intervals unless = complement(*when, logic::lowMask(terms_.width(variable_)));
    return limited(unionOf(intersection(*when, *then), intersection(unless, *otherwise)));
  }

  const TermManager& terms_;
  Term variable_;
  int seen_ = 0;
};

} // namespace

Intervals intersection(const Intervals& a, const Intervals& b) {
  Intervals result;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::uint64_t first = std::max(a[i].first, b[j].first), last = std::min(a[i].last, b[j].last);
    if (first <= last) result.push_back({first, last});
    if (a[i].last < b[j].last) ++i;
    else ++j;
  }
  return result;
}

std::uint64_t nearestToZero(const Intervals& set, std::uint32_t width) {
  const std::uint64_t least = set.front().first, most = set.back().last;
  return ((~most + 1) & logic::lowMask(width)) < least ? most : least;
}

const Intervals* IntervalSets::of(Term variable, Term constraint) {
  if (knownOf_.size() <= constraint.id()) knownOf_.resize(terms_.termCount() + terms_.termCount() / 4 + 1);
  std::uint32_t& place = knownOf_[constraint.id()];
  if (place == 0) {
    known_.push_back(Backwards(terms_, variable).holding(constraint));
    place = static_cast<std::uint32_t>(known_.size());
  }
  const std::optional<Intervals>& known = known_[place - 1];
  return known ? &*known : nullptr;
}

} // namespace beagle::solver
