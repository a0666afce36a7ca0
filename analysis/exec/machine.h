#pragma once

#include "analysis/exec/changed_code.h"
#include "analysis/exec/neighbours.h"
#include "analysis/exec/state.h"
#include "analysis/ir/program.h"
#include "analysis/support/budget.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace beagle::exec {

struct MachineOptions {
  std::uint64_t maxSteps = 4'000'000'000; ///< instructions of one run
  std::uint32_t maxFrames = 2'000;        ///< nested calls
  std::uint64_t maxObject = 1ULL << 26;   ///< bytes of one object
  std::uint32_t maxSymbolicSize = 4096;   ///< bytes set aside for an object of symbolic size
};

class Machine;
struct ModelCall;

/// That a pointer of the input is another one, or a function.
struct AliasChoice {
  Term variable;
  Term holds;  ///< the variable, and what follows from it: it is not null, and what stands there is the same
  Term agrees; ///< with what was said of pointers that are known to be these two: either way, that is the same
};

/// What a run asks when it reads a pointer of a container (see InputContainer) that leads where the number of elements
/// says.
struct LinkChoice {
  std::uint32_t container = 0;        ///< InputContainer::firstLink
  std::vector<Term> counts;           ///< there are so many elements
  std::optional<std::uint32_t> known; ///< that is known
};

/// What a program finds outside of itself.
enum class RootKind : std::uint8_t {
  None,
  StandardInput,
  File,
  Variable, ///< of the environment
  Stream,   ///< a FILE that the entry gets
  Contents, ///< what can be read from such a stream
};

struct Callees {
  std::vector<ir::FunctionIndex> functions;
  std::size_t count = 0; ///< of these and those that are not tried
  bool areAll = false;   ///< it is taken for granted that the pointer leads to one of them
  Term isOutside;        ///< where there are more: it leads to none of the program's at all
};

/// Why somebody wants to know whether two pointers lead to one object.
enum class AliasAsked : std::uint8_t {
  Access,     ///< what is written to one of them may be read from the other
  Comparison, ///< code compares them
};

