#pragma once

#include "analysis/compare/common_values.h"
#include "analysis/compare/loop_steps.h"
#include "analysis/compare/loose_terms.h"
#include "analysis/compare/maybe_unwritten.h"
#include "analysis/compare/result_facts.h"
#include "analysis/compare/samples.h"
#include "analysis/compare/track.h"
#include "analysis/compare/trial.h"
#include "analysis/compare/value_guesses.h"
#include "analysis/logic/polynomial.h"
#include "analysis/solver/solver.h"
#include "analysis/support/budget.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace beagle::compare {

/// What functions of the C and C++ libraries are called together, of which a proof takes that they act alike.
constexpr std::string_view librariesName = "functions of the C and C++ libraries";

/// What a proof may use.
struct ProofTools {
  logic::TermManager& terms;
  UnknownMemory& memory;
  SharedNames& names;
  Tracker& base;
  Tracker& head;
  solver::Solver* solver = nullptr; ///< for what terms alone do not show; none: only terms
  bool leavesOutUndefined = false;  ///< inputs for which arithmetic of base is undefined
};

/// Where versions meet that do not have the same form. No choice is wrong, but each finds other proofs.
struct Pace {
  bool meetsAtJoins = true;  ///< else only at loops, with all ways between them apart
  bool waitsAtLoops = false; ///< who comes to a loop lets the other one decide, until it comes to one, too
  bool meetsAtHeads = false; ///< of loops only at their beginnings, wherever they ask whether to go on
  std::uint32_t baseTurns = 1, headTurns = 1; ///< how often each goes around a loop until they meet again
  bool baseSkips = false, headSkips = false;  ///< whether each goes around a loop once before they meet there
  Form base = Form::AsWritten, head = Form::AsWritten;
  bool runsAhead = false;    ///< who comes to another loop without a new access, and without a choice, goes there
  bool catchesUp = false;    ///< who made fewer accesses goes around until it made as many, before they meet
  bool unrolls = false;      ///< loops that take few turns are as good as written out
  bool goesAlone = false;    ///< who has come to a call or an end waits there while the other one is in a loop
  bool knowsResults = false; ///< something always holds of what a recursion returns
  bool entersOne = false;    ///< of two calls by themselves that are not the same, one: of who goes around more often
  bool tellsLess = false;    ///< places alone are told apart: not which way led there, nor what is written by then
  bool ordersByUse = false;  ///< local objects of one size are alike in the order in which they are used first
  bool learns = false;       ///< each loop goes around as often as fits the other version's best in trials
};

/// What looking for one proof may cost. The least finds what terms show as they are, almost for nothing.
struct Effort {
  bool hasTrials = true;         ///< else nothing is guessed but what is so the first time
  std::uint64_t perQuestion = 0; ///< resources of the solver; 0: it is not asked
  std::uint64_t perHard = 0;     ///< the same, where it is about what products and quotients are
  std::uint64_t steps = 0;       ///< instructions of both
};

/// A proof that two functions do the same for all inputs: both run side by side over one unknown memory, and
/// stop together where ways meet. So loops need no bound, if it is known what both have in common at such a
/// meeting, whichever way led there. Trial runs on chosen inputs tell what that may be; going around until
/// nothing changes shows what of it is: whatever some way does not bring along is dropped. Nothing rests on
/// the trials but which guesses are looked at.
///
/// Whatever one version does that can be seen, the other has to do as well: the same calls, over the same
/// memory, the same accesses that might go wrong, the same results.
class LockstepProof {
public:
  /// `isTrusted`: whether functions of one name may be taken as equal; whoever asks proves that as well.
  using IsTrusted = std::function<bool(FunctionPairing)>;
  LockstepProof(ProofTools tools, IsTrusted isTrusted)
      : tools_(tools), isTrusted_(std::move(isTrusted)), samples_(tools.terms), polynomials_(tools.terms),
        unwritten_(tools.terms, tools.memory) {
    unwritten_.add(tools.terms.variable(unwrittenMemory, logic::Sort::bits(64)));
    unwritten_.addCommon(tools.terms.variable("memory", logic::Sort::bits(64)));
  }

