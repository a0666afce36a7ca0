#include "analysis/compare/value_guesses.h"

#include "analysis/logic/substitute.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>
#include <span>

namespace beagle::compare {

using logic::Op;
using logic::Sort;

namespace {

constexpr std::size_t mostGuesses = 6;     ///< for one value
constexpr std::size_t mostForTriples = 12; ///< values that are tried three at a time
constexpr std::uint64_t firstPointer = 0x1000'0000;
constexpr std::int64_t mostFactor = 1 << 20;

bool compares(Op op, std::uint64_t left, std::uint64_t right, std::uint32_t width) {
  const std::int64_t a = logic::signedValue(left, width), b = logic::signedValue(right, width);
  switch (op) {
  case Op::Equal: return left == right;
  case Op::ULess: return left < right;
  case Op::ULessEqual: return left <= right;
  case Op::SLess: return a < b;
  default: return a <= b;
  }
}

std::uint64_t maskOf(std::uint32_t width) { return width < 64 ? (std::uint64_t{1} << width) - 1 : ~std::uint64_t{0}; }

} // namespace

ValueGuesses::ValueGuesses(logic::TermManager& terms, std::vector<Term> variables, std::size_t memory,
                           const std::vector<std::uint64_t>& numbers, const std::vector<Row>& rows)
    : terms_(terms), memory_(memory), numbers_(numbers), rows_(rows), columns_(variables.size()) {
  guesses_.values.resize(variables.size());
  while (trialRows_ < rows_.size() && !rows_[trialRows_].isExample) ++trialRows_;
  for (std::size_t k = 0; k < variables.size(); ++k) {
    columns_[k].variable = variables[k];
    if (variables[k]) fill(columns_[k], k);
  }
}

void ValueGuesses::fill(Column& column, std::size_t k) {
  column.sort = terms_.sort(column.variable);
  bool areConstants = true;
  for (std::size_t r = 0; r < trialRows_; ++r) {
    const Arrival& arrival = rows_[r].arrivals[k];
    if (arrival.kind != Arrival::Kind::Term || arrival.sort != column.sort) return;
    if (arrival.object != rows_.front().arrivals[k].object) return;
    areConstants = areConstants && terms_.isConstant(arrival.term);
  }
  if (column.sort.isArray() || (areConstants && column.sort.width > 64)) return;
  column.isFloat = areConstants && column.sort.isFloat();
  column.isNumber = areConstants && !column.isFloat;
  column.isOpaque = !areConstants;
  const std::size_t count = column.isNumber ? rows_.size() : trialRows_;
  for (std::size_t r = 0; r < count; ++r) {
    const Arrival& arrival = rows_[r].arrivals[k];
    if (column.isNumber && (!arrival.term || !terms_.isConstant(arrival.term))) { // an example that is none of it
      column.isNumber = false;
      column.values.clear();
      return;
    }
    column.values.push_back(areConstants ? terms_.bits64(arrival.term) : arrival.term.id());
    if (r > 0 && rows_[r].trial == rows_[r - 1].trial && column.values[r] != column.values[r - 1])
      column.isFixed = false;
    if (r < trialRows_ && column.isNumber && column.sort == Sort::bits(64))
      column.isPointer = column.isPointer || (column.values[r] >= firstPointer && column.values[r] >> 40U == 0);
  }
}

void ValueGuesses::seed(std::size_t value, Term term) {
  for (const Row& row : std::span(rows_).first(trialRows_)) {
    logic::Substitution here(terms_);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (columns_[k].variable && row.arrivals[k].kind == Arrival::Kind::Term &&
          row.arrivals[k].sort == columns_[k].sort)
        here.replace(columns_[k].variable, row.arrivals[k].term);
    const Term is = here.apply(term);
    if (terms_.isConstant(is) && terms_.isConstant(row.arrivals[value].term) && is != row.arrivals[value].term) return;
  }
  guesses_.values[value].assign(1, term);
  columns_[value].isSeeded = true;
}

Guesses ValueGuesses::guesses() {
  if (trialRows_ == 0) return std::move(guesses_);
  copies();
  // The first ones are told by the others: pointers that move, and what else is wide.
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (columns_[k].isRoot && (columns_[k].isNumber || columns_[k].isFloat)) order.push_back(k);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto rank = [&](std::size_t k) {
      const Column& column = columns_[k];
      return std::tuple(column.isFixed, -static_cast<int>(widthOf(column)), -static_cast<int>(k));
    };
    return rank(a) < rank(b);
  });
  for (const std::size_t k : order) {
    const std::size_t before = guesses_.values[k].size();
    if (columns_[k].isNumber) numbers(k);
    if (columns_[k].isFloat) floats(k);
    if (guesses_.values[k].size() == before && distinct(columns_[k].values) > 2) loads(k);
    if (!guesses_.values[k].empty() && !columns_[k].isSeeded) columns_[k].isRoot = false;
  }
  accesses();
  bounds();
  return std::move(guesses_);
}

