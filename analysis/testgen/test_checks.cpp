#include "analysis/testgen/test_checks.h"

#include "analysis/input/layout.h"
#include "analysis/input/standard.h"
#include "analysis/testgen/library_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace beagle::testgen {

using input::ScalarPlace;
using input::Standard;
using ir::SourceType;
using ir::TypeIndex;
using Kind = SourceType::Kind;

namespace {

/// So many checks of single elements are still read by people.
constexpr std::uint64_t mostElements = 16;

bool isKnown(const ExpectedImage& image, std::uint64_t offset, std::uint64_t count) {
  if (offset + count > image.image.bytes.size()) return false;
  for (std::uint64_t i = offset; i < offset + count; ++i)
    if (!image.known.empty() && !image.known[i]) return false;
  return true;
}

const Target* targetAt(const Image& image, std::uint64_t offset) {
  const auto found = std::ranges::find(image.pointers, offset, &Pointer::offset);
  return found == image.pointers.end() ? nullptr : &found->target;
}

std::uint64_t bitsOf(const Image& image, const ScalarPlace& place) {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < place.type.width && i < 64; ++i) {
    const std::uint64_t at = place.offset * 8 + place.bitOffset + i;
    bits |= static_cast<std::uint64_t>(image.bytes[at / 8] >> (at % 8) & 1U) << i;
  }
  return bits;
}

/// The same scalar in another image; nothing there counts as different.
bool sameIn(const Image& image, const ExpectedImage& other, const ScalarPlace& place) {
  if (!isKnown(other, place.offset, place.bytes())) return false;
  const Target* target = targetAt(image, place.offset);
  const Target* there = targetAt(other.image, place.offset);
  if (target || there) return target && there && *target == *there;
  for (std::uint64_t i = 0; i < place.bytes() && place.type.width > 64; ++i)
    if (image.bytes[place.offset + i] != other.image.bytes[place.offset + i]) return false;
  return place.type.width > 64 || bitsOf(image, place) == bitsOf(other.image, place);
}

/// What a pointer says is that it leads elsewhere, not where that lies.
bool isOwn(const Target* target) { return target && target->kind == Target::Kind::Own; }

class Writer {
public:
  Writer(TestMemory& memory, const ExpectedOutcome& wanted, const ExpectedOutcome& unwanted)
      : memory_(memory), types_(memory.types()), wanted_(wanted), unwanted_(unwanted) {}

  /// `initial`: nothing when all that is known is worth a look. `other`: nothing when the other outcome has
  /// no such thing.
  void compare(const TestMemory::Place& place, const ExpectedImage& image, const Image* initial,
               const ExpectedImage* other) {
    if (place.type == ir::none) return compareByte(place, image, initial, other);
    Visitor visitor{*this, image, initial, other};
    input::forEachScalar(types_, place.type, place.offset, place.expression, visitor);
  }

  /// The same of an array of characters: false when they are to be compared one by one.
  bool compareArray(const TestMemory::Place& place, const ExpectedImage& image, const Image& initial,
                    const ExpectedImage* other) {
    SourceType array;
    array.kind = Kind::Array;
    array.element = place.type;
    return compareText(place.expression, array, 0, image.image.bytes.size(), image, &initial, other);
  }

  TestChecks& result() { return result_; }

private:
  struct Visitor {
    Writer& writer;
    const ExpectedImage& image;
    const Image* initial;
    const ExpectedImage* other;

    bool whole(TypeIndex index, std::uint64_t offset, const std::string& path) {
      const SourceType& type = writer.types_.type(index);
      if (input::standardOf(type) != Standard::None)
        return writer.compareClass(index, offset, path, image, other), true;
      if (input::isRecord(type) &&
          std::ranges::any_of(type.members, [](const auto& member) { return member.isBase; })) {
        for (const SourceType::Member& member : type.members)
          if (!writer.isHidden(member))
            input::forEachScalar(writer.types_, member.type, offset + member.offset,
                                 member.isBase ? path : path + "." + member.name, *this);
        return true;
      }
      return type.kind == Kind::Array && writer.compareText(path, type, offset, type.count, image, initial, other);
    }
    void operator()(const ScalarPlace& place) { writer.compareScalar(place, image, initial, other); }
  };
  friend struct Visitor;

  /// What the C++ library has in a class that others are derived from, as std::runtime_error.
  [[nodiscard]] bool isHidden(const SourceType::Member& member) const {
    const SourceType& type = types_.type(member.type);
    return member.isBase && type.name.starts_with("std::") && input::standardOf(type) == Standard::None;
  }

