#include "analysis/compare/relation.h"
#include "analysis/exec/library_state.h"
#include "analysis/exec/unwritten.h"
#include "analysis/input/values.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/pipeline/concrete_reading.h"
#include "analysis/pipeline/pointer_text.h"
#include "analysis/solver/chain.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <string_view>

namespace beagle::pipeline {

using exec::EndKind;
using exec::ObjectId;
using exec::ObjectKind;
using exec::State;
using exec::Value;
using testgen::ConcreteInput;
using testgen::End;
using testgen::ExpectedImage;
using testgen::ExpectedOutcome;
using testgen::Scalar;
using testgen::Target;

namespace {

/// Larger globals are not compared.
constexpr std::uint64_t mostGlobal = 1U << 20U;

End endOf(EndKind kind) {
  switch (kind) {
  case EndKind::Returned: return End::Returned;
  case EndKind::Exited: return End::Exited;
  case EndKind::Aborted: return End::Aborted;
  case EndKind::AssertFailed: return End::AssertFailed;
  case EndKind::MemoryError: return End::MemoryError;
  case EndKind::DivisionByZero: return End::DivisionByZero;
  case EndKind::Trapped: return End::Trapped;
  case EndKind::Thrown: return End::Thrown;
  case EndKind::Jumped: return End::Jumped;
  case EndKind::NeverEnded: return End::TimedOut;
  case EndKind::Unsupported:
  case EndKind::OutOfBound: return End::Other;
  }
  return End::Other;
}

/// By which function an object of the input was given back, or was to be.
testgen::Release releaseOf(const exec::Object& ended) {
  if (ended.isAlive) return testgen::Release::None;
  switch (ended.allocator) {
  case exec::Allocator::New: return testgen::Release::Delete;
  case exec::Allocator::NewArray: return testgen::Release::DeleteArray;
  default: return testgen::Release::Free;
  }
}

} // namespace

ConcreteRuns::ConcreteRuns(exec::Machine& machine, exec::Harness& harness, const input::Leaves& leaves,
                           const ir::SourceTypes& types, const State& start, ir::FunctionIndex entry)
    : machine_(machine), harness_(harness), leaves_(leaves), types_(types), start_(start), entry_(entry) {}

ObjectId ConcreteRuns::firstObject() const {
  return machine_.functionObject(static_cast<ir::FunctionIndex>(machine_.program().functions().size()));
}

std::vector<ir::GlobalIndex> ConcreteRuns::touched(const State& ended) const {
  std::vector<ir::GlobalIndex> result;
  const auto globals = machine_.program().globals();
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i)
    if (!globals[i].isRuntime && !globals[i].isFixed() && globals[i].size > 0 && globals[i].size <= mostGlobal &&
        !globals[i].isWeakReference && ended.memory.exists(machine_.globalObject(i)))
      result.push_back(i);
  return result;
}

bool ConcreteRuns::leavesHidden(const State& ended) const {
  const auto globals = machine_.program().globals();
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i)
    if (globals[i].isRuntime && !globals[i].isConstant && globals[i].name.contains('@') &&
        !exec::isOfStreams(machine_.program(), globals[i].name) && ended.memory.exists(machine_.globalObject(i)))
      return true;
  return false;
}

std::string ConcreteRuns::pathOf(std::size_t number) const {
  const ir::Parameter& parameter = machine_.program().body(entry_).parameters[number];
  if (parameter.isStructResult) return "return";
  const ir::SourceFunction source = types_.function(entry_);
  if (parameter.source < source.parameters.size() && !source.parameters[parameter.source].name.empty())
    return source.parameters[parameter.source].name;
  return fmt::format("parameter{}", parameter.source < source.parameters.size() ? parameter.source : number);
}

/// The variables that the path says something about.
std::set<std::uint32_t> ConcreteRuns::decidedBy(const State& ended) const {
  std::set<std::uint32_t> decided;
  for (const logic::Term constraint : ended.path.all())
    for (const std::uint32_t number : machine_.terms.support(constraint)) decided.insert(number);
  return decided;
}

