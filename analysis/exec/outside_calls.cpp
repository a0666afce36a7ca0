// Calls of functions whose code nobody has: they return anything, and write anything where they may.

#include "analysis/exec/asked_memory.h"
#include "analysis/exec/harness.h"
#include "analysis/exec/models.h"
#include "analysis/exec/streams.h"
#include "analysis/exec/system_calls.h"
#include "analysis/input/layout.h"

#include <algorithm>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using Kind = SourceType::Kind;

namespace {

constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr ScalarType pointerType{ScalarKind::Pointer, 0, 64};

/// Of what an argument points to, so much is compared between two calls.
constexpr std::uint64_t mostCompared = 4096;

/// What is the same for all calls: whom, with what.
Effect effectOf(const std::string& function, const ModelCall& call) {
  Effect effect;
  effect.kind = Effect::Kind::Call;
  effect.function = function;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    effect.values.push_back(call.arguments[i]);
    effect.types.push_back(call.site.arguments[i].type);
    effect.contents.emplace_back();
    effect.copies.push_back({call.site.arguments[i].byvalSize, call.site.arguments[i].byvalAlignment});
  }
  return effect;
}

/// What is passed by value. What is passed in registers has other arguments than parameters.
void noteCopies(Effect& effect, const ir::SourceFunction& source, const ir::SourceTypes& types) {
  const std::size_t hidden = effect.values.size() - source.parameters.size();
  if (hidden > 1) return;
  for (std::size_t i = hidden; i < effect.values.size(); ++i) {
    const ir::TypeIndex type = source.parameters[i - hidden].type;
    Effect::Copy& copy = effect.copies[i];
    if (copy.size != 0 && type != ir::none && types.type(type).size == copy.size) copy.type = type;
  }
}

/// Part `i` of the result.
void give(Machine& machine, const ModelCall& call, std::size_t i, const Value& result, Effect& effect) {
  machine.slot(call.result + static_cast<std::uint32_t>(i)) = result;
  effect.results.push_back(result);
  effect.resultTypes.push_back(call.site.results[i]);
}

/// An argument as a number, which is the same when the argument is the same; nothing: it leads to memory that the run
/// has made, and nobody says what that is in the other version.
std::optional<Term> identityOf(Machine& machine, const Value& value, ScalarType type) {
  logic::TermManager& terms = machine.terms;
  if (value.object() == 0) return machine.bitsTerm(value, type.width);
  const auto input = inputAt(machine.state(), value.object());
  if (!input) return {};
  const Term offset = value.isSymbolic() ? value.asTerm() : terms.constant(64, value.bits);
  return terms.binary(logic::Op::Add, terms.constant(64, (std::uint64_t{input->pointer} + 1) << 40), offset);
}

/// Where the arguments of two calls are the same, their results are. False: that has to be asked first.
bool assumeSameResults(Machine& machine, const ModelCall& call, const std::vector<Term>& arguments,
                       const std::vector<Term>& others, const std::vector<std::pair<Value, Value>>& results) {
  logic::TermManager& terms = machine.terms;
  if (arguments.size() != others.size()) return true;
  Term same = terms.truth(true);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    same = terms.sort(arguments[i]) == terms.sort(others[i])
               ? terms.logicalAnd(same, terms.equal(arguments[i], others[i]))
               : terms.truth(false);
  for (std::size_t i = 0; i < results.size() && !terms.isFalse(same); ++i) {
    const ScalarType type = call.site.results[i];
    if (type.kind == ScalarKind::Pointer) continue;
    const Term mine = machine.bitsTerm(results[i].first, type.width);
    const Term theirs = machine.bitsTerm(results[i].second, type.width);
    if (!machine.assume(terms.implies(same, terms.equal(mine, theirs)))) return false;
  }
  return true;
}

std::size_t callsOf(const State& state, const std::string& function) {
  std::size_t count = 0;
  state.effects.forEach(
      [&](const Ref<Effect>& effect) { count += effect->kind == Effect::Kind::Call && effect->function == function; });
  return count;
}

} // namespace

struct Harness::OutsideFunction {
  std::string name;
  std::string shown;
  ir::SourceFunction source;
  bool isPure = false;
  bool isLibrary = false;
  std::optional<AskedMemory> asked = {}; ///< of what is an allocator
};

