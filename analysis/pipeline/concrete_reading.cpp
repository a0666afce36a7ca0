#include "analysis/pipeline/concrete_reading.h"

#include "analysis/exec/message.h"
#include "analysis/exec/outcome.h"
#include "analysis/exec/unwritten.h"

#include <algorithm>
#include <cctype>

namespace beagle::pipeline {

using exec::ObjectId;
using exec::Value;
using testgen::ExpectedImage;
using testgen::Scalar;
using testgen::Target;

namespace {

/// Of what a run made itself, no more is told.
constexpr std::size_t mostMade = 64;

} // namespace

std::string outsideSymbol(const std::string& name) {
  if (!name.starts_with('(')) return name;
  std::string symbol = "beagle.call";
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') symbol += c;
    else if (c == '[' || c == '.' || c == ':' || c == '*') symbol += '.';
  return symbol;
}

std::optional<Scalar> ConcreteRuns::Reading::scalar(const Value& value, ir::ScalarType type) {
  if (!value.isDefined() || (value.isSymbolic() && isUninitialised(value.asTerm()))) return std::nullopt;
  Scalar result{type, {}, {}};
  if (value.object() != 0 && !isData(value)) result.pointer = target(value);
  else if (value.object() != 0)
    result.words = {evaluator_.bits64(addressTerm(value.object())) +
                    (value.isSymbolic() ? evaluator_.bits64(value.asTerm()) : value.bits)};
  else if (value.isSymbolic() && type.width > 64) {
    const logic::BitVector bits = evaluator_.bits(value.asTerm());
    for (std::uint32_t i = 0; i < bits.wordCount(); ++i) result.words.push_back(bits.word(i));
  } else result.words = {value.isSymbolic() ? evaluator_.bits64(value.asTerm()) : value.bits};
  return result;
}

std::uint64_t ConcreteRuns::Reading::sizeOf(const exec::Object& object) {
  constexpr std::uint64_t mostUnused = 4096;
  return object.size ? std::min(evaluator_.bits64(object.size), std::max(object.contents.size(), mostUnused))
                     : object.contents.size();
}

/// Whether the byte is no part of what is no number: arithmetic gives any form of that. An input has the one that is
/// told.
bool ConcreteRuns::Reading::hasOneForm(const exec::Contents& contents, std::uint64_t at) {
  if (contents.concreteByte(at)) return true;
  const auto whole = contents.valueAt(at);
  if (!whole || whole->second.kind != ir::ScalarKind::Float) return true;
  const auto value = scalar(contents.read(*this, whole->first, whole->second), whole->second);
  return !value || !testgen::isNan(whole->second, value->words);
}

std::optional<std::uint8_t> ConcreteRuns::Reading::knownByte(const exec::Contents& contents, std::uint64_t at) {
  if (const auto byte = contents.concreteByte(at); byte && !contents.isUninitialised(at)) return byte;
  isKnown_ = true;
  const logic::Term term = contents.byte(*this, at);
  if (!isKnown_ || isUninitialised(term)) return std::nullopt;
  return static_cast<std::uint8_t>(evaluator_.bits64(term));
}

ExpectedImage ConcreteRuns::Reading::numbers(const exec::Contents& contents, std::uint64_t from, std::uint64_t most) {
  ExpectedImage result;
  const std::uint64_t end = std::min(contents.size(), from + most);
  if (from >= end) return result;
  result.known.assign(end - from, true);
  contents.forEachPointer([&](std::uint64_t offset, const Value& value) {
    for (std::uint64_t i = offset; i < offset + 8 && !isData(value); ++i)
      if (i >= from && i < end) result.known[i - from] = false;
  });
  for (std::uint64_t i = from; i < end; ++i) {
    const auto byte = result.known[i - from] ? knownByte(contents, i) : std::nullopt;
    result.known[i - from] = byte && hasOneForm(contents, i);
    result.image.bytes.push_back(byte.value_or(0));
  }
  return result;
}

ExpectedImage ConcreteRuns::Reading::image(const exec::Object& object) {
  ExpectedImage result;
  const std::uint64_t size = sizeOf(object);
  std::vector<std::uint8_t>& bytes = result.image.bytes;
  bytes.resize(size);
  result.known.assign(size, true);
  object.contents.forEachPointer([&](std::uint64_t offset, const Value& value) {
    if (offset + 8 > size || isData(value)) return;
    if (!state_.memory.isJumpMark(value.object())) result.image.pointers.push_back({offset, target(value)});
    std::fill_n(result.known.begin() + static_cast<std::ptrdiff_t>(offset), 8, false);
  });
  for (std::uint64_t i = 0; i < std::min(size, object.contents.size()); ++i) {
    if (!result.known[i]) continue;
    const auto byte = knownByte(object.contents, i);
    result.known[i] = byte && hasOneForm(object.contents, i);
    bytes[i] = byte.value_or(0);
  }
  // What stands in for addresses is compared as addresses.
  for (const testgen::Pointer& pointer : result.image.pointers)
    std::fill_n(result.known.begin() + static_cast<std::ptrdiff_t>(pointer.offset), 8, true);
  if (std::ranges::all_of(result.known, [](bool known) { return known; })) result.known.clear();
  return result;
}

testgen::Image ConcreteRuns::Reading::tail(const exec::Contents& contents, logic::Term size, std::uint64_t from) {
  const std::uint64_t end = size ? std::min<std::uint64_t>(evaluator_.bits64(size), contents.size()) : contents.size();
  testgen::Image image;
  std::vector<bool> isPointer(contents.size());
  contents.forEachPointer([&](std::uint64_t offset, const Value& value) {
    if (isData(value)) return;
    for (std::uint64_t i = 0; i < 8 && offset + i < isPointer.size(); ++i) isPointer[offset + i] = true;
    if (offset >= from && offset + 8 <= end) image.pointers.push_back({offset - from, target(value)});
  });
  for (std::uint64_t i = from; i < end; ++i)
    image.bytes.push_back(isPointer[i] ? 0 : static_cast<std::uint8_t>(evaluator_.bits64(contents.byte(*this, i))));
  return image;
}

std::string ConcreteRuns::Reading::thrown(const exec::Ending& ending) {
  std::optional<std::string> what;
  if (ending.what) what = exec::printed(*ending.what, terms, evaluator_);
  std::vector<std::uint8_t> bytes;
  if (const auto value = scalar(ending.code, ending.codeType); value && !value->pointer)
    for (unsigned bit = 0; bit < ending.codeType.width; bit += 8)
      bytes.push_back(static_cast<std::uint8_t>(value->words.front() >> bit));
  return testgen::thrownDetail(ending.text, what, bytes);
}

std::string ConcreteRuns::Reading::text(std::uint32_t stream) {
  std::string text;
  state_.effects.forEach([&](const exec::Ref<exec::Effect>& effect) {
    if (effect->kind != exec::Effect::Kind::Write || effect->stream != stream) return;
    for (const logic::Term byte : effect->bytes) text += static_cast<char>(evaluator_.bits64(byte));
  });
  return text;
}

std::vector<ExpectedImage> ConcreteRuns::Reading::made() {
  std::vector<ExpectedImage> images;
  for (std::size_t i = 0; i < made_.size(); ++i) { // which may grow
    const ObjectId id = made_[i];
    images.push_back(state_.memory.exists(id) ? image(state_.memory[id]) : withPointers(id, constant(id)));
  }
  return images;
}

/// What a constant's pointers lead to is compared as well.
ExpectedImage ConcreteRuns::Reading::withPointers(ObjectId id, ExpectedImage constant) {
  const exec::Machine& machine = runs_.machine_;
  for (const ir::Relocation& relocation : machine.program().globals()[id - machine.globalObject(0)].relocations) {
    constexpr std::size_t size = 8;
    if (relocation.size != size || relocation.offset + size > constant.known.size()) continue;
    const ObjectId to =
        relocation.isFunction ? machine.functionObject(relocation.target) : machine.globalObject(relocation.target);
    constant.image.pointers.push_back(
        {relocation.offset, target(Value::pointer(to, static_cast<std::uint64_t>(relocation.addend)))});
    for (std::size_t i = 0; i < size; ++i) constant.known[relocation.offset + i] = true;
  }
  return constant;
}

ExpectedImage ConcreteRuns::Reading::constant(ObjectId id) const {
  const ir::Global& global = runs_.machine_.program().globals()[id - runs_.machine_.globalObject(0)];
  ExpectedImage result{{global.bytes, {}}, {}};
  result.image.bytes.resize(global.size);
  result.known.assign(global.size, true);
  const auto forget = [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to && i < result.known.size(); ++i) result.known[i] = false;
  };
  for (const ir::Relocation& relocation : global.relocations) forget(relocation.offset, relocation.offset + 8);
  for (const auto& [from, to] : global.uninitialised) forget(from, to);
  return result;
}