logic::Assignment ConcreteRuns::varied(const State& ended, const logic::Assignment& model) {
  std::set<std::uint32_t> decided = decidedBy(ended);
  for (const auto& [number, value] : nothingAtStart(ended)) decided.insert(number);
  logic::Assignment result = model;
  std::uint64_t seed = 0x9E3779B97F4A7C15;
  for (const input::Leaf& leaf : leaves_.all()) {
    if (!leaf.choice.empty() || decided.contains(machine_.terms.variableNumber(leaf.variable))) continue;
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t value = seed >> 16U;
    if (leaf.type.kind != ir::ScalarKind::Float) {
      const logic::BitVector low(64, seed ^ value);
      if (leaf.type.width <= 64) result.set(leaf.variable, low.low64() & logic::lowMask(leaf.type.width));
      else result.set(leaf.variable, low.zeroExtend(leaf.type.width) + low.zeroExtend(leaf.type.width).shl(64));
    } else if (leaf.type.width == 32) { // numbers that are exact
      result.set(leaf.variable, std::bit_cast<std::uint32_t>(static_cast<float>(value % 4000) / 8 - 250));
    } else if (leaf.type.width == 64) {
      result.set(leaf.variable, std::bit_cast<std::uint64_t>(static_cast<double>(value % 4000) / 8 - 250));
    }
  }
  return result;
}

/// The objects that are there before the run, by number: those of the arguments, and whatever the run found behind
/// pointers of the input.
ConcreteRuns::Before ConcreteRuns::before(const State& ended, const logic::Assignment& model) {
  Before before{start_, {}, {}};
  machine_.attach(before.state);
  harness_.adopt(before.state, harness_.aliases(ended), harness_);
  logic::Evaluator evaluator(machine_.terms, model);
  const auto add = [&](std::uint64_t key, ObjectId now, ObjectId then) {
    before.objects.emplace(key, static_cast<std::uint32_t>(before.ids.size()));
    before.ids.emplace_back(now, then);
  };
  for (ObjectId id = firstObject(); id < start_.memory.count(); ++id)
    if (!exec::inputAt(start_, id) && start_.memory[id].kind == ObjectKind::Stack && start_.memory[id].isAlive)
      add(~std::uint64_t{id}, id, id); // what passes the arguments; what else there is, the program makes itself
  for (const ir::GlobalIndex i : touched(ended))
    if (harness_.isInput(i)) (void)machine_.object(machine_.globalObject(i));
  for (std::size_t i = 0; i < ended.inputs.size(); ++i) {
    const exec::InputObject& input = ended.inputs[i];
    if (harness_.pointer(input.pointer).part == exec::InputPart::Link) continue;
    if (input.alias != 0 || harness_.isFunction(ended, input.id)) continue;
    if (input.null && evaluator.truth(input.null)) continue;
    // A number, as far as anybody looked.
    if (harness_.pointerAt(ended, input.id)->data && !ended.memory.exists(input.id)) continue;
    const auto id = harness_.place(before.state, input.pointer);
    if (!id) continue;
    if (input.asked) exec::setAsked(before.state, *id, machine_.terms.constant(64, evaluator.bits64(input.asked)));
    if (ended.memory.exists(input.id)) (void)machine_.object(*id); // else nobody looked, and anything will do
    add(input.pointer, *id, input.id);
  }
  harness_.settle(before.state, model);
  return before;
}

/// What can be read from a stream of the input.
testgen::Image ConcreteRuns::contentsOf(const State& state, const exec::Object& stream, Reading& reading) {
  testgen::Image image;
  stream.contents.forEachPointer([&](std::uint64_t, const Value& value) {
    if (state.memory.exists(value.object())) image.bytes = reading.image(state.memory[value.object()]).image.bytes;
  });
  return image;
}

