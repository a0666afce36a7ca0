// setjmp and longjmp. What setjmp leaves in its buffer is a pointer to a mark, an object of the frame that ends with
// it; in the mark stands where to go on. Nobody else looks at either. A longjmp to a buffer of the input leaves the
// entry: its caller called setjmp.
//
//   buffer  0: pointer to the mark     8 ... 199: anything
//   mark    0: frames                  4: instruction
//           8 ...: locals of the frame that are alive, by number (all of 32 bits)

#include "analysis/exec/models.h"

#include <algorithm>
#include <vector>

namespace beagle::exec {

namespace {

constexpr std::uint64_t bufferSize = 200; ///< of a jmp_buf, and of a sigjmp_buf
constexpr std::uint64_t whereToGo = 56;   ///< where the C library keeps the address of the code in it
constexpr ir::ScalarType pointerType{ir::ScalarKind::Pointer, 0, 64};
constexpr ir::ScalarType numberType{ir::ScalarKind::Integer, 0, 32};

std::uint32_t numberAt(Machine& machine, const Contents& mark, std::uint64_t offset) {
  return static_cast<std::uint32_t>(mark.read(machine, offset, numberType).bits);
}

/// _setjmp(buffer)
bool modelSetJump(Machine& machine, const ModelCall& call) {
  const auto place = machine.access(call.arguments[0], bufferSize, true);
  if (!place) return false;
  const auto offset = place->symbolicOffset ? machine.splitOffset(*place, 1) : std::optional(place->offset);
  if (!offset) return false;
  const Machine::CallPlace here = machine.callPlace();
  std::vector<std::uint32_t> numbers{here.frames, here.instruction};
  for (const ObjectId local : machine.frame().locals)
    if (machine.object(local).isAlive) numbers.push_back(local);
  const ObjectId mark = machine.allocate(ObjectKind::Stack, numbers.size() * 4, Contents::Fill::Zero);
  machine.frame().locals.push_back(mark);
  Object& object = machine.ownObject(mark);
  object.isOpaque = true;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    object.contents.write(machine, i * 4, Value::concrete(numbers[i]), numberType);
  Contents& buffer = machine.ownObject(place->object).contents;
  buffer.forget(machine, *offset, bufferSize);
  buffer.write(machine, *offset, Value::pointer(mark, 0), pointerType);
  machine.slot(call.result) = Value::concrete(0);
  return true;
}

/// To a buffer of the input: whoever filled it has called the entry. Numbers that are known stand in those that nobody
/// has filled, or the run has written to.
bool leaveEntry(Machine& machine, const ModelCall& call, const Value& returned) {
  const auto place = machine.access(call.arguments[0], bufferSize, false);
  if (!place) return false;
  const auto offset = place->symbolicOffset ? machine.splitOffset(*place, 1) : std::optional(place->offset);
  if (!offset) return false;
  const Object& object = machine.object(place->object);
  const bool isGiven = object.kind == ObjectKind::Global || inputAt(machine.state(), place->object);
  if (!isGiven || !object.contents.read(machine, *offset + whereToGo, {ir::ScalarKind::Integer, 0, 64}).isSymbolic())
    return machine.unsupported("a longjmp to where no setjmp of this run has been");
  Ending ending;
  ending.kind = EndKind::Jumped;
  ending.code = returned;
  ending.buffer = Value::pointer(place->object, *offset);
  return machine.end(std::move(ending));
}

/// longjmp(buffer, value)
bool modelLongJump(Machine& machine, const ModelCall& call) {
  const auto read = machine.load(call.arguments[0], pointerType);
  if (!read) return false;
  if (call.site.normal != ir::none) return machine.unsupported("a longjmp that may throw");
  logic::TermManager& terms = machine.terms;
  const Term value = machine.bitsTerm(call.arguments[1], 32);
  const Term isZero = terms.equal(value, terms.constant(32, 0));
  const Value returned = machine.bitsValue(terms.ite(isZero, terms.constant(32, 1), value));
  if (read->isSymbolic() || !machine.state().memory.isJumpMark(read->object()))
    return leaveEntry(machine, call, returned);
  // One whose function has returned is a local of it after its end.
  if (!machine.access(*read, 8, false)) return false;
  const Ref<Object> held = machine.heldObject(read->object());
  const Contents& mark = held->contents;
  if (!machine.returnAgain({numberAt(machine, mark, 0), numberAt(machine, mark, 4)}, returned)) return false;
  // What the compiler took for the end of a local's life was none, if one comes back to before it.
  const std::vector<ObjectId>& locals = machine.frame().locals;
  for (std::uint64_t at = 8; at < mark.size(); at += 4)
    if (const ObjectId local = numberAt(machine, mark, at);
        !machine.object(local).isAlive && std::ranges::find(locals, local) != locals.end())
      machine.reviveObject(local);
  return true;
}

constexpr std::array table = {
    ModelEntry{"_setjmp", 1, modelSetJump},     ModelEntry{"setjmp", 1, modelSetJump},
    ModelEntry{"__sigsetjmp", 2, modelSetJump}, ModelEntry{"sigsetjmp", 2, modelSetJump},
    ModelEntry{"longjmp", 2, modelLongJump},    ModelEntry{"_longjmp", 2, modelLongJump},
    ModelEntry{"siglongjmp", 2, modelLongJump}, ModelEntry{"__longjmp_chk", 2, modelLongJump},
};

} // namespace

std::span<const ModelEntry> jumpModels() { return table; }

} // namespace beagle::exec