  void compareByte(const TestMemory::Place& place, const ExpectedImage& image, const Image* initial,
                   const ExpectedImage* other) {
    ScalarPlace byte{place.expression, place.offset, {ir::ScalarKind::Integer, 0, 8}};
    if (!isKnown(image, place.offset, 1) || targetAt(image.image, place.offset / 8 * 8)) return;
    const std::uint8_t value = image.image.bytes[place.offset];
    if (!isWorthIt(byte, image, initial, other)) return;
    add({TestCheck::Kind::Equal, place.expression, fmt::format("{:#04x}", value), 0}, byte, image, other);
  }

  /// It changed, or the other outcome has something else.
  [[nodiscard]] bool isWorthIt(const ScalarPlace& place, const ExpectedImage& image, const Image* initial,
                               const ExpectedImage* other) const {
    if (!initial || (other && !sameIn(image.image, *other, place) && isKnown(*other, place.offset, place.bytes())))
      return true;
    ExpectedImage before{*initial, {}};
    return !sameIn(image.image, before, place);
  }

  void add(TestCheck check, const ScalarPlace& place, const ExpectedImage& image, const ExpectedImage* other) {
    result_.tellApart |= other && isKnown(*other, place.offset, place.bytes()) && !sameIn(image.image, *other, place);
    result_.checks.push_back(std::move(check));
  }

  void compareScalar(const ScalarPlace& place, const ExpectedImage& image, const Image* initial,
                     const ExpectedImage* other) {
    const Target* target = place.offset < image.image.bytes.size() ? targetAt(image.image, place.offset) : nullptr;
    if (place.type.kind == ir::ScalarKind::Pointer && !target && !place.others.empty()) {
      for (const ScalarPlace& each : place.others)
        if (each.type.kind != ir::ScalarKind::Pointer) compareScalar(each, image, initial, other);
      return;
    }
    if (place.source == ir::none || place.path.ends_with("._vptr") || !isKnown(image, place.offset, place.bytes()))
      return;
    if (place.type.kind == ir::ScalarKind::Pointer) return comparePointer(place, target, image, initial, other);
    if (target || !isWorthIt(place, image, initial, other)) return;
    const SourceType& type = types_.type(place.source);
    const std::span<const std::uint8_t> bytes = std::span(image.image.bytes).subspan(place.offset, place.bytes());
    const std::string value = place.isBitField
                                  ? literal(type, bitsOf(image.image, place), place.type.width, memory_.language())
                                  : literal(type, bytes, memory_.language());
    if (value.empty()) return; // no literal: nothing is said of it
    if (value.starts_with("__builtin_nan"))
      return add({TestCheck::Kind::Condition, fmt::format("{0} != {0}", place.path), "", 0}, place, image, other);
    if (place.isBitField)
      return add({TestCheck::Kind::Condition, fmt::format("{} == {}", place.path, value), "", 0}, place, image, other);
    add({TestCheck::Kind::Equal, place.path, value, 0}, place, image, other);
  }

  void comparePointer(const ScalarPlace& place, const Target* target, const ExpectedImage& image, const Image* initial,
                      const ExpectedImage* other) {
    const Target* there = other && isKnown(*other, place.offset, 8) ? targetAt(other->image, place.offset) : nullptr;
    const TypeIndex element = types_.type(place.source).element;
    if (isOwn(target)) {
      const bool isMissing = other && !isOwn(there);
      result_.tellApart |= isMissing && isKnown(*other, place.offset, 8);
      result_.checks.push_back({TestCheck::Kind::NotNull, place.path, "", 0});
      if (target->object != 0 && target->addend == 0 && target->object <= wanted_.made.size())
        compareMade(place.path, element, target->object - 1,
                    isOwn(there) && there->object != 0 ? &unwanted_.made[there->object - 1] : nullptr);
      return;
    }
    if (compareConstant(place, target, there, image, initial, other)) return;
    if (!isWorthIt(place, image, initial, other)) return;
    const Target null{Target::Kind::Plain, 0, "", bitsOf(image.image, place)};
    add({TestCheck::Kind::Equal, place.path, memory_.address(target ? *target : null, element), 0}, place, image,
        other);
  }