std::string ConcreteRuns::nameOf(const exec::InputPointer& root, const logic::Assignment& model) const {
  logic::Evaluator evaluator(machine_.terms, model);
  std::string name;
  for (const logic::Term byte : root.rootName) {
    const char c = static_cast<char>(evaluator.bits64(byte));
    if (c == 0) break;
    name += c;
  }
  return name;
}

void ConcreteRuns::addRoots(const State& ended, const logic::Assignment& model, const Before& before,
                            ConcreteInput& input) {
  using Kind = testgen::Root::Kind;
  logic::Evaluator evaluator(machine_.terms, model);
  for (std::size_t i = 0; i < ended.inputs.size(); ++i) {
    const exec::InputPointer& pointer = harness_.pointer(ended.inputs[i].pointer);
    if (!exec::isOutsideBytes(pointer) || pointer.root == exec::RootKind::Contents) continue;
    testgen::Root root;
    root.kind = pointer.root == exec::RootKind::File       ? Kind::File
                : pointer.root == exec::RootKind::Variable ? Kind::Variable
                                                           : Kind::StandardInput;
    root.name = nameOf(pointer, model);
    const auto known = before.objects.find(pointer.number);
    if (!pointer.null || !evaluator.truth(pointer.null)) {
      root.bytes.emplace();
      if (known != before.objects.end() && before.state.memory.exists(before.ids[known->second].first))
        root.bytes = input.objects[known->second].image.bytes;
      if (root.kind == Kind::Variable) root.bytes->erase(std::ranges::find(*root.bytes, 0), root.bytes->end());
    }
    input.roots.push_back(std::move(root));
  }
  for (const auto& [name, file] : exec::writtenFiles(ended))
    if (const exec::InputPointer* pointer = fileCalled(ended, name)) input.files.push_back(nameOf(*pointer, model));
}

/// The file that goes by that name in effects; none: a stream of the input does.
const exec::InputPointer* ConcreteRuns::fileCalled(const State& ended, const std::string& path) const {
  for (std::size_t i = 0; i < ended.inputs.size(); ++i) {
    const exec::InputPointer& pointer = harness_.pointer(ended.inputs[i].pointer);
    if (pointer.path == path && pointer.root == exec::RootKind::File) return &pointer;
  }
  return nullptr;
}

ConcreteInput ConcreteRuns::input(const State& ended, const logic::Assignment& model) {
  const Before before = this->before(ended, model);
  Reading reading(*this, before.state, model, before.objects);
  ConcreteInput input;
  input.entry = machine_.program().functions()[entry_].name;
  for (const auto& [now, then] : before.ids) {
    const auto pointer = exec::inputAt(before.state, now);
    const std::string path = pointer ? harness_.pointerAt(before.state, now)->path : "";
    const bool isStream = pointer && harness_.pointerAt(before.state, now)->root == exec::RootKind::Stream;
    if (!before.state.memory.exists(now)) {
      if (isStream) input.objects.push_back({path, {}, false, testgen::Release::None, true});
      else
        input.objects.push_back(
            {path, {std::vector<std::uint8_t>(harness_.pointerAt(before.state, now)->elementSize), {}}, false});
      continue;
    }
    const exec::Object& object = before.state.memory[now];
    if (isStream) {
      input.objects.push_back({path, contentsOf(before.state, object, reading), false, testgen::Release::None, true});
      continue;
    }
    const bool isMet = pointer && ended.memory.exists(then); // by the run
    const testgen::Release released = isMet ? releaseOf(ended.memory[then]) : testgen::Release::None;
    const bool isHeap = isMet && ended.memory[then].isAlive && ended.memory[then].hasStayed;
    input.objects.push_back({path, reading.image(object).image, object.isConstant, released, false, isHeap});
  }
  const ir::Function& body = machine_.program().body(entry_);
  for (std::size_t i = 0; i < body.parameters.size(); ++i) {
    const Value& value = before.state.frames[0]->slots[body.parameters[i].slot];
    testgen::Argument argument{pathOf(i), reading.scalar(value, body.parameters[i].type).value_or(Scalar{})};
    if (argument.value.pointer && argument.value.pointer->kind == Target::Kind::Object)
      input.objects[argument.value.pointer->object].path = argument.path;
    input.arguments.push_back(std::move(argument));
  }
  for (const ir::GlobalIndex i : touched(ended)) {
    const std::string& name = machine_.program().globals()[i].name;
    if (!harness_.isInput(i)) {
      input.watched.push_back(name);
      continue;
    }
    input.globals.push_back({name, reading.image(before.state.memory[machine_.globalObject(i)]).image});
  }
  for (const ir::FunctionIndex function : harness_.leftOut())
    input.leftOut.push_back(machine_.program().functions()[function].name);
  for (const exec::Ref<exec::Effect>& call : harness_.startCalls())
    input.startCalls.push_back(outsideSymbol(call->function));
  input.failingAllocation = ended.failed;
  for (const exec::Effect* call : calls(ended)) input.calls.push_back(outsideCall(*call, ended, model, before));
  addRoots(ended, model, before, input);
  for (const exec::ShownInput& shown : harness_.shown(ended, model))
    input.values.emplace_back(shown.path, valueText(shown));
  return input;
}