/// Constants, and what was always as another is.
void ValueGuesses::copies() {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    Column& own = columns_[k];
    if (own.values.empty()) continue;
    const bool isConstant = !own.isOpaque && distinct(own.values) == 1;
    if (isConstant) guess(k, rows_.front().arrivals[k].term);
    for (std::size_t j = 0; j < k && !isFull(k); ++j) {
      const Column& other = columns_[j];
      if (other.values.empty() || other.isOpaque != own.isOpaque || other.sort != own.sort) continue;
      if (other.isNumber == own.isNumber && other.values == own.values) guess(k, other.variable);
    }
    own.isRoot = guesses_.values[k].size() == (own.isSeeded ? 1 : 0);
  }
}

// --- numbers

std::uint32_t ValueGuesses::widthOf(const Column& column) const { return column.sort.isBool() ? 8 : column.sort.width; }

Term ValueGuesses::numberOf(const Column& column, std::uint32_t width, bool isSigned) const {
  return column.sort.isBool() ? terms_.boolToBits(column.variable, width)
                              : terms_.resize(column.variable, width, isSigned);
}

ValueGuesses::Values ValueGuesses::valuesOf(const Column& column, std::uint32_t width, bool isSigned) const {
  Values values = column.values;
  if (isSigned && !column.sort.isBool())
    for (std::uint64_t& value : values)
      value = static_cast<std::uint64_t>(logic::signedValue(value, column.sort.width)) & maskOf(width);
  return values;
}

bool ValueGuesses::isSeededBy(std::size_t value, std::size_t other) const {
  const std::uint32_t number = terms_.variableNumber(columns_[other].variable);
  return columns_[value].isSeeded && std::ranges::binary_search(terms_.support(guesses_.values[value].front()), number);
}

std::vector<ValueGuesses::View> ValueGuesses::viewsFor(std::size_t k, std::uint32_t width) const {
  std::vector<View> views;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& column = columns_[j];
    if (j == k || !column.isRoot || !column.isNumber || column.sort.width > width || isSeededBy(j, k)) continue;
    views.push_back({j, numberOf(column, width, false), column.values});
    if (column.sort.isBool() || column.sort.width == width) continue;
    if (Values negative = valuesOf(column, width, true); negative != column.values)
      views.push_back({j, numberOf(column, width, true), std::move(negative)});
    else if (width == 64 && column.sort.width == 32) // indices are of either kind
      views.push_back({j, numberOf(column, width, true), column.values});
  }
  return views;
}

std::optional<ValueGuesses::Affine> ValueGuesses::affine(const Values& wanted, const Values& by, std::uint64_t mask,
                                                         std::uint32_t width) {
  std::size_t other = 1;
  while (other < by.size() && by[other] == by[0]) ++other;
  if (other == by.size()) return {};
  const std::int64_t step = logic::signedValue((by[other] - by[0]) & mask, width);
  const std::int64_t way = logic::signedValue((wanted[other] - wanted[0]) & mask, width);
  if (step == 0 || step == -1 ? way == INT64_MIN : way % step != 0) return {};
  if (step == 0) return {};
  const std::int64_t factor = way / step;
  if (factor == 0 || factor > mostFactor || factor < -mostFactor) return {};
  const Affine affine{static_cast<std::uint64_t>(factor) & mask,
                      (wanted[0] - static_cast<std::uint64_t>(factor) * by[0]) & mask};
  for (std::size_t r = 0; r < by.size(); ++r)
    if (((affine.factor * by[r] + affine.offset) & mask) != wanted[r]) return {};
  return affine;
}

