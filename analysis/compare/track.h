#pragma once

#include "analysis/compare/code_places.h"
#include "analysis/compare/local_order.h"
#include "analysis/compare/loops_twice.h"
#include "analysis/compare/shared_names.h"
#include "analysis/compare/tail_calls.h"
#include "analysis/compare/trial.h"
#include "analysis/exec/machine.h"
#include "analysis/ir/flow.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace beagle::compare {

/// What a check of an access is called: an address and a number of bytes.
constexpr std::string_view readCheck = "check!read", writeCheck = "check!write";

/// What a local object holds before anything is written.
constexpr std::string_view unwrittenMemory = "unwritten!memory";

/// A local object of a run over unknown memory.
struct LocalObject {
  Term address; ///< a variable of its own
  std::uint64_t size = 0;
  std::uint32_t depth = 0; ///< of its frame, from 1
  Term contents;           ///< as an UnknownMemory, as long as nobody else can know of it
  /// By offset, what was written to it, as long as it is nothing but such values.
  std::map<std::uint64_t, ir::ScalarType> cells;
  bool hasCellsOnly = true;
  bool isAlive = true;
  bool isKnownOutside = false; ///< its contents are part of the common memory
};

/// What a function has gathered whose tail calls of itself took its place: its result is that and the last one's.
struct Gathered {
  std::uint32_t depth = 0; ///< of its frame, from 1
  Gathering by;
  Term value;
};

/// How the code of a version runs: what it does is the same.
enum class Form : std::uint8_t {
  AsWritten,
  LoopsTwice,
  WritesAsLoops,
  LoopsApart, ///< of those that writes are, too
};

/// What waits for an exception at a call.
struct Handler {
  ir::BlockIndex at = ir::none; ///< where it goes on; none: nobody waits there
  bool takesAll = false;        ///< to clean up, or because it catches everything
  std::string types;            ///< those that it tells apart, in order, in words of both versions; not of cleaning up
};

/// One version's run from some place on, over memory and values of which nothing is known.
struct Track {
  explicit Track(logic::TermManager& terms) : state(terms) {}

  exec::State state; ///< its frames and faults; its memory is not used
  Term memory;       ///< what all can see, and the world outside
  std::vector<LocalObject> locals;
  std::vector<Gathered> gathered; ///< outermost first
  /// What would have ended the run, had it not gone well, in order: accesses, divisions.
  std::vector<Term> checks;
  /// What it has decided by, passed on and given back since, and of base also what it has read: where that was never
  /// written, it is undefined.
  std::vector<Term> used;
  /// What holds because no object is so large that its size, or an index into it, would not be a number; as of the last
  /// time somebody asked.
  std::vector<Term> known;
  bool limitsSizes = false; ///< rests on that
  bool callsMath = false;   ///< rests on nobody looking at errno after functions of math.h
  std::size_t faultsSeen = 0;
  ir::BlockIndex instead = ir::none; ///< landed where a loop runs once more: behind it
  bool isLanded = false;             ///< at the beginning of a block that it has just come to
  std::uint32_t passed = 0;          ///< places it did not wait at
  // The meeting that it left last.
  std::uint32_t leftAt = ~0U;    ///< the next instruction there
  std::size_t leftDepth = 0;     ///< of frames
  std::uint32_t skippedAt = ~0U; ///< where a loop begins that it went around once, without waiting
  std::uint32_t turns = 0;       ///< how often it came back there since
  std::uint32_t heads = 0;       ///< beginnings of loops that it went on from since, that of the meeting included

  [[nodiscard]] const exec::Frame& frame() const { return *state.frames.back(); }
  [[nodiscard]] const ir::Instruction& next() const { return frame().function->code[frame().next]; }
  /// Whether somebody waits for an exception: at the call that it waits at, unless `leavesFirst`, or further out.
  [[nodiscard]] bool isCaught(bool leavesFirst) const;
};

/// What a track came to, and has not done yet.
struct Halt {
  enum class Kind : std::uint8_t {
    Landed, ///< at the beginning of a block that is not Inside
    Branch,
    Switch,
    Call,
    Return, ///< from the first frame
    Throw,  ///< an exception goes on from here
    End,    ///< goes no further: unreachable, or a trap
    Stuck,  ///< something that is not understood: `why`
  } kind = Kind::Stuck;
  std::string why;
};

/// Runs the tracks of one version.
class Tracker {
public:
  /// All references outlive it.
  Tracker(logic::TermManager& terms, UnknownMemory& memory, SharedNames& names, const ir::Program& program,
          bool isBase);