Asked askedFor(const std::vector<std::string>& differs) {
  Asked asked{std::ranges::all_of(differs, compare::isCall), {}};
  for (const std::string& path : differs)
    if (path == compare::leakedMemory) asked.library.emplace(testgen::blocksPart);
    else if (const std::string_view part = exec::libraryPart(path); !part.empty()) asked.library.emplace(part);
  return asked;
}

/// What stands there, also where this version has not looked at it.
void ConcreteRuns::giveText(const std::string& stream, const logic::Assignment& model, ConcreteInput& input) {
  const bool isStandard = stream == "stdin";
  const exec::Harness::FileText text = harness_.fileText(isStandard ? stream : stream + ".contents");
  logic::Evaluator evaluator(machine_.terms, model);
  std::vector<std::uint8_t> bytes(std::min<std::uint64_t>(evaluator.bits64(text.size), text.bytes.size()));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(evaluator.bits64(text.bytes[i]));
  if (!isStandard) {
    for (testgen::InputObject& object : input.objects)
      if (object.isStream && object.path == stream) object.image.bytes = bytes;
    return;
  }
  const auto root = std::ranges::find(input.roots, testgen::Root::Kind::StandardInput, &testgen::Root::kind);
  if (root == input.roots.end()) input.roots.push_back({testgen::Root::Kind::StandardInput, "", std::move(bytes)});
}

Asked ConcreteRuns::askedOfLibrary(const State& ended) const {
  Asked asked;
  const auto number = machine_.program().findGlobal("beagle_errno");
  if (number && ended.memory.exists(machine_.globalObject(*number))) asked.library.emplace(exec::errorNumberPath);
  for (std::size_t i = 0; i < ended.inputs.size(); ++i) {
    const exec::InputPointer& pointer = harness_.pointer(ended.inputs[i].pointer);
    if (pointer.root == exec::RootKind::StandardInput || pointer.root == exec::RootKind::Stream)
      asked.library.insert(pointer.path);
  }
  return asked;
}

