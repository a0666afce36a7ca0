#include "analysis/logic/polynomial.h"

#include <algorithm>

namespace beagle::logic {

namespace {

constexpr std::size_t mostProducts = 64;
constexpr std::size_t mostFactors = 6;
constexpr int deepest = 200;

std::uint64_t maskOf(std::uint32_t width) { return width < 64 ? (std::uint64_t{1} << width) - 1 : ~std::uint64_t{0}; }

} // namespace

bool Polynomials::areSame(Term a, Term b) {
  if (a == b) return true;
  if (!terms_.sort(a).isBits() || terms_.sort(a) != terms_.sort(b) || terms_.width(a) > 64) return false;
  const Sum* left = sumOf(a);
  const Sum* right = sumOf(b);
  return left && right && *left == *right;
}

std::optional<std::vector<Polynomials::Summand>> Polynomials::summands(Term term) {
  if (!terms_.sort(term).isBits() || terms_.width(term) > 64) return {};
  const Sum* sum = sumOf(term);
  if (!sum) return {};
  std::vector<Summand> all;
  for (const auto& [product, factor] : *sum) {
    Summand& summand = all.emplace_back(factor);
    for (const std::uint32_t id : product) summand.terms.emplace_back(id);
  }
  return all;
}

const Polynomials::Sum* Polynomials::sumOf(Term term) {
  const auto known = known_.find(term);
  if (known != known_.end()) return known->second ? &*known->second : nullptr;
  if (depth_ >= deepest) return nullptr;
  ++depth_;
  std::optional<Sum> sum = read(term);
  --depth_;
  const auto made = known_.emplace(term, std::move(sum)).first;
  return made->second ? &*made->second : nullptr;
}

std::optional<Polynomials::Sum> Polynomials::read(Term term) {
  const std::uint64_t mask = maskOf(terms_.width(term));
  Sum result;
  const auto add = [&](const Product& product, std::uint64_t factor) {
    const auto at = result.try_emplace(product, 0).first;
    at->second = (at->second + factor) & mask;
    if (at->second == 0) result.erase(at);
  };
  const auto addAll = [&](Term part, std::uint64_t factor) {
    const Sum* sum = sumOf(part);
    if (!sum) return false;
    for (const auto& [product, own] : *sum) add(product, own * factor);
    return result.size() <= mostProducts;
  };
  const Op op = terms_.op(term);
  const auto operands = terms_.operands(term);
  bool isRead = true;
  switch (op) {
  case Op::Constant: add({}, terms_.bits64(term)); break;
  case Op::Add:
  case Op::Sub: isRead = addAll(operands[0], 1) && addAll(operands[1], op == Op::Add ? 1 : ~std::uint64_t{0}); break;
  case Op::Neg: isRead = addAll(operands[0], ~std::uint64_t{0}); break;
  case Op::BitNot: // -x - 1
    isRead = addAll(operands[0], ~std::uint64_t{0});
    add({}, ~std::uint64_t{0});
    break;
  case Op::Shl:
    if (!terms_.isConstant(operands[1]) || terms_.bits64(operands[1]) >= terms_.width(term)) {
      add({term.id()}, 1);
      break;
    }
    isRead = addAll(operands[0], std::uint64_t{1} << terms_.bits64(operands[1]));
    break;
  case Op::Concat: { // with zeros below: as a shift
    const Term low = operands[1], high = operands[0];
    if (!terms_.isConstant(low) || terms_.bits64(low) != 0 || terms_.op(high) != Op::Extract ||
        terms_.parameter(high, 1) != 0 || terms_.width(terms_.operand(high, 0)) != terms_.width(term)) {
      add({term.id()}, 1);
      break;
    }
    isRead = addAll(terms_.operand(high, 0), std::uint64_t{1} << terms_.width(low));
    break;
  }
  case Op::Mul: {
    const Sum* left = sumOf(operands[0]);
    const Sum* right = sumOf(operands[1]);
    if (!left || !right || left->size() * right->size() > mostProducts) return {};
    for (const auto& [x, a] : *left)
      for (const auto& [y, b] : *right) {
        Product both;
        std::ranges::merge(x, y, std::back_inserter(both));
        if (both.size() > mostFactors) return {};
        add(both, a * b);
      }
    break;
  }
  default: add({term.id()}, 1);
  }
  if (!isRead) return {};
  return result;
}

} // namespace beagle::logic