  /// A text that the program has, as a literal: false when the pointer leads to none.
  bool compareConstant(const ScalarPlace& place, const Target* target, const Target* there, const ExpectedImage& image,
                       const Image* initial, const ExpectedImage* other) {
    const TypeIndex element = types_.type(place.source).element;
    if (element == ir::none || types_.type(element).kind != Kind::Character || types_.type(element).size != 1)
      return false;
    const auto text = constantText(target, wanted_);
    if (!text) return false;
    const auto otherText = constantText(there, unwanted_);
    if (text == otherText && !isWorthIt(place, image, initial, other)) return true;
    result_.tellApart |= other && isKnown(*other, place.offset, 8) && text != otherText;
    const bool isPlain = types_.type(element).name == "char";
    result_.checks.push_back(
        {TestCheck::Kind::Text, isPlain ? place.path : fmt::format("(const char *){}", place.path), quoted(*text), 0});
    return true;
  }

  static std::optional<std::string> constantText(const Target* target, const ExpectedOutcome& outcome) {
    if (!target || target->kind != Target::Kind::Global) return std::nullopt;
    const auto constant = outcome.constants.find(target->name);
    if (constant == outcome.constants.end() || constant->second == 0 || constant->second > outcome.made.size())
      return std::nullopt;
    const ExpectedImage& image = outcome.made[constant->second - 1];
    std::string text;
    for (std::uint64_t at = target->addend; at < image.image.bytes.size() && isKnown(image, at, 1); ++at) {
      if (image.image.bytes[at] == 0) return text;
      text += static_cast<char>(image.image.bytes[at]);
    }
    return std::nullopt;
  }

  /// What a pointer to memory of the run's own leads to.
  void compareMade(const std::string& pointer, TypeIndex element, std::uint32_t number, const ExpectedImage* other) {
    if (element == ir::none || types_.type(element).size == 0 || !seen_.insert(number).second) return;
    memory_.noteHiddenMembers(element);
    const ExpectedImage& image = wanted_.made[number];
    const SourceType& type = types_.type(element);
    const std::uint64_t count = image.image.bytes.size() / type.size;
    SourceType array;
    array.kind = Kind::Array;
    array.element = element;
    if (compareText(pointer, array, 0, count, image, nullptr, other)) return;
    if (count > mostElements) return compareBytes(pointer, image, other);
    for (std::uint64_t i = 0; i < count; ++i)
      compare({count == 1 ? fmt::format("(*{})", pointer) : fmt::format("{}[{}]", pointer, i), element, i * type.size},
              image, nullptr, other);
  }

  void compareBytes(const std::string& pointer, const ExpectedImage& image, const ExpectedImage* other) {
    if (!isKnown(image, 0, image.image.bytes.size()) || !image.image.pointers.empty()) return;
    const auto& bytes = image.image.bytes;
    result_.tellApart |= other && other->image.bytes.size() >= bytes.size() && isKnown(*other, 0, bytes.size()) &&
                         !std::equal(bytes.begin(), bytes.end(), other->image.bytes.begin());
    result_.checks.push_back({TestCheck::Kind::Bytes, pointer,
                              quoted({reinterpret_cast<const char*>(bytes.data()), bytes.size()}), bytes.size()});
  }

  /// Characters up to the end of a text: true when that says it all.
  bool compareText(const std::string& path, const SourceType& array, std::uint64_t offset, std::uint64_t count,
                   const ExpectedImage& image, const Image* initial, const ExpectedImage* other) {
    if (array.element == ir::none || count == 0) return false;
    const SourceType& element = types_.type(array.element);
    if (element.kind != Kind::Character || element.size != 1) return false;
    const auto& bytes = image.image.bytes;
    std::uint64_t end = offset;
    while (end < offset + count && end < bytes.size() && isKnown(image, end, 1) && bytes[end] != 0) ++end;
    if (end >= offset + count || !isKnown(image, end, 1) || (end == offset && count > 1 && initial)) return false;
    const auto differs = [&](std::uint64_t from, std::uint64_t to, const ExpectedImage& there) {
      for (std::uint64_t i = from; i < to; ++i)
        if (isKnown(image, i, 1) && isKnown(there, i, 1) && there.image.bytes[i] != bytes[i]) return true;
      return false;
    };
    const bool isApart = other && differs(offset, end + 1, *other);
    if (initial && differs(end + 1, offset + count, {*initial, {}})) return false; // there is more to say
    if (initial && !isApart && other && differs(end + 1, offset + count, *other)) return false;
    if (initial && !isApart && !differs(offset, end + 1, {*initial, {}})) return true;
    result_.tellApart |= isApart;
    const std::string text(bytes.begin() + static_cast<std::ptrdiff_t>(offset),
                           bytes.begin() + static_cast<std::ptrdiff_t>(end));
    result_.checks.push_back({TestCheck::Kind::Text,
                              element.name == "char" ? path : fmt::format("(const char *){}", path), quoted(text), 0});
    return true;
  }

