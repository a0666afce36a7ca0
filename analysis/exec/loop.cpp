// The interpreter's loop. What is concrete and frequent is done here; everything else by the handlers.

#include "analysis/exec/handlers.h"
#include "analysis/logic/bit_vector.h"

#include <algorithm>
#include <array>
#include <utility>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;

namespace {

/// Between two looks at whether the run is cancelled; all bits of it are set.
constexpr std::uint64_t stepsUnwatched = 0xFFFF;
/// What is moved at once, in the time of a step.
constexpr std::uint64_t bytesPerStep = 64;

constexpr std::size_t opcodeCount = static_cast<std::size_t>(Opcode::Unsupported) + 1;

bool missing(Machine& machine, const Instruction& instruction) {
  return machine.unsupported(fmt::format("instruction {}", nameOf(instruction.op)));
}

std::array<Handler, opcodeCount> collectHandlers() {
  std::array<Handler, opcodeCount> all{};
  all.fill(missing);
  for (const auto family : {integerHandlers(), bitHandlers(), floatHandlers(), valueHandlers(), pointerHandlers(),
                            memoryHandlers(), controlHandlers(), variadicHandlers(), exceptionHandlers()})
    for (const HandlerEntry& entry : family) all[static_cast<std::size_t>(entry.op)] = entry.handler;
  return all;
}

/// Says that a run is under way, as long as it lives.
struct Running {
  explicit Running(bool& flag) : isRunning(flag) { isRunning = true; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { isRunning = false; }
  bool& isRunning;
};

std::uint64_t mask(std::uint32_t width) { return ~std::uint64_t{0} >> (64 - width); } // 1 <= width <= 64

std::int64_t extended(std::uint64_t bits, std::uint32_t width) { return logic::signedValue(bits, width); }

} // namespace

Handler handlerOf(Opcode op) {
  static const std::array<Handler, opcodeCount> handlers = collectHandlers();
  return handlers[static_cast<std::size_t>(op)];
}

// One concrete binary operation: X and Y are the operands' bits, W the width. Anything else goes to the handler.
#define BEAGLE_PLAIN_BINARY(NAME, CONDITION, RESULT)                                                                   \
  case Opcode::NAME: {                                                                                                 \
    const Value& left = slots_[i.a];                                                                                   \
    const Value& right = slots_[i.b];                                                                                  \
    const std::uint64_t X = left.bits;                                                                                 \
    const std::uint64_t Y = right.bits;                                                                                \
    [[maybe_unused]] const std::uint32_t W = i.width;                                                                  \
    if (left.isPlain() && right.isPlain() && (CONDITION)) [[likely]] {                                                 \
      slots_[i.d] = Value::concrete(RESULT);                                                                           \
      continue;                                                                                                        \
    }                                                                                                                  \
    break;                                                                                                             \
  }

// The same for +, -, * with a promise about overflow: a broken promise goes to the handler.
#define BEAGLE_PLAIN_ARITHMETIC(NAME, OPERATOR, BUILTIN)                                                               \
  case Opcode::NAME: {                                                                                                 \
    const Value& left = slots_[i.a];                                                                                   \
    const Value& right = slots_[i.b];                                                                                  \
    if (left.isPlain() && right.isPlain()) [[likely]] {                                                                \
      if (i.extra == 0) {                                                                                              \
        slots_[i.d] = Value::concrete((left.bits OPERATOR right.bits) & mask(i.width));                                \
        continue;                                                                                                      \
      }                                                                                                                \
      std::int64_t result = 0;                                                                                         \
      const std::int64_t x = extended(left.bits, i.width);                                                             \
      const std::int64_t y = extended(right.bits, i.width);                                                            \
      if (i.extra == ir::NoSignedWrap && !BUILTIN(x, y, &result) &&                                                    \
          extended(static_cast<std::uint64_t>(result), i.width) == result) [[likely]] {                                \
        slots_[i.d] = Value::concrete(static_cast<std::uint64_t>(result) & mask(i.width));                             \
        continue;                                                                                                      \
      }                                                                                                                \
    }                                                                                                                  \
    break;                                                                                                             \
  }

/// The state goes no further for now, after `steps` instructions of this run.
Stop Machine::join(State& state, std::uint64_t steps) {
  state.steps += steps;
  frame_->next = static_cast<std::uint32_t>(next_ - code_);
  return Joined{};
}

/// The same when the slice is used up, or the run is cancelled.
Stop Machine::pause(State& state, std::uint64_t steps) {
  state.steps += steps;
  frame_->next = static_cast<std::uint32_t>(next_ - code_);
  return Paused{};
}

Stop Machine::run(State& state, std::uint64_t slice, const support::CancelToken& cancel) {
  static const std::array<Handler, opcodeCount> handlers = collectHandlers();
  forgetCache();
  load(state);
  const Running running(isRunning_);
  isAtJoin_ = false;
  decision_ = 0;
  moved_ = 0;
  asked_.reset();
  const std::uint64_t allowed = std::min(slice, options_.maxSteps - std::min(options_.maxSteps, state.steps));
  std::uint64_t budget = allowed;

  for (;; --budget) {
    if (budget == 0) [[unlikely]] {
      Stop paused = pause(state, allowed);
      if (state.steps < options_.maxSteps) return paused;
      ++next_; // a site is that of the instruction before `next_`
      end(EndKind::OutOfBound, fmt::format("more than {} instructions", options_.maxSteps));
      return Ended{};
    }
    if ((budget & stepsUnwatched) == 0 && cancel.cancelled()) [[unlikely]]
      return pause(state, allowed - budget);
    const Instruction& i = *next_++;
    switch (i.op) {
    case Opcode::Move:
      slots_[i.d] = slots_[i.a];
      continue;

      BEAGLE_PLAIN_ARITHMETIC(Add, +, __builtin_add_overflow)
      BEAGLE_PLAIN_ARITHMETIC(Sub, -, __builtin_sub_overflow)
      BEAGLE_PLAIN_ARITHMETIC(Mul, *, __builtin_mul_overflow)
      BEAGLE_PLAIN_BINARY(And, true, X & Y)
      BEAGLE_PLAIN_BINARY(Or, true, X | Y)
      BEAGLE_PLAIN_BINARY(Xor, true, X ^ Y)
      BEAGLE_PLAIN_BINARY(Shl, Y < W && i.extra == 0, (X << Y) & mask(W))
      BEAGLE_PLAIN_BINARY(LShr, Y < W && i.extra == 0, X >> Y)
      BEAGLE_PLAIN_BINARY(AShr, Y < W && i.extra == 0, static_cast<std::uint64_t>(extended(X, W) >> Y) & mask(W))
      BEAGLE_PLAIN_BINARY(UDiv, Y != 0 && i.extra == 0, X / Y)
      BEAGLE_PLAIN_BINARY(URem, Y != 0, X % Y)
      BEAGLE_PLAIN_BINARY(Equal, true, X == Y)
      BEAGLE_PLAIN_BINARY(NotEqual, true, X != Y)
      BEAGLE_PLAIN_BINARY(ULess, true, X < Y)
      BEAGLE_PLAIN_BINARY(ULessEqual, true, X <= Y)
      BEAGLE_PLAIN_BINARY(SLess, true, extended(X, W) < extended(Y, W))
      BEAGLE_PLAIN_BINARY(SLessEqual, true, extended(X, W) <= extended(Y, W))

    case Opcode::Truncate:
      if (const Value& from = slots_[i.a]; from.isPlain() && (i.b == 0 || from.bits <= 1)) [[likely]] {
        slots_[i.d] = Value::concrete(from.bits & mask(i.width));
        continue;
      }
      break;
    case Opcode::ZeroExtend:
      if (const Value& from = slots_[i.a]; from.isPlain() && i.width <= 64) [[likely]] {
        slots_[i.d] = Value::concrete(from.bits);
        continue;
      }
      break;
    case Opcode::SignExtend:
      if (const Value& from = slots_[i.a]; from.isPlain() && i.width <= 64) [[likely]] {
        slots_[i.d] = Value::concrete(static_cast<std::uint64_t>(extended(from.bits, i.extra)) & mask(i.width));
        continue;
      }
      break;
    case Opcode::Select:
      if (const Value& condition = slots_[i.a]; condition.isPlain()) [[likely]] {
        slots_[i.d] = slots_[condition.bits != 0 ? i.b : i.c];
        continue;
      }
      break;

    case Opcode::PointerAdd:
      if (const Value& base = slots_[i.a]; (base.term | (base.tag & 3)) == 0) [[likely]] {
        const std::uint64_t offset = i.b | static_cast<std::uint64_t>(i.c) << 32;
        slots_[i.d] = {base.bits + offset, 0, base.tag};
        continue;
      }
      break;
    case Opcode::PointerIndex: {
      const Value& base = slots_[i.a];
      const Value& index = slots_[i.b];
      if ((base.term | (base.tag & 3)) == 0 && index.isPlain()) [[likely]] {
        slots_[i.d] = {base.bits + static_cast<std::uint64_t>(extended(index.bits, i.width)) * i.c, 0, base.tag};
        continue;
      }
      break;
    }

    case Opcode::Load: {
      const Value& pointer = slots_[i.a];
      const ObjectId id = pointer.object();
      const CacheLine& line = cache_[id % cache_.size()];
      if (id != 0 && line.id == id && (pointer.term | (pointer.tag & 3)) == 0) [[likely]] {
        const Contents& contents = line.object->contents;
        const std::uint64_t bytes = (i.width + 7U) / 8;
        if (contents.isPlain() && bytes <= contents.size() && pointer.bits <= contents.size() - bytes && bytes <= 8 &&
            !line.object->size) [[likely]] {
          slots_[i.d] = Value::concrete(contents.plain(pointer.bits, bytes) & mask(i.width));
          continue;
        }
      }
      break;
    }
    case Opcode::Store: {
      const Value& pointer = slots_[i.a];
      const Value& value = slots_[i.b];
      const ObjectId id = pointer.object();
      const CacheLine& line = cache_[id % cache_.size()];
      if (id != 0 && line.id == id && line.owned && value.isPlain() && (pointer.term | (pointer.tag & 3)) == 0)
          [[likely]] {
        Contents& contents = line.owned->contents;
        const std::uint64_t bytes = (i.width + 7U) / 8;
        if (contents.isPlain() && bytes <= contents.size() && pointer.bits <= contents.size() - bytes && bytes <= 8 &&
            !line.owned->size && !line.owned->isConstant) [[likely]] {
          contents.setPlain(pointer.bits, {reinterpret_cast<const std::uint8_t*>(&value.bits), bytes});
          continue;
        }
      }
      break;
    }

    case Opcode::Jump:
      jump(i.d);
      if (isAtJoin_) [[unlikely]]
        return join(state, allowed - budget + 1);
      continue;
    case Opcode::Branch:
      if (const Value& condition = slots_[i.a]; condition.isPlain()) [[likely]] {
        if (condition.bits != 0) takeSide(i.d, i.b);
        else takeSide(i.d + 1, i.c);
        if (isAtJoin_) [[unlikely]]
          return join(state, allowed - budget + 1);
        continue;
      }
      break;
    default: break;
    }

    if (handlers[static_cast<std::size_t>(i.op)](*this, i)) [[likely]] {
      if (decision_ != 0) {
        decision_ = 0;
        state.decisions.clear();
      }
      if (hasLearned_) [[unlikely]]
        settle();
      if (isAtJoin_) [[unlikely]]
        return join(state, allowed - budget + 1);
      if (moved_ != 0) [[unlikely]] {
        const std::uint64_t before = budget;
        budget -= std::min(budget - 1, std::exchange(moved_, 0) / bytesPerStep);
        if (before / (stepsUnwatched + 1) != budget / (stepsUnwatched + 1) && cancel.cancelled())
          return pause(state, allowed - budget + 1);
      }
      continue;
    }
    moved_ = 0;
    decision_ = 0;
    state.steps += allowed - budget;
    if (state.ending) {
      settle();
      state.decisions.clear();
      return Ended{};
    }
    takeBackChanges();
    forgetLearned();
    frame_->next = static_cast<std::uint32_t>(next_ - 1 - code_);
    return Asked{std::move(*asked_)};
  }
}

} // namespace beagle::exec