  /// Nothing: they are equal, if `trusted` are, and if the results are as is said of them: what is not shown is
  /// dropped. Else what stands in the way, with its place in head.
  [[nodiscard]] std::optional<std::string> prove(ir::FunctionIndex base, ir::FunctionIndex head, Pace pace,
                                                 Effort effort, const support::Budget& budget, ResultFacts& results);
  // When that found no proof.
  /// Trials fell out of step: no effort helps at this pace.
  [[nodiscard]] bool isOutOfStep() const { return isOutOfStep_; }
  /// Something took more than it may cost: more effort may help.
  [[nodiscard]] bool gaveUp() const { return gaveUp_; }
  /// Versions came to loops or recursion, so that it matters how often each goes around.
  [[nodiscard]] bool hasTurns() const { return hasTurns_; }
  [[nodiscard]] const std::set<FunctionPairing>& trusted() const { return trusted_; }
  [[nodiscard]] const std::set<std::string>& outside() const { return outside_; } ///< functions without code
  [[nodiscard]] bool limitsSizes() const { return limitsSizes_; } ///< rests on objects being smaller than 4 GiB
  [[nodiscard]] const std::set<exec::ValueFault>& leftOut() const { return leftOut_; } ///< that base may have
  /// Rests on nobody looking at what functions of math.h leave behind besides their results.
  [[nodiscard]] bool callsMath() const { return callsMath_; }
  [[nodiscard]] const std::set<ir::FunctionIndex>& entered() const {
    return entered_;
  } ///< of head, where they were called

private:
  /// Both versions on their way from a meeting.
  struct Pair {
    Track base, head;
    std::vector<Term> facts;               ///< that hold on this way
    std::vector<Term> made;                ///< checks that went well: making them again finds nothing new
    const LoopSteps::Step* step = nullptr; ///< how they go on from where they met, if that is uneven
  };
  /// A value that lives at a meeting.
  struct Holder {
    enum class Kind : std::uint8_t { Slot, Gathered, Memory, Local, Cell } kind = Kind::Slot;
    bool isBase = true;
    std::uint32_t frame = 0; ///< Slot: from 0; Gathered, Local and Cell: by number
    ir::SlotIndex slot = 0;
    std::uint64_t offset = 0; ///< Cell: in the object

    [[nodiscard]] bool isValue() const { return kind == Kind::Slot || kind == Kind::Gathered || kind == Kind::Cell; }
  };
  struct Visit {
    std::vector<Arrival> arrivals;
    std::vector<Term> facts;
    std::vector<char> unwritten; ///< for each arrival, whether it may never have been written, and base has not used it
  };
  struct Meeting {
    Meeting(logic::TermManager& terms, std::uint32_t place, Pair pair, std::vector<Holder> holding)
        : first(std::move(pair)), holders(std::move(holding)), number(place), values(terms, std::to_string(place)) {}

    Pair first; ///< as it came here; what lives is replaced
    std::vector<Holder> holders;
    std::uint32_t number;
    CommonValues values;  ///< of the holders
    bool isKnown = false; ///< somebody came here
    Visit firstVisit;
    std::vector<ValueGuesses::Row>* rows = nullptr; ///< what trials came with, and what would have to be kept apart
    std::uint32_t guesses = 0;                      ///< how often what may be in common was guessed
    bool isWaiting = false;
    std::map<std::uint32_t, std::vector<Visit>> visits; ///< from where, by number
    std::set<std::uint32_t> next;                       ///< where its ways led

    /// Whether one of them waits for the other, which is in a loop.
    [[nodiscard]] bool isAlone() const { return first.base.isLanded != first.head.isLanded; }
  };
  using Key = std::vector<std::uint64_t>;
  using Rows = std::vector<ValueGuesses::Row>;
  using Result = std::optional<std::string>; ///< what stands in the way