/// Part `i` of what the call of that number gives: the same in both versions. That its arguments are the same is for
/// whoever compares the calls, or numbers them.
Value Harness::resultOf(State& state, const OutsideFunction& function, const ModelCall& call, std::size_t number,
                        std::size_t i) {
  const bool isOne = call.site.results.size() == 1;
  std::string path = fmt::format("{}()#{}", function.shown, number);
  if (!isOne) path += fmt::format(".{}", i);
  const ir::TypeIndex source = isOne ? function.source.result : ir::none;
  const ScalarType type = call.site.results[i];
  const SourceType* known = source == ir::none ? nullptr : &types_.type(source);
  if (type.kind == ScalarKind::Pointer) {
    const bool isAsked = function.asked.has_value();
    const Owner owner{ir::none,
                      ir::none,
                      0,
                      true,
                      {},
                      false,
                      isAsked,
                      isAsked && function.asked->isCleared,
                      isAsked && function.asked->isNew};
    const Value pointer =
        pointerTo(state, path, source, owner,
                  (!known || known->kind != Kind::Reference) && !(isAsked && function.asked->isNeverNull));
    if (function.asked && pointer.object() != 0) setAsked(state, pointer.object(), function.asked->bytes);
    return pointer;
  }
  const bool isWhole = known && input::scalarOf(*known) && input::scalarOf(*known)->kind == type.kind;
  return valueOf(leaves_.value(path, type, isWhole ? known : nullptr), type);
}

/// The same arguments give the same result in both versions, however often and in which order it is called.
bool Harness::callPure(Machine& machine, const OutsideFunction& function, const ModelCall& call,
                       const std::vector<Term>& arguments) {
  const std::uint32_t number = leaves_.call(function.name, arguments);
  const auto& calls = leaves_.callsOf(function.name);
  std::vector<Value> results;
  for (std::size_t i = 0; i < call.site.results.size(); ++i)
    results.push_back(resultOf(machine.state(), function, call, number + 1, i));
  for (std::uint32_t other = 0; other < calls.size(); ++other) {
    if (other == number) continue;
    std::vector<std::pair<Value, Value>> both;
    for (std::size_t i = 0; i < results.size(); ++i)
      both.emplace_back(results[i], resultOf(machine.state(), function, call, other + 1, i));
    if (!assumeSameResults(machine, call, arguments, calls[other], both)) return false;
  }
  assumptions_.insert(
      fmt::format("{} does nothing but return a value, the same one for the same arguments, and ends", function.shown));
  Effect effect = effectOf(function.name, call);
  effect.isPure = true;
  for (std::size_t i = 0; i < results.size(); ++i) give(machine, call, i, results[i], effect);
  machine.emit(std::move(effect));
  return true;
}

/// Pointers to functions in what a call may have written stay as they were: whoever has a table of functions in a
/// record seldom changes it on the way. Whether there are any.
bool Harness::keepFunctions(const Contents& before, Contents& contents, std::uint64_t at, ir::TypeIndex type) {
  if (type == ir::none) return false;
  const SourceType& source = types_.type(type);
  bool isAny = false;
  switch (source.kind) {
  case Kind::Pointer:
    if (source.element == ir::none || types_.type(source.element).kind != Kind::Function || !before.isPointerAt(at))
      return false;
    contents.write(*machine_, at, before.read(*machine_, at, pointerType), pointerType);
    return true;
  case Kind::Struct:
  case Kind::Class:
    for (const SourceType::Member& member : source.members)
      if (member.bitSize == 0) isAny |= keepFunctions(before, contents, at + member.offset, member.type);
    return isAny;
  case Kind::Array:
    for (std::uint64_t i = 0; source.element != ir::none && i < source.count; ++i)
      isAny |= keepFunctions(before, contents, at + i * types_.type(source.element).size, source.element);
    return isAny;
  default: return false;
  }
}

/// What a call may have written behind a pointer that it got.
void Harness::overwrite(Machine& machine, Effect& call, std::size_t argument, ir::TypeIndex target,
                        const std::string& path, const std::string& shown) {
  const Value pointer = call.values[argument];
  if (pointer.object() == 0 || pointer.isSymbolic() || machine.functionOf(pointer.object())) return;
  const Object& object = machine.object(pointer.object());
  const std::uint64_t size = object.contents.size();
  if (!object.isAlive || object.isConstant || pointer.bits >= size) return;
  const SourceType* type = target == ir::none ? nullptr : &types_.type(target);
  if (type && isStream(*type)) return; // whoever gets it can only ask the C library to
  const std::uint64_t step = type && type->size > 0 ? type->size : 1;
  const Owner owner{ir::none, ir::none, 1, true, {}, false};
  const Ref<Object> before = machine.heldObject(pointer.object());
  machine.noteChange(pointer.object());
  Contents& contents = machine.ownObject(pointer.object()).contents;
  bool keepsFunctions = false;
  std::uint64_t number = 0;
  for (std::uint64_t at = pointer.bits; at + step <= size && number < options_.maxElements * 8ULL;
       at += step, ++number) {
    const std::string element = fmt::format("{}[{}]", path, number);
    if (type && type->size > 0) {
      layOut(machine.state(), contents, pointer.object(), at, target, element, owner);
      keepsFunctions |= keepFunctions(before->contents, contents, at, target);
    } else if (!contents.isPointerAt(at))
      contents.write(machine, at, valueOf(leaves_.value(element, byteType, nullptr), byteType), byteType);
  }
  if (keepsFunctions) assumptions_.insert(fmt::format("{} leaves pointers to functions as they are", shown));
  call.written.push_back({argument, pointer.bits, contents, machine.object(pointer.object()).size});
}

