#pragma once

#include "analysis/compare/common_values.h"
#include "analysis/compare/track.h"
#include "analysis/solver/solver.h"
#include "analysis/support/budget.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace beagle::compare {

/// What a proof may use.
struct ProofTools {
  logic::TermManager& terms;
  UnknownMemory& memory;
  SharedNames& names;
  Tracker& base;
  Tracker& head;
  solver::Solver* solver = nullptr; ///< for what terms alone do not show; none: only terms
};

/// Where versions meet that do not have the same form. No choice is wrong, but each finds other proofs.
struct Pace {
  bool meetsAtJoins = true;  ///< else only at loops, with all ways between them apart
  bool waitsAtLoops = false; ///< who comes to a loop lets the other one decide, until it comes to one, too
  bool meetsAtHeads = false; ///< of loops only at their beginnings, wherever they ask whether to go on
  std::uint32_t baseTurns = 1, headTurns = 1; ///< how often each goes around a loop until they meet again
};

/// A proof that two functions do the same for all inputs: both run side by side over one unknown memory, and
/// stop together where ways meet. What is equal at such a meeting, whichever way led there, is found by going
/// around until nothing changes; so loops need no bound. Whatever one version does that can be seen, the
/// other has to do as well: the same calls, over the same memory, the same accesses that might go wrong, the
/// same results.
class LockstepProof {
public:
  /// `isTrusted`: whether functions of one name may be taken as equal; whoever asks proves that as well.
  using IsTrusted = std::function<bool(FunctionPairing)>;
  LockstepProof(ProofTools tools, IsTrusted isTrusted) : tools_(tools), isTrusted_(std::move(isTrusted)) {}

  /// Nothing: they are equal, if `trusted` are. Else what stands in the way, with its place in head.
  [[nodiscard]] std::optional<std::string> prove(ir::FunctionIndex base, ir::FunctionIndex head, Pace pace,
                                                 const support::Budget& budget);
  [[nodiscard]] const std::set<FunctionPairing>& trusted() const { return trusted_; }
  [[nodiscard]] const std::set<std::string>& outside() const { return outside_; } ///< functions without code
  [[nodiscard]] const std::set<ir::FunctionIndex>& entered() const {
    return entered_;
  } ///< of head, where they were called

private:
  /// Both versions on their way from a meeting.
  struct Pair {
    Track base, head;
    std::vector<Term> facts; ///< that hold on this way
    std::vector<Term> made;  ///< checks that went well: making them again finds nothing new
  };
  /// A value that lives at a meeting.
  struct Holder {
    enum class Kind : std::uint8_t { Slot, Memory, Local } kind = Kind::Slot;
    bool isBase = true;
    std::uint32_t frame = 0; ///< Slot: from 0; Local: its number
    ir::SlotIndex slot = 0;
  };
  struct Visit {
    std::vector<Arrival> arrivals;
    std::vector<Term> facts;
  };
  struct Meeting {
    Meeting(logic::TermManager& terms, std::uint32_t place, Pair pair, std::vector<Holder> holding)
        : first(std::move(pair)), holders(std::move(holding)), number(place),
          values(terms, std::to_string(place)) {}

    Pair first; ///< as it came here; what lives is replaced
    std::vector<Holder> holders;
    std::uint32_t number;
    CommonValues values; ///< of the holders
    bool isLoop = false; ///< its own ways lead back here: what is in common only shrinks
    bool isWaiting = false;
    std::map<std::uint32_t, std::vector<Visit>> visits; ///< of no loop: from where, by number
    std::vector<Visit> earliest;                        ///< of a loop: the first ones
    std::set<std::uint32_t> next;                       ///< where its ways led
  };
  using Key = std::vector<std::uint64_t>;
  using Result = std::optional<std::string>; ///< what stands in the way

  [[nodiscard]] Result start(ir::FunctionIndex base, ir::FunctionIndex head);
  [[nodiscard]] Result goOn(Pair pair);
  [[nodiscard]] Result goOnce(Pair& pair, std::vector<Pair>& waiting, bool& isDone);
  [[nodiscard]] Result branch(Pair& pair, std::vector<Pair>& waiting);
  [[nodiscard]] Result switches(Pair& pair, std::vector<Pair>& waiting);
  /// One version decides alone.
  [[nodiscard]] Result decideAlone(Pair& pair, bool isBase, std::vector<Pair>& waiting);
  [[nodiscard]] Result calls(Pair& pair);
  [[nodiscard]] Result enterCall(Pair& pair, bool isBase);
  [[nodiscard]] bool canEnter(Pair& pair, bool isBase);
  [[nodiscard]] Result returns(Pair& pair);
  /// That both have done the same since the last time.
  [[nodiscard]] Result settle(Pair& pair);
  void unify(const Pair& pair, std::vector<std::uint32_t>& old, std::vector<std::uint32_t>& now);
  [[nodiscard]] bool isCheck(Term fact) const;
  [[nodiscard]] Result meet(Pair pair);
  [[nodiscard]] Result gather(Meeting& meeting);
  /// `earlier`: those that were added before, or the first of them.
  [[nodiscard]] Result add(CommonValues& values, const Visit& visit, std::span<const Visit> earlier,
                           bool& changed);
  [[nodiscard]] bool addFacts(CommonValues& values, const Visit& visit, std::span<const Visit> earlier);
  /// Another turn around the same loop before it meets the other version again.
  [[nodiscard]] bool goesAround(Pair& pair, bool isBase);
  [[nodiscard]] static Result memoryOf(const Meeting& meeting);

  // Meetings.
  [[nodiscard]] Key keyOf(Pair& pair, const std::vector<Holder>& holders,
                          const std::vector<Arrival>& arrived);
  [[nodiscard]] std::vector<Holder> holdersOf(const Pair& pair);
  [[nodiscard]] Arrival arrivalOf(Pair& pair, const Holder& holder);
  [[nodiscard]] Pair leave(const Meeting& meeting);

  // Terms.
  [[nodiscard]] Term under(const std::vector<Term>& facts, Term term);
  [[nodiscard]] bool same(const std::vector<Term>& facts, Term a, Term b);
  [[nodiscard]] bool holds(const std::vector<Term>& facts, Term condition);
  [[nodiscard]] bool isPossible(const std::vector<Term>& facts, Term condition);
  [[nodiscard]] std::optional<std::string> inTheWay(const Pair& pair, std::string what) const;
  [[nodiscard]] Track& track(Pair& pair, bool isBase) const { return isBase ? pair.base : pair.head; }
  [[nodiscard]] Tracker& tracker(bool isBase) const { return isBase ? tools_.base : tools_.head; }

  ProofTools tools_;
  IsTrusted isTrusted_;
  support::Budget budget_;
  Pace pace_;
  std::map<Key, Meeting> meetings_;
  std::deque<Meeting*> byNumber_;
  std::deque<Meeting*> waiting_;
  Meeting* from_ = nullptr; ///< whose ways are gone; none: those of the beginning
  std::set<FunctionPairing> trusted_;
  std::set<std::string> outside_;
  std::set<ir::FunctionIndex> entered_;
  std::uint64_t stepsBefore_ = 0;
  std::uint32_t questions_ = 0, hardQuestions_ = 0;
};

} // namespace beagle::compare
