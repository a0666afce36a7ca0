#include "analysis/testgen/outcome.h"

#include "analysis/support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace beagle::testgen {

std::string_view nameOf(End end) {
  switch (end) {
  case End::Returned: return "returned";
  case End::Exited: return "exited";
  case End::Aborted: return "aborted";
  case End::AssertFailed: return "assert-failed";
  case End::MemoryError: return "memory-error";
  case End::DivisionByZero: return "division-by-zero";
  case End::Trapped: return "trapped";
  case End::Thrown: return "thrown";
  case End::Jumped: return "left-by-longjmp";
  case End::TimedOut: return "timed-out";
  case End::Other: return "other";
  }
  return "";
}

std::string thrownDetail(std::string_view type, const std::optional<std::string>& what,
                         std::span<const std::uint8_t> scalar) {
  std::string text(type);
  if (what) text += fmt::format(": {}", *what);
  if (!scalar.empty()) text += fmt::format(" {:02x}", fmt::join(scalar, ""));
  return text;
}

std::string thrownType(std::string_view detail) {
  return support::withoutUnnamed(std::string(detail.substr(0, detail.find(": "))));
}

namespace {

std::string shown(End end, int code, const std::string& detail) {
  std::string text(nameOf(end));
  if (hasCode(end)) text += fmt::format(" {}", code);
  if (!detail.empty()) text += fmt::format(" ({})", support::printable(detail));
  return text;
}

/// The address that a target is in the native run, when that is known.
std::optional<std::uint64_t> addressOf(const Target& target, const NativeOutcome& native) {
  switch (target.kind) {
  case Target::Kind::Plain: return target.addend;
  case Target::Kind::Object:
    if (target.object >= native.objects.size()) return std::nullopt;
    return native.objects[target.object].address + target.addend;
  case Target::Kind::Global: {
    const auto found = native.globals.find(target.name);
    if (found == native.globals.end()) return std::nullopt;
    return found->second.address + target.addend;
  }
  case Target::Kind::Own:
    if (target.object == 0 || target.object > native.made.size() || native.made[target.object - 1].bytes.empty())
      return std::nullopt;
    return native.made[target.object - 1].address + target.addend;
  case Target::Kind::Function: return std::nullopt;
  }
  return std::nullopt;
}

std::string shown(const Target& target) {
  switch (target.kind) {
  case Target::Kind::Plain: return fmt::format("the address {:#x}", target.addend);
  case Target::Kind::Object: return fmt::format("object {} + {}", target.object, target.addend);
  case Target::Kind::Global:
  case Target::Kind::Function: return fmt::format("{} + {}", target.name, target.addend);
  case Target::Kind::Own: return "memory of the run's own";
  }
  return "";
}

std::uint64_t wordAt(const std::vector<std::uint8_t>& bytes, std::uint64_t offset) {
  std::uint64_t word = 0;
  for (std::uint64_t i = 0; i < 8 && offset + i < bytes.size(); ++i)
    word |= static_cast<std::uint64_t>(bytes[offset + i]) << (8 * i);
  return word;
}

std::string comparePointer(const std::string& what, const Target& target, std::uint64_t word,
                           const NativeOutcome& native) {
  const auto address = addressOf(target, native);
  if (address ? *address == word : word != 0) return "";
  return fmt::format("{}: expected {}, natively {:#x}", what, shown(target), word);
}

std::string compareImage(const std::string& name, const ExpectedImage& expected, const std::vector<std::uint8_t>& bytes,
                         const NativeOutcome& native) {
  const Image& image = expected.image;
  if (image.bytes.size() != bytes.size())
    return fmt::format("{}: expected {} bytes, natively {}", name, image.bytes.size(), bytes.size());
  std::vector<bool> compared(bytes.size(), true);
  if (!expected.known.empty()) compared = expected.known;
  for (const Pointer& pointer : image.pointers) {
    for (std::uint64_t i = 0; i < 8 && pointer.offset + i < bytes.size(); ++i) compared[pointer.offset + i] = false;
    if (std::string text = comparePointer(fmt::format("{} at byte {}", name, pointer.offset), pointer.target,
                                          wordAt(bytes, pointer.offset), native);
        !text.empty())
      return text;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (compared[i] && bytes[i] != image.bytes[i])
      return fmt::format("{}: byte {} is expected to be {:#04x}, natively {:#04x}", name, i, image.bytes[i], bytes[i]);
  return "";
}

std::string compareResult(std::size_t number, const ExpectedOutcome::Result& expected,
                          const std::vector<std::uint8_t>& bytes, const NativeOutcome& native) {
  if (!expected.isKnown) return "";
  const std::string name = number == 0 ? "result" : fmt::format("result {}", number);
  if (expected.value.pointer) return comparePointer(name, *expected.value.pointer, wordAt(bytes, 0), native);
  const std::uint32_t width = expected.value.type.width;
  std::vector<std::uint64_t> words;
  for (std::uint32_t from = 0; from < width; from += 64) {
    std::uint64_t word = wordAt(bytes, from / 8);
    if (width - from < 64) word &= (std::uint64_t{1} << (width - from)) - 1;
    words.push_back(word);
  }
  if (words == expected.value.words) return "";
  if (isNan(expected.value.type, words) && isNan(expected.value.type, expected.value.words)) return "";
  return fmt::format("{}: expected {:#x}, natively {:#x}", name, fmt::join(expected.value.words, " "),
                     fmt::join(words, " "));
}

std::string compareEnding(const ExpectedOutcome& expected, const NativeOutcome& native) {
  const bool sameCode = !hasCode(expected.end) ||
                        (native.hasMemory ? expected.code == native.code : (expected.code & 0xFF) == native.code);
  const bool hasText = expected.end == End::AssertFailed || expected.end == End::Thrown;
  const bool sameText = !hasText || expected.detail == native.detail;
  if (expected.end == native.end && sameCode && sameText) return "";
  return fmt::format("ending: expected {}, natively {}", shown(expected.end, expected.code, expected.detail),
                     shown(native.end, native.code, native.detail));
}

std::string compareText(std::string_view name, const std::string& expected, const std::string& native) {
  if (expected == native) return "";
  return fmt::format("{}: expected \"{}\", natively \"{}\"", name, support::printable(expected),
                     support::printable(native));
}

std::string compareFile(const std::string& name, const ExpectedFile& expected, const NativeOutcome& native) {
  const std::string shown = fmt::format("file \"{}\"", support::printable(name));
  const auto found = native.files.find(name);
  if (found == native.files.end()) return shown + ": nothing is known of it natively";
  if (expected.isRemoved != !found->second)
    return fmt::format("{}: {}", shown, expected.isRemoved ? "expected to be removed" : "not there natively");
  if (expected.isRemoved) return "";
  std::string bytes = *found->second;
  if (!expected.known.empty()) {
    bytes.resize(expected.bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if (!expected.known[i]) bytes[i] = expected.bytes[i];
  }
  return compareText(shown, expected.bytes, bytes);
}

} // namespace

bool isNan(const ir::ScalarType& type, const std::vector<std::uint64_t>& words) {
  if (type.kind != ir::ScalarKind::Float || words.empty()) return false;
  const auto all = [](std::uint64_t bits, std::uint64_t exponent, std::uint64_t fraction) {
    return (bits & exponent) == exponent && (bits & fraction) != 0;
  };
  switch (type.width) {
  case 16: return type.format == 0 ? all(words[0], 0x7C00, 0x3FF) : all(words[0], 0x7F80, 0x7F);
  case 32: return all(words[0], 0x7F800000, 0x7FFFFF);
  case 64: return all(words[0], 0x7FF0000000000000, 0xFFFFFFFFFFFFF);
  case 80: return words.size() > 1 && (words[1] & 0x7FFF) == 0x7FFF && (words[0] << 1U) != 0;
  case 128:
    return words.size() > 1 && (words[1] & 0x7FFF000000000000) == 0x7FFF000000000000 &&
           ((words[1] & 0xFFFFFFFFFFFF) | words[0]) != 0;
  default: return false;
  }
}

std::string disagreement(const ExpectedOutcome& expected, const NativeOutcome& native) {
  if (!native.obstacle.empty()) return native.obstacle;
  if (std::string text = compareEnding(expected, native); !text.empty()) return text;
  if (goesOn(expected.end) || expected.end == End::Exited) {
    if (std::string text = compareText("standard output", expected.output, native.output); !text.empty()) return text;
    if (std::string text = compareText("standard error", expected.errors, native.errors); !text.empty()) return text;
  }
  for (std::size_t i = 0; i < expected.seen.size() && i < native.seen.size(); ++i)
    if (expected.seen[i] != native.seen[i])
      return fmt::format("call {}: expected {} where its arguments point, natively {}", i + 1, expected.seen[i],
                         native.seen[i]);
  if (!native.hasMemory) return "";
  for (const auto& [name, file] : expected.files)
    if (std::string text = compareFile(name, file, native); !text.empty()) return text;
  for (const auto& [number, written] : expected.streams) {
    const auto found = native.streams.find(number);
    if (std::string text = compareText(fmt::format("stream of object {}", number), written,
                                       found == native.streams.end() ? "" : found->second);
        !text.empty())
      return text;
  }
  for (const auto& [name, bytes] : expected.library) {
    const auto found = native.library.find(name);
    const std::string what = name == "errno" ? name : fmt::format("left to read of {}", name);
    if (std::string text = compareText(what, bytes, found == native.library.end() ? "" : found->second); !text.empty())
      return text;
  }
  if (expected.end == End::Returned && expected.results.size() != native.results.size())
    return fmt::format("expected {} results, natively {}", expected.results.size(), native.results.size());
  for (std::size_t i = 0; i < expected.results.size(); ++i)
    if (std::string text = compareResult(i, expected.results[i], native.results[i], native); !text.empty()) return text;
  for (std::size_t i = 0; i < expected.objects.size() && i < native.objects.size(); ++i)
    if (std::string text =
            compareImage(fmt::format("object {}", i), expected.objects[i], native.objects[i].bytes, native);
        !text.empty())
      return text;
  for (const auto& [name, image] : expected.globals) {
    const auto found = native.globals.find(name);
    if (found == native.globals.end()) continue;
    if (std::string text = compareImage("::" + name, image, found->second.bytes, native); !text.empty()) return text;
  }
  const std::vector<MadePlace> places = placesOfMade(expected);
  for (std::size_t i = 0; i < places.size() && i < native.made.size(); ++i)
    if (std::string text = places[i].size == 0 ? ""
                                               : compareImage(fmt::format("memory {} of the run's own", i),
                                                              expected.made[i], native.made[i].bytes, native);
        !text.empty())
      return text;
  return "";
}

std::string seenText(std::uint32_t position, std::span<const std::uint8_t> bytes, const std::vector<bool>& wanted) {
  std::string text = fmt::format("{:x}:", position);
  for (std::size_t i = 0; i < wanted.size(); ++i) text += wanted[i] ? fmt::format("{:02x}", bytes[i]) : "..";
  return text;
}

const Target* jumpTarget(const ExpectedOutcome& expected) {
  if (expected.end != End::Jumped || expected.results.empty()) return nullptr;
  const auto& buffer = expected.results.front().value.pointer;
  return buffer ? &*buffer : nullptr;
}

std::vector<MadePlace> placesOfMade(const ExpectedOutcome& expected) {
  using From = MadePlace::From;
  std::vector<MadePlace> places(expected.made.size());
  const auto add = [&](const Target& target, MadePlace place) {
    std::uint32_t number = target.kind == Target::Kind::Own ? target.object : 0;
    if (target.kind == Target::Kind::Global)
      if (const auto constant = expected.constants.find(target.name); constant != expected.constants.end())
        number = constant->second;
    if (number == 0 || number > places.size() || places[number - 1].size != 0) return;
    if (place.from == From::Made && place.number + 1 >= number) return; // one is read after the one that leads to it
    place.addend = target.addend;
    place.size = expected.made[number - 1].image.bytes.size();
    places[number - 1] = std::move(place);
  };
  const auto addImage = [&](const Image& image, const MadePlace& there) {
    for (const Pointer& pointer : image.pointers) {
      MadePlace place = there;
      place.offset = pointer.offset;
      add(pointer.target, std::move(place));
    }
  };
  for (std::uint32_t i = 0; i < expected.results.size(); ++i)
    if (const auto& pointer = expected.results[i].value.pointer) add(*pointer, {.from = From::Result, .number = i});
  if (expected.thrown != 0) add({.kind = Target::Kind::Own, .object = expected.thrown}, {.from = From::Thrown});
  for (std::uint32_t i = 0; i < expected.objects.size(); ++i)
    addImage(expected.objects[i].image, {.from = From::Object, .number = i});
  for (const auto& [name, global] : expected.globals) addImage(global.image, {.from = From::Global, .name = name});
  for (std::uint32_t i = 0; i < expected.made.size(); ++i)
    if (places[i].size != 0) addImage(expected.made[i].image, {.from = From::Made, .number = i});
  return places;
}

bool leadsToUntold(const ExpectedOutcome& expected) {
  const auto isUntold = [](const Target& target) { return target.kind == Target::Kind::Own && target.object == 0; };
  const auto inImage = [&](const ExpectedImage& image) {
    return std::ranges::any_of(image.image.pointers, isUntold, &Pointer::target);
  };
  return std::ranges::any_of(expected.results,
                             [&](const ExpectedOutcome::Result& result) {
                               return result.value.pointer && isUntold(*result.value.pointer);
                             }) ||
         std::ranges::any_of(expected.objects, inImage) || std::ranges::any_of(expected.made, inImage) ||
         std::ranges::any_of(expected.globals, [&](const auto& global) { return inImage(global.second); });
}

namespace {

/// Addresses of a run as what they lead to.
class Addresses {
public:
  explicit Addresses(const NativeOutcome& native) {
    for (std::size_t i = 0; i < native.objects.size(); ++i) add(1, i, native.objects[i]);
    for (const auto& [name, memory] : native.globals) add(2, numberOf(name), memory);
    for (std::size_t i = 0; i < native.made.size(); ++i) add(3, i, native.made[i]);
  }

  /// `target` says what the address is where nothing of the run lies there: a function has no memory to be known by.
  void replace(std::vector<std::uint8_t>& bytes, std::uint64_t offset, const Target& target) const {
    if (offset + 8 > bytes.size()) return;
    const std::uint64_t word = wordAt(bytes, offset);
    std::uint64_t meaning = ~std::uint64_t{0}; // something, somewhere
    if (word == 0 || target.kind == Target::Kind::Plain) meaning = word;
    if (word != 0 && target.kind == Target::Kind::Global) meaning = meaningOf(2, numberOf(target.name)) + target.addend;
    if (word != 0 && target.kind == Target::Kind::Function)
      meaning = meaningOf(4, numberOf(target.name)) + target.addend;
    // Past the end of what it was made from, nothing of the run lies.
    if (word != 0 && target.kind == Target::Kind::Object) meaning = meaningOf(1, target.object) + target.addend;
    if (word != 0 && target.kind == Target::Kind::Own && target.object != 0)
      meaning = meaningOf(3, target.object - 1) + target.addend;
    for (const Region& region : regions_)
      if (word >= region.start && word - region.start <= region.size) {
        meaning = region.meaning + (word - region.start);
        break;
      }
    for (unsigned i = 0; i < 8; ++i) bytes[offset + i] = static_cast<std::uint8_t>(meaning >> (8 * i));
  }

private:
  struct Region {
    std::uint64_t start = 0, size = 0, meaning = 0;
  };
  void add(std::uint64_t kind, std::uint64_t number, const NativeMemory& memory) {
    if (memory.address != 0) regions_.push_back({memory.address, memory.bytes.size(), meaningOf(kind, number)});
  }
  static std::uint64_t meaningOf(std::uint64_t kind, std::uint64_t number) { return kind << 60 | number << 32; }
  /// The same in both versions.
  static std::uint64_t numberOf(const std::string& name) { return std::hash<std::string>()(name) & 0xFFFFFFF; }

  std::vector<Region> regions_;
};

/// Calls `visit(bytes, image)` for all memory of a run and what is expected there.
template <class Visit> void forEachImage(NativeOutcome& native, const ExpectedOutcome& expected, Visit visit) {
  for (std::size_t i = 0; i < native.objects.size() && i < expected.objects.size(); ++i)
    visit(native.objects[i].bytes, expected.objects[i]);
  for (auto& [name, memory] : native.globals)
    if (const auto found = expected.globals.find(name); found != expected.globals.end())
      visit(memory.bytes, found->second);
  for (std::size_t i = 0; i < native.made.size() && i < expected.made.size(); ++i)
    visit(native.made[i].bytes, expected.made[i]);
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The digits from there on.
std::string_view numberAt(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && isDigit(text[end])) ++end;
  return text.substr(at, end - at);
}

bool isMoved(std::string_view expected, std::string_view native, const RenumberedLines& lines) {
  const auto isMeant = [&](const auto& line) {
    return expected == std::to_string(line.first) && native == std::to_string(line.second);
  };
  return std::ranges::any_of(lines, isMeant);
}

void takeExpectedLines(std::string& native, std::string_view expected, const RenumberedLines& lines) {
  std::string text;
  std::size_t i = 0, j = 0;
  while (i < native.size() && j < expected.size()) {
    const std::string_view own = numberAt(native, i), wanted = numberAt(expected, j);
    if (own.empty() || wanted.empty()) {
      if (native[i] != expected[j]) break;
      text += native[i++], ++j;
      continue;
    }
    text += isMoved(wanted, own, lines) ? wanted : own;
    i += own.size(), j += wanted.size();
  }
  native = text + native.substr(i);
}

void takeExpectedLines(std::vector<std::uint8_t>& native, const std::vector<std::uint8_t>& expected,
                       const RenumberedLines& lines) {
  const auto numberIn = [](const std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t width) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, width);
    return number;
  };
  const std::size_t size = std::min(native.size(), expected.size());
  for (std::size_t i = 0; i < size; ++i) {
    if (native[i] == expected[i]) continue;
    for (const std::size_t width : {8, 4, 2}) {
      const std::size_t at = i - i % width;
      if (at + width > size) continue;
      const std::uint64_t wanted = numberIn(expected, at, width), own = numberIn(native, at, width);
      if (wanted > UINT32_MAX || own > UINT32_MAX) continue;
      if (!lines.contains({static_cast<unsigned>(wanted), static_cast<unsigned>(own)})) continue;
      std::memcpy(native.data() + at, expected.data() + at, width);
      break;
    }
  }
}

} // namespace

