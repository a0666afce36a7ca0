#pragma once

#include "analysis/exec/ending.h"
#include "analysis/exec/memory.h"
#include "analysis/exec/persistent_vector.h"
#include "analysis/exec/value.h"
#include "analysis/ir/program.h"
#include "analysis/ir/source_types.h"
#include "analysis/solver/path_condition.h"

#include <array>
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
  std::vector<ObjectId> locals; ///< stack objects that end with it
  std::vector<Value> variadic;  ///< arguments behind the fixed ones
  std::vector<ir::ScalarType> variadicTypes;
};

/// A piece of what a run did to the outside, in order.
struct Effect : Shared {
  enum class Kind : std::uint8_t { Write, Call } kind = Kind::Write;
  std::uint32_t stream = 0;                      ///< Write: file descriptor; see otherStream
  std::vector<Term> bytes;                       ///< Write: terms of width 8
  std::string function;                          ///< Call: linkage name; Write to another stream: what it goes by
  std::uint64_t position = 0;                    ///< Write to another stream: of the first byte
  std::optional<std::uint64_t> cutTo;            ///< Write to another stream: only so many bytes are left of it
  std::vector<Value> values;                     ///< Call: arguments
  std::vector<ir::ScalarType> types;             ///< of these
  std::vector<std::optional<Contents>> contents; ///< what stands where they point, at the time
  struct Copy {
    std::uint64_t size = 0; ///< 0: it is none
    std::uint32_t alignment = 1;
    ir::TypeIndex type = ir::none; ///< as the source has it, if that is known
  };
  std::vector<Copy> copies; ///< of those that lead to a copy that the callee gets
  struct Written {
    std::size_t argument = 0;
    std::uint64_t offset = 0; ///< of what it points at, in its object
    Contents contents;        ///< of the object, afterwards
    Term size;                ///< of the object, when it is symbolic
  };
  std::size_t takenBack = ~std::size_t{0}; ///< Call: the argument whose memory it takes back, unseen
  bool isLast = false;                     ///< Call: it does not return; Write to another stream: it is removed
  bool isKept = false; ///< Write to another stream, or without a name to all: what was written is there for good
  bool isPure = false; ///< Call: it does nothing but return something, and nobody sees that it was made
  std::vector<Written> written; ///< Call: what it did to what its arguments point at
  std::vector<Value> results;   ///< Call: what it returned
  std::vector<ir::ScalarType> resultTypes;
  std::optional<Value> error; ///< Call: what errno is after it, where somebody may look; none: what it was
  Site site;

  static constexpr std::uint32_t otherStream = 3; ///< `stream` of what is neither standard output nor standard error
};

/// Why a run asks which way to go.
/// Assume: the first alternative is taken for granted; the other one is for when it is impossible.
enum class ChoiceKind : std::uint8_t {
  Branch,
  Switch,
  Bounds,
  Null,
  Alias,
  Assume,
  Address,
  Division,
  Size,
  Overlap,
  Model
};

/// A point at which the inputs decide: exactly one of the alternatives holds.
struct Choice {
  ChoiceKind kind = ChoiceKind::Branch;
  Site site;
  std::vector<Term> alternatives;
};

/// What is remembered of a choice.
struct Question {
  ChoiceKind kind = ChoiceKind::Branch;
  std::uint32_t alternatives = 0;
  friend bool operator==(const Question&, const Question&) = default;
};

/// Where runs that went apart can come together again: a block of a frame's function.
struct Join : Shared {
  Join(std::uint32_t frames, ir::BlockIndex at, std::uint32_t who, Ref<Join> around)
      : depth(frames), block(at), group(who), outer(std::move(around)) {}

  std::uint32_t depth; ///< of the frame: so many frames there are
  ir::BlockIndex block;
  std::uint32_t group; ///< of the runs that are waited for; the explorer's number
  Ref<Join> outer;     ///< the next one
};

