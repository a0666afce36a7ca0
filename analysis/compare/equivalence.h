#pragma once

#include "analysis/compare/lockstep_proof.h"
#include "analysis/compare/start_difference.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace beagle::compare {

/// Functions of two programs that do the same for all inputs, as far as that shows without following single
/// paths. Functions that call each other are equal together: each is if the others are.
class Equivalence {
public:
  /// For which inputs functions are to do the same.
  enum class Inputs : std::uint8_t {
    All,
    Defined, ///< but those for which arithmetic of base is undefined
  };
  /// All references outlive it. Without a solver it only takes what terms show.
  Equivalence(logic::TermManager& terms, const ir::Program& base, const ir::Program& head, solver::Solver* solver,
              Inputs inputs = Inputs::All);

  struct Answer {
    bool isProved = false;
    std::string obstacle;               ///< what stands in the way, when it is not
    std::set<std::string> outside;      ///< functions without code that are taken to act alike when called alike
    std::set<ir::FunctionIndex> looked; ///< functions of head whose code the proof is about
    bool limitsSizes = false;           ///< rests on objects being smaller than 4 GiB
    bool callsMath = false;             ///< rests on nobody looking at what math.h leaves behind besides results
    std::set<exec::ValueFault> leftOut; ///< what base may have on inputs that are left out
  };
  [[nodiscard]] Answer prove(ir::FunctionIndex base, ir::FunctionIndex head, const support::Budget& budget);

private:
  struct Known {
    std::string obstacle; ///< "": equal, if what it trusts is
    std::set<FunctionPairing> trusted;
    std::set<std::string> outside;
    std::set<ir::FunctionIndex> entered; ///< in head, on the way
    bool limitsSizes = false, callsMath = false;
    std::set<exec::ValueFault> leftOut;
  };
  /// What found no proof, so that it is not looked for again when there is more time.
  struct Failed {
    std::map<std::size_t, std::size_t> turns; ///< of each pace that are over
    std::string obstacle;
  };
  [[nodiscard]] Known look(FunctionPairing pair, const support::Budget& budget);
  /// Looks for a proof at one pace after the other, cheap ones first.
  void attempt(FunctionPairing pair, const LockstepProof::IsTrusted& isTrusted, const support::Budget& budget,
               Known& known);
  void note(FunctionPairing pair, Known known);
  [[nodiscard]] bool isAlikeOutside(FunctionPairing pair) const;

  logic::TermManager& terms_;
  UnknownMemory memory_;
  StartDifference start_;
  SharedNames names_;
  Tracker base_, head_;
  solver::Solver* solver_;
  Inputs inputs_;
  std::map<FunctionPairing, Known> known_;
  std::map<FunctionPairing, Failed> failed_;
};

} // namespace beagle::compare
