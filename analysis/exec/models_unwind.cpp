// What the C++ runtime (runtime/cxx) has to know of the frames to unwind them, and to do. Frames are numbered
// from the entry's, which is 0.

#include "analysis/exec/models.h"
#include "analysis/exec/unwinding.h"
#include "analysis/ir/landing_pads.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace beagle::exec {

namespace {

constexpr std::uint64_t noFrame = 0xFFFFFFFF;

/// The landing pad of the call that a frame waits for; null: there is none.
const ir::LandingPad* padOf(const State& state, std::size_t frame) {
  const ir::CallSite* site = state.frames[frame + 1]->callSite;
  if (!site || site->unwind == ir::none) return nullptr;
  return ir::landingPadAt(*state.frames[frame]->function, site->unwind);
}

/// beagle_find_pad(frame): the nearest frame before that one that waits for a call with a landing pad; -1:
/// none.
bool modelFindPad(Machine& machine, const ModelCall& call) {
  const State& state = machine.state();
  const std::size_t from = std::min<std::size_t>(call.arguments[0].bits, state.frames.size() - 1);
  machine.slot(call.result) = Value::concrete(noFrame);
  for (std::size_t frame = from; frame-- > 0;) {
    if (!state.frames[frame + 1]->callSite) return true; // what stands below has returned
    if (!padOf(state, frame)) continue;
    machine.slot(call.result) = Value::concrete(frame);
    return true;
  }
  return true;
}

/// beagle_pad_cleans(frame)
bool modelPadCleans(Machine& machine, const ModelCall& call) {
  const ir::LandingPad* pad = padOf(machine.state(), call.arguments[0].bits);
  machine.slot(call.result) = Value::concrete(pad->isCleanup ? 1 : 0);
  return true;
}

/// beagle_pad_clauses(frame)
bool modelPadClauses(Machine& machine, const ModelCall& call) {
  const ir::LandingPad* pad = padOf(machine.state(), call.arguments[0].bits);
  machine.slot(call.result) = Value::concrete(pad->clauses.size());
  return true;
}

/// beagle_clause_types(frame, clause): how many; of a filter, less than 0: -1 - how many.
bool modelClauseTypes(Machine& machine, const ModelCall& call) {
  const ir::LandingPad::Clause& clause =
      padOf(machine.state(), call.arguments[0].bits)->clauses[call.arguments[1].bits];
  const auto count = static_cast<std::uint32_t>(clause.types.size());
  machine.slot(call.result) = Value::concrete(clause.isFilter ? ~count : count);
  return true;
}

/// beagle_clause_type(frame, clause, number): the type info; null: any type
bool modelClauseType(Machine& machine, const ModelCall& call) {
  const std::size_t frame = call.arguments[0].bits;
  const ir::LandingPad::Clause& clause = padOf(machine.state(), frame)->clauses[call.arguments[1].bits];
  machine.slot(call.result) = machine.state().frames[frame]->slots[clause.types[call.arguments[2].bits]];
  return true;
}

/// beagle_selector(type)
bool modelSelector(Machine& machine, const ModelCall& call) {
  machine.slot(call.result) = selectorOf(call.arguments[0]);
  return true;
}

/// beagle_land(frame, exception, selector)
bool modelLand(Machine& machine, const ModelCall& call) {
  return machine.land(call.arguments[0].bits, call.arguments[1], call.arguments[2]);
}

/// beagle_may_leave()
bool modelMayLeave(Machine& machine, const ModelCall& call) {
  machine.slot(call.result) = Value::concrete(machine.isProgram() ? 0 : 1);
  return true;
}

/// beagle_leave(exception): out of the entry
bool modelLeave(Machine& machine, const ModelCall& call) {
  const auto last = machine.program().find("beagle_left");
  return last ? machine.leaveByException(*last, call.arguments[0]) : machine.unsupported("beagle_left");
}

/// What the source calls the type.
std::string sourceName(const std::string& mangled) {
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, nullptr),
                                                    &std::free);
  return name ? name.get() : mangled;
}