  /// Of the C++ library: what the object stands for.
  void compareClass(TypeIndex index, std::uint64_t offset, const std::string& path, const ExpectedImage& image,
                    const ExpectedImage* other) {
    const auto expression = [&](const ExpectedImage& of, const ExpectedOutcome& outcome) {
      const LibraryValues values(types_, memory_.language(), [&](const Target& target) {
        const ExpectedImage* there = imageOf(target, outcome);
        return there ? LibraryValues::Memory{&there->image, &there->known} : LibraryValues::Memory{};
      });
      return values.expression(index, {&of.image, &of.known}, offset);
    };
    if (input::standardOf(types_.type(index)) == Standard::StringView) return;
    const auto value = expression(image, wanted_);
    if (!value) return;
    const auto there = other ? expression(*other, unwanted_) : std::nullopt;
    result_.tellApart |= there && *there != *value;
    const bool isList = value->ends_with('}'); // whose commas are none of a macro
    result_.checks.push_back({TestCheck::Kind::Equal, path, isList ? "(" + *value + ")" : *value, 0});
  }

  /// The memory that an address leads to; nothing when it is not told.
  static const ExpectedImage* imageOf(const Target& target, const ExpectedOutcome& outcome) {
    if (target.kind == Target::Kind::Object && target.object < outcome.objects.size())
      return &outcome.objects[target.object];
    if (target.kind == Target::Kind::Own && target.object != 0 && target.object <= outcome.made.size())
      return &outcome.made[target.object - 1];
    return nullptr;
  }

  TestMemory& memory_;
  const ir::SourceTypes& types_;
  const ExpectedOutcome& wanted_;
  const ExpectedOutcome& unwanted_;
  TestChecks result_;
  std::set<std::uint32_t> seen_; ///< of `made`
};

/// The result in registers as an image of its type.
std::optional<ExpectedImage> returned(const TestMemory& memory, const ExpectedOutcome& outcome, std::uint64_t size) {
  if (outcome.end != End::Returned || outcome.results.empty()) return std::nullopt;
  std::vector<std::pair<std::uint64_t, Scalar>> parts;
  ExpectedImage image;
  image.known.assign(size, true);
  std::uint64_t offset = 0;
  for (const ExpectedOutcome::Result& result : outcome.results) {
    // A struct comes back in pieces, each where its alignment lets it stand.
    const std::uint64_t bytes = (result.value.type.width + 7U) / 8;
    if (bytes > 0) offset = (offset + bytes - 1) / bytes * bytes;
    if (!result.isKnown || bytes == 0) {
      for (std::uint64_t i = offset; i < size; ++i) image.known[i] = false;
      break;
    }
    parts.emplace_back(offset, result.value);
    offset += bytes;
  }
  image.image = memory.assembled(parts, size);
  return image;
}

/// The outcome with addresses of objects as an input of the other version counts them. An object that this
/// one does not have is as good as memory that nobody knows.
ExpectedOutcome renumbered(ExpectedOutcome outcome, const ConcreteInput& own, const ConcreteInput& other) {
  const auto renumber = [&](Target& target) {
    if (target.kind != Target::Kind::Object || target.object >= own.objects.size()) return;
    const auto same = std::ranges::find(other.objects, own.objects[target.object].path, &InputObject::path);
    if (same == other.objects.end()) target = {Target::Kind::Own, 0, "", target.addend};
    else target.object = static_cast<std::uint32_t>(same - other.objects.begin());
  };
  const auto renumberImage = [&](ExpectedImage& image) {
    for (Pointer& pointer : image.image.pointers) renumber(pointer.target);
  };
  for (ExpectedOutcome::Result& result : outcome.results)
    if (result.value.pointer) renumber(*result.value.pointer);
  for (ExpectedImage& image : outcome.objects) renumberImage(image);
  for (ExpectedImage& image : outcome.made) renumberImage(image);
  for (auto& [name, image] : outcome.globals) renumberImage(image);
  return outcome;
}

