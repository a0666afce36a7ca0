#pragma once

#include "analysis/logic/term.h"

#include <cstdint>

namespace beagle::exec {

using logic::Term;

/// Objects are numbered in the order in which a state makes them. 0 is no object.
using ObjectId = std::uint32_t;

enum class Mark : std::uint32_t { Defined = 0, Uninitialised = 1, Poison = 2 };

/// What a slot holds, 16 bytes:
///
///   bits   64   the value; of a pointer: the offset into its object
///   term   32   0, or the term that is the value instead of `bits`
///   tag    32   object number << 2 | mark
///
/// Integers of width 1 are terms of sort Bool, wider ones bit-vectors. Floats are terms of sort Float. An integer
/// or float of more than 64 bits is always a term, a constant one when it is concrete. A pointer is an object and
/// a 64-bit offset; without an object, its bits are a plain address (null is 0). An integer may carry an object
/// too: the address of that object plus its bits, not yet looked at.
struct Value {
  std::uint64_t bits = 0;
  std::uint32_t term = 0;
  std::uint32_t tag = 0;

  [[nodiscard]] static constexpr Value concrete(std::uint64_t bits) { return {bits, 0, 0}; }
  [[nodiscard]] static constexpr Value symbolic(Term term) { return {0, term.id(), 0}; }
  [[nodiscard]] static constexpr Value pointer(ObjectId object, std::uint64_t offset) {
    return {offset, 0, object << 2};
  }
  [[nodiscard]] static constexpr Value marked(Mark mark) { return {0, 0, static_cast<std::uint32_t>(mark)}; }

  /// Concrete, defined, and no address: the case that has to be fast.
  [[nodiscard]] constexpr bool isPlain() const { return (term | tag) == 0; }
  [[nodiscard]] constexpr bool isSymbolic() const { return term != 0; }
  [[nodiscard]] constexpr ObjectId object() const { return tag >> 2; }
  [[nodiscard]] constexpr Mark mark() const { return static_cast<Mark>(tag & 3); }
  [[nodiscard]] constexpr bool isDefined() const { return (tag & 3) == 0; }
  [[nodiscard]] constexpr Term asTerm() const { return Term(term); }

  [[nodiscard]] constexpr Value withMark(Mark mark) const {
    return {bits, term, (tag & ~3U) | static_cast<std::uint32_t>(mark)};
  }

  friend bool operator==(const Value&, const Value&) = default;
};
static_assert(sizeof(Value) == 16);

} // namespace beagle::exec