Term ValueGuesses::affineTerm(Term term, Affine affine) const {
  const std::uint32_t width = terms_.width(term);
  return terms_.binary(Op::Add, terms_.binary(Op::Mul, term, terms_.constant(width, affine.factor)),
                       terms_.constant(width, affine.offset));
}

void ValueGuesses::numbers(std::size_t k) {
  const Column& column = columns_[k];
  const std::uint32_t width = widthOf(column);
  const std::vector<View> views = viewsFor(k, width);
  sums(k, views, maskOf(width), column.values);
  const bool isFlag = std::ranges::all_of(column.values, [](std::uint64_t v) { return v <= 1; });
  if (isFlag) comparisons(k);
  if (!isFull(k)) remains(k, views);
  if (guesses_.values[k].empty()) quotients(k, views);
}

void ValueGuesses::sums(std::size_t k, const std::vector<View>& views, std::uint64_t mask, const Values& wanted) {
  const std::uint32_t width = widthOf(columns_[k]);
  const std::size_t kinds = distinct(wanted);
  const auto minus = [&](const Values& from, const Values& by, std::uint64_t factor) {
    Values rest(from.size());
    for (std::size_t r = 0; r < from.size(); ++r) rest[r] = (from[r] - factor * by[r]) & mask;
    return rest;
  };
  const auto times = [&](Term term, std::uint64_t factor) { return factor == 1 ? term : terms_.unary(Op::Neg, term); };
  const std::array<std::uint64_t, 2> signs{1, ~std::uint64_t{0}};
  for (const View& view : views)
    if (const auto found = affine(wanted, view.values, mask, width)) guess(k, affineTerm(view.term, *found));
  if (!guesses_.values[k].empty() || kinds < 4) return;
  for (const View& first : views)
    for (const std::uint64_t sign : signs) {
      const Values rest = minus(wanted, first.values, sign);
      for (const View& second : views) {
        if (second.column == first.column || isFull(k)) continue;
        if (const auto found = affine(rest, second.values, mask, width))
          guess(k, terms_.binary(Op::Add, times(first.term, sign), affineTerm(second.term, *found)));
      }
    }
  if (!guesses_.values[k].empty() || views.size() > mostForTriples) return;
  // Products, alone and beside another.
  for (std::size_t i = 0; i < views.size(); ++i)
    for (std::size_t j = i; j < views.size(); ++j) {
      Values product(wanted.size());
      for (std::size_t r = 0; r < wanted.size(); ++r) product[r] = views[i].values[r] * views[j].values[r] & mask;
      const Term both = terms_.binary(Op::Mul, views[i].term, views[j].term);
      if (const auto found = affine(wanted, product, mask, width)) guess(k, affineTerm(both, *found));
      for (const View& beside : views) {
        if (isFull(k)) return;
        const auto found = affine(minus(wanted, beside.values, 1), product, mask, width);
        if (found) guess(k, terms_.binary(Op::Add, beside.term, affineTerm(both, *found)));
      }
    }
  if (!guesses_.values[k].empty() || kinds < 6) return;
  for (std::size_t i = 0; i < views.size(); ++i)
    for (std::size_t j = i + 1; j < views.size(); ++j)
      for (const std::uint64_t sign : signs)
        for (const std::uint64_t other : signs) {
          // Both with one factor, as the way from the one to the other has it.
          Values both = minus(views[i].values, views[j].values, sign);
          const Term way = terms_.binary(sign == 1 ? Op::Sub : Op::Add, views[i].term, views[j].term);
          for (std::size_t l = 0; other == 1 && l < views.size(); ++l) {
            if (l == i || l == j || isFull(k)) continue;
            if (const auto found = affine(minus(wanted, views[l].values, 1), both, mask, width))
              guess(k, terms_.binary(Op::Add, views[l].term, affineTerm(way, *found)));
          }
          const Values rest = minus(minus(wanted, views[i].values, sign), views[j].values, other);
          for (std::size_t l = 0; l < views.size(); ++l) {
            if (l == i || l == j || isFull(k)) continue;
            if (const auto found = affine(rest, views[l].values, mask, width))
              guess(k, terms_.binary(Op::Add, affineTerm(views[l].term, *found),
                                     terms_.binary(Op::Add, times(views[i].term, sign), times(views[j].term, other))));
          }
        }
}

