// Objects of the C++ library, as libstdc++ lays them out: valid ones, of any size up to the limit.

#include "analysis/exec/argument_list.h"
#include "analysis/exec/input_layout.h"

#include <algorithm>

namespace beagle::exec {

using input::InnerMember;
using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using ir::TypeIndex;
using logic::Op;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr ScalarType bitType{ScalarKind::Integer, 0, 1};

// std::string: a pointer to its text, which stands in the object itself as long as it is short.
constexpr std::uint64_t stringLength = 8;
constexpr std::uint64_t stringText = 16;

// std::vector: where its elements start, behind the last one, behind the last that there is room for.
constexpr std::uint64_t vectorFinish = 8;
constexpr std::uint64_t vectorEnd = 16;

// std::vector<bool>: the same, as a pointer to a word and the number of a bit in it.
constexpr std::uint64_t bitsStartNumber = 8;
constexpr std::uint64_t bitsFinish = 16;
constexpr std::uint64_t bitsFinishNumber = 24;
constexpr std::uint64_t bitsEnd = 32;
constexpr std::uint32_t bitsPerWord = 64;

constexpr std::uint64_t viewText = 8; // std::string_view: behind the length

} // namespace

Term Harness::Layout::count(const std::string& path, std::uint64_t most) {
  const Term variable = harness_.leaves_.leaf(path + ".size()", sizeType, nullptr, owner_.pointer).variable;
  assume(terms_.binary(Op::ULessEqual, variable, terms_.constant(64, most)), {variable});
  harness_.bounds_.insert(fmt::format("{} has at most {} elements", path, most));
  return variable;
}

Value Harness::Layout::buffer(const std::string& path, TypeIndex element, Term elements, std::uint64_t most,
                              bool isOwned) {
  const auto known = harness_.numbers_.find(path + ".data()");
  if (known != harness_.numbers_.end()) return harness_.introduced(state_, harness_.pointer(known->second));
  InputPointer& pointer = harness_.newPointer(path + ".data()", owner_);
  pointer.arrayPath = path;
  pointer.target = element;
  pointer.isConst = harness_.types_.type(element).isConst;
  pointer.isOfNew = isOwned;
  pointer.elementSize = std::max<std::uint64_t>(1, harness_.types_.type(element).size);
  pointer.maxElements = most;
  pointer.elements = elements;
  return harness_.introduced(state_, pointer);
}

Value Harness::Layout::block(const std::string& path, TypeIndex element, std::vector<Term> words) {
  const Value first = buffer(path, element, Term(), words.size(), true);
  InputPointer& pointer = *harness_.pointers_.at(harness_.numbers_.at(path + ".data()"));
  pointer.isRestrict = true;
  pointer.words = std::move(words);
  return first;
}

bool Harness::Layout::argumentList(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto area = input::findMember(harness_.types_, index, "overflow_arg_area");
  if (!area) return false;
  using namespace argument_list;
  write(offset + integersAt, Value::concrete(integersUsed), {ScalarKind::Integer, 0, 32});
  write(offset + floatsAt, Value::concrete(floatsUsed), {ScalarKind::Integer, 0, 32});
  writePointer(offset + savedAt, Value::concrete(0));
  const std::string arguments = path + ".arguments";
  const auto known = harness_.numbers_.find(arguments);
  InputPointer& pointer =
      known != harness_.numbers_.end() ? *harness_.pointers_.at(known->second) : harness_.newPointer(arguments, owner_);
  pointer.target = area->type;
  pointer.elementSize = sizeof(std::uint64_t);
  pointer.maxElements = harness_.options_.maxElements;
  pointer.isArguments = pointer.isRestrict = true;
  harness_.bounds_.insert(fmt::format("{} has {} arguments", path, pointer.maxElements));
  writePointer(offset + areaAt, harness_.introduced(state_, pointer));
  return true;
}

bool Harness::Layout::string(std::uint64_t offset, const std::string& path) {
  if (self_ == 0) return false;
  const std::uint32_t most = std::min(harness_.options_.maxString, mostInside);
  const Term size = count(path, most);
  writePointer(offset, Value::pointer(self_, offset + stringText));
  writeWord(offset + stringLength, size);
  const std::vector<Term> text = letters(path, size, most, mostInside + 1, byteType, nullptr);
  for (std::uint32_t i = 0; i < text.size(); ++i) writeWord(offset + stringText + i, text[i]);
  show(path, size, path, most, true);
  return true;
}