/// Whether a call may write where the argument points.
bool Harness::mayWriteBehind(const ir::SourceParameter& parameter) const {
  if (parameter.type == ir::none || !input::isPointer(types_.type(parameter.type))) return false;
  const ir::TypeIndex target = types_.type(parameter.type).element;
  return target == ir::none || !types_.type(target).isConst;
}

/// What was given is what the function can give.
void Harness::limitReply(State& state, Term result, Term possible, std::uint64_t tried) {
  std::vector<Term> scratch;
  if (!state.path.relevantTo(possible, scratch).empty()) return state.path.add(possible);
  logic::Assignment first;
  first.set(result, tried);
  state.path.add(possible, first);
}

/// errno after a call, which may be anything; of what the system does, an error, and only where it says that it failed.
void Harness::leaveError(Machine& machine, const std::string& path, const std::optional<Reply>& reply, Effect& call) {
  constexpr std::uint64_t lastError = 133; // of Linux
  constexpr ScalarType number{ScalarKind::Integer, 0, 32};
  const auto place = program_.findGlobal("beagle_errno");
  if (!place || isStarting_) return; // before `main`, native runs have no input yet
  logic::TermManager& terms = machine.terms;
  Contents& contents = machine.ownObject(machine.globalObject(*place)).contents;
  const Term left = leaves_.value(path + ".errno", number, nullptr, ir::none);
  Term error = left;
  if (reply) {
    const Term behindZero = terms.binary(logic::Op::Sub, left, terms.constant(32, 1));
    limitReply(machine.state(), left, terms.binary(logic::Op::ULess, behindZero, terms.constant(32, lastError)), 1);
    const std::uint32_t width = call.resultTypes[0].width;
    const Term failed = terms.equal(machine.bitsTerm(call.results[0], width), terms.constant(width, ~std::uint64_t{0}));
    error = terms.ite(failed, left, machine.bitsTerm(contents.read(machine, 0, number), 32));
  }
  call.error = machine.bitsValue(error);
  contents.write(machine, 0, *call.error, number);
}

bool Harness::call(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) {
  const ir::FunctionInfo& info = program_.functions()[callee];
  if ((isOfLibrary(program_, info) && !options_.libraryCalls && !isOfSystem(info.name)) ||
      info.name.starts_with("llvm."))
    return machine.unsupported(fmt::format("a call of {}, whose code is not known", info.sourceName));
  return callOutside(
      machine, {info.name, info.sourceName, types_.function(callee), info.isPure, isOfLibrary(program_, info)}, call);
}

bool Harness::callElsewhere(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) {
  const ir::FunctionInfo& info = program_.functions()[callee];
  return callOutside(machine, {info.name, info.sourceName, types_.function(callee), false, isOfLibrary(program_, info)},
                     call);
}

bool Harness::callInput(Machine& machine, ObjectId id, const ModelCall& call) {
  const InputPointer& called = pointer(inputAt(machine.state(), id)->pointer);
  const SourceType& type = types_.type(called.target);
  OutsideFunction function{calledName(called), calledName(called), {}};
  for (const ir::TypeIndex parameter : type.parameters) function.source.parameters.push_back({"", parameter});
  function.source.result = type.element;
  return callOutside(machine, function, call);
}