  /// Until nothing is left to look at, or something stands in the way.
  [[nodiscard]] Result run(ir::FunctionIndex base, ir::FunctionIndex head);
  [[nodiscard]] Result start(ir::FunctionIndex base, ir::FunctionIndex head);
  void enter(Pair& pair, bool isBase, ir::FunctionIndex function);
  [[nodiscard]] Term parameter(std::size_t index, ir::ScalarType type); ///< that may be anything
  [[nodiscard]] Result goOn(Pair pair);
  [[nodiscard]] Result goOnce(Pair& pair, std::vector<Pair>& waiting, bool& isDone);
  /// Takes what base computes for defined; whether it surely is not.
  [[nodiscard]] bool isLeftOut(Pair& pair);
  [[nodiscard]] Result branch(Pair& pair, std::vector<Pair>& waiting);
  [[nodiscard]] Result switches(Pair& pair, std::vector<Pair>& waiting);
  /// One version decides alone.
  [[nodiscard]] Result decideAlone(Pair& pair, bool isBase, std::vector<Pair>& waiting);
  [[nodiscard]] Result calls(Pair& pair, std::vector<Pair>& waiting);
  /// The exception goes to whoever catches it: at the calls that both wait at, or, `leavesFirst`, where the functions
  /// on top were called.
  [[nodiscard]] Result raise(Pair pair, Term exception, bool leavesFirst, std::vector<Pair>& waiting);
  /// From where both have come to the end of cleaning up.
  [[nodiscard]] Result raiseAgain(Pair& pair, std::vector<Pair>& waiting);
  /// Leaves functions until one waits for an exception; nothing: one of them cannot be left.
  [[nodiscard]] std::optional<Handler> handlerAbove(Pair& pair, bool isBase, bool leavesFirst);
  /// What a call that is not entered depends on: the memory, whom, with what.
  [[nodiscard]] std::vector<Term> callParts(Pair& pair, bool isBase, bool isNamed);
  /// What is known of such a call: it gives the same for the same.
  struct Called {
    std::vector<Term> results;
    Term memory;
  };
  /// Something that the call gives, by name.
  [[nodiscard]] Term ofCall(const std::string& name, std::string_view what, logic::Sort sort,
                            const std::vector<Term>& parts);
  [[nodiscard]] Called called(const ir::CallSite& site, const std::string& name, const std::vector<Term>& parts);
  [[nodiscard]] Result enterCall(Pair& pair, bool isBase);
  [[nodiscard]] bool canEnter(Pair& pair, bool isBase);
  /// A call of something that only this version has.
  [[nodiscard]] bool isOwnCall(Pair& pair, bool isBase);
  /// Both report failed assertions in one way, and end: the texts and the lines do not matter.
  [[nodiscard]] bool failAssertions(Pair& pair);
  /// A call that a loop could stand for: the last thing that its function does, and it comes back there.
  [[nodiscard]] bool replaces(Pair& pair, bool isBase);
  [[nodiscard]] Result returns(Pair& pair);
  /// What is known of the result of a call of a function of the C library; in a trial, makes it one that it may be.
  void knowReply(Pair& pair, const ir::FunctionInfo& function, const std::vector<Term>& parts, Term& result);
  /// What is known of the result of a call of the functions by themselves.
  void knowResult(Pair& pair, Term result, std::span<const Term> arguments);
  /// Notes what does not hold of a result.
  void checkResult(Pair& pair, Term result);
  /// That both have done the same since the last time.
  [[nodiscard]] Result settle(Pair& pair);
  void unify(const Pair& pair, std::vector<std::uint32_t>& old, std::vector<std::uint32_t>& now);
  [[nodiscard]] bool isCheck(Term fact) const;
  [[nodiscard]] Result meet(Pair pair);
  /// The values that live, and what they are.
  void arrive(Pair& pair, std::vector<Holder>& holders, std::vector<Arrival>& arrived);
  [[nodiscard]] Result gather(Meeting& meeting);
  /// That loops which one version goes around alone come to an end: some number in each only grows, or only shrinks.
  [[nodiscard]] Result loopsAloneEnd();
  [[nodiscard]] bool endsAlone(const Meeting& meeting);
  /// What may be in common where the visit is the first one.
  void guess(Meeting& meeting);
  /// Drops what the visit does not have.
  [[nodiscard]] Result weaken(Meeting& meeting, const Visit& visit, bool& changed);
  /// Those of the claims that may not hold where the facts do, by number; and an example, if it is a real
  /// one.
  struct Doubts {
    std::vector<std::size_t> claims;
    std::shared_ptr<const logic::Assignment> example;
  };
  [[nodiscard]] Doubts doubtful(const std::vector<Term>& facts, const std::vector<Term>& claims);
  /// The term with what loads give where they read what was stored last.
  [[nodiscard]] Term resolved(const std::vector<Term>& facts, Term term);
  /// Guesses again, with what the example shows; false when that finds nothing else.
  [[nodiscard]] bool learn(Meeting& meeting, const Visit& visit, const Doubts& doubts);
  /// That head uses nothing that may never have been written, and that base does not use.
  [[nodiscard]] Result usesNoMore(Pair& pair);
  [[nodiscard]] std::vector<char> unwrittenIn(const Pair& pair, const std::vector<Holder>& holders,
                                              const std::vector<Arrival>& arrived);
  [[nodiscard]] std::vector<Term> partsUsed(const Track& track); ///< that may never have been written
  /// Values that come here may never have been written; whether that is new.
  [[nodiscard]] bool noteUnwritten(const Meeting& meeting, const Visit& visit);
  /// What may go wrong in what a version did since the last time, and went well; by number.
  [[nodiscard]] std::vector<std::uint32_t> newChecks(Pair& pair, bool isBase);
  /// The version that made fewer accesses than the other since they met goes on alone: true for base.
  [[nodiscard]] std::optional<bool> whoIsBehind(Pair& pair);
  /// Whether the access stays inside of its object, as far as anybody can tell.
  [[nodiscard]] bool staysInside(const Pair& pair, bool isBase, Term check);
  /// Whether the version came to the beginning of another loop, or of the same one, without a choice and without an
  /// access that is new.
  [[nodiscard]] bool runsAhead(Pair& pair, bool isBase);
  [[nodiscard]] std::string_view nameOf(Term check) const;
  [[nodiscard]] Term asWrite(Term check); ///< of what a read has to find there
  /// Where one check went well, the other does.
  [[nodiscard]] bool shows(const std::vector<Term>& facts, Term made, Term check);
  /// That one check was made already, by the words of what holds here.
  [[nodiscard]] bool wasMade(const std::vector<Term>& facts, Term check);
  /// Another turn around the same loop before it meets the other version again.
  [[nodiscard]] bool goesAround(Pair& pair, bool isBase);
  [[nodiscard]] bool skipsFirst(Track& own, bool isBase);
  /// Goes on from where a track waits.
  void pass(Pair& pair, bool isBase);
  /// From where they met: whoever follows waits until it is known where the other one comes to.
  void goFromMeeting(Pair& pair);
  /// Both came to loops: whether the one that follows has further to go.
  [[nodiscard]] bool followsOn(Pair& pair);
  /// What follows for the numbers in the address from an access that went well: no object is larger than
  /// that.
  void noteReach(Pair& pair, Term check);
  [[nodiscard]] static Result memoryOf(const Meeting& meeting);
  /// Where both start anew: nothing is open of what they did before.
  void startAgain(Pair& pair);