/// In a block of its own: few wide characters have room in the object.
bool Harness::Layout::wideString(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto start = input::findMember(harness_.types_, index, "_M_p");
  const TypeIndex element = start ? harness_.types_.type(start->type).element : ir::none;
  const SourceType* written = harness_.sourceOf(element);
  const auto type = written ? input::scalarOf(*written) : std::nullopt;
  if (!type || type->kind != ScalarKind::Integer) return false;
  const std::uint32_t most = harness_.options_.maxString;
  const std::uint32_t room = std::max(most, (mostInside + 1) / (type->width / 8)); // more than in the object
  const Term size = count(path, most);
  writePointer(offset, block(path, element, letters(path, size, most, room + 1, *type, written)));
  writeWord(offset + stringLength, size);
  writeWord(offset + stringText, terms_.constant(64, room));
  show(path, size, path, most, false);
  return true;
}

/// A text, and zeros behind it.
std::vector<Term> Harness::Layout::letters(const std::string& path, Term size, std::uint32_t most, std::uint32_t room,
                                           ScalarType type, const SourceType* written) {
  std::vector<Term> text(room, terms_.constant(type.width, 0));
  for (std::uint32_t i = 0; i < most; ++i) {
    const Term letter = harness_.leaves_.leaf(fmt::format("{}[{}]", path, i), type, written, owner_.pointer).variable;
    text[i] = terms_.ite(terms_.binary(Op::ULess, terms_.constant(64, i), size), letter, text[i]);
  }
  return text;
}

bool Harness::Layout::stringView(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto text = input::findMember(harness_.types_, index, "_M_str");
  if (!text || text->offset != viewText) return false;
  const std::uint32_t most = harness_.options_.maxString;
  const Term size = count(path, most);
  writeWord(offset, size);
  const TypeIndex character = harness_.types_.type(text->type).element;
  writePointer(offset + viewText, buffer(path, character, size, most, false));
  show(path, size, path, most, harness_.types_.type(character).size == 1);
  return true;
}

/// Of a fixed extent, it is nothing but a pointer.
bool Harness::Layout::span(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const SourceType& type = harness_.types_.type(index);
  const auto start = input::findMember(harness_.types_, index, "_M_ptr");
  const auto extent = input::findMember(harness_.types_, index, "_M_extent_value");
  const auto fixed = input::extentOf(type);
  const TypeIndex element = start && start->offset == 0 ? harness_.types_.type(start->type).element : ir::none;
  if (element == ir::none || harness_.types_.type(element).size == 0 || (!extent && !fixed)) return false;
  constexpr std::uint64_t mostFixed = 4096;
  if (owner_.depth > harness_.options_.maxDepth || (!extent && *fixed > mostFixed)) return false;
  const std::uint64_t most = extent ? harness_.options_.maxElements : *fixed;
  const Term size = extent ? count(path, most) : Term();
  writePointer(offset, buffer(path, element, size, most, false));
  harness_.pointers_.at(harness_.numbers_.at(path + ".data()"))->isOfNew = false; // it is somebody else's
  if (!extent) return true;
  writeWord(offset + extent->offset, size);
  if (input::scalarOf(harness_.types_.type(element))) show(path, size, path, most, false);
  return true;
}

bool Harness::Layout::vector(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto start = input::findMember(harness_.types_, index, "_M_start");
  const TypeIndex element = start && start->offset == 0 ? harness_.types_.type(start->type).element : ir::none;
  if (element == ir::none || harness_.types_.type(element).size == 0) return false;
  if (owner_.depth > harness_.options_.maxDepth) {
    harness_.bounds_.insert(
        fmt::format("{} is empty: pointers are followed {} times", path, harness_.options_.maxDepth));
    for (const std::uint64_t at : {std::uint64_t{0}, vectorFinish, vectorEnd})
      writePointer(offset + at, Value::concrete(0));
    return true;
  }
  const std::uint64_t most = harness_.options_.maxElements;
  const Term size = count(path, most);
  const Value first = buffer(path, element, size, most, true);
  const Value last =
      moved(first, terms_.binary(Op::Mul, size, terms_.constant(64, harness_.types_.type(element).size)));
  writePointer(offset, first);
  writePointer(offset + vectorFinish, last);
  writePointer(offset + vectorEnd, last);
  if (input::scalarOf(harness_.types_.type(element))) show(path, size, path, most, false);
  return true;
}