/// Another number divided by one that the code mentions.
void ValueGuesses::quotients(std::size_t k, const std::vector<View>& views) {
  const std::uint32_t width = widthOf(columns_[k]);
  const Values& wanted = columns_[k].values;
  if (distinct(wanted) < 3) return;
  for (const View& view : views)
    for (const std::uint64_t number : numbers_) {
      const std::uint64_t by = number & maskOf(width);
      if (by < 2 || by >> (width - 1) != 0 || isFull(k)) continue;
      const auto isQuotient = [&](bool isSigned) {
        for (std::size_t r = 0; r < wanted.size(); ++r) {
          const std::int64_t value = logic::signedValue(view.values[r], width);
          const std::uint64_t is =
              isSigned ? static_cast<std::uint64_t>(value / static_cast<std::int64_t>(by)) : view.values[r] / by;
          if ((is & maskOf(width)) != wanted[r]) return false;
        }
        return true;
      };
      for (const bool isSigned : {true, false})
        if (isQuotient(isSigned))
          guess(k, terms_.binary(isSigned ? Op::SDiv : Op::UDiv, view.term, terms_.constant(width, by)));
    }
}

/// What is a sum only as far as its low bits go: an index that starts again, a flag that is the other one
/// each time.
void ValueGuesses::remains(std::size_t k, const std::vector<View>& views) {
  const Column& column = columns_[k];
  const std::uint32_t width = widthOf(column);
  const std::uint64_t largest = std::ranges::max(column.values);
  const auto low = static_cast<std::uint32_t>(std::bit_width(largest));
  if (low == 0 || low >= width || low > 16 || distinct(column.values) < 2) return;
  const std::uint64_t mask = maskOf(low);
  const auto isMentioned = [&](std::uint64_t number) { return std::ranges::find(numbers_, number) != numbers_.end(); };
  if (low > 1 && !isMentioned(mask) && !isMentioned(mask + 1)) return;
  const auto tryIt = [&](Term term, const Values& values) {
    if (distinct(values) < 3) return;
    const std::uint64_t offset = (column.values[0] - values[0]) & mask;
    for (std::size_t r = 0; r < values.size(); ++r)
      if (((values[r] + offset) & mask) != column.values[r]) return;
    guess(k, terms_.binary(Op::BitAnd, terms_.binary(Op::Add, term, terms_.constant(width, offset)),
                           terms_.constant(width, mask)));
  };
  for (std::size_t i = 0; i < views.size(); ++i) {
    tryIt(views[i].term, views[i].values);
    if (low == 1) continue;
    for (std::size_t j = i + 1; j < views.size(); ++j) {
      Values sum(column.values.size());
      for (std::size_t r = 0; r < sum.size(); ++r) sum[r] = views[i].values[r] + views[j].values[r];
      tryIt(terms_.binary(Op::Add, views[i].term, views[j].term), sum);
    }
  }
}

bool ValueGuesses::holds(const Values& left, const Values& right, Op op, std::uint32_t width) {
  for (std::size_t r = 0; r < left.size(); ++r)
    if (!compares(op, left[r], right[r], width)) return false;
  return true;
}