  // Trials.
  [[nodiscard]] Result runTrials(ir::FunctionIndex base, ir::FunctionIndex head);
  [[nodiscard]] bool isTrialOver() const;         ///< it went on long enough
  void takeSamples(const ir::Function& function); ///< of parameters
  void takeSamples(const Meeting& meeting);
  /// Notes what a trial came with.
  [[nodiscard]] Result note(Pair& pair);
  void choose(Trial* trial); ///< the one that runs from now on; null: none
  /// Finds out how many turns each loop takes. False: each takes one.
  [[nodiscard]] bool learnSteps(ir::FunctionIndex base, ir::FunctionIndex head);
  /// What one version comes to the beginnings of loops with, when it runs alone.
  [[nodiscard]] std::vector<LoopVisit> visitsOf(bool isBase, ir::FunctionIndex function);
  [[nodiscard]] LoopVisit visitOf(Track& own, bool isBase);
  /// Over a call, without a look at what it does; whether it comes back.
  [[nodiscard]] bool callAlone(Pair& pair, bool isBase);

  // Meetings.
  [[nodiscard]] Key keyOf(Pair& pair, const std::vector<Holder>& holders, const std::vector<Arrival>& arrived);
  [[nodiscard]] bool isFlag(const Pair& pair, const Holder& holder) const;
  [[nodiscard]] std::optional<std::uint64_t> numberIn(const Arrival& arrival) const; ///< if it always is that one
  [[nodiscard]] std::vector<Holder> holdersOf(const Pair& pair);
  [[nodiscard]] Arrival arrivalOf(Pair& pair, const Holder& holder);
  [[nodiscard]] Pair leave(const Meeting& meeting);