void ConcreteRuns::addLibrary(State& ended, const logic::Assignment& model, const std::string& part, ConcreteRun& run) {
  const bool isLeft = run.expected.end == End::Returned || run.expected.end == End::Thrown;
  if (!isLeft || machine_.program().functions()[entry_].isMain) return; // nobody is there who could ask
  if (part == testgen::blocksPart) { // how many are left is nothing that is known: those that both have are among them
    run.input.library.push_back(part);
    return;
  }
  machine_.attach(ended);
  const Objects none;
  Reading reading(*this, ended, model, none);
  const auto byteOf = [&](const exec::Value& value) {
    return static_cast<char>(value.isSymbolic() ? reading.byte(value.asTerm()) : value.bits);
  };
  std::string bytes, name = part;
  if (part == exec::errorNumberPath) {
    const auto number = reading.scalar(exec::errorNumber(machine_), {ir::ScalarKind::Integer, 0, 32});
    if (!number || number->words.empty()) return;
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number->words.front() >> shift);
  } else {
    const auto unread = exec::unreadText(machine_, harness_, ended, part);
    if (!unread) return;
    giveText(part, model, run.input);
    bytes += static_cast<char>((unread->atEnd ? 1 : 0) | (unread->hasError ? 2 : 0));
    const std::uint64_t size = logic::Evaluator(machine_.terms, model).bits64(unread->size);
    for (std::size_t i = 0; i < size && i < unread->bytes.size(); ++i) bytes += byteOf(unread->bytes[i]);
    if (part != "stdin") {
      const auto isPart = [&](const testgen::InputObject& object) { return object.isStream && object.path == part; };
      const auto object = std::ranges::find_if(run.input.objects, isPart);
      if (object == run.input.objects.end()) return;
      name = fmt::format("#{:x}", object - run.input.objects.begin());
    }
  }
  run.input.library.push_back(name);
  run.expected.library[name] = std::move(bytes);
}

ExpectedOutcome ConcreteRuns::expected(const State& ended, const logic::Assignment& model) {
  const Before before = this->before(ended, model);
  Reading reading(*this, ended, model, before.objects);
  ExpectedOutcome outcome;
  outcome.end = endOf(ended.ending->kind);
  outcome.detail = outcome.end == End::Thrown ? reading.thrown(*ended.ending) : ended.ending->text;
  if (outcome.end == End::Thrown) outcome.thrown = reading.exception(*ended.ending);
  if (outcome.end == End::Exited || outcome.end == End::Jumped)
    if (const auto code = reading.scalar(ended.ending->code, {ir::ScalarKind::Integer, 0, 32});
        code && !code->words.empty())
      outcome.code = static_cast<int>(code->words.front());
  const ir::Function& body = machine_.program().body(entry_);
  for (std::size_t i = 0; i < ended.results.size() && i < body.results.size(); ++i) {
    auto value = reading.scalar(ended.results[i], body.results[i]);
    outcome.results.push_back({value.value_or(Scalar{}), value.has_value()});
  }
  if (outcome.end == End::Jumped) {
    auto buffer = reading.scalar(ended.ending->buffer, {ir::ScalarKind::Pointer, 0, 64});
    outcome.results.assign(1, {buffer.value_or(Scalar{}), buffer.has_value()});
  }
  outcome.output = reading.text(1);
  outcome.errors = reading.text(2);
  for (const auto& [path, file] : exec::writtenFiles(ended)) {
    testgen::ExpectedFile expected;
    expected.isRemoved = file.isRemoved;
    for (const logic::Term byte : file.bytes) expected.bytes += static_cast<char>(byte ? reading.byte(byte) : 0);
    if (const exec::InputPointer* pointer = fileCalled(ended, path)) {
      if (!file.isCut)
        for (const logic::Term byte : file.bytes) expected.known.push_back(static_cast<bool>(byte));
      if (file.isCut || !file.bytes.empty() || file.isRemoved)
        outcome.files[nameOf(*pointer, model)] = std::move(expected);
      continue;
    }
    for (const auto& [number, object] : before.objects)
      if (number <= ~std::uint32_t{0} && harness_.pointer(static_cast<std::uint32_t>(number)).path == path)
        outcome.streams[object] = expected.bytes;
  }
  for (const auto& [now, then] : before.ids) {
    ExpectedImage image;
    const exec::InputPointer* pointer = harness_.pointerAt(ended, then); // null: a function of the program
    if (pointer && pointer->root == exec::RootKind::Stream) {
      outcome.objects.emplace_back(); // nobody knows what is in it
      continue;
    }
    if (!ended.memory.exists(then)) { // nobody looked: it is as large as the input has it
      if (before.state.memory.exists(now)) image = reading.image(before.state.memory[now]);
      else if (pointer) image.image.bytes.resize(pointer->elementSize);
      image.image.pointers.clear();
      image.known.assign(image.image.bytes.size(), false);
    } else if (releaseOf(ended.memory[then]) == testgen::Release::None) {
      image = reading.image(ended.memory[then]);
      if (before.state.memory.exists(now)) {
        const exec::Object& given = before.state.memory[now];
        const std::uint64_t size = std::max<std::uint64_t>(image.image.bytes.size(), reading.sizeOf(given));
        // One that turned out to be another one is known as far as both go. Of an allocator's block whose size is known
        // only here, more is set aside than was on the path.
        const std::uint64_t looked = ended.memory[then].contents.size();
        std::uint64_t known = image.image.bytes.size();
        if (given.contents.size() > looked) known = std::min(known, looked);
        if (known < size) {
          if (image.known.empty()) image.known.assign(image.image.bytes.size(), true);
          image.image.bytes.resize(size);
          image.known.resize(known);
          image.known.resize(size, false);
        }
      }
    }
    outcome.objects.push_back(std::move(image));
  }
  // A copy that was passed is the entry's own.
  for (std::size_t i = 0; i < body.parameters.size(); ++i)
    if (body.parameters[i].byvalSize != 0) {
      const ObjectId id = start_.frames[0]->slots[body.parameters[i].slot].object();
      ExpectedImage& image = outcome.objects[before.objects.at(~std::uint64_t{id})];
      image.image.pointers.clear();
      image.known.assign(image.image.bytes.size(), false);
    }
  for (const ir::GlobalIndex i : touched(ended))
    outcome.globals[machine_.program().globals()[i].name] = reading.image(ended.memory[machine_.globalObject(i)]);
  outcome.made = reading.made();
  outcome.constants = reading.constants();
  return outcome;
}