/// A flag as what a comparison says.
void ValueGuesses::comparisons(std::size_t k) {
  const Column& flag = columns_[k];
  if (distinct(flag.values) < 2) return;
  const auto tryIt = [&](Op op, Term left, Term right, const Values& a, const Values& b) {
    const std::uint32_t width = terms_.width(left);
    for (const bool isTrue : {true, false}) {
      bool isSame = true;
      for (std::size_t r = 0; isSame && r < a.size(); ++r) {
        isSame = (flag.values[r] != 0) == (compares(op, a[r], b[r], width) == isTrue);
      }
      if (!isSame) continue;
      Term condition = op == Op::Equal ? terms_.equal(left, right) : terms_.binary(op, left, right);
      if (!isTrue) condition = terms_.logicalNot(condition);
      guess(k, flag.sort.isBool() ? condition : terms_.boolToBits(condition, flag.sort.width));
    }
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& left = columns_[i];
    if (i == k || !left.isRoot || !left.isNumber || left.sort.isBool()) continue;
    std::set<std::uint64_t> against{0, 1};
    for (const std::uint64_t number : numbers_) against.insert(number & maskOf(left.sort.width));
    for (const std::uint64_t number : against) {
      if (isFull(k)) return;
      const Values same(left.values.size(), number);
      for (const Op op : {Op::Equal, Op::SLess, Op::ULess})
        tryIt(op, left.variable, terms_.constant(left.sort.width, number), left.values, same);
    }
    for (std::size_t j = 0; j < columns_.size() && !isFull(k); ++j) {
      const Column& right = columns_[j];
      if (i == j || j == k || !right.isRoot || !right.isNumber || right.sort != left.sort) continue;
      for (const Op op : {Op::Equal, Op::SLess, Op::ULess})
        if (op != Op::Equal || i < j) tryIt(op, left.variable, right.variable, left.values, right.values);
    }
  }
}

// --- floats

void ValueGuesses::floats(std::size_t k) {
  const Column& own = columns_[k];
  if (distinct(own.values) < 3) return;
  const auto valueOf = [&](std::size_t column, std::size_t row) { return rows_[row].arrivals[column].term; };
  const auto isAlways = [&](auto make) {
    for (std::size_t r = 0; r < trialRows_; ++r)
      if (make(r) != valueOf(k, r)) return false;
    return true;
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& left = columns_[i];
    if (i == k || !left.isRoot || !left.isFloat || left.sort != own.sort) continue;
    if (isAlways([&](std::size_t r) { return terms_.fpUnary(Op::FpNeg, valueOf(i, r)); }))
      guess(k, terms_.fpUnary(Op::FpNeg, left.variable));
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const Column& right = columns_[j];
      if (j == k || !right.isRoot || !right.isFloat || right.sort != own.sort) continue;
      for (const Op op : {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv}) {
        if (isFull(k) || (i > j && (op == Op::FpAdd || op == Op::FpMul))) continue;
        if (isAlways([&](std::size_t r) { return terms_.fpBinary(op, valueOf(i, r), valueOf(j, r)); }))
          guess(k, terms_.fpBinary(op, left.variable, right.variable));
      }
    }
  }
}

// --- memory

/// What base's memory holds where a pointer leads, or an index into what it leads to.
void ValueGuesses::loads(std::size_t k) {
  const Column& own = columns_[k];
  if (own.sort.isBool() || own.sort.width % 8 != 0 || own.isPointer) return;
  const std::uint64_t size = own.sort.width / 8;
  const std::vector<View> indices = viewsFor(k, 64);
  const auto tryIt = [&](const Column& pointer, const View* index, std::int64_t ahead) {
    const std::uint64_t factor = size, more = static_cast<std::uint64_t>(ahead) * size;
    for (std::size_t r = 0; r < trialRows_; ++r) {
      const std::uint64_t address = pointer.values[r] + more + (index ? factor * index->values[r] : 0);
      if (rows_[r].load(address, own.sort) != rows_[r].arrivals[k].term) return;
    }
    Term address = terms_.binary(Op::Add, pointer.variable, terms_.constant(64, more));
    if (index)
      address = terms_.binary(Op::Add, address, terms_.binary(Op::Mul, index->term, terms_.constant(64, factor)));
    const std::array sorts{Sort::bits(64), Sort::bits(64)};
    const std::array parts{columns_[memory_].variable, address};
    const Term bits = terms_.apply(
        terms_.function("load!" + std::to_string(own.sort.width), sorts, Sort::bits(own.sort.width)), parts);
    guess(k, own.isFloat ? terms_.fpFromBits(own.sort.format(), bits) : bits);
  };
  for (const Column& pointer : columns_) {
    if (!pointer.isPointer || !pointer.isRoot) continue;
    for (const std::int64_t ahead : {0, -1, 1}) {
      if (isFull(k)) return;
      tryIt(pointer, nullptr, ahead);
      for (const View& index : indices)
        if (!columns_[index.column].isPointer && !isFull(k)) tryIt(pointer, &index, ahead);
    }
  }
}