  /// Calls the function with these parameters, on top of what runs.
  void enter(Track& track, ir::FunctionIndex function, std::span<const exec::Value> arguments, const ir::CallSite* site,
             std::uint32_t result);
  /// Gives the function that was just entered its own copies of what is passed by value; what is wrong if it cannot.
  [[nodiscard]] std::optional<std::string> copyArguments(Track& track, const ir::CallSite& site);
  /// Whether the call is the last thing that its function does, but for what is gathered.
  [[nodiscard]] bool isTailCall(const Track& track) const;
  /// The result of the function on top, with what it has gathered.
  [[nodiscard]] Term withGathered(const Track& track, Term result) const;
  /// Such a call, in place of the function that makes it.
  void replace(Track& track, ir::FunctionIndex function, std::span<const exec::Value> arguments);
  /// Whether the function comes back to itself by such calls: then it is a loop.
  [[nodiscard]] bool isTailLoop(ir::FunctionIndex function);
  /// Goes on to the next thing that needs a decision, or to a place where the versions may meet.
  [[nodiscard]] Halt advance(Track& track);
  /// Goes on from where it landed.
  static void pass(Track& track) { track.isLanded = false; }

  /// How functions that are entered from now on run, where they can.
  void setForm(Form form) { form_ = form; }
  /// Whether loops that take few turns are no places to meet at.
  void setUnrolls(bool unrolls) { unrolls_ = unrolls; }
  /// Whether values of local objects are known one by one, as long as it is known which of them are written.
  void setHasCells(bool hasCells) { hasCells_ = hasCells; }
  /// Whether local objects of one size are told apart by the order in which they are used, and not declared.
  void setOrdersByUse(bool ordersByUse) { ordersByUse_ = ordersByUse; }
  /// Whether that is another one for the function, or for one that it calls.
  [[nodiscard]] bool hasOtherOrder(ir::FunctionIndex function) const;
  /// Whether the function, or one that it calls, has such loops.
  [[nodiscard]] bool hasShortLoops(ir::FunctionIndex function) const;
  [[nodiscard]] bool callsItself(ir::FunctionIndex function) const;
  /// Whether the form makes anything else of the function, or of one that it calls, than what is written.
  [[nodiscard]] bool isOfForm(ir::FunctionIndex function);
  /// What is loaded from now on is what the trial chooses; none: a term.
  void setTrial(Trial* trial) { trial_ = trial; }

  // What was halted at.
  [[nodiscard]] PlaceKind place(const Track& track) { return placesIn(track.frame())[blockOf(track)]; }
  void jump(Track& track, ir::BlockIndex block);
  /// Whether it is about to run a loop once more for nothing; then it goes on behind it.
  [[nodiscard]] bool skips(Track& track);
  /// The slot's value as a term of so many bits (1: a Bool).
  [[nodiscard]] Term bits(Track& track, ir::SlotIndex slot, std::uint32_t width);
  /// The term that stands for a value of that type: floats as floats.
  [[nodiscard]] Term term(Track& track, const exec::Value& value, ir::ScalarType type);
  [[nodiscard]] exec::Value value(Term term, ir::ScalarType type);
  /// The function that the call is of; none when nobody knows.
  [[nodiscard]] std::optional<ir::FunctionIndex> calleeOf(Track& track);
  /// After a call that was not entered: the results are given.
  void finishCall(Track& track, std::span<const Term> results);
  /// What waits for an exception at the call that the track waits at.
  [[nodiscard]] Handler handler(Track& track);
  /// Leaves the function on top for the call of it in the one below; what is wrong if it cannot.
  [[nodiscard]] std::optional<std::string> leaveThrowing(Track& track);
  /// What is wrong if the exception cannot land there.
  [[nodiscard]] std::optional<std::string> land(Track& track, const Handler& handler, Term exception);
  /// Notes that the value was used; what is wrong if it was never written.
  [[nodiscard]] std::optional<std::string> use(Track& track, const exec::Value& value, ir::ScalarType type);
  /// Whoever knows the term knows of the local objects in it.
  void publish(Track& track, Term term);
  /// How many bytes the object has; nothing when nobody knows.
  [[nodiscard]] std::optional<std::uint64_t> sizeAt(const Track& track, Term object) const;
  // A value of a local object.
  [[nodiscard]] Term cellOf(const LocalObject& local, std::uint64_t offset);
  void setCell(LocalObject& local, std::uint64_t offset, Term term);
  void clear(LocalObject& local); ///< nothing is written yet

  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] exec::Machine& machine() { return machine_; }
  [[nodiscard]] const ir::Flow& flow(const ir::Function& body);
  [[nodiscard]] bool isFlag(const ir::Function& body, ir::SlotIndex slot); ///< see flagsOf
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] ir::Location location(const Track& track) const;