/// All bits of one word.
bool Harness::Layout::bitVector(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto start = input::findMember(harness_.types_, index, "_M_p");
  const TypeIndex element = start && start->offset == 0 ? harness_.types_.type(start->type).element : ir::none;
  if (element == ir::none || harness_.types_.type(element).size != bitsPerWord / 8) return false;
  const std::uint32_t most = std::min(harness_.options_.maxElements, bitsPerWord);
  const Term size = count(path, most);
  const Term number = terms_.extract(size, 31, 0);
  Term bits;
  for (std::uint32_t i = 0; i < most; ++i) {
    const Term bit = terms_.boolToBits(
        harness_.leaves_.leaf(fmt::format("{}[{}]", path, i), bitType, nullptr, owner_.pointer).variable, 1);
    bits = bits ? terms_.binary(Op::Concat, bit, bits) : bit;
  }
  if (!bits) return false;
  const Value first = block(path, element, {terms_.resize(bits, bitsPerWord)});
  const Term isFull = terms_.equal(number, terms_.constant(32, bitsPerWord));
  writePointer(offset, first);
  writeWord(offset + bitsStartNumber, terms_.constant(32, 0));
  writePointer(offset + bitsFinish,
               moved(first, terms_.ite(isFull, terms_.constant(64, bitsPerWord / 8), terms_.constant(64, 0))));
  writeWord(offset + bitsFinishNumber, terms_.ite(isFull, terms_.constant(32, 0), number));
  writePointer(offset + bitsEnd, Value::pointer(first.object(), bitsPerWord / 8));
  show(path, size, path, most, false);
  return true;
}

bool Harness::Layout::array(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto elements = input::findMember(harness_.types_, index, "_M_elems");
  if (!elements) return false;
  input::forEachScalar(harness_.types_, elements->type, offset + elements->offset, path, *this);
  return true;
}

bool Harness::Layout::optional(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto engaged = input::findMember(harness_.types_, index, "_M_engaged");
  const auto value = input::findMember(harness_.types_, index, "_M_value");
  if (!engaged || !value) return false;
  const Term has = harness_.leaves_.leaf(path + ".has_value()", bitType, nullptr, owner_.pointer).variable;
  writeWord(offset + engaged->offset, terms_.boolToBits(has, 8));
  input::forEachScalar(harness_.types_, value->type, offset + value->offset, path + ".value()", *this);
  return true;
}

bool Harness::Layout::uniquePtr(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto pointer = input::findMember(harness_.types_, index, "_M_head_impl");
  if (!pointer || !input::isPointer(harness_.types_.type(pointer->type))) return false;
  Owner owner = owner_;
  owner.isSingle = !harness_.types_.type(index).name.starts_with("std::unique_ptr<") ||
                   harness_.types_.type(index).name.find("[]") == std::string::npos;
  writePointer(offset + pointer->offset, harness_.pointerTo(state_, ownedPath(path), pointer->type, owner, true));
  return true;
}

/// Of what a smart pointer leads to: as the pointer, but where a reference to that is called so.
std::string Harness::Layout::ownedPath(const std::string& path) const {
  const bool isReference = owner_.pointer != ir::none && harness_.pointer(owner_.pointer).path == path;
  return isReference ? path + ".get()" : path;
}

/// One that owns nothing: whoever made it keeps what it leads to.
bool Harness::Layout::sharedPtr(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto pointer = input::findMember(harness_.types_, index, "_M_ptr");
  const auto count = input::findMember(harness_.types_, index, "_M_pi");
  if (!pointer || !count) return false;
  harness_.assumptions_.insert(fmt::format("what {} leads to is kept by someone else, too", path));
  Owner owner = owner_;
  owner.isSingle = true;
  writePointer(offset + pointer->offset, harness_.pointerTo(state_, ownedPath(path), pointer->type, owner, true));
  writePointer(offset + count->offset, Value::concrete(0));
  return true;
}

/// Empty, or one that nobody has the code of.
bool Harness::Layout::function(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto manager = input::findMember(harness_.types_, index, "_M_manager");
  const auto invoker = input::findMember(harness_.types_, index, "_M_invoker");
  if (!manager || !invoker) return false;
  Owner owner = owner_;
  owner.null = harness_.leaves_.leaf(path, bitType, harness_.sourceOf(invoker->type), owner_.pointer).variable;
  writePointer(offset + manager->offset, harness_.pointerTo(state_, path + "._M_manager", manager->type, owner, true));
  writePointer(offset + invoker->offset, harness_.pointerTo(state_, path + "._M_invoker", invoker->type, owner, true));
  return true;
}

/// Not used yet: where it is, what the call has made is there, too, which nothing of the inputs says.
bool Harness::Layout::onceFlag(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const auto state = input::findMember(harness_.types_, index, "_M_once");
  if (!state || harness_.types_.type(state->type).size != sizeof(int)) return false;
  harness_.assumptions_.insert(fmt::format("what is to be called once with {} has not been called", path));
  write(offset + state->offset, Value::concrete(0), {ScalarKind::Integer, 0, 32});
  return true;
}

void Harness::Layout::show(const std::string& path, Term size, const std::string& elements, std::uint64_t most,
                           bool isText) {
  harness_.sequences_.try_emplace(path, size, elements, most, isText);
}

} // namespace beagle::exec