logic::Term ConcreteRuns::Reading::addressTerm(ObjectId object) {
  if (const exec::InputPointer* pointer = runs_.harness_.pointerAt(state_, object); pointer && pointer->data)
    return pointer->data;
  return terms.constant(64, addressOf(object));
}

bool ConcreteRuns::Reading::isData(const Value& value) const {
  const exec::InputPointer* pointer = runs_.harness_.pointerAt(state_, value.object());
  return pointer && pointer->data && !objects_.contains(exec::inputAt(state_, value.object())->pointer);
}

logic::Term ConcreteRuns::Reading::unwritten(std::uint32_t /*number*/, std::uint64_t /*offset*/) {
  isKnown_ = false;
  return terms.constant(8, 0);
}

bool ConcreteRuns::Reading::isUninitialised(logic::Term term) {
  const std::span<const std::uint32_t> support = terms.support(term);
  const auto [known, isNew] = mayBeUnwritten_.try_emplace(support.data(), false); // equal sets are one
  if (isNew) known->second = varyUnwritten(support);
  return known->second && evaluator_.bits(term) != varied_->bits(term);
}

/// Whether there is any among them. Each is set before anything of it is evaluated.
bool ConcreteRuns::Reading::varyUnwritten(std::span<const std::uint32_t> variables) {
  bool isAny = false;
  for (const std::uint32_t number : variables) {
    const logic::Term variable = terms.variableAt(number);
    if (!variable || !terms.name(variable).starts_with(exec::unwrittenPrefix)) continue;
    if (!varied_) {
      other_ = model_;
      varied_.emplace(terms, other_);
    }
    isAny = true;
    const logic::BitVector ones = ~logic::BitVector(terms.sort(variable).width);
    if (terms.sort(variable).isArray()) other_.setArray(variable, {ones, {}});
    else other_.set(variable, ones);
  }
  return isAny;
}