/// Natively, a function of the C library is answered for either always or never.
bool ConcreteRuns::isPartlyOutside(const State& ended) const {
  bool isOutside = false;
  ended.effects.forEach([&](const exec::Ref<exec::Effect>& effect) {
    if (effect->kind != exec::Effect::Kind::Call) return;
    const auto function = machine_.program().find(effect->function);
    isOutside = isOutside || (function && machine_.program().functions()[*function].isRuntime);
  });
  if (!isOutside || ended.answersWithoutFile) return isOutside;
  for (std::size_t i = 0; i < ended.inputs.size(); ++i)
    if (harness_.pointer(ended.inputs[i].pointer).root == exec::RootKind::File) return true;
  return false;
}

/// Whether the run ends with an access behind what malloc(0) gave.
bool ConcreteRuns::isInEmptyBlock(const State& ended, const logic::Assignment& model) const {
  if (ended.ending->fault != exec::MemoryFault::OutOfBounds || ended.ending->object == 0) return false;
  if (!ended.memory.exists(ended.ending->object)) return false; // a function
  const exec::Object& block = ended.memory[ended.ending->object];
  if (block.kind != ObjectKind::Heap) return false;
  if (!block.size) return block.capacity == 0;
  logic::Evaluator evaluator(machine_.terms, model);
  return evaluator.bits64(block.size) == 0;
}

std::string unseenBecause(const ConcreteRun& run, End native) {
  const End end = run.expected.end;
  return (end == End::MemoryError || end == End::Trapped) && native != end ? run.mayGoUnseen : "";
}

bool ConcreteRuns::isUnseen(const State& ended, const logic::Assignment& model) const {
  const logic::Term isSeen = ended.ending->isSeen;
  return isSeen && !logic::Evaluator(machine_.terms, model).truth(isSeen);
}

/// Whether the run ends in a function of the C library that a sanitizer knows nothing of.
bool ConcreteRuns::isInsideLibrary(const State& ended) const {
  constexpr auto unknown =
      std::to_array<std::string_view>({"err", "error", "error_at_line", "errx", "perror", "syslog", "verr", "verrx",
                                       "vsyslog", "vwarn", "vwarnx", "warn", "warnx"});
  for (std::size_t i = 0; i < ended.frames.size(); ++i) {
    const ir::FunctionInfo& function = machine_.program().functions()[ended.frames[i]->index];
    if (function.isRuntime && std::ranges::binary_search(unknown, function.name)) return true;
  }
  return false;
}

