// Input pointers that lead into an array of another one, or into one that stands in memory: which those are is noticed
// when code compares them, and taken for granted by who looks again.

#include "analysis/exec/harness.h"

#include <algorithm>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using ir::TypeIndex;
using logic::Op;
using Kind = SourceType::Kind;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};

/// An array of elements of that size around the offset into a value, or just in front of it; "": there is none.
std::string arrayAround(const ir::SourceTypes& types, TypeIndex index, std::uint64_t offset, std::uint64_t elementSize,
                        const std::string& path) {
  if (index == ir::none) return {};
  const SourceType& type = types.type(index);
  if (type.kind == Kind::Array) {
    if (type.element == ir::none || types.type(type.element).size == 0) return {};
    const std::uint64_t step = types.type(type.element).size;
    if (step == elementSize) return path;
    const std::uint64_t number = std::min(offset / step, type.count == 0 ? 0 : type.count - 1);
    return arrayAround(types, type.element, offset - number * step, elementSize, fmt::format("{}[{}]", path, number));
  }
  if (type.kind != Kind::Struct && type.kind != Kind::Class) return {};
  for (const bool isBehind : {false, true})
    for (const SourceType::Member& member : type.members) {
      if (member.bitSize != 0 || member.type == ir::none || offset < member.offset) continue;
      const std::uint64_t size = types.type(member.type).size, at = offset - member.offset;
      if (isBehind ? at != size : at >= size) continue;
      std::string found =
          arrayAround(types, member.type, at, elementSize, member.name.empty() ? path : path + "." + member.name);
      if (!found.empty()) return found;
    }
  return {};
}

/// Whether a value of the type stands there in a record, perhaps in a record in it.
bool standsAt(const ir::SourceTypes& types, TypeIndex record, std::uint64_t offset, const SourceType& wanted) {
  if (record == ir::none || !input::isRecord(types.type(record))) return false;
  return std::ranges::any_of(types.type(record).members, [&](const SourceType::Member& member) {
    if (member.bitSize != 0 || member.type == ir::none || offset < member.offset) return false;
    const SourceType& type = types.type(member.type);
    if (offset == member.offset && type.name == wanted.name && type.size == wanted.size) return true;
    return standsAt(types, member.type, offset - member.offset, wanted);
  });
}

} // namespace

/// A place that code may take for one in an array.
struct Harness::ArrayPlace {
  ArrayName pointer; ///< that leads there; "": none does
  std::uint64_t elementSize = 0;
  bool isRecord = false;
  bool hasLength = false;    ///< it is known how many elements there are
  std::int64_t from = 0;     ///< bytes that the place is behind where the pointer leads
  TypeIndex type = ir::none; ///< of the value that stands around it
  std::uint64_t offset = 0;  ///< in that
  std::string path;          ///< of that
};

std::optional<Harness::ArrayPlace> Harness::arrayPlaceOf(const State& state, const Value& value) const {
  const ObjectId id = value.object();
  if (!value.isDefined() || id == 0 || machine_->functionOf(id)) return {};
  ArrayPlace place;
  if (!value.isSymbolic()) place.from = static_cast<std::int64_t>(value.bits);
  const auto input = inputAt(state, id);
  if (!input) {
    if (id > program_.globals().size()) return {};
    const auto global = static_cast<ir::GlobalIndex>(id - 1);
    place.type = types_.global(global);
    place.path = globalPath(global);
    place.offset = value.isSymbolic() ? 0 : value.bits;
    return place;
  }
  const InputPointer& leads = pointer(input->pointer);
  if (leads.root != RootKind::None || leads.part != InputPart::None || leads.isAsked || leads.head != ir::none ||
      leads.target == ir::none)
    return {};
  const SourceType& type = types_.type(leads.target);
  place.elementSize = leads.elementSize;
  place.isRecord = input::isRecord(type);
  place.hasLength = lengths_.contains(leads.path);
  if (leads.single.empty()) place.pointer = {nameOf(leads.path)};
  if (place.from < 0) return place;
  place.type = leads.target;
  const auto bytes = static_cast<std::uint64_t>(place.from);
  const std::uint64_t number = leads.single.empty() && place.isRecord ? bytes / leads.elementSize : 0;
  place.offset = bytes - number * leads.elementSize;
  place.path = elementPath(leads, number);
  return place;
}

