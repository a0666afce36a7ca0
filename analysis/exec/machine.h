#pragma once

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
  std::uint32_t maxFrames = 2'000;      ///< nested calls
  std::uint64_t maxObject = 1ULL << 30; ///< bytes of one object
  std::uint32_t maxSymbolicSize = 4096; ///< bytes set aside for an object of symbolic size
};

/// Gives globals their first contents when a run first touches them: the initialiser, or an input.
class Globals {
public:
  virtual ~Globals() = default;
  [[nodiscard]] virtual Ref<Object> make(State& state, ir::GlobalIndex global) = 0;
};

/// The run stopped to ask; `State::decide` answers.
struct Asked {
  Choice choice;
};
struct Ended {};
struct Paused {}; ///< cancelled, or the slice of steps is used up

using Stop = std::variant<Asked, Ended, Paused>;

/// Which blocks were entered, per function; grows as functions are seen.
class Coverage {
public:
  [[nodiscard]] std::uint8_t* blocksOf(ir::FunctionIndex index, const ir::Function& function);
  [[nodiscard]] const std::unordered_map<ir::FunctionIndex, std::vector<std::uint8_t>>& all() const { return blocks_; }
  [[nodiscard]] std::uint64_t fresh() const { return fresh_; }
  void noteFresh() { ++fresh_; }

private:
  std::unordered_map<ir::FunctionIndex, std::vector<std::uint8_t>> blocks_;
  std::uint64_t fresh_ = 0; ///< blocks entered for the first time so far
};

/// Executes states, one instruction after the other, over one program. Holds nothing of a state between runs.
class Machine final : public ByteContext {
public:
  /// All references outlive it.
  Machine(const ir::Program& program, logic::TermManager& manager, Globals& globals, MachineOptions options);

  /// A state that stands at the entry's first instruction, with the given arguments (one per parameter).
  void enter(State& state, ir::FunctionIndex entry, std::span<const Value> arguments);
  /// Goes on until the state ends, asks, or has done `slice` instructions.
  [[nodiscard]] Stop run(State& state, std::uint64_t slice, const support::CancelToken& cancel);

  /// Lets `object` and the byte context work on a state that is not running.
  void attach(State& state) {
    state_ = &state;
    forgetCache();
  }

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
  [[nodiscard]] std::optional<ir::FunctionIndex> functionOf(ObjectId object) const;

  // ByteContext
  [[nodiscard]] std::uint64_t addressOf(ObjectId object) override;
  [[nodiscard]] Term uninitialised(std::uint32_t width) override;

  // --- for handlers and models; valid during `run` ---

  [[nodiscard]] State& state() { return *state_; }
  [[nodiscard]] Frame& frame() { return *frame_; }
  [[nodiscard]] Value& slot(ir::SlotIndex index) { return slots_[index]; }
  [[nodiscard]] Site site() const;

  /// Which of the alternatives holds; nothing when the run has to stop and ask. Before the last question of an
  /// instruction nothing may have been changed, since it is then executed again.
  [[nodiscard]] std::optional<std::uint32_t> choose(ChoiceKind kind, std::span<const Term> alternatives);
  [[nodiscard]] std::optional<bool> decide(ChoiceKind kind, Term condition);

  /// Ends the run; always false, so that a handler can return it.
  bool end(Ending ending);
  bool end(EndKind kind, std::string text = {});
  bool memoryError(MemoryFault fault, ObjectId object = 0);
  bool unsupported(std::string what);
  void noteFault(ValueFault fault, Term condition); ///< a constant false condition is no fault
  /// A decision rests on the value: a fault if it was never written, or computed from what was not.
  void noteUse(const Value& value);
  void approximate(std::string text);

