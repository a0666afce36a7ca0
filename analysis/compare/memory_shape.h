#pragma once

#include "analysis/compare/relation.h"
#include "analysis/exec/initial_values.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace beagle::compare {

/// Compares values of two states of two versions. Objects correspond by what they are: inputs by number,
/// globals and functions by name, and what the runs made themselves by the pointers that lead to it, one to
/// one.
class MemoryShape {
public:
  /// `floatDigits`: as in EqualityOptions.
  MemoryShape(logic::TermManager& terms, const OutcomePair& pair, std::uint32_t floatDigits)
      : terms_(terms), pair_(pair), floatDigits_(floatDigits),
        initial_({pair.baseMachine.program(), pair.baseHarness.types()},
                 {pair.headMachine.program(), pair.headHarness.types()}, pair.layouts),
        where_(terms.truth(true)) {}

  /// When two values of a type are the same. What own objects hold is compared later, by `rest`.
  [[nodiscard]] Term same(const exec::Value& base, const exec::Value& head, ir::ScalarType type);
  /// When what stands at one path is the same, where it exists, be it as another type: the same number, or an input
  /// that nobody changed.
  [[nodiscard]] Term same(const exec::Observed& base, const exec::Observed& head);
  /// That all own objects which were compared by pointers to them are the same. Call it last.
  [[nodiscard]] Term rest();

  /// Two calls of functions without code: the same function, with the same arguments and the same where they
  /// point.
  [[nodiscard]] Term sameCall(const exec::Effect& base, const exec::Effect& head);

private:
  [[nodiscard]] Term sameThere(const exec::Observed& base, const exec::Observed& head);
  [[nodiscard]] Term termOf(const exec::Value& value, ir::ScalarType type) const;
  /// What stands in contents from an offset on.
  struct Stretch {
    const exec::Contents& contents;
    std::uint64_t from = 0;
  };
  /// `padding`: of the first bytes, those that do not count.
  [[nodiscard]] Term sameBytes(Stretch base, Stretch head, std::uint64_t count, Term size,
                               const std::vector<bool>& padding = {});
  [[nodiscard]] bool areOwnLines(const exec::Effect& base, const exec::Effect& head, const exec::Value& x,
                                 const exec::Value& y) const;
  [[nodiscard]] Term sameStretch(const exec::Observed& base, const exec::Observed& head);
  [[nodiscard]] Term sameIfWritten(Term base, Term head, std::uint32_t choices = 0);
  [[nodiscard]] Term sameWhereWritten(Term base, Term head, std::uint32_t choices);
  struct Choice {
    Term condition, one, other;
  };
  [[nodiscard]] std::optional<Choice> choiceOf(Term term);
  [[nodiscard]] bool isUnwritten(Term term) const;
  [[nodiscard]] Term nearlySame(Term x, Term y) const;
  [[nodiscard]] Term samePointer(const exec::Value& base, const exec::Value& head);
  [[nodiscard]] Term nullOf(const exec::Machine& machine, const exec::State& state, const exec::Value& pointer) const;
  [[nodiscard]] bool correspond(exec::ObjectId base, exec::ObjectId head);
  /// What stands in an object of base and in that of head, one after the other.
  using Types = std::pair<ir::TypeIndex, ir::TypeIndex>;
  /// Where versions have the members in other places; nothing: they have not, or nothing is known.
  [[nodiscard]] std::optional<Types> movedTypes(exec::ObjectId base, exec::ObjectId head) const;
  void noteTypes(const exec::Value& base, const exec::Value& head, Types pointers);
  void noteCopy(const exec::Effect& base, const exec::Effect& head, std::size_t argument);
  [[nodiscard]] Term sameOffset(const exec::Value& base, const exec::Value& head, std::optional<Types> types);
  [[nodiscard]] std::optional<Term> movedOffset(Term base, Types types);
  struct Sizes {
    Term base = {}, head = {};
  };
  [[nodiscard]] Term sameMembers(Stretch base, Stretch head, Types types, Sizes sizes);
  [[nodiscard]] Term sameValue(Stretch base, Stretch head, Types types);
  [[nodiscard]] Term sameNumber(Stretch base, Stretch head, const input::Layouts::Part& part);
  void reach(exec::ObjectId base);
  [[nodiscard]] Term sameContents(const exec::Object& base, const exec::Object& head, const std::vector<bool>& padding);
  void noteInner(const exec::Object& base, const exec::Object& head, Types types);

  logic::TermManager& terms_;
  const OutcomePair& pair_;
  std::uint32_t floatDigits_;
  std::map<exec::ObjectId, exec::ObjectId> toHead_, toBase_;
  exec::InitialValues initial_;
  std::map<exec::ObjectId, Types> types_;                             ///< of base's own, as pointers to them say
  std::map<exec::ObjectId, Types> own_;                               ///< the same, also where versions agree
  std::set<exec::ObjectId> ofSeveral_;                                ///< those of which pointers say several
  std::map<std::pair<std::uint32_t, std::uint32_t>, Term> ifWritten_; ///< what sameIfWritten said, by both terms
  Term where_;                             ///< the pointers that are compared now count where this holds
  std::map<exec::ObjectId, Term> reached_; ///< by base's: when a pointer that counts leads to it
  std::deque<exec::ObjectId> pending_;     ///< base's
};

} // namespace beagle::compare