/// What two exceptions of one type have in their members, where that differs.
TestChecks thrownChecks(TestMemory& memory, const ExpectedOutcome& wanted, const ExpectedOutcome& unwanted) {
  if (wanted.end != End::Thrown || unwanted.end != End::Thrown || wanted.thrown == 0 || unwanted.thrown == 0) return {};
  const std::string type = thrownType(wanted.detail);
  const TypeIndex index = memory.types().accessed({type, 0, ""});
  if (index == ir::none || thrownType(unwanted.detail) != type) return {};
  const ExpectedImage& other = unwanted.made[unwanted.thrown - 1];
  Writer writer(memory, wanted, unwanted);
  memory.noteHiddenMembers(index);
  writer.compare({"error", index, 0}, wanted.made[wanted.thrown - 1], &other.image, &other);
  return std::move(writer.result());
}

/// The same object of the other version; nothing when it has none.
const ExpectedImage* objectAt(const std::string& path, const ConcreteInput& input, const ExpectedOutcome& outcome) {
  const auto found = std::ranges::find(input.objects, path, &InputObject::path);
  const auto number = static_cast<std::size_t>(found - input.objects.begin());
  return path.empty() || found == input.objects.end() || number >= outcome.objects.size() ? nullptr
                                                                                          : &outcome.objects[number];
}

/// EINVAL, where it has a name.
std::string errorName(const std::string& bytes) {
  int number = 0;
  std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
  const char* name = number == 0 ? nullptr : strerrorname_np(number);
  return name ? name : std::to_string(number);
}

} // namespace

TestChecks testChecks(TestMemory& memory, const ConcreteInput& input, const ExpectedOutcome& wanted,
                      const ConcreteInput& otherInput, const ExpectedOutcome& others) {
  const ExpectedOutcome unwanted = renumbered(others, otherInput, input);
  Writer writer(memory, wanted, unwanted);
  const TypeIndex type = memory.function().result;
  if (wanted.end == End::Returned && type != ir::none && memory.types().type(type).size > 0) {
    const std::uint64_t size = memory.types().type(type).size;
    auto image = returned(memory, wanted, size);
    auto other = returned(memory, unwanted, size);
    if (const ExpectedImage* there = objectAt("return", input, wanted); there && wanted.results.empty()) image = *there;
    if (const ExpectedImage* there = objectAt("return", otherInput, unwanted); there && unwanted.end == End::Returned)
      other = *there;
    const bool isReference = memory.types().type(type).kind == Kind::Reference;
    if (image && !isReference) {
      memory.noteHiddenMembers(type);
      writer.compare({"result", type, 0}, *image, nullptr, other ? &*other : nullptr);
    }
    if (!writer.result().checks.empty()) writer.result().result = declared(memory.types(), type, "result");
  }
  if (goesOn(wanted.end)) {
    for (std::uint32_t i = 0; i < input.objects.size() && i < wanted.objects.size(); ++i) {
      const InputObject& object = input.objects[i];
      if (object.released != Release::None || object.isConstant || wanted.objects[i].image.bytes.empty()) continue;
      const ExpectedImage* other = unwanted.end == wanted.end ? objectAt(object.path, otherInput, unwanted) : nullptr;
      if (const auto text = memory.textOf(i);
          text && writer.compareArray(*text, wanted.objects[i], object.image, other))
        continue;
      for (const TestMemory::Place& place : memory.elementsOf(i))
        writer.compare(place, wanted.objects[i], &object.image, other);
    }
    for (const auto& [name, image] : wanted.globals) {
      const TestMemory::Place place = memory.global(name);
      const auto there = unwanted.globals.find(name);
      const ExpectedImage* other =
          unwanted.end == wanted.end && there != unwanted.globals.end() ? &there->second : nullptr;
      const auto before = std::ranges::find(input.globals, name, &GlobalValue::name);
      const Image initial = before != input.globals.end() ? before->image : memory.initialImage(name);
      if (!place.expression.empty() && place.type != ir::none) writer.compare(place, image, &initial, other);
    }
  }
  const auto error = wanted.library.find("errno");
  const auto otherError = unwanted.library.find("errno");
  if (wanted.end == End::Returned && error != wanted.library.end()) {
    TestChecks& checks = writer.result();
    checks.readsErrno = true;
    checks.checks.push_back({TestCheck::Kind::Equal, "test_errno", errorName(error->second), 0});
    checks.tellApart |= otherError != unwanted.library.end() && otherError->second != error->second;
  }
  TestChecks thrown = thrownChecks(memory, wanted, unwanted);
  writer.result().ofThrown = std::move(thrown.checks);
  writer.result().tellApart |= thrown.tellApart;
  return std::move(writer.result());
}

} // namespace beagle::testgen