/// Accesses that went well whenever somebody came here, around where a pointer leads, or an index into what
/// it leads to.
void ValueGuesses::accesses() {
  constexpr std::size_t most = 12, mostKinds = 4, leastRows = 4;
  if (trialRows_ < leastRows) return;
  std::vector<Term> kinds; // one of each
  for (const Term made : rows_.front().made) {
    const auto isAlike = [&](Term other) {
      return terms_.parameter(other, 0) == terms_.parameter(made, 0) &&
             terms_.operand(other, 1) == terms_.operand(made, 1);
    };
    const bool isAccess = terms_.operands(made).size() == 2 && terms_.isConstant(terms_.operand(made, 1));
    if (isAccess && kinds.size() < mostKinds && std::ranges::none_of(kinds, isAlike)) kinds.push_back(made);
  }
  for (const Term kind : kinds) {
    const std::uint64_t size = terms_.bits64(terms_.operand(kind, 1));
    const auto at = [&](Term address) {
      const std::array parts{address, terms_.operand(kind, 1)};
      return terms_.apply(terms_.parameter(kind, 0), parts);
    };
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const Column& pointer = columns_[k];
      if (!pointer.isPointer || !pointer.isRoot) continue;
      const auto tryIt = [&](const View* index, std::uint64_t more) {
        for (std::size_t r = 0; r < trialRows_; ++r) {
          const std::uint64_t address = pointer.values[r] + more + (index ? size * index->values[r] : 0);
          const std::vector<Term>& made = rows_[r].made;
          if (std::ranges::find(made, at(terms_.constant(64, address))) == made.end()) return;
        }
        Term address = terms_.binary(Op::Add, pointer.variable, terms_.constant(64, more));
        if (index)
          address = terms_.binary(Op::Add, address, terms_.binary(Op::Mul, index->term, terms_.constant(64, size)));
        if (guesses_.made.size() < most) guesses_.made.push_back(at(address));
      };
      for (const std::uint64_t more : {std::uint64_t{0}, 0 - size, size}) {
        tryIt(nullptr, more);
        for (const View& index : viewsFor(k, 64))
          if (!columns_[index.column].isPointer) tryIt(&index, more);
      }
    }
  }
}

// --- conditions

/// What numbers and their differences leave when divided by a small power of two that the code mentions.
void ValueGuesses::remainders(const std::vector<std::size_t>& columns) {
  const auto isMentioned = [&](std::uint64_t number) { return std::ranges::find(numbers_, number) != numbers_.end(); };
  const auto tryIt = [&](Term term, const Values& values) {
    if (distinct(values) < 2) return;
    for (const std::uint64_t mask : {7U, 3U, 1U}) {
      if (!isMentioned(mask) && !isMentioned(mask + 1)) continue;
      const auto isSame = [&](std::uint64_t value) { return (value & mask) == (values.front() & mask); };
      if (!std::ranges::all_of(values, isSame)) continue;
      const std::uint32_t width = terms_.width(term);
      const Term rest = terms_.binary(Op::BitAnd, term, terms_.constant(width, mask));
      guesses_.facts.push_back(terms_.equal(rest, terms_.constant(width, values.front() & mask)));
      return;
    }
  };
  for (const std::size_t i : columns) {
    const Column& left = columns_[i];
    if (left.isPointer) continue;
    tryIt(left.variable, left.values);
    for (const std::size_t j : columns) {
      const Column& right = columns_[j];
      if (j <= i || right.isPointer || right.sort != left.sort) continue;
      Values differences(left.values.size());
      for (std::size_t r = 0; r < differences.size(); ++r) differences[r] = left.values[r] - right.values[r];
      tryIt(terms_.binary(Op::Sub, left.variable, right.variable), differences);
    }
  }
}

