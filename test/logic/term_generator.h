#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <random>
#include <vector>

namespace beagle::logic {

/// A term twice: as it stands, and made by the factory methods.
struct TermPair {
  Term plain;
  Term simplified;
};

/// Random terms over all operators on Bools and bit-vectors of a few widths, over few variables, so that
/// operands meet again. The same seed gives the same terms.
class TermGenerator {
public:
  TermGenerator(TermManager& manager, std::uint64_t seed) : m_(manager), random_(seed) {
    for (const std::uint32_t width : {1U, 3U, 4U}) {
      add(m_.variable("v" + std::to_string(width), Sort::bits(width)));
      for (const std::uint64_t value : {0ULL, 1ULL, ~0ULL, 2ULL}) add(m_.constant(width, value));
    }
    add(m_.variable("p", Sort::boolean()));
    add(m_.truth(true));
  }

  /// Makes `count` terms, each of earlier ones.
  void grow(int count) {
    for (int i = 0; i < count; ++i) step();
  }
  [[nodiscard]] const std::vector<TermPair>& bits() const { return bits_; }
  [[nodiscard]] const std::vector<TermPair>& bools() const { return bools_; }

private:
  void add(Term leaf) { (m_.sort(leaf).isBool() ? bools_ : bits_).push_back({leaf, leaf}); }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  TermPair anyBits() {
    // Later ones more often: depth.
    const std::size_t n = bits_.size();
    return bits_[below(2) == 0 ? below(n) : n - 1 - below(n / 3 + 1)];
  }
  TermPair anyBool() { return bools_[below(bools_.size())]; }
  TermPair ofWidth(std::uint32_t width) {
    for (int i = 0; i < 40; ++i)
      if (const TermPair pair = anyBits(); m_.width(pair.plain) == width) return pair;
    const TermPair pair = anyBits();
    const std::array operand{pair.plain};
    const std::uint32_t own = m_.width(pair.plain);
    if (own >= width)
      return {m_.raw(Op::Extract, Sort::bits(width), operand, width - 1, 0), m_.extract(pair.simplified, width - 1, 0)};
    return {m_.raw(Op::ZeroExtend, Sort::bits(width), operand), m_.zeroExtend(pair.simplified, width)};
  }

  void step() {
    const Sort boolean = Sort::boolean();
    switch (below(12)) {
    case 0: {
      const TermPair a = anyBool(), b = anyBool();
      const std::array both{a.plain, b.plain};
      const Op op = std::array{Op::And, Op::Or, Op::Xor, Op::Equal}[below(4)];
      const Term simplified = op == Op::And   ? m_.logicalAnd(a.simplified, b.simplified)
                              : op == Op::Or  ? m_.logicalOr(a.simplified, b.simplified)
                              : op == Op::Xor ? m_.logicalXor(a.simplified, b.simplified)
                                              : m_.equal(a.simplified, b.simplified);
      bools_.push_back({m_.raw(op, boolean, both), simplified});
      return;
    }
    case 1: {
      const TermPair a = anyBool();
      bools_.push_back({m_.raw(Op::Not, boolean, std::span(&a.plain, 1)), m_.logicalNot(a.simplified)});
      return;
    }
    case 2:
    case 3: {
      const TermPair a = anyBits(), b = ofWidth(m_.width(a.plain));
      const std::array both{a.plain, b.plain};
      const Op op = std::array{Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual, Op::Equal}[below(5)];
      bools_.push_back({m_.raw(op, boolean, both), op == Op::Equal ? m_.equal(a.simplified, b.simplified)
                                                                   : m_.binary(op, a.simplified, b.simplified)});
      return;
    }
    case 4: {
      const TermPair c = anyBool(), a = anyBits(), b = ofWidth(m_.width(a.plain));
      const std::array operands{c.plain, a.plain, b.plain};
      bits_.push_back({m_.raw(Op::Ite, m_.sort(a.plain), operands), m_.ite(c.simplified, a.simplified, b.simplified)});
      return;
    }
    case 5: {
      const TermPair a = anyBits();
      const std::uint32_t low = static_cast<std::uint32_t>(below(m_.width(a.plain)));
      const std::uint32_t high = low + static_cast<std::uint32_t>(below(m_.width(a.plain) - low));
      bits_.push_back({m_.raw(Op::Extract, Sort::bits(high - low + 1), std::span(&a.plain, 1), high, low),
                       m_.extract(a.simplified, high, low)});
      return;
    }
    case 6: {
      const TermPair a = anyBits();
      const bool isSigned = below(2) == 0;
      const std::uint32_t width = m_.width(a.plain) + static_cast<std::uint32_t>(below(5));
      if (width > 12) return;
      bits_.push_back({m_.raw(isSigned ? Op::SignExtend : Op::ZeroExtend, Sort::bits(width), std::span(&a.plain, 1)),
                       m_.resize(a.simplified, width, isSigned)});
      return;
    }
    case 7: {
      const TermPair a = anyBits(), b = anyBits();
      const std::uint32_t width = m_.width(a.plain) + m_.width(b.plain);
      if (width > 12) return;
      const std::array both{a.plain, b.plain};
      bits_.push_back({m_.raw(Op::Concat, Sort::bits(width), both), m_.binary(Op::Concat, a.simplified, b.simplified)});
      return;
    }
    case 8: {
      const TermPair a = anyBits();
      const Op op = below(2) == 0 ? Op::Neg : Op::BitNot;
      bits_.push_back({m_.raw(op, m_.sort(a.plain), std::span(&a.plain, 1)), m_.unary(op, a.simplified)});
      return;
    }
    default: {
      static constexpr std::array binary{Op::Add,    Op::Sub,   Op::Mul,    Op::UDiv, Op::SDiv, Op::URem, Op::SRem,
                                         Op::BitAnd, Op::BitOr, Op::BitXor, Op::Shl,  Op::LShr, Op::AShr};
      const TermPair a = anyBits(), b = ofWidth(m_.width(a.plain));
      const Op op = binary[below(binary.size())];
      const std::array both{a.plain, b.plain};
      bits_.push_back({m_.raw(op, m_.sort(a.plain), both), m_.binary(op, a.simplified, b.simplified)});
      return;
    }
    }
  }

  TermManager& m_;
  std::mt19937_64 random_;
  std::vector<TermPair> bits_;
  std::vector<TermPair> bools_;
};

} // namespace beagle::logic