void Harness::noteNeighbours(const State& state, const Value& a, const Value& b, PointerUse use) {
  if (!options_.findsNeighbours) return;
  const auto numberOf = [&](const Value& value) -> std::uint64_t {
    const auto input = inputAt(state, value.object());
    return input ? std::uint64_t{input->pointer} << 32U : value.object();
  };
  const bool haveMoved = a.bits != 0 || b.bits != 0;
  if (!compared_.emplace(numberOf(a), numberOf(b), haveMoved).second) return;
  const auto one = arrayPlaceOf(state, a);
  const auto other = one ? arrayPlaceOf(state, b) : std::nullopt;
  if (!other) return;
  const auto note = [&](const ArrayName& first, std::int64_t fromFirst, const ArrayName& second,
                        std::int64_t fromSecond) {
    if (first != second) addNeighbours(neighbours_, first, fromFirst, second, fromSecond, use);
  };
  const bool areBytes = !one->isRecord && !other->isRecord && std::min(one->elementSize, other->elementSize) == 1;
  const bool fit = one->elementSize == other->elementSize || areBytes;
  if (!one->pointer.path.empty() && !other->pointer.path.empty() && fit) {
    // Whether they are equal is asked of pointers into a list as well.
    if (use == PointerUse::Equal && !haveMoved) return;
    if (one->hasLength && other->hasLength) return; // two buffers, which may overlap
    return note(one->pointer, one->from, other->pointer, other->from);
  }
  const auto arrayBeside = [&](const ArrayPlace& place, std::uint64_t elementSize) {
    return elementSize == 0 ? std::string() : arrayAround(types_, place.type, place.offset, elementSize, place.path);
  };
  if (!one->pointer.path.empty()) {
    if (const std::string array = arrayBeside(*other, one->elementSize); !array.empty())
      return note(one->pointer, one->from, {nameOf(array), ArrayName::Kind::Array}, 0);
  }
  if (!other->pointer.path.empty())
    if (const std::string array = arrayBeside(*one, other->elementSize); !array.empty())
      note({nameOf(array), ArrayName::Kind::Array}, 0, other->pointer, other->from);
}

/// Code steps from a member to the record around it, or from an element to those in front of it; or takes bytes for a
/// record with pointers, which are none that have come from a file: for whom it is made knows them by a `char *`.
void Harness::noteOtherUse(const State& state, ObjectId id, std::int64_t offset, const ir::Access* access) {
  const auto input = options_.findsNeighbours ? inputAt(state, id) : std::nullopt;
  if (!input) return;
  const InputPointer& leads = pointer(input->pointer);
  if (leads.root != RootKind::None || leads.part != InputPart::None || leads.isAsked || leads.head != ir::none ||
      leads.target == ir::none || !leads.single.empty())
    return;
  const ArrayName name{nameOf(leads.path)};
  if (access && !access->record.empty() && access->record != types_.type(leads.target).name) {
    const auto at = static_cast<std::uint64_t>(static_cast<std::int64_t>(access->offset) - offset);
    const TypeIndex record = types_.accessed({access->record, 0, ""});
    const bool areBytes = types_.type(leads.target).kind == Kind::Character && !isSettled(leads.path);
    if (areBytes && at == 0 && record != ir::none && input::hasPointers(types_, record) && recordOf(leads).empty())
      addHandle(neighbours_, leads.path, access->record);
    else if (standsAt(types_, record, at, types_.type(leads.target)))
      addNeighbours(neighbours_, name, 0, recordAround(leads.path, access->record, at), 0, PointerUse::Equal);
    return;
  }
  if (offset < 0) addNeighbours(neighbours_, name, 0, ownArray(leads.path), 0, PointerUse::Equal);
}

const Inside* Harness::insideOf(std::string_view path) const {
  if (insides_.empty()) return nullptr;
  const auto found = insides_.find(nameOf(path));
  return found == insides_.end() ? nullptr : &found->second;
}

int Harness::turnOf(std::string_view path) const {
  const Inside* inside = insideOf(path);
  return !inside ? 0 : inside->array.path.starts_with(nameOf(path) + ".") ? 1 : 2;
}

/// Whether another pointer leads into the array of this one; `isEnd`: one that is called its end.
bool Harness::holdsOthers(std::string_view path, bool isEnd) const {
  if (insides_.empty()) return false;
  const std::string name = nameOf(path);
  return std::ranges::any_of(insides_, [&](const auto& inside) {
    return inside.second.array.path == name && inside.second.array.kind != ArrayName::Kind::Record &&
           (!isEnd || inside.second.isEnd);
  });
}

void Harness::noteArray(const std::string& path, std::uint64_t offset, const SourceType& type, const Owner& owner) {
  if (insides_.empty() || type.element == ir::none) return;
  const ArrayName name{nameOf(path), ArrayName::Kind::Array};
  if (std::ranges::any_of(insides_, [&](const auto& inside) { return inside.second.array == name; }))
    arrays_[path] = {owner.pointer, owner.global, offset, type.count, types_.type(type.element).size};
}

