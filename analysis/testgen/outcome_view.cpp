#include "analysis/testgen/outcome_view.h"

#include "analysis/input/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace beagle::testgen {

using ir::SourceType;
using ir::TypeIndex;

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

/// Adds a row for each scalar of a value.
struct ValueVisitor {
  const TestMemory& memory;
  const std::vector<std::uint8_t>& bytes;
  Rows& rows;

  bool whole(TypeIndex index, std::uint64_t offset, const std::string& path) {
    const SourceType& type = memory.types().type(index);
    if (type.kind != SourceType::Kind::Array || type.element == ir::none ||
        memory.types().type(type.element).kind != SourceType::Kind::Character)
      return false;
    const auto text = textIn(bytes, offset, type.count);
    if (text) rows.emplace_back(path, quoted(*text));
    return text.has_value();
  }
  void operator()(const input::ScalarPlace& place) {
    if (place.offset + place.bytes() > bytes.size()) return;
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(place.offset);
    const std::vector<std::uint8_t> own(first, first + static_cast<std::ptrdiff_t>(place.bytes()));
    rows.emplace_back(place.path, valueText(place, own));
  }

private:
  [[nodiscard]] std::string valueText(const input::ScalarPlace& place, const std::vector<std::uint8_t>& own) const {
    if (place.type.kind == ir::ScalarKind::Pointer)
      return std::ranges::all_of(own, [](std::uint8_t byte) { return byte == 0; }) ? "null" : "an address";
    std::string text;
    if (place.source != ir::none && place.isBitField) {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < own.size() && i < 8; ++i) bits |= static_cast<std::uint64_t>(own[i]) << (8 * i);
      text = literal(memory.types().type(place.source), bits >> place.bitOffset, place.type.width, memory.language());
    } else if (place.source != ir::none) {
      text = literal(memory.types().type(place.source), own, memory.language());
    }
    return text.empty() ? fmt::format("bytes {:02x}", fmt::join(own, " ")) : text;
  }
};

void addValue(const TestMemory& memory, const std::vector<std::uint8_t>& bytes, const TestMemory::Place& place,
              Rows& rows) {
  if (place.type == ir::none) {
    if (place.offset < bytes.size()) rows.emplace_back(place.expression, fmt::format("{:#04x}", bytes[place.offset]));
    return;
  }
  ValueVisitor visitor{memory, bytes, rows};
  input::forEachScalar(memory.types(), place.type, place.offset, place.expression, visitor);
}

std::string endingText(const NativeOutcome& outcome) {
  std::string text(nameOf(outcome.end));
  if (hasCode(outcome.end)) text += fmt::format(" {}", outcome.code);
  if (!outcome.detail.empty()) text += fmt::format(": {}", outcome.detail);
  return text;
}

/// The pieces in which a result comes back, each where its alignment lets it stand.
std::vector<std::uint8_t> resultBytes(const NativeOutcome& outcome) {
  std::vector<std::uint8_t> bytes;
  for (const std::vector<std::uint8_t>& part : outcome.results) {
    if (!part.empty()) bytes.resize((bytes.size() + part.size() - 1) / part.size() * part.size());
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

} // namespace

Rows shownOutcome(const TestMemory& memory, const ConcreteInput& input, const NativeOutcome& outcome) {
  Rows rows{{"ending", endingText(outcome)}};
  const TypeIndex result = memory.function().result;
  if (outcome.hasMemory) {
    if (result != ir::none && outcome.end == End::Returned && !outcome.results.empty())
      addValue(memory, resultBytes(outcome), {"return", result, 0}, rows);
    for (std::uint32_t i = 0; i < outcome.objects.size() && i < input.objects.size(); ++i) {
      if (input.objects[i].path == "return" && outcome.results.empty() && result != ir::none)
        addValue(memory, outcome.objects[i].bytes, {"return", result, 0}, rows);
      for (const TestMemory::Place& place : memory.elementsOf(i))
        addValue(memory, outcome.objects[i].bytes, place, rows);
    }
    for (const auto& [name, global] : outcome.globals) {
      const TestMemory::Place place = memory.global(name);
      if (!place.expression.empty() && place.type != ir::none) addValue(memory, global.bytes, place, rows);
    }
  }
  if (!outcome.output.empty()) rows.emplace_back("output", quoted(outcome.output));
  if (!outcome.errors.empty()) rows.emplace_back("error output", quoted(outcome.errors));
  for (std::size_t i = 0; i < outcome.calls.size(); ++i)
    rows.emplace_back(fmt::format("call {}", i + 1), outcome.calls[i]);
  for (const std::string& fault : outcome.valueFaults) rows.emplace_back("undefined", fault);
  return rows;
}

} // namespace beagle::testgen