/// What a run finds and did not make itself, in the moment in which it first touches it.
class Surroundings {
public:
  virtual ~Surroundings() = default;
  /// A global with its first contents: the initialiser, or an input.
  [[nodiscard]] virtual Ref<Object> global(State& state, ir::GlobalIndex index) = 0;
  /// What a pointer of the input leads to.
  [[nodiscard]] virtual Ref<Object> input(State& state, ObjectId id) = 0;
  /// What its memory is taken for is what the current instruction takes it for, if nobody has yet said more.
  virtual void settleView(State& state, ObjectId id) = 0;
  /// What is taken for granted of its size; true: nothing.
  [[nodiscard]] virtual Term sizeLimit(State& state, ObjectId id) = 0;
  /// What holds for its size if there is such an object at all: its number of bytes is one that memory can have.
  [[nodiscard]] virtual Term possibleSize(State& state, ObjectId id) = 0;
  /// In words: "data has at most 8 elements".
  [[nodiscard]] virtual std::string describeLimit(const State& state, ObjectId id) const = 0;
  /// What is not known without the virtual table that the object stands for.
  [[nodiscard]] virtual std::string describeTable(const State& state, ObjectId id) const = 0;
  /// The bits that stand where a pointer of the input does, if it may be something else; none: it is a pointer.
  [[nodiscard]] virtual Term dataOf(const State& state, ObjectId id) = 0;
  /// A function without code is called. Like a handler: false when the run has ended or has to ask.
  virtual bool call(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) = 0;
  /// Whether a pointer of the input leads to a function.
  [[nodiscard]] virtual bool isFunction(const State& state, ObjectId pointer) const = 0;
  /// The runtime leaves one of its functions to this, as if it had no code.
  virtual bool callElsewhere(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) = 0;
  /// What the program finds outside of itself under a name: a pointer to its bytes, which may be null.
  [[nodiscard]] virtual Value root(State& state, RootKind kind, const std::vector<Term>& name) = 0;
  /// What a pointer that `root` gave, or to the bytes of a stream of the input, goes by.
  [[nodiscard]] virtual std::string rootName(const State& state, ObjectId id) const = 0;
  /// Such a pointer is called, and is no function of the program.
  virtual bool callInput(Machine& machine, ObjectId pointer, const ModelCall& call) = 0;
  /// When two objects of the input, or one and a function, are the same; nothing when they never are.
  [[nodiscard]] virtual std::optional<AliasChoice> alias(const State& state, ObjectId one, ObjectId other,
                                                         AliasAsked asked) = 0;
  /// The functions that a pointer of the input may be.
  [[nodiscard]] virtual Callees callees(const State& state, ObjectId pointer) = 0;
  /// The object that this one is by what is already known of the path; 0: none.
  [[nodiscard]] virtual ObjectId knownAlias(State& state, ObjectId id) = 0;
  /// They are the same from now on.
  virtual void join(State& state, ObjectId one, ObjectId other) = 0;
  /// When an object of the input is of each class that it may be of, in turn; the last one: of none of those before it.
  /// Empty: there is nothing to ask.
  [[nodiscard]] virtual std::vector<Term> classes(State& state, ObjectId id) = 0;
  /// It is of the one with that number from now on; nothing: it can be asked again.
  virtual void settleClass(State& state, ObjectId id, std::optional<std::uint32_t> number) = 0;
  /// What has to be known before a pointer to the object can be read; nothing when that is no link of a container.
  [[nodiscard]] virtual std::optional<LinkChoice> link(const State& state, ObjectId id) = 0;
  /// Where the link leads when its container has so many elements.
  [[nodiscard]] virtual Value target(const State& state, ObjectId link, std::uint32_t elements) = 0;
  /// The container with that link has so many elements from now on.
  virtual void settle(State& state, std::uint32_t container, std::uint32_t elements) = 0;
  /// Code takes two pointers, which lead to different objects, for places in one array.
  virtual void noteNeighbours(const State& state, const Value& a, const Value& b, PointerUse use) = 0;
  /// Code looks at what stands in front of where a pointer of the input leads (below zero), or behind all of it; or
  /// takes bytes of it for a pointer.
  virtual void noteOtherUse(const State& state, ObjectId id, std::int64_t offset, const ir::Access* access) = 0;
  /// Code asks for the address of something that is referred to weakly and defined nowhere: it is null.
  virtual void noteAbsent(const std::string& name) = 0;
  /// The number, from 1 and of width 32, of the program's allocation that finds no memory; none: all find some.
  [[nodiscard]] virtual Term failingAllocation() const = 0;
};

/// The run stopped to ask; `State::decide` answers.
struct Asked {
  Choice choice;
};
struct Ended {};
struct Paused {}; ///< cancelled, or the slice of steps is used up
struct Joined {}; ///< stands where `State::join` says, which is the caller's to change

using Stop = std::variant<Asked, Ended, Paused, Joined>;

/// What was reached of a function: a byte per block, and one per side of its branches and switches.
struct Covered {
  std::vector<std::uint8_t> blocks, sides;

  void add(const Covered& other);
};

/// What was reached, per function; grows as functions are seen.
class Coverage {
public:
  [[nodiscard]] Covered& of(ir::FunctionIndex index, const ir::Function& function);
  [[nodiscard]] const std::unordered_map<ir::FunctionIndex, Covered>& all() const { return functions_; }

private:
  std::unordered_map<ir::FunctionIndex, Covered> functions_;
};

/// Calls `visit(location, isReached)` for each instruction of the function that stands on a line.
template <class Visit> void forEachPlace(const ir::Function& function, const Covered& covered, Visit visit) {
  for (std::size_t b = 0; b < function.blocks.size(); ++b) {
    const ir::Block& block = function.blocks[b];
    for (std::uint32_t k = block.first; k < block.first + block.count; ++k)
      if (const ir::Location& where = function.locations[function.code[k].where]; where.line != 0)
        visit(where, covered.blocks[b] != 0);
  }
}

/// Executes states, one instruction after the other, over one program. Holds nothing of a state between runs.
class Machine final : public ByteContext {
public:
  /// All references outlive it.
  Machine(const ir::Program& program, logic::TermManager& manager, Surroundings& surroundings, MachineOptions options);