private:
  class NoSurroundings;
  [[nodiscard]] std::optional<Gathering> gatheringIn(ir::FunctionIndex function);
  [[nodiscard]] Term gather(Gathering by, Term left, Term right) const;
  [[nodiscard]] exec::Ref<exec::Frame> frameOf(ir::FunctionIndex function, std::span<const exec::Value> arguments);
  /// Whether it is so for the function, or for one that it calls.
  [[nodiscard]] bool isAnyReached(ir::FunctionIndex function, const std::function<bool(ir::FunctionIndex)>& is) const;
  [[nodiscard]] ir::BlockIndex blockOf(const Track& track);
  [[nodiscard]] const std::vector<PlaceKind>& placesIn(const exec::Frame& frame);
  [[nodiscard]] const ir::Function& bodyOf(ir::FunctionIndex function);
  [[nodiscard]] const ir::Function& withWritesAsLoops(ir::FunctionIndex function);
  void noteSame(Track& track);
  /// A call of math.h that only computes; whether it is one.
  [[nodiscard]] bool callsMath(Track& track);
  /// Does one instruction that stays in its block; what is wrong if it cannot be done.
  [[nodiscard]] std::optional<std::string> step(Track& track, const ir::Instruction& i);
  [[nodiscard]] std::optional<std::string> compute(Track& track);
  /// Compares two addresses that begin at one place by how far they are from there; whether they do.
  [[nodiscard]] bool order(Track& track, const ir::Instruction& i);
  void noteIndex(Track& track, const ir::Instruction& i);
  [[nodiscard]] std::optional<std::string> allocate(Track& track, const ir::Instruction& i);
  [[nodiscard]] bool isRepeated(const Track& track); ///< it is in a loop
  /// The scope of objects that are made on the way; what is wrong if it is not known.
  [[nodiscard]] std::optional<std::string> saveOrRestore(Track& track, const ir::Instruction& i);
  void setScope(Track& track, LocalObject& local, bool isAlive);
  /// A local object of the frame on top; `order`: see LocalOrder.
  [[nodiscard]] Term makeLocal(Track& track, std::uint64_t size, std::optional<std::size_t> order = {});
  [[nodiscard]] std::optional<std::string> load(Track& track, const ir::Instruction& i);
  [[nodiscard]] std::optional<std::string> store(Track& track, const ir::Instruction& i);
  [[nodiscard]] std::optional<std::string> copyOrFill(Track& track, const ir::Instruction& i);
  [[nodiscard]] std::optional<std::string> mark(Track& track, const ir::Instruction& i);
  [[nodiscard]] std::optional<std::string> leave(Track& track, const ir::Instruction& i);
  /// The local objects of the function on top are gone; what is wrong if somebody else may know of one.
  [[nodiscard]] std::optional<std::string> dropLocals(Track& track);
  /// The local object that the address leads into, if nobody else knows of it.
  [[nodiscard]] LocalObject* ownLocal(Track& track, Term address);
  /// A value is written to the address. No type: something else is.
  void noteCell(Track& track, Term address, std::optional<ir::ScalarType> type);
  void noteCopy(Track& track, Term target, Term source, Term count);
  void copy(Track& track, Term target, Term source, Term count);
  [[nodiscard]] Term& memoryAt(Track& track, Term address);
  [[nodiscard]] Term& overwritten(Track& track, Term target, Term count);
  /// Notes that the access has to go well; what is wrong if it cannot.
  [[nodiscard]] std::optional<std::string> check(Track& track, Term address, Term count, bool writes);
  /// What is loaded there, of whole bytes.
  [[nodiscard]] Term contentsAt(Track& track, Term address, std::uint32_t bytes);
  [[nodiscard]] std::optional<Term> constantAt(UnknownMemory::Place place, std::uint32_t bytes);
  void checkApart(Track& track, Term target, Term source, Term count);
  exec::Frame& ownFrame(Track& track) { return track.state.frames.own(track.state.frames.size() - 1).own(); }

  logic::TermManager& terms_;
  UnknownMemory& memory_;
  SharedNames& names_;
  const ir::Program& program_;
  bool isBase_;
  std::unique_ptr<exec::Surroundings> surroundings_;
  exec::Machine machine_;
  std::unordered_map<const ir::Function*, std::unique_ptr<ir::Flow>> flows_;
  std::unordered_map<const ir::Function*, std::vector<char>> flags_;
  std::unordered_map<const ir::Function*, LocalOrder> orders_;
  std::unordered_map<const ir::Function*, std::vector<PlaceKind>> places_, unrolledPlaces_;
  std::unordered_map<const ir::Function*, std::set<ir::BlockIndex>> repeated_; ///< in loops
  std::unordered_map<const ir::Function*, std::vector<exec::Value>> firstSlots_;
  std::unordered_map<ir::FunctionIndex, std::optional<LoopsTwice>> loopsTwice_;
  std::unordered_map<ir::FunctionIndex, std::optional<ir::Function>> writesAsLoops_, loopsApart_;
  std::unordered_map<const ir::Function*, const LoopsTwice*> twiceOf_;
  Form form_ = Form::AsWritten;
  bool hasCells_ = true;
  bool ordersByUse_ = false;
  bool unrolls_ = false;
  std::unordered_map<ir::FunctionIndex, bool> tailLoops_;
  std::unordered_map<ir::FunctionIndex, std::optional<Gathering>> gatherings_;
  Trial* trial_ = nullptr;
  std::uint64_t steps_ = 0;
};

} // namespace beagle::compare