Target ConcreteRuns::Reading::target(const Value& value) {
  Target result;
  result.addend = value.isSymbolic() ? evaluator_.bits64(value.asTerm()) : value.bits;
  const ir::Program& program = runs_.machine_.program();
  const ObjectId id = value.object();
  if (const auto function = runs_.machine_.functionOf(id); function && result.addend != 0) {
    result.kind = Target::Kind::Own; // a label
    result.addend = 0;
  } else if (function) {
    result.kind = Target::Kind::Function;
    result.name = program.functions()[*function].name;
  } else if (id < runs_.machine_.functionObject(0)) {
    const ir::Global& global = program.globals()[id - runs_.machine_.globalObject(0)];
    result.kind = global.isRuntime ? Target::Kind::Own : Target::Kind::Global;
    if (!global.isRuntime) result.name = global.name;
    const bool isOfClass = global.name.starts_with("_ZT"); // its table of virtual functions goes by its name
    if (!global.isRuntime && !isOfClass && global.isConstant && global.isDefined &&
        global.size <= testgen::mostMadeBytes)
      constants_[global.name] = numbered(id);
  } else if (const auto input = exec::inputAt(state_, id); input && input->null && evaluator_.truth(input->null)) {
    result.kind = Target::Kind::Plain;
  } else if (input && runs_.harness_.isFunction(state_, id)) {
    result.kind = Target::Kind::Function;
    result.name = outsideSymbol(exec::calledName(runs_.harness_.pointer(input->pointer)));
  } else if (const auto object = objects_.find(input ? input->pointer : ~std::uint64_t{id}); object != objects_.end()) {
    result.kind = Target::Kind::Object;
    result.object = object->second;
  } else {
    result.kind = Target::Kind::Own;
    result.object = numberOfMade(id);
  }
  return result;
}

std::uint32_t ConcreteRuns::Reading::numberOfMade(ObjectId id) {
  if (!state_.memory.exists(id)) return 0;
  const exec::Object& object = state_.memory[id];
  if (!object.isAlive || object.kind != exec::ObjectKind::Heap || object.isOpaque) return 0;
  if (object.allocator == exec::Allocator::Runtime) return 0; // texts of exceptions, which have another form there
  if (const exec::Memory& before = runs_.start_.memory; id < before.count() && before.exists(id)) return 0;
  if ((object.size ? evaluator_.bits64(object.size) : object.contents.size()) > testgen::mostMadeBytes) return 0;
  return numbered(id);
}

std::uint32_t ConcreteRuns::Reading::numbered(ObjectId id) {
  const auto known = std::ranges::find(made_, id);
  if (known == made_.end() && made_.size() >= mostMade) return 0;
  const auto number = static_cast<std::uint32_t>(known - made_.begin());
  if (known == made_.end()) made_.push_back(id);
  return number + 1;
}

} // namespace beagle::pipeline