  /// A state that stands at the entry's first instruction, with the given arguments (one per parameter).
  void enter(State& state, ir::FunctionIndex entry, std::span<const Value> arguments);
  /// Goes on until the state ends, asks, is where its join is, or has done `slice` instructions.
  [[nodiscard]] Stop run(State& state, std::uint64_t slice, const support::CancelToken& cancel);

  /// Lets `object` and the byte context work on a state that is not running.
  void attach(State& state) {
    state_ = &state;
    forgetCache();
  }

  /// States note from now on what of that code, which outlives the machine, they come through.
  void watch(const ChangedCode& code) { watched_ = &code; }

  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] Coverage& coverage() { return coverage_; }
  [[nodiscard]] const Coverage& coverage() const { return coverage_; }
  [[nodiscard]] ir::Location location(Site site) const;
  /// Prepares the memory of a new state: globals and functions have fixed numbers.
  void prepare(State& state) const;
  [[nodiscard]] ObjectId globalObject(ir::GlobalIndex index) const { return 1 + index; }
  [[nodiscard]] ObjectId functionObject(ir::FunctionIndex index) const {
    return 1 + static_cast<ObjectId>(program_.globals().size()) + index;
  }
  /// Null for what is not there.
  [[nodiscard]] Value addressOf(ir::FunctionIndex function, std::uint64_t addend) const;
  [[nodiscard]] Value addressOfGlobal(ir::GlobalIndex global, std::uint64_t addend) const;
  [[nodiscard]] std::optional<ir::FunctionIndex> functionOf(ObjectId object) const;
  /// What a slot that holds the constant has in it.
  [[nodiscard]] Value constant(const ir::Constant& constant) const;
  /// Whether a pointer leads to nothing; nothing when the run has to ask.
  [[nodiscard]] std::optional<bool> isNull(const Value& pointer);

  // ByteContext
  [[nodiscard]] std::uint64_t addressOf(ObjectId object) override;
  [[nodiscard]] Term addressTerm(ObjectId object) override;
  [[nodiscard]] Term unwritten(std::uint32_t number, std::uint64_t offset) override;
  [[nodiscard]] Term unwrittenArray(std::uint32_t number, std::uint64_t offset, logic::Sort sort) override;

  // --- for handlers and models; valid during `run` ---

  [[nodiscard]] State& state() { return *state_; }
  [[nodiscard]] Frame& frame() { return *frame_; }
  [[nodiscard]] Value& slot(ir::SlotIndex index) { return slots_[index]; }
  /// Where the project's code stands: of what the runtime does, the call that led to it.
  [[nodiscard]] Site site() const;

  /// Which of the alternatives holds; nothing when the run has to stop and ask. Before the last question of an
  /// instruction nothing may have been changed, since it is then executed again.
  [[nodiscard]] std::optional<std::uint32_t> choose(ChoiceKind kind, std::span<const Term> alternatives);
  /// Whether the condition holds, which it does on every path that allows it. Nothing: the run has to ask.
  [[nodiscard]] std::optional<bool> assume(Term condition);
  [[nodiscard]] std::optional<bool> decide(ChoiceKind kind, Term condition);

  /// Ends the run; always false, so that a handler can return it.
  bool end(Ending ending);
  bool end(EndKind kind, std::string text = {});
  bool memoryError(MemoryFault fault, ObjectId object = 0);
  bool unsupported(std::string what);
  void noteFault(ValueFault fault, Term condition); ///< a constant false condition is no fault
  /// A decision rests on the value: a fault if it was never written, or computed from what was not.
  void noteUse(const Value& value);
  std::vector<Term> unwrittenIn(Term term); ///< variables that stand for what was never written
  void approximate(std::string text, bool isExactForNumbers = false);

  /// A fresh value for what was never written.
  [[nodiscard]] Term uninitialised(std::uint32_t width);

  // Values of slots as terms, and back. An uninitialised value becomes a fresh one, an object's address is looked at.
  /// `op` (and, or, exclusive or) of an address and a number that concerns only bits that are 0 in the address of an
  /// aligned object: where in that it leads, or the low bits alone. Nothing where the address has to be looked at.
  [[nodiscard]] std::optional<Value> onLowBits(logic::Op op, const Value& address, const Value& bits);
  [[nodiscard]] Term bitsTerm(const Value& value, std::uint32_t width); ///< width 1: a Bool
  [[nodiscard]] Term floatTerm(const Value& value, logic::FloatFormat format);
  [[nodiscard]] Value bitsValue(Term term);
  [[nodiscard]] Value floatValue(Term term);
  /// `condition ? then : otherwise` as one value; nothing when no term can say that: other objects, no value, or a
  /// float that is a NaN of its own. The type counts when neither is a term.
  [[nodiscard]] std::optional<Value> merged(Term condition, const Value& then, const Value& otherwise,
                                            ir::ScalarType type);
  /// An argument or a result that caller and callee may declare in different ways: what one finds there that the other
  /// has put in.
  [[nodiscard]] Value handedOver(const Value& value, ir::ScalarType given, ir::ScalarType taken) {
    return given == taken ? value : handedOverAs(value, given, taken);
  }
  /// The value without marks: what was never written becomes a fresh value.
  [[nodiscard]] Value defined(const Value& value, ir::ScalarType type);
  /// A plain integer or symbolic one: an address that it carries is looked at.
  [[nodiscard]] Value integer(const Value& value, std::uint32_t width);
  /// The concrete value, when there is only one.
  [[nodiscard]] std::optional<std::uint64_t> concrete(const Value& value);

  /// The pointer, or one to the object that it turns out to lead to: an input pointer may lead where another one does.
  /// That is asked when it matters: something has been written there, or is compared. Nothing when the run has to ask.
  [[nodiscard]] std::optional<Value> resolved(const Value& pointer);
  /// Whether two pointers lead to the same object; nothing when the run has to ask.
  [[nodiscard]] std::optional<bool> isSameObject(const Value& a, const Value& b);
  /// The function that is called through a pointer of the input that is not null; none: one that the program does not
  /// have. Nothing when the run has to ask.
  [[nodiscard]] std::optional<ir::FunctionIndex> functionOfInput(const Value& pointer);
  [[nodiscard]] bool isOutside(const Callees& callees);
  /// An input object is written or freed: what other pointers see there depends on whether they are aliases.
  void noteChange(ObjectId id);
  /// What the source takes the memory for that the current instruction reads or writes; none: nothing is running.
  [[nodiscard]] const ir::Access* access() const;

  /// Whether two addresses are the same, without looking at them, when that is certain.
  [[nodiscard]] std::optional<Term> sameAddress(const Value& a, const Value& b);

  /// The same for whether the address of `a` is less than that of `b`.
  [[nodiscard]] std::optional<bool> isLower(const Value& a, const Value& b);
  /// The order and the distance of two labels of a function are not known: the address is looked at.
  void noteLabels(const Value& a, const Value& b);

  /// Memory behind a pointer, checked for life, bounds and the right to write.
  struct Place {
    ObjectId object = 0;
    std::uint64_t offset = 0;
    Term symbolicOffset; ///< instead of `offset`
  };
  [[nodiscard]] std::optional<Place> access(const Value& pointer, std::uint64_t size, bool writes);
  /// The same for a size that may be a term; `size` is the most it can be. Where that is zero, the place may be in no
  /// object.
  [[nodiscard]] std::optional<Place> accessRange(const Value& pointer, const Value& size, bool writes);
  [[nodiscard]] std::optional<Value> load(const Value& pointer, ir::ScalarType type);
  bool store(const Value& pointer, const Value& value, ir::ScalarType type);
  /// The value of the type whose bits these are; the term may be wider.
  [[nodiscard]] Value fromBits(Term bits, ir::ScalarType type);
  [[nodiscard]] const Object& object(ObjectId id);
  /// Tells who makes the input, where it may be of interest.
  void noteNeighbours(const Value& a, const Value& b, PointerUse use) {
    if (a.object() == 0 || b.object() == 0 || !isRunning_) return;
    if (const ObjectId one = aliasOf(a.object()), other = aliasOf(b.object()); one != other)
      surroundings_.noteNeighbours(*state_, a, b, use);
  }
  [[nodiscard]] Object& ownObject(ObjectId id);
  /// The object as it is now, whatever is written there from now on.
  [[nodiscard]] Ref<Object> heldObject(ObjectId id);
  /// The instruction moves so many bytes at once: they count as steps.
  void noteMoved(std::uint64_t bytes) { moved_ += bytes; }
  /// Of symbolic length, longer ranges are out of bounds.
  static constexpr std::uint64_t maxLengths = 1024;
  /// How long a range of at most `most` bytes may be, asked for in a few steps.
  [[nodiscard]] std::optional<std::uint64_t> boundOf(const Value& length, std::uint64_t most);
  /// Asks where exactly a symbolic offset points: one alternative for each position that fits `bytes`.
  [[nodiscard]] std::optional<std::uint64_t> splitOffset(const Place& place, std::uint64_t bytes);
  /// Bytes behind a symbolic offset.
  struct Spot {
    Contents::Window window; ///< a part without pointers
    Term offset;             ///< from its start; none: it is not in such a part
    std::uint64_t exact = 0; ///< but there
  };
  [[nodiscard]] std::optional<Spot> spotOf(const Place& place, std::uint32_t bytes);
  /// The same of a range of at most `most` bytes, which may lie at a place that is known.
  [[nodiscard]] std::optional<Spot> rangeSpot(const Place& place, const Value& length, std::uint64_t most);
  /// Asks how long exactly a range of at most `most` bytes is.
  [[nodiscard]] std::optional<std::uint64_t> splitLength(const Value& length, std::uint64_t most);
  /// A new object that lives until `endObject`.
  [[nodiscard]] ObjectId allocate(ObjectKind kind, std::uint64_t size, Contents::Fill fill);
  /// The same for a size that may be a term; a symbolic one has a bound.
  [[nodiscard]] std::optional<ObjectId> allocateSized(ObjectKind kind, const Value& size, Contents::Fill contents);
  /// The text of a NUL-terminated string that is concrete, for messages.
  [[nodiscard]] std::string textAt(const Value& pointer);
  bool copy(const Value& target, const Value& source, const Value& count, bool mayOverlap);
  bool fill(const Value& target, const Value& byte, const Value& count);
  void endObject(ObjectId id);
  void reviveObject(ObjectId id);
  void emit(Effect effect);

  // Control.
  [[nodiscard]] Surroundings& surroundings() { return surroundings_; }
  /// Whether the compiler takes it for granted that the current call does not return.
  [[nodiscard]] bool isLast(const ir::CallSite& site) const;
  void jump(ir::BlockIndex block) {
    enterBlock(block);
    next_ = code_ + frame_->function->blocks[block].first;
    isAtJoin_ |= block == join_;
  }
  void enterBlock(ir::BlockIndex block) {
    covered_[block] = 1;
    if (changed_) state_->met |= changed_[block];
  }
  /// A branch or switch goes to its side of that number.
  void takeSide(std::uint32_t side, ir::BlockIndex block) {
    sides_[side] = 1;
    jump(block);
  }
  bool call(ir::FunctionIndex callee, const ir::CallSite& site, std::uint32_t result, std::span<const Value> arguments);
  bool leave(std::span<const Value> results); ///< returns to the caller, or ends the run
  /// Gives up the frames above that one, counted from the entry's, which waits for a call: it goes on where
  /// the call unwinds to, with what its landing pad is to give.
  bool land(std::size_t frame, const Value& exception, const Value& selector);
  /// Gives up all frames but the entry's, which has nothing left to do: `last`, which gets the argument, ends
  /// the run.
  bool leaveByException(ir::FunctionIndex last, const Value& argument);
  /// A call of a frame that has not ended.
  struct CallPlace {
    std::uint32_t frames = 0; ///< so many there are while it is the innermost one's
    std::uint32_t instruction = 0;
  };
  [[nodiscard]] CallPlace callPlace() const; ///< of the current call
  /// Gives up the frames above that of the call, which returns once more, with the value.
  bool returnAgain(CallPlace place, const Value& value);
  /// The runtime's function that is running, called by the analysed code, does not know what the call does: it is
  /// treated as one of a function without code.
  bool callElsewhere();
  [[nodiscard]] Term nullOf(const Value& pointer); ///< when it is null; none: never
  /// The entry is `main`: no exception leaves it, and when it has returned, the program is not at its end.
  [[nodiscard]] bool isProgram() const;