  // Values of slots as terms, and back. An uninitialised value becomes a fresh one, an object's address is looked at.
  [[nodiscard]] Term bitsTerm(const Value& value, std::uint32_t width); ///< width 1: a Bool
  [[nodiscard]] Term floatTerm(const Value& value, logic::FloatFormat format);
  [[nodiscard]] Value bitsValue(Term term);
  [[nodiscard]] Value floatValue(Term term);
  /// The value without marks: what was never written becomes a fresh value.
  [[nodiscard]] Value defined(const Value& value, ir::ScalarType type);
  /// A plain integer or symbolic one: an address that it carries is looked at.
  [[nodiscard]] Value integer(const Value& value, std::uint32_t width);
  /// The concrete value, when there is only one.
  [[nodiscard]] std::optional<std::uint64_t> concrete(const Value& value);

  /// Whether two addresses are the same, without looking at them, when that is certain.
  [[nodiscard]] std::optional<Term> sameAddress(const Value& a, const Value& b);

  /// Memory behind a pointer, checked for life, bounds and the right to write.
  struct Place {
    ObjectId object = 0;
    std::uint64_t offset = 0;
    Term symbolicOffset; ///< instead of `offset`
  };
  [[nodiscard]] std::optional<Place> access(const Value& pointer, std::uint64_t size, bool writes);
  /// The same for a size that may be a term; `size` is the most it can be.
  [[nodiscard]] std::optional<Place> accessRange(const Value& pointer, const Value& size, bool writes);
  [[nodiscard]] std::optional<Value> load(const Value& pointer, ir::ScalarType type);
  bool store(const Value& pointer, const Value& value, ir::ScalarType type);
  /// The value of the type whose bits these are; the term may be wider.
  [[nodiscard]] Value fromBits(Term bits, ir::ScalarType type);
  [[nodiscard]] const Object& object(ObjectId id);
  [[nodiscard]] Object& ownObject(ObjectId id);
  /// Asks where exactly a symbolic offset points: one alternative for each position that fits `bytes`.
  [[nodiscard]] std::optional<std::uint64_t> splitOffset(const Place& place, std::uint32_t bytes);
  /// The same for a length of at most `most`.
  [[nodiscard]] std::optional<std::uint64_t> splitLength(const Value& length, std::uint64_t most);
  /// A new object that lives until `endObject`.
  [[nodiscard]] ObjectId allocate(ObjectKind kind, std::uint64_t size, Contents::Fill fill);
  /// The same for a size that may be a term; a symbolic one has a bound.
  [[nodiscard]] std::optional<ObjectId> allocateSized(ObjectKind kind, const Value& size, Contents::Fill contents);
  bool copy(const Value& target, const Value& source, const Value& count, bool mayOverlap);
  bool fill(const Value& target, const Value& byte, const Value& count);
  void endObject(ObjectId id);
  void reviveObject(ObjectId id);
  void emit(Effect effect);

  // Control.
  void jump(ir::BlockIndex block);
  bool call(ir::FunctionIndex callee, const ir::CallSite& site, std::uint32_t result, std::span<const Value> arguments);
  bool leave(std::span<const Value> results); ///< returns to the caller, or ends the run

private:
  [[nodiscard]] std::optional<std::uint64_t> offsetOf(const Place& place);
  /// The top frame, owned, into the registers below.
  void load(State& state);
  /// `accessRange` for a plain address.
  [[nodiscard]] std::optional<Place> accessAddress(const Value& pointer, const Value& size, bool writes);
  void pushFrame(ir::FunctionIndex callee);

  const ir::Program& program_;
  Globals& globals_;
  MachineOptions options_;
  Coverage coverage_;

  // Registers: the running state's top frame.
  State* state_ = nullptr;
  Frame* frame_ = nullptr;
  Value* slots_ = nullptr;
  const ir::Instruction* code_ = nullptr;
  const ir::Instruction* next_ = nullptr; ///< after the current one
  std::uint8_t* covered_ = nullptr;
  std::size_t decision_ = 0; ///< of the current instruction
  std::optional<Choice> asked_;

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