/// The scalar that a type is, by its mangled name; width 0: none.
ir::ScalarType scalarOf(const std::string& mangled) {
  using enum ir::ScalarKind;
  if (mangled.starts_with('P') || mangled == "Dn") return {Pointer, 0, 64};
  if (mangled.size() != 1) return {Integer, 0, 0};
  switch (mangled[0]) {
  case 'b':
  case 'c':
  case 'a':
  case 'h': return {Integer, 0, 8};
  case 's':
  case 't': return {Integer, 0, 16};
  case 'i':
  case 'j':
  case 'w': return {Integer, 0, 32};
  case 'l':
  case 'm':
  case 'x':
  case 'y': return {Integer, 0, 64};
  case 'f': return {Float, 2, 32};
  case 'd': return {Float, 3, 64};
  default: return {Integer, 0, 0};
  }
}

/// Appends one piece of a text: characters, or a number.
bool addPiece(Machine& machine, const Value& text, const Value& number, std::vector<Term>& what) {
  if (text.object() == 0) {
    what.push_back(machine.bitsTerm(number, 64));
    return true;
  }
  const auto place = machine.accessRange(text, number, false);
  if (!place) return false;
  const Contents& contents = machine.object(place->object).contents;
  for (std::uint64_t i = 0; i < number.bits; ++i) what.push_back(contents.byte(machine, place->offset + i));
  return true;
}

/// beagle_thrown(name of the type, object, pieces of what(), how many)
bool modelThrown(Machine& machine, const ModelCall& call) {
  const std::string mangled = machine.textAt(call.arguments[0]);
  const Value& object = call.arguments[1];
  Ending ending;
  ending.kind = EndKind::Thrown;
  ending.text = sourceName(mangled.starts_with('*') ? mangled.substr(1) : mangled);
  ending.site = machine.object(object.object()).allocated;
  ending.code = object;
  ending.codeType = {ir::ScalarKind::Pointer, 0, 64};
  if (const ir::ScalarType scalar = scalarOf(mangled); scalar.width != 0) {
    ending.code = machine.object(object.object()).contents.read(machine, object.bits, scalar);
    ending.codeType = scalar;
  }
  const Value& pieces = call.arguments[2];
  if (pieces.object() != 0) {
    ending.what.emplace();
    const Contents& contents = machine.object(pieces.object()).contents;
    for (std::uint64_t i = 0; i < call.arguments[3].bits; ++i) {
      const Value text = contents.read(machine, pieces.bits + 16 * i, {ir::ScalarKind::Pointer, 0, 64});
      const Value number = contents.read(machine, pieces.bits + 16 * i + 8, {ir::ScalarKind::Integer, 0, 64});
      if (!addPiece(machine, text, number, *ending.what)) return false;
    }
  }
  return machine.end(std::move(ending));
}

/// beagle_demangle(text, size, mangled): writes what the source calls it, up to size, NUL included; returns
/// its length, and 0 when it is no mangled name.
bool modelDemangle(Machine& machine, const ModelCall& call) {
  const std::string mangled = machine.textAt(call.arguments[2]);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                    &std::free);
  const std::string text = name ? name.get() : "";
  const std::uint64_t size = call.arguments[1].bits;
  for (std::uint64_t i = 0; i < size && i <= text.size(); ++i) {
    const bool isEnd = i == text.size() || i + 1 == size;
    Value at = call.arguments[0];
    at.bits += i;
    if (!machine.store(at, Value::concrete(isEnd ? 0 : static_cast<std::uint8_t>(text[i])),
                       {ir::ScalarKind::Integer, 0, 8}))
      return false;
    if (isEnd) break;
  }
  machine.slot(call.result) = Value::concrete(text.size());
  return true;
}

constexpr std::array table = {
    ModelEntry{"beagle_find_pad", 1, modelFindPad},
    ModelEntry{"beagle_pad_cleans", 1, modelPadCleans},
    ModelEntry{"beagle_pad_clauses", 1, modelPadClauses},
    ModelEntry{"beagle_clause_types", 2, modelClauseTypes},
    ModelEntry{"beagle_clause_type", 3, modelClauseType},
    ModelEntry{"beagle_selector", 1, modelSelector},
    ModelEntry{"beagle_land", 3, modelLand},
    ModelEntry{"beagle_may_leave", 0, modelMayLeave},
    ModelEntry{"beagle_leave", 1, modelLeave},
    ModelEntry{"beagle_thrown", 4, modelThrown},
    ModelEntry{"beagle_demangle", 3, modelDemangle},
};

} // namespace

std::span<const ModelEntry> unwindModels() { return table; }

} // namespace beagle::exec
