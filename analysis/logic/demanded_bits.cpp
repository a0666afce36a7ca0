#include "analysis/logic/demanded_bits.h"

#include "analysis/logic/bit_vector.h"

#include <algorithm>
#include <bit>

namespace beagle::logic {

namespace {

constexpr std::uint64_t everything = ~std::uint64_t{0};

constexpr auto byAge = [](Term a, Term b) { return a.id() < b.id(); };

std::uint64_t allOf(Sort sort) { return sort.isArray() ? everything : lowMask(sort.width); }

/// All bits up to the highest one: what carries run through.
std::uint64_t upTo(std::uint64_t mask) { return lowMask(static_cast<std::uint32_t>(std::bit_width(mask))); }

} // namespace

std::span<const std::uint64_t> DemandedBits::of(Term term) {
  const auto variables = m_.support(term);
  if (knownFrom_.size() <= term.id()) {
    knownFrom_.resize(m_.termCount() + m_.termCount() / 4 + 1);
    walkOf_.resize(knownFrom_.size());
    masks_.resize(knownFrom_.size());
  }
  std::uint32_t& from = knownFrom_[term.id()];
  if (from == 0) {
    from = static_cast<std::uint32_t>(known_.size()) + 1;
    const bool complete = walk(term);
    for (const std::uint32_t number : variables) {
      const Term variable = m_.variableAt(number);
      std::uint64_t mask = variable ? allOf(m_.sort(variable)) : everything;
      if (complete && variable) mask = walkOf_[variable.id()] == walk_ ? masks_[variable.id()] : 0;
      known_.push_back(mask);
    }
  }
  return std::span(known_).subspan(from - 1, variables.size());
}

bool DemandedBits::walk(Term term) {
  ++walk_;
  waiting_.clear();
  demand(term, everything);
  for (std::size_t left = mostTerms; !waiting_.empty(); --left) {
    if (left == 0) return false;
    std::ranges::pop_heap(waiting_, byAge);
    const Term next = waiting_.back();
    waiting_.pop_back();
    visit(next, masks_[next.id()]);
  }
  return true;
}

void DemandedBits::demand(Term term, std::uint64_t mask) {
  if (m_.op(term) == Op::Constant) return;
  mask &= allOf(m_.sort(term));
  if (walkOf_[term.id()] == walk_) {
    masks_[term.id()] |= mask;
    return;
  }
  walkOf_[term.id()] = walk_;
  masks_[term.id()] = mask;
  waiting_.push_back(term);
  std::ranges::push_heap(waiting_, byAge);
}

void DemandedBits::visit(Term term, std::uint64_t mask) {
  const auto operands = m_.operands(term);
  const Sort sort = m_.sort(term);
  const auto each = [&](std::uint64_t wanted) {
    for (const Term operand : operands) demand(operand, wanted);
  };
  if (!sort.isBits() || sort.width > 64) return each(everything);
  switch (m_.op(term)) {
  case Op::Ite:
    demand(operands[0], everything);
    demand(operands[1], mask);
    demand(operands[2], mask);
    return;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Neg: return each(upTo(mask));
  case Op::BitNot:
  case Op::BitXor: return each(mask);
  case Op::BitAnd:
  case Op::BitOr:
    for (std::size_t i = 0; i < 2; ++i) {
      const Term other = operands[1 - i];
      const std::uint64_t known = m_.isConstant(other) ? m_.bits64(other) : 0;
      const bool isAnd = m_.op(term) == Op::BitAnd;
      demand(operands[i], !m_.isConstant(other) ? mask : isAnd ? mask & known : mask & ~known);
    }
    return;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return visitShift(term, mask);
  case Op::Concat: {
    const std::uint32_t low = m_.width(operands[1]);
    demand(operands[0], mask >> low);
    demand(operands[1], mask & lowMask(low));
    return;
  }
  case Op::Extract:
    return demand(operands[0], m_.width(operands[0]) <= 64 ? mask << m_.parameter(term, 1) : everything);
  case Op::ZeroExtend: return demand(operands[0], mask);
  case Op::SignExtend: {
    const std::uint32_t width = m_.width(operands[0]);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return demand(operands[0], (mask & lowMask(width)) | ((mask & ~lowMask(width)) != 0 ? sign : 0));
  }
  default: return each(everything);
  }
}

void DemandedBits::visitShift(Term term, std::uint64_t mask) {
  const Term value = m_.operand(term, 0), amount = m_.operand(term, 1);
  if (!m_.isConstant(amount)) {
    // Left, nothing comes from above.
    demand(value, m_.op(term) == Op::Shl ? upTo(mask) : everything);
    return demand(amount, everything);
  }
  const std::uint32_t width = m_.width(term);
  const std::uint64_t by = std::min<std::uint64_t>(m_.bits64(amount), width);
  if (by == width && m_.op(term) != Op::AShr) return;
  switch (m_.op(term)) {
  case Op::Shl: return demand(value, mask >> by);
  case Op::LShr: return demand(value, mask << by);
  default: {
    // What lies above the shifted sign is the sign.
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const std::uint64_t moved = by < 64 ? mask << by : 0;
    return demand(value, moved | (mask != 0 ? sign : 0));
  }
  }
}

} // namespace beagle::logic
