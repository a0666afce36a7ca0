// Values of source types in memory.

#include "analysis/exec/input_layout.h"

#include "analysis/exec/virtual_tables.h"

#include <algorithm>
#include <iterator>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using logic::FloatFormat;
using logic::Op;
using Kind = SourceType::Kind;

namespace {

constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr ScalarType bitType{ScalarKind::Integer, 0, 1};
constexpr ScalarType pointerType{ScalarKind::Pointer, 0, 64};
constexpr std::uint64_t pointerBytes = 8;

/// What files and the like are taken to be made of: mostly they are texts.
const SourceType outsideByte{.kind = Kind::Character, .name = "char", .size = 1, .isSigned = true};

} // namespace

Value Harness::valueOf(Term bits, ScalarType type) const {
  if (type.kind != ScalarKind::Float) return Value::symbolic(bits);
  return Value::symbolic(machine_->terms.fpFromBits(static_cast<FloatFormat>(type.format), bits));
}

void Harness::Layout::operator()(const input::ScalarPlace& place) {
  if (place.offset + place.bytes() > contents_.size()) return;
  if (place.isBitField) return addBits(place);
  flush();
  const SourceType* source = harness_.sourceOf(place.source);
  if (place.type.kind == ScalarKind::Pointer) {
    if (const auto table = virtualTable(place.offset)) return writePointer(place.offset, *table);
    const bool isFixed = owner_.global != ir::none && owner_.pointer == ir::none && contents_.isPointerAt(place.offset);
    if (isFixed && leadsToFunction(*source)) return; // a table of functions keeps them
    if (place.others.empty() && harness_.insideOf(place.path)) {
      inside_.push_back(place);
      return;
    }
    const bool isTable = tables_.contains(place.offset) || isOfTable(); // an object has one, with functions in it
    const Value made = !place.others.empty() ? harness_.unionPointer(state_, place, owner_)
                                             : harness_.pointerTo(state_, place.path, place.source, owner_,
                                                                  source->kind != Kind::Reference && !isTable);
    if (const auto table = tables_.find(place.offset); table != tables_.end() && made.object() != 0)
      harness_.pointers_.at(state_.inputs.back().pointer)->tableOf = table->second.complete;
    if (harness_.layingOut_ && made.object() != 0)
      harness_.layingOut_->pointers.emplace_back(place.offset, state_.inputs.back().pointer);
    return writePointer(place.offset, made);
  }
  if (source && source->kind == Kind::Boolean && !place.isShared) {
    // A bool in memory is 0 or 1.
    const Term bit = harness_.leaves_.value(place.path, bitType, source, owner_.pointer);
    return write(place.offset, Value::symbolic(terms_.boolToBits(bit, place.type.width)), place.type);
  }
  const Term bits = harness_.leaves_.value(place.path, place.type, source, owner_.pointer);
  // Of what may be read as another type, the bits count: a float that is no number has several forms.
  if (place.isShared) return write(place.offset, Value::symbolic(bits), {ScalarKind::Integer, 0, place.type.width});
  write(place.offset, harness_.valueOf(bits, place.type), place.type);
}