NativeOutcome withExpectedLines(NativeOutcome native, const ExpectedOutcome& expected, const RenumberedLines& lines) {
  if (lines.empty()) return native;
  takeExpectedLines(native.output, expected.output, lines);
  takeExpectedLines(native.errors, expected.errors, lines);
  takeExpectedLines(native.detail, expected.detail, lines);
  for (auto& [name, content] : native.files)
    if (const auto found = expected.files.find(name); content && found != expected.files.end())
      takeExpectedLines(*content, found->second.bytes, lines);
  for (auto& [number, written] : native.streams)
    if (const auto found = expected.streams.find(number); found != expected.streams.end())
      takeExpectedLines(written, found->second, lines);
  forEachImage(native, expected, [&](std::vector<std::uint8_t>& bytes, const ExpectedImage& image) {
    takeExpectedLines(bytes, image.image.bytes, lines);
  });
  return native;
}

NativeOutcome withoutAddresses(NativeOutcome native, const ExpectedOutcome& expected) {
  const Addresses addresses(native);
  for (std::size_t i = 0; i < native.results.size() && i < expected.results.size(); ++i)
    if (const auto& pointer = expected.results[i].value.pointer) addresses.replace(native.results[i], 0, *pointer);
  forEachImage(native, expected, [&](std::vector<std::uint8_t>& bytes, const ExpectedImage& image) {
    for (const Pointer& pointer : image.image.pointers) addresses.replace(bytes, pointer.offset, pointer.target);
  });
  return native;
}

NativeOutcome withoutUnwritten(NativeOutcome native, const ExpectedOutcome& expected) {
  forEachImage(native, expected, [&](std::vector<std::uint8_t>& bytes, const ExpectedImage& image) {
    for (std::size_t i = 0; i < bytes.size() && i < image.known.size(); ++i)
      if (!image.known[i]) bytes[i] = 0;
  });
  return native;
}

} // namespace beagle::testgen
