#pragma once

#include "analysis/exec/ending.h"
#include "analysis/exec/memory.h"
#include "analysis/exec/persistent_vector.h"
#include "analysis/exec/value.h"
#include "analysis/ir/program.h"
#include "analysis/solver/path_condition.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace beagle::exec {

/// One activation of a function.
struct Frame : Shared {
  const ir::Function* function = nullptr;
  ir::FunctionIndex index = ir::none;
  std::uint32_t next = 0;                 ///< the instruction to execute
  const ir::CallSite* callSite = nullptr; ///< in the caller; none: the entry
  std::uint32_t result = 0;               ///< the caller's first slot for results
  std::vector<Value> slots;
  std::vector<ObjectId> locals;   ///< stack objects that end with it
  std::vector<Value> variadic;    ///< arguments behind the fixed ones
  std::vector<ir::ScalarType> variadicTypes;
};

/// A piece of what a run did to the outside, in order.
struct Effect : Shared {
  enum class Kind : std::uint8_t { Write, Call } kind = Kind::Write;
  std::uint32_t stream = 0;    ///< Write: file descriptor
  std::vector<Term> bytes;     ///< Write: terms of width 8
  std::string function;        ///< Call
  std::vector<Value> values;   ///< Call: arguments
  Site site;
};

/// Why a run asks which way to go.
enum class ChoiceKind : std::uint8_t { Branch, Switch, Bounds, Null, Address, Division, Size, Overlap, Model };

/// A point at which the inputs decide: exactly one of the alternatives holds.
struct Choice {
  ChoiceKind kind = ChoiceKind::Branch;
  Site site;
  std::vector<Term> alternatives;
};

/// A run that has not ended: all it needs to go on. Copies are cheap and independent.
struct State {
  explicit State(logic::TermManager& terms) : path(terms) {}

  std::vector<Ref<Frame>> frames;
  Memory memory;
  solver::PathCondition path;
  PersistentVector<Ref<Effect>> effects;
  PersistentVector<PossibleFault> faults;
  PersistentVector<Approximation> approximations;
  /// Answers to the choices of the current instruction, which is executed again until it needs no more.
  std::vector<std::uint32_t> decisions;
  /// All decisions so far, for whoever has to come here again without this state: the alternative << 1, and a bit
  /// that says that the path implied it.
  PersistentVector<std::uint32_t> history;
  std::uint64_t steps = 0; ///< instructions executed
  std::uint32_t freshValues = 0;

  std::optional<Ending> ending;
  std::vector<Value> results; ///< of the entry, when it returned

  /// Says which alternative of the choice that the run stopped at is taken. The path condition is the caller's.
  void decide(std::uint32_t alternative, bool isImplied) {
    decisions.push_back(alternative);
    history.push(alternative << 1 | (isImplied ? 1U : 0U));
  }
};

} // namespace beagle::exec