/// Whether the run ends where it reads a line that may have zeros in it.
bool ConcreteRuns::isReadingZeros(const State& ended, const ConcreteInput& input) const {
  constexpr auto readers = std::to_array<std::string_view>({"fgets", "fgets_unlocked", "gets"});
  bool isReading = false;
  for (std::size_t i = 0; i < ended.frames.size(); ++i) {
    const ir::FunctionInfo& function = machine_.program().functions()[ended.frames[i]->index];
    isReading = isReading || (function.isRuntime && std::ranges::find(readers, function.name) != readers.end());
  }
  const auto hasZero = [](const std::vector<std::uint8_t>& bytes) {
    return std::ranges::find(bytes, 0) != bytes.end();
  };
  return isReading &&
         (std::ranges::any_of(input.roots, [&](const auto& root) { return root.bytes && hasZero(*root.bytes); }) ||
          std::ranges::any_of(input.objects,
                              [&](const auto& object) { return object.isStream && hasZero(object.image.bytes); }));
}

/// For some contents of what was never written: the machine has others there than the engine.
bool ConcreteRuns::mayHold(logic::Term condition, const logic::Assignment& model) {
  logic::TermManager& terms = machine_.terms;
  if (!exec::isAboutUnwritten(terms, condition)) return false;
  const auto solver = solver::makeSolver(terms, {}, {});
  return !solver || exec::holdsForSomeUnwritten(terms, **solver, condition, model);
}

std::pair<std::string, bool> ConcreteRuns::incomparable(const State& ended, const logic::Assignment& model) {
  if (ended.ending->kind == EndKind::Unsupported) return {"the engine cannot go on", false};
  if (ended.ending->kind == EndKind::OutOfBound) return {"cut by a bound", false};
  if (ended.ending->fault == exec::MemoryFault::BadCall) return {"a call of what is no such function", false};
  if (ended.ending->fault == exec::MemoryFault::OutOfBounds && machine_.functionOf(ended.ending->object))
    return {"the code of a function is read", false};
  const bool isAfterReturn = ended.frames.size() > 1 && !ended.frames[1]->callSite;
  if (isAfterReturn && ended.ending->kind == EndKind::Exited) return {"exits when main has returned", false};
  for (std::size_t i = 0; i < ended.inputs.size(); ++i)
    if (const exec::InputPointer& pointer = harness_.pointer(ended.inputs[i].pointer);
        pointer.root == exec::RootKind::File && !testgen::canHaveFile(nameOf(pointer, model)))
      return {"a file whose name only the whole system has", false};
  if (const exec::Effect* effect = neededAtStart(ended, model)) {
    const auto function = machine_.program().find(effect->function);
    const std::string& name = function ? machine_.program().functions()[*function].sourceName : effect->function;
    return {fmt::format("what {} gives before the entry", name), false};
  }
  if (isPartlyOutside(ended)) return {"some calls of a function are answered by files, others by nobody", false};
  std::string reason;
  bool mayAgree = true;
  ended.approximations.forEach([&](const exec::Approximation& each) {
    if (reason.empty() && each.text != exec::addressLookedAt) reason = each.text;
  });
  if (!reason.empty()) return {reason, true};
  const Objects none;
  Reading reading(*this, ended, model, none);
  ended.faults.forEach([&](const exec::PossibleFault& possible) {
    // Those two wrap around natively, too.
    if (possible.fault == exec::ValueFault::SignedOverflow || possible.fault == exec::ValueFault::UnsignedWrap) return;
    if ((!reason.empty() && !mayAgree) || (!reading.holds(possible.condition) && !mayHold(possible.condition, model)))
      return;
    mayAgree = possible.fault == exec::ValueFault::FloatToInteger; // processors do one thing
    reason = describe(possible.fault);
  });
  return {reason, !reason.empty() && mayAgree};
}

} // namespace beagle::pipeline