bool Harness::Layout::whole(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
  const SourceType& type = harness_.types_.type(index);
  if (type.kind == Kind::Array && harness_.isArgumentList(type)) return whole(type.element, offset, path);
  if (type.kind == Kind::Array) harness_.noteArray(path, offset, type, owner_);
  if (type.kind == Kind::Array) {
    const std::uint64_t step = type.element == ir::none ? 0 : harness_.types_.type(type.element).size;
    if (const std::uint64_t most = input::inputElements(type.count, step); type.count > most) {
      harness_.bounds_.insert(fmt::format("of {}, the first {} elements are inputs", path, most));
      for (std::uint64_t i = 0; i < most && step > 0; ++i)
        input::forEachScalar(harness_.types_, type.element, offset + i * step, fmt::format("{}[{}]", path, i), *this);
      return true;
    }
  }
  if (input::isLock(harness_.types_, type)) { // as an initialiser has it, or zeros
    harness_.assumptions_.insert("locks of the input are plain ones, which nobody holds");
    const bool isInitialised = owner_.global != ir::none && owner_.pointer == ir::none;
    for (std::uint64_t at = 0; !isInitialised && at + pointerBytes <= type.size; at += pointerBytes)
      write(offset + at, Value::concrete(0), {ScalarKind::Integer, 0, 64});
    return true;
  }
  if (type.kind == Kind::Union) {
    const input::UnionPlaces all = input::unionPlaces(harness_.types_, index, offset, path);
    for (const input::UnionPlaces::Rest& rest : all.rest)
      harness_.bounds_.insert(fmt::format("of {}, the first {} elements are inputs", rest.array, rest.told));
    for (const input::ScalarPlace& place : all.places) (*this)(place);
    return true;
  }
  if (type.kind != Kind::Struct && type.kind != Kind::Class) return false;
  if (offset + type.size > contents_.size()) return false;
  if (type.name == "std::__recursive_mutex_base") { // and what its users do with it is theirs alone
    harness_.assumptions_.insert("locks of the input are held by nobody");
    constexpr std::uint64_t kindAt = 16;
    write(offset + kindAt, Value::concrete(1), {ScalarKind::Integer, 0, 32});
    return true;
  }
  const input::Standard standard = input::standardOf(type);
  const bool isHeap = type.name.starts_with("std::priority_queue<");
  if (harness_.layingOut_ && (standard != input::Standard::None || isHeap)) harness_.layingOut_->isRepeatable = false;
  switch (standard) {
  case input::Standard::None: break;
  case input::Standard::String: return string(offset, path);
  case input::Standard::WideString: return wideString(index, offset, path);
  case input::Standard::StringView:
  case input::Standard::WideStringView: return stringView(index, offset, path);
  case input::Standard::Span: return span(index, offset, path);
  case input::Standard::Variant: return variant(index, offset, path);
  case input::Standard::Vector: return vector(index, offset, path);
  case input::Standard::BitVector: return bitVector(index, offset, path);
  case input::Standard::Array: return array(index, offset, path);
  case input::Standard::Optional: return optional(index, offset, path);
  case input::Standard::UniquePtr: return uniquePtr(index, offset, path);
  case input::Standard::SharedPtr: return sharedPtr(index, offset, path);
  case input::Standard::Function: return function(index, offset, path);
  case input::Standard::OnceFlag: return onceFlag(index, offset, path);
  case input::Standard::ArgumentList: return argumentList(index, offset, path);
  default: return container(index, offset, path);
  }
  if (isHeap) limitHeap(index, path);
  noteVirtualTables(index, offset, index, offset);
  harness_.findLengths(type, path, owner_);
  return false;
}

void Harness::Layout::flush() {
  if (!bits_) return;
  Term all = bits_;
  if (firstBit_ % 8 != 0)
    all = terms_.binary(Op::Concat, all, terms_.constant(static_cast<std::uint32_t>(firstBit_ % 8), 0));
  const auto width = static_cast<std::uint16_t>((terms_.width(all) + 7) / 8 * 8);
  write(firstBit_ / 8, Value::symbolic(terms_.resize(all, width)), {ScalarKind::Integer, 0, width});
  bits_ = Term();
}

/// Pointers that lead into arrays are made when those are there.
void Harness::Layout::finish() {
  flush();
  if (inside_.empty()) return;
  LaidOut* const noted = std::exchange(harness_.layingOut_, nullptr); // what is made meanwhile is not in here
  if (noted) noted->inside.insert(noted->inside.end(), inside_.begin(), inside_.end());
  const std::size_t before = state_.inputs.size();
  finish(std::move(inside_));
  if (noted) noted->madeForThose += state_.inputs.size() - before;
  harness_.layingOut_ = noted;
}

void Harness::Layout::finish(std::vector<input::ScalarPlace> inside) {
  std::ranges::stable_sort(inside, {}, [&](const auto& place) { return harness_.turnOf(place.path); });
  for (const input::ScalarPlace& place : inside) {
    const auto value = harness_.insideValue(state_, place.path, place.source, owner_);
    writePointer(place.offset, value ? *value
                                     : harness_.pointerTo(state_, place.path, place.source, owner_,
                                                          harness_.sourceOf(place.source)->kind != Kind::Reference));
  }
}