/// Makes what a path goes through, as far as this state can have it.
void Harness::reach(State& state, const std::string& path) {
  const auto make = [&](const std::string& name) {
    const auto number = numbers_.find(name);
    if (number == numbers_.end() || std::ranges::find(making_, number->second) != making_.end()) return;
    if (const auto id = place(state, number->second)) (void)machine_->object(*id);
  };
  if (path.starts_with("::")) {
    const auto global = rootOf(std::string_view(path).substr(2));
    if (global && std::ranges::find(makingGlobals_, *global) == makingGlobals_.end())
      (void)machine_->object(machine_->globalObject(*global));
  }
  if (path.starts_with("(*this)")) make("this");
  for (std::size_t at = path.find('['); at != std::string::npos; at = path.find('[', at + 1)) make(path.substr(0, at));
}

const Harness::LeadsInside* Harness::leadsInside(const input::Leaf& leaf) const {
  const auto found = leadInside_.find(machine_->terms.variableNumber(leaf.variable));
  return found == leadInside_.end() ? nullptr : &found->second;
}

/// The object behind a pointer of that path; 0: this state does not have it.
ObjectId Harness::objectAt(State& state, const std::string& path) {
  const auto find = [&]() -> ObjectId {
    const auto number = numbers_.find(path);
    return number == numbers_.end() ? 0 : inputObject(state, number->second).value_or(0);
  };
  if (const ObjectId id = find(); id != 0) return id;
  reach(state, path);
  return find();
}

/// The array of its own, or the record, that a pointer leads into: it is there.
ObjectId Harness::ownObject(State& state, const std::string& path, TypeIndex target, const Owner& owner) {
  const std::uint32_t number = leaves_.pointer(path);
  if (const auto id = inputObject(state, number)) return *id;
  const auto known = pointers_.find(number);
  if (known != pointers_.end()) return introduced(state, *known->second).object();
  InputPointer& pointer = newPointer(path, owner);
  if (const SourceType* type = sourceOf(target); type && !holdsOthers(path, false)) singles_.insert(path);
  describe(pointer, target);
  return introduced(state, pointer).object();
}

/// A pointer that leads into an array, somewhere, or into a record; nothing when this state does not have that.
std::optional<Value> Harness::insideValue(State& state, const std::string& path, TypeIndex pointerType,
                                          const Owner& owner) {
  using enum ArrayName::Kind;
  const Inside* inside = insideOf(path);
  if (!inside || pointerType == ir::none || owner.depth > options_.maxDepth) return {};
  const ArrayName& name = inside->array;
  const std::string array = pathBeside(path, name.path);
  const bool isOwn = array == path + ".array";
  logic::TermManager& terms = machine_->terms;
  if (name.kind == Record) {
    const TypeIndex record = types_.accessed({name.record, 0, ""});
    if (record == ir::none || types_.type(record).size <= name.offset) return {};
    assumptions_.insert(fmt::format("{} points into an object of type {}", path, name.record));
    return Value::pointer(ownObject(state, array, record, owner), name.offset);
  }
  ObjectId id = 0;
  std::uint64_t start = 0, step = 1;
  Term count, null;
  if (name.kind == Array) {
    if (!arrays_.contains(array)) reach(state, array);
    const auto known = arrays_.find(array);
    if (known == arrays_.end()) return {};
    const ArrayIn& stands = known->second;
    if (stands.pointer != ir::none) id = inputObject(state, stands.pointer).value_or(0);
    else if (stands.global != ir::none) id = machine_->globalObject(stands.global);
    start = stands.offset;
    step = stands.elementSize;
    count = terms.constant(64, stands.count - (inside->mayBeEnd || stands.count == 0 ? 0 : 1));
  } else {
    id = isOwn ? ownObject(state, array, types_.type(pointerType).element, owner) : objectAt(state, array);
    if (id == 0) return {};
    const InputPointer& begin = pointer(numbers_.find(array)->second);
    step = begin.elementSize;
    null = begin.null;
    if (begin.elements) limitElements(state, begin);
    const bool isClosed = begin.isString || begin.isTerminated;
    bounds_.insert(fmt::format("{} has at most {} {}", begin.arrayPath, begin.maxElements - (isClosed ? 1 : 0),
                               begin.isString       ? "characters"
                               : begin.isTerminated ? "elements before a null"
                                                    : "elements"));
    count = begin.elements ? begin.elements : terms.constant(64, begin.maxElements - (isClosed ? 1 : 0));
  }
  if (id == 0) return {};
  const Term at = leaves_.leaf(path + ".at", sizeType, nullptr, owner.pointer).variable;
  Term number = terms.ite(terms.binary(Op::ULess, count, at), count, at);
  if (null) number = terms.ite(null, terms.constant(64, 0), number);
  assumptions_.insert(isOwn ? fmt::format("{} points into an array", path)
                            : fmt::format("{} points into {}", path, array));
  leadInside_.insert_or_assign(terms.variableNumber(at), LeadsInside{path, array, number});
  const Term offset =
      terms.binary(Op::Add, terms.constant(64, start), terms.binary(Op::Mul, number, terms.constant(64, step)));
  return Value{0, offset.id(), id << 2};
}

} // namespace beagle::exec