private:
  [[nodiscard]] Value handedOverAs(const Value& value, ir::ScalarType given, ir::ScalarType taken);
  [[nodiscard]] Term uninitialised(const std::string& name, std::uint32_t width);
  [[nodiscard]] Term uninitialised(const std::string& name, logic::Sort sort);
  [[nodiscard]] Term dataOf(ObjectId id);
  /// What has been read, or where it leads if it is a link of a container; nothing when the run has to ask.
  [[nodiscard]] std::optional<Value> followed(const Value& read);
  /// The top frame, owned, into the registers below.
  void load(State& state);
  /// The place of a range that lies in no object: it is an error unless nothing of it is touched.
  [[nodiscard]] std::optional<Place> nowhere(const Value& size, MemoryFault fault, ObjectId id);
  [[nodiscard]] std::optional<bool> isInContents(const Object& target, const Value& pointer, const Value& size);
  /// `accessRange` for a plain address.
  [[nodiscard]] std::optional<Place> accessAddress(const Value& pointer, const Value& size, bool writes);
  void pushFrame(ir::FunctionIndex callee);
  bool finish(ir::FunctionIndex handlers);
  void endLocals(); ///< of the top frame
  void unwind(std::size_t frames);
  void passJoins(std::size_t depth);
  void settle();
  void forgetLearned();
  void takeBackChanges();
  void learnAlias(ObjectId id, ObjectId other);
  [[nodiscard]] bool settleClass(ObjectId id);
  [[nodiscard]] ObjectId aliasOf(ObjectId id) const;
  [[nodiscard]] Term possible(const AliasChoice& alias) const;
  [[nodiscard]] Term ruledOut(const AliasChoice& alias) const;
  [[nodiscard]] bool isWithinLimits(ObjectId id, bool isFixed);
  [[nodiscard]] bool hasRoom(ObjectId id);
  [[nodiscard]] Stop join(State& state, std::uint64_t steps);
  [[nodiscard]] Stop pause(State& state, std::uint64_t steps);

  const ir::Program& program_;
  Surroundings& surroundings_;
  MachineOptions options_;
  Coverage coverage_;
  const ChangedCode* watched_ = nullptr;

  // Registers: the running state's top frame.
  State* state_ = nullptr;
  Frame* frame_ = nullptr;
  Value* slots_ = nullptr;
  const ir::Instruction* code_ = nullptr;
  const ir::Instruction* next_ = nullptr; ///< after the current one
  std::uint8_t* covered_ = nullptr;       ///< by block
  std::uint8_t* sides_ = nullptr;
  const std::uint32_t* changed_ = nullptr; ///< by block; none: nothing is
  ir::BlockIndex join_ = ir::none;         ///< where the running state's frame has to stop; see State::join
  bool isAtJoin_ = false;
  bool isRunning_ = false;
  std::size_t decision_ = 0; ///< of the current instruction
  std::uint64_t moved_ = 0;  ///< bytes, by it
  std::optional<Choice> asked_;
  // What the current instruction has learned.
  std::vector<ObjectId> notNull_;                                ///< inputs that are not null
  std::vector<std::pair<ObjectId, ObjectId>> aliases_;           ///< inputs that are the same object
  std::vector<std::pair<ObjectId, std::uint32_t>> aliasesKnown_; ///< see Object
  std::vector<ObjectId> bounded_;                                ///< inputs whose size is within the limits
  std::vector<ObjectId> large_;                                  ///< inputs whose size is beyond the limits
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts_;  ///< containers by a link, and their elements
  std::vector<ObjectId> changing_;                               ///< those of State::changed that it has added
  std::vector<ObjectId> classed_;                                ///< inputs of which it has learned the class
  std::vector<std::pair<ObjectId, Contents>> extended_;          ///< inputs that it has given more room, as they were
  bool hasLearned_ = false;

  std::vector<bool> uninitialisedVariables_; ///< by variable number

  // Recently used objects of the running state.
  struct CacheLine {
    ObjectId id = 0;
    const Object* object = nullptr;
    Object* owned = nullptr;
  };
  std::array<CacheLine, 16> cache_{};
  void forgetCache() { cache_ = {}; }
};

} // namespace beagle::exec