void Harness::Layout::addBits(const input::ScalarPlace& place) {
  const std::uint64_t at = place.offset * 8 + place.bitOffset;
  const std::uint64_t end = bits_ ? firstBit_ + terms_.width(bits_) : 0;
  if (bits_ && (at < end || at / 8 > (end - 1) / 8)) flush();
  const Term bits = harness_.leaves_.value(place.path, place.type, harness_.sourceOf(place.source), owner_.pointer);
  const Term value = place.type.width == 1 ? terms_.boolToBits(bits, 1) : bits;
  if (!bits_) {
    firstBit_ = at;
    bits_ = value;
    return;
  }
  if (at > end) bits_ = terms_.binary(Op::Concat, terms_.constant(static_cast<std::uint32_t>(at - end), 0), bits_);
  bits_ = terms_.binary(Op::Concat, value, bits_);
}

bool Harness::Layout::isOfTable() const {
  return owner_.pointer != ir::none && harness_.pointer(owner_.pointer).tableOf != ir::none;
}

bool Harness::Layout::leadsToFunction(const SourceType& pointer) const {
  return pointer.element != ir::none && harness_.types_.type(pointer.element).kind == Kind::Function;
}

/// Where pointers to virtual tables stand, and in which class: a base is a part of its class, a member is not.
void Harness::Layout::noteVirtualTables(ir::TypeIndex index, std::uint64_t offset, ir::TypeIndex complete,
                                        std::uint64_t start) {
  if (index == ir::none) return;
  for (const SourceType::Member& member : harness_.types_.type(index).members) {
    const std::uint64_t at = offset + member.offset;
    if (member.name == "_vptr") tables_.try_emplace(at, complete, at - start);
    else if (member.isBase) noteVirtualTables(member.type, at, complete, start);
  }
}

/// The class's virtual table, as far as the program has it: the entries behind the offset to the object's start and
/// the type's description.
std::optional<Value> Harness::Layout::virtualTable(std::uint64_t offset) const {
  const auto place = tables_.find(offset);
  if (place == tables_.end()) return {};
  const ir::Global* found = virtualTableOf(harness_.program_, harness_.types_.type(place->second.complete));
  // Of objects of an abstract class nobody knows what they do: their functions are those of somebody else.
  if (!found || lacksFunction(harness_.program_, *found)) return {};
  const ir::Global& table = *found;
  const auto wordAt = [&](std::uint64_t at) {
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < pointerBytes && at + i < table.bytes.size(); ++i)
      word |= std::uint64_t{table.bytes[at + i]} << (8 * i);
    return word;
  };
  const std::uint64_t wanted = 0 - place->second.offset;
  for (std::uint64_t at = 0; at + 2 * pointerBytes <= table.size; at += pointerBytes) {
    const auto isAt = [&](std::uint64_t where) {
      return std::ranges::find(table.relocations, where, &ir::Relocation::offset);
    };
    if (wordAt(at) != wanted || isAt(at) != table.relocations.end()) continue;
    const auto description = isAt(at + pointerBytes), function = isAt(at + 2 * pointerBytes);
    const bool isDescribed = description != table.relocations.end() && !description->isFunction;
    const bool hasNone = wordAt(at + pointerBytes) == 0 && description == table.relocations.end() && // -fno-rtti
                         function != table.relocations.end() && function->isFunction;
    if (!isDescribed && !hasNone) continue;
    const bool isWhole = owner_.pointer != ir::none && offset == place->second.offset; // all that a pointer leads to
    if (isWhole && !harness_.isOneOfSeveral(harness_.pointer(owner_.pointer)))
      harness_.assumptions_.insert(fmt::format("an object of type {} is of no class that is derived from it",
                                               harness_.types_.type(place->second.complete).name));
    const auto number = static_cast<ir::GlobalIndex>(found - harness_.program_.globals().data());
    return Value::pointer(harness_.machine_->globalObject(number), at + 2 * pointerBytes);
  }
  return {};
}

void Harness::Layout::write(std::uint64_t offset, const Value& value, ScalarType type) {
  contents_.write(*harness_.machine_, offset, value, type);
}

void Harness::Layout::writeWord(std::uint64_t offset, Term value) {
  write(offset, harness_.machine_->bitsValue(value),
        {ScalarKind::Integer, 0, static_cast<std::uint16_t>(terms_.width(value))});
}

void Harness::Layout::writePointer(std::uint64_t offset, const Value& value) { write(offset, value, pointerType); }

