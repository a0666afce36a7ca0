#pragma once

#include "analysis/logic/term_manager.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace beagle::compare {

using logic::Term;

/// What the addresses of local objects are called, and a number behind it.
constexpr std::string_view localPrefix = "&local!";

/// Memory of which nothing is known, as a term: what was done to it, last thing outermost. Two memories are
/// the same when their terms are. Addresses are terms of 64 bits, and values bit-vectors of whole bytes.
class UnknownMemory {
public:
  explicit UnknownMemory(logic::TermManager& terms) : terms_(terms) {}

  /// Says that the variable is where an object begins: what starts out there never leads into another object.
  void addObject(Term variable) { objects_.insert(variable); }
  [[nodiscard]] bool isObject(Term variable) const { return objects_.contains(variable); }
  [[nodiscard]] bool isLoad(Term term) const;

  /// An address as an object and what is added to its beginning; no object when there is none, or no single
  /// one.
  struct Place {
    Term object;
    Term offset;
  };
  [[nodiscard]] Place placeOf(Term address);
  /// The objects whose addresses can be computed from the value. What it was loaded from is none of them.
  [[nodiscard]] std::vector<Term> addressesIn(Term value) const;

  /// The loads of which the value is made; not those in their addresses.
  [[nodiscard]] std::vector<Term> loadsIn(Term value) const;
  /// What was stored last, if that made the memory.
  struct Stored {
    Term address, value;
  };
  [[nodiscard]] std::optional<Stored> lastStored(Term memory) const;
  /// What loads in a condition read that come after a write of which their addresses do not tell whether it is theirs:
  /// what was written where it is, what was there before where it lies apart. It holds always.
  [[nodiscard]] Term readings(Term condition);

  /// The memory with its last stores in an order that does not depend on which came first, where each is where another
  /// one is, or apart from it: what is exchanged in one order is what is exchanged in the other.
  [[nodiscard]] Term inOrder(Term memory);

  [[nodiscard]] Term load(Term memory, Term address, std::uint32_t width);
  [[nodiscard]] Term store(Term memory, Term address, Term bits);
  [[nodiscard]] Term fill(Term memory, Term address, Term byte, Term count);
  /// `count` bytes from `source` of the memory `from`.
  [[nodiscard]] Term copy(Term memory, Term address, Term from, Term source, Term count);

private:
  enum class Position : std::uint8_t { Same, Inside, Apart, Unknown };
  struct Relative {
    Position position = Position::Unknown;
    std::uint64_t offset = 0; ///< Inside: of the first in the second
    std::uint64_t cut = 0;    ///< Unknown: where one of both begins or ends in the first; 0: nobody knows
  };
  /// Where `count` bytes at one address lie to `otherCount` at another.
  [[nodiscard]] Relative relative(Term address, std::uint64_t count, Term other, std::uint64_t otherCount);
  /// A write of a known number of bytes, if that is what made the memory.
  struct Write {
    Term before, address, value;
    std::uint64_t bytes = 0;
    bool isFill = false; ///< `value` is each byte
  };
  [[nodiscard]] std::optional<Write> lastWrite(Term memory) const;
  /// Whether the address is that of the write, or apart from it: elements of one array, whichever they are.
  [[nodiscard]] bool isElementLike(const Write& write, Term address, std::uint64_t count);
  [[nodiscard]] Term stored(Term memory, Term address, Term bits, bool isCrossing);
  [[nodiscard]] Term split(Term term, Term& object);

  logic::TermManager& terms_;
  std::unordered_set<Term> objects_;
  std::unordered_map<logic::FunctionId, bool> writes_; ///< stores, and fills (true)
  std::unordered_set<logic::FunctionId> loads_;
};

} // namespace beagle::compare