void ValueGuesses::bounds() {
  constexpr std::size_t most = 60;
  std::vector<std::size_t> own; // what is not as another is
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    if (!column.isNumber || column.sort.isBool()) continue;
    const bool isCopy = !guesses_.values[k].empty() && terms_.op(guesses_.values[k].front()) == Op::Variable;
    if (!isCopy) own.push_back(k);
  }
  const auto add = [&](Term fact) {
    if (!terms_.isConstant(fact) && guesses_.facts.size() < most) guesses_.facts.push_back(fact);
  };
  for (const std::size_t k : own) {
    const Column& column = columns_[k];
    if (column.isPointer) continue;
    const std::uint32_t width = column.sort.width;
    const auto number = [&](std::uint64_t value) { return terms_.constant(width, value); };
    const auto isNever = [&](Op op, std::uint64_t bound) {
      return std::ranges::none_of(column.values,
                                  [&](std::uint64_t value) { return compares(op, value, bound, width); });
    };
    for (const std::uint64_t value : {0U, 1U})
      if (std::ranges::find(column.values, value) == column.values.end())
        add(terms_.logicalNot(terms_.equal(column.variable, number(value))));
    for (const std::uint64_t least : {1ULL, 0ULL, ~0ULL})
      if (isNever(Op::SLess, least & maskOf(width))) {
        add(terms_.binary(Op::SLessEqual, number(least), column.variable));
        break;
      }
    std::optional<std::uint64_t> above; // the least number that it never comes above
    for (const std::uint64_t mentioned : numbers_)
      for (const std::uint64_t value : {mentioned - 1, mentioned, mentioned + 1}) {
        const std::uint64_t bound = value & maskOf(width);
        const bool isAbove = bound >> (width - 1) == 0 && std::ranges::max(column.values) <= bound;
        if (isAbove && (!above || bound < *above)) above = bound;
      }
    if (above)
      for (const std::uint64_t bound : {*above, *above + 1})
        if (bound >> (width - 1) == 0) add(terms_.binary(Op::ULessEqual, column.variable, number(bound)));
  }
  remainders(own);
  // What is given never changes. What was one number in all trials may be a counter that none has gone on with.
  const auto isGiven = [&](const Column& column) {
    const std::span trials(column.values.begin(), std::min(trialRows_, column.values.size()));
    return column.isFixed && !std::ranges::all_of(trials, [&](std::uint64_t value) { return value == trials.front(); });
  };
  for (const std::size_t i : own)
    for (const std::size_t j : own) {
      const Column& left = columns_[i];
      const Column& right = columns_[j];
      const bool canMove = !left.isFixed || !right.isFixed || isGiven(left) != isGiven(right);
      if (i == j || left.isPointer || right.isPointer || !canMove) continue;
      const std::uint32_t width = std::max(left.sort.width, right.sort.width);
      if (width == 64 && left.sort != right.sort) continue;
      for (const bool isSigned : {false, true}) {
        const Values a = valuesOf(left, width, isSigned), b = valuesOf(right, width, isSigned);
        const Op strict = isSigned ? Op::SLess : Op::ULess, loose = isSigned ? Op::SLessEqual : Op::ULessEqual;
        if (!holds(a, b, loose, width)) continue;
        const Term x = numberOf(left, width, isSigned), y = numberOf(right, width, isSigned);
        add(terms_.binary(loose, x, y));
        if (holds(a, b, strict, width)) add(terms_.binary(strict, x, y));
      }
    }
}

// --- guesses

bool ValueGuesses::isFull(std::size_t k) const { return guesses_.values[k].size() >= mostGuesses; }

void ValueGuesses::guess(std::size_t k, Term term) {
  const Column& column = columns_[k];
  if (column.sort.isBool() && terms_.sort(term).isBits()) term = terms_.bitsToBool(term);
  std::deque<Term>& guesses = guesses_.values[k];
  if (terms_.sort(term) == column.sort && !isFull(k) && std::ranges::find(guesses, term) == guesses.end())
    guesses.push_back(term);
}

std::size_t ValueGuesses::distinct(const Values& values) const { return std::set(values.begin(), values.end()).size(); }

} // namespace beagle::compare