void Harness::layOut(State& state, Contents& contents, ObjectId self, std::uint64_t offset, ir::TypeIndex index,
                     const std::string& path, const Owner& owner) {
  Layout layout(*this, state, contents, self, owner);
  input::forEachScalar(types_, index, offset, path, layout);
  layout.finish();
}

/// A variable argument, of which only the code knows what it is.
void Harness::layOutArgument(State& state, Contents& contents, ObjectId self, std::uint64_t offset,
                             const InputPointer& arguments, std::uint64_t number) {
  const std::string path = elementPath(arguments, number);
  input::ScalarPlace place{path + ".pointer", offset, pointerType, arguments.target};
  place.others.push_back({path + ".number", offset, {ScalarKind::Integer, 0, 64}});
  place.isShared = true;
  const Owner inside{arguments.number, arguments.global, arguments.depth + 1, arguments.isOutside, {}, false};
  Layout(*this, state, contents, self, inside)(place);
}

/// What stands behind a pointer.
void Harness::layOutObject(State& state, Contents& contents, ObjectId self, const InputPointer& pointer) {
  if (pointer.root == RootKind::Stream) return layOutStream(state, contents, pointer);
  if (pointer.part == InputPart::Link) return; // its address was looked at before anybody knew where it leads
  if (pointer.part != InputPart::None && pointer.part != InputPart::Block)
    return layOutPart(state, contents, self, pointer);
  if (const auto known = laidOut_.find(pointer.number); known != laidOut_.end()) {
    contents = known->second.contents;
    for (const auto& [offset, number] : known->second.pointers)
      contents.write(*machine_, offset, introduced(state, *pointers_.at(number)), pointerType);
    const Owner inside{pointer.number, pointer.global, pointer.depth + 1, pointer.isOutside, {}, false};
    return Layout(*this, state, contents, self, inside).finish(known->second.inside);
  }
  LaidOut noted{.contents = Contents(0, Contents::Fill::Zero), .pointers = {}, .inside = {}};
  LaidOut* const outer = std::exchange(layingOut_, &noted);
  const std::size_t before = state.inputs.size();
  layOutElements(state, contents, self, pointer);
  layingOut_ = outer;
  const bool isOfOthers = pointer.filled && !noted.inside.empty(); // each is null by a choice of its own
  if (!noted.isRepeatable || isOfOthers || state.inputs.size() - before != noted.pointers.size() + noted.madeForThose)
    return;
  noted.contents = contents;
  laidOut_.emplace(pointer.number, std::move(noted));
}

/// The last element of what has a mark at its end stays zero.
void Harness::layOutElements(State& state, Contents& contents, ObjectId self, const InputPointer& pointer) {
  for (std::uint64_t i = 0; i < pointer.words.size(); ++i) {
    const auto width = static_cast<std::uint16_t>(8 * pointer.elementSize);
    contents.write(*machine_, i * pointer.elementSize, machine_->bitsValue(pointer.words[i]),
                   {ScalarKind::Integer, 0, width});
  }
  if (!pointer.words.empty()) return;
  const SourceType* type = sourceOf(pointer.target);
  Owner inside{pointer.number, pointer.global, pointer.depth + 1, pointer.isOutside, {}, false};
  if (pointer.head != ir::none) layOut(state, contents, self, 0, pointer.head, elementPath(pointer, 0), inside);
  const SourceType* byte = isOutsideBytes(pointer) ? &outsideByte : nullptr;
  const std::uint64_t count = pointer.maxElements - (pointer.isString || pointer.isTerminated ? 1 : 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string element =
        pointer.head != ir::none ? fmt::format("{}[{}]", pointer.arrayPath, i) : elementPath(pointer, i);
    const std::uint64_t offset = pointer.tail + i * pointer.elementSize;
    if (pointer.filled)
      inside.null = machine_->terms.binary(Op::ULessEqual, pointer.filled, machine_->terms.constant(64, i));
    if (pointer.isArguments) layOutArgument(state, contents, self, offset, pointer, i);
    else if (type && type->size > 0) layOut(state, contents, self, offset, pointer.target, element, inside);
    else
      contents.write(*machine_, offset, valueOf(leaves_.value(element, byteType, byte, pointer.number), byteType),
                     byteType);
  }
}

} // namespace beagle::exec