/// An object that an input pointer leads to. Its contents are made when somebody looks.
struct InputObject {
  ObjectId id = 0;
  std::uint32_t pointer = 0; ///< its number (input::Leaves)
  Term null;                 ///< when the pointer is null; none: never
  ObjectId alias = 0; ///< where it leads after all: to another one's object, to a function; 0: to an object of its own
  std::uint32_t view =
      ir::none;        ///< the number of the pointer, mostly of another type, that its memory is for; none: this one
  ObjectId within = 0; ///< of a part of a container: the object that the container stands in
  std::uint32_t elements =
      ir::none;    ///< of a link of a container, when it has become a pointer: so many elements it has
  Term asked = {}; ///< of what an allocator without code gave: the bytes that it was asked for; none: nobody knows
  friend bool operator==(const InputObject&, const InputObject&) = default;
};

/// What an input pointer, by number, turned out to be.
struct Alias {
  std::uint32_t pointer = 0;
  std::uint32_t earlier = ir::none;      ///< the number of another one, which leads to the same object
  std::string function;                  ///< or the linkage name of a function; "": none
  std::optional<ir::Access> access;      ///< or how its memory was first used, when its own type does not say
  std::optional<std::uint32_t> elements; ///< or of the first link of a container: how many elements that has
  friend bool operator==(const Alias&, const Alias&) = default;
};

/// A run that has not ended: all it needs to go on. Copies are cheap and independent.
struct State {
  explicit State(logic::TermManager& terms) : path(terms) {}

  PersistentVector<Ref<Frame>> frames;
  Memory memory;
  solver::PathCondition path;
  PersistentVector<Ref<Effect>> effects;
  PersistentVector<PossibleFault> faults;
  PersistentVector<Approximation> approximations;
  /// Answers to the choices of the current instruction, which is executed again until it needs no more.
  std::vector<std::uint32_t> decisions;
  std::vector<Question> questions; ///< those choices: it has to ask the same again
  /// All decisions so far, for whoever has to come here again without this state: the alternative << 1, and a bit
  /// that says that the path implied it.
  PersistentVector<std::uint32_t> history;
  Ref<Join> join; ///< where it has to stop; none: nowhere
  /// Where it had to stop, the innermost first, and will not come to: an exception has taken it out of their
  /// frames. Whoever waits there takes them out of here.
  std::vector<Ref<Join>> passed;
  bool answersWithoutFile = false;      ///< see beagle_without_file in runtime/runtime.h
  bool isMerged = false;                ///< of several runs: no history leads here
  PersistentVector<InputObject> inputs; ///< by ascending id
  PersistentVector<ObjectId> changed;   ///< input objects that may have aliases, written or freed
  PersistentVector<Alias> aliases;      ///< what the path condition says of them, whether they were looked at or not
  /// The sizes of the blocks that the program has asked for, where one allocation may fail (Surroundings).
  PersistentVector<Term> asked;
  std::uint32_t failed = 0; ///< the number of the one that did, from 1; 0: none
  std::uint64_t steps = 0;  ///< instructions executed; of several runs, the most
  std::uint32_t freshValues = 0;
  std::uint32_t met = 0; ///< what it has come through, as marks of ChangedCode; see Machine::watch

  std::array<Value, 2> landing; ///< what the landing pad that it is on its way to gives

  std::optional<Ending> ending;
  std::vector<Value> results; ///< of the entry, when it returned

  /// Says which alternative of the choice that the run stopped at is taken. The path condition is the caller's.
  void decide(std::uint32_t alternative, bool isImplied) {
    decisions.push_back(alternative);
    history.push(alternative << 1 | (isImplied ? 1U : 0U));
  }
};

/// The pointer that the object was made for.
[[nodiscard]] inline std::uint32_t viewOf(const InputObject& input) {
  return input.view != ir::none ? input.view : input.pointer;
}
/// The pointer that leads to the object, the first one of several; nothing when it is no input.
[[nodiscard]] std::optional<InputObject> inputAt(const State& state, ObjectId id);
/// The pointer that leads to the object is not null.
void setNotNull(State& state, ObjectId id);
/// That many bytes the input has which the object is; before anything looks at it.
void setAsked(State& state, ObjectId id, Term bytes);
/// The object that the pointer of that number leads to; nothing when the run has not come to know of it.
[[nodiscard]] std::optional<ObjectId> inputObject(const State& state, std::uint32_t pointer);

} // namespace beagle::exec