bool Harness::callOutside(Machine& machine, const OutsideFunction& called, const ModelCall& made) {
  // What it sees behind its arguments is what was written there, by whatever name. All that has to be asked is asked
  // first.
  std::vector<Value> arguments(made.arguments.begin(), made.arguments.end());
  for (Value& value : arguments) {
    if (value.object() == 0 || machine.functionOf(value.object())) continue;
    const auto resolved = machine.resolved(value);
    if (!resolved) return false;
    value = *resolved;
  }
  const ModelCall call{made.site, arguments, made.result};
  OutsideFunction function = called;
  if (function.isPure) {
    std::vector<Term> identities;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      if (const auto term = identityOf(machine, call.arguments[i], call.site.arguments[i].type))
        identities.push_back(*term);
    if (identities.size() == call.arguments.size()) return callPure(machine, function, call, identities);
    return callOutside(machine, {function.name, function.shown + "(memory)", function.source}, call);
  }
  // Whoever passes a copy reads what is copied.
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (const std::uint64_t size = call.site.arguments[i].byvalSize;
        size > 0 && !machine.access(call.arguments[i], size, false))
      return false;
  // Where a null pointer leads, nothing is written.
  std::vector<bool> isNull;
  for (const Value& value : call.arguments) {
    const auto null = machine.isNull(value);
    if (!null) return false;
    isNull.push_back(*null);
  }
  State& state = machine.state();
  const std::size_t callNumber = callsOf(state, function.name) + 1;
  const std::string path = fmt::format("{}()#{}", function.shown, callNumber);
  const ir::SourceFunction& source = function.source;
  const std::optional<Reply> reply = function.isLibrary ? replyOf(function.name) : std::nullopt;
  function.asked = askedBy(machine, function.shown, source, types_, call);
  std::string given(reply ? reply->words() : "any value");
  if (function.asked)
    given = fmt::format("as many new bytes as it is asked for{}{}", function.asked->isCleared ? ", all zero" : "",
                        function.asked->isNeverNull ? "" : ", or null");
  assumptions_.insert(
      fmt::format("{} returns {}, reads and writes only where its arguments point, and ends", function.shown, given));

  Effect effect = effectOf(function.name, call);
  const std::optional<std::size_t> back = takenBack(function.shown, source, types_);
  const auto isOfAllocator = [&](const Value& value) {
    const auto input = inputAt(state, value.object());
    return input && pointer(input->pointer).isAsked;
  };
  if (back && *back < call.arguments.size() && isOfAllocator(call.arguments[*back])) effect.takenBack = *back;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& value = call.arguments[i];
    if (value.object() == 0 || machine.functionOf(value.object()) || isNull[i]) continue;
    // The other version may have written there before, so that it is looked at as it is.
    if (const auto input = inputAt(state, value.object()); input && !state.memory.exists(value.object())) {
      const bool isWritten = i < source.parameters.size() && mayWriteBehind(source.parameters[i]);
      if (isWritten || !needsView(pointer(input->pointer))) (void)machine.object(value.object());
    }
    if (!state.memory.exists(value.object())) continue;
    const Object& object = state.memory[value.object()];
    if (i != effect.takenBack && object.isAlive && object.contents.size() <= mostCompared)
      effect.contents[i] = object.contents;
  }
  noteCopies(effect, function.source, types_);
  std::size_t argument = 0;
  const bool returnsThroughMemory = call.site.results.empty() && source.result != ir::none && !call.arguments.empty() &&
                                    call.arguments.size() == source.parameters.size() + 1;
  if (returnsThroughMemory) overwrite(machine, effect, argument++, source.result, path, function.shown);
  for (const ir::SourceParameter& parameter : source.parameters) {
    if (argument >= call.arguments.size()) break;
    const std::size_t number = argument++;
    if (isNull[number] || !mayWriteBehind(parameter)) continue;
    overwrite(machine, effect, number, types_.type(parameter.type).element,
              fmt::format("{}:{}", path, parameter.name.empty() ? fmt::format("{}", argument) : parameter.name),
              function.shown);
  }
  for (; argument < call.arguments.size() && writesUnnamed(function.name); ++argument)
    if (!isNull[argument])
      overwrite(machine, effect, argument, ir::none, fmt::format("{}:{}", path, argument + 1), function.shown);
  for (std::size_t i = 0; i < call.site.results.size(); ++i)
    give(machine, call, i, resultOf(state, function, call, callNumber, i), effect);
  if (reply && effect.results.size() == 1 && call.site.results[0].kind == ir::ScalarKind::Integer) {
    const std::uint32_t width = call.site.results[0].width;
    const Term result = machine.bitsTerm(effect.results[0], width);
    Term said;
    if (reply->says && *reply->says < call.arguments.size())
      said = machine.bitsTerm(call.arguments[*reply->says], width);
    const bool mayFail = reply->kind == Reply::Kind::Status || reply->kind == Reply::Kind::Number;
    limitReply(state, result, reply->allows(machine.terms, result, said), mayFail ? logic::lowMask(width) : 0);
    if (reply->kind != Reply::Kind::Works) leaveError(machine, path, reply, effect);
  } else if (!function.isLibrary && !function.asked) {
    leaveError(machine, path, {}, effect);
  }
  effect.isPure = function.asked && function.asked->isUnseen;
  // How large the memory is shows there.
  if (function.asked)
    for (const std::size_t i : function.asked->sizes) effect.values[i] = Value::concrete(0);
  effect.isLast = machine.isLast(call.site);
  machine.emit(std::move(effect));
  if (machine.isLast(call.site)) {
    Ending ending;
    ending.kind = EndKind::Aborted;
    ending.text = fmt::format("in {}, which does not return", function.shown);
    return machine.end(std::move(ending));
  }
  return true;
}

} // namespace beagle::exec