  // Terms.
  [[nodiscard]] Term under(const std::vector<Term>& facts, Term term);
  [[nodiscard]] bool same(const std::vector<Term>& facts, Term a, Term b);
  [[nodiscard]] bool holds(const std::vector<Term>& facts, Term condition);
  [[nodiscard]] bool isPossible(const std::vector<Term>& facts, Term condition);
  [[nodiscard]] bool isRefuted(Term goal, std::uint64_t resources);
  [[nodiscard]] bool asksSolver() const { return tools_.solver && effort_.perQuestion > 0; }
  [[nodiscard]] solver::Answer ask(std::string_view name, Term goal, bool wantModel, std::uint64_t resources);
  [[nodiscard]] std::optional<std::string> inTheWay(const Pair& pair, std::string what) const;
  [[nodiscard]] Track& track(Pair& pair, bool isBase) const { return isBase ? pair.base : pair.head; }
  [[nodiscard]] Tracker& tracker(bool isBase) const { return isBase ? tools_.base : tools_.head; }

  ProofTools tools_;
  IsTrusted isTrusted_;
  support::Budget budget_;
  Pace pace_;
  Effort effort_;
  std::map<Key, Meeting> meetings_;
  std::deque<Meeting*> byNumber_;
  std::deque<Meeting*> waiting_;
  LoopSteps steps_; ///< of the loops
  std::deque<Trial> trials_;
  Trial* trial_ = nullptr;   ///< the one that runs
  std::map<Key, Rows> rows_; ///< what trials came with
  Samples samples_;          ///< of the variables of the place whose ways are gone
  std::vector<std::uint64_t> numbers_;
  std::uint32_t visits_ = 0; ///< of the trial that runs
  logic::Polynomials polynomials_;
  MaybeUnwritten unwritten_;
  Meeting* from_ = nullptr; ///< whose ways are gone; none: those of the beginning
  std::set<FunctionPairing> trusted_;
  std::set<std::string> outside_;
  std::set<ir::FunctionIndex> entered_;
  bool limitsSizes_ = false, callsMath_ = false;
  std::set<exec::ValueFault> leftOut_;
  FunctionPairing root_{};         ///< what is to be proved
  ResultFacts* results_ = nullptr; ///< of it
  std::set<std::size_t> wrongResults_;
  bool isOutOfStep_ = false, gaveUp_ = false, hasTurns_ = false;
  std::uint64_t stepsBefore_ = 0;
  std::uint32_t questions_ = 0, hardQuestions_ = 0, hardAnswers_ = 0;
};

} // namespace beagle::compare
