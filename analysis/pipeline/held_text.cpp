#include "analysis/pipeline/held_text.h"

#include "analysis/input/standard.h"
#include "analysis/testgen/source_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::pipeline {

namespace {

constexpr std::string_view sizeEnd = ".size()";

std::uint64_t numberOf(const exec::Value& value, logic::Evaluator& evaluator) {
  return value.isSymbolic() ? evaluator.bits64(value.asTerm()) : value.bits;
}

} // namespace

std::optional<std::string> HeldText::untilNull(logic::Evaluator& evaluator) const {
  std::string text;
  for (const exec::Observed& each : all) {
    if (each.exists && !evaluator.truth(each.exists)) return std::nullopt;
    if (!each.value.isDefined() || each.value.object() != 0) return std::nullopt;
    const auto character = static_cast<char>(numberOf(each.value, evaluator));
    if (character == 0) return testgen::quoted(text);
    const bool isText = (character >= 0x20 && character < 0x7F) || character == '\n' || character == '\t';
    if (!isText) return std::nullopt;
    text += character;
  }
  return testgen::quoted(text) + "…";
}

std::span<const exec::Observed> HeldText::shown(logic::Evaluator& evaluator) const {
  if (!isClosed) return all;
  const auto null = std::ranges::find_if(all, [&](const exec::Observed& each) {
    return each.value.isDefined() && each.value.object() == 0 && numberOf(each.value, evaluator) == 0;
  });
  return all.first(std::min(all.size(), static_cast<std::size_t>(null - all.begin()) + 1));
}

std::optional<std::string> HeldText::printed(logic::Evaluator& evaluator) const {
  if (isClosed) return untilNull(evaluator);
  const std::uint64_t size = numberOf(all.front().value, evaluator);
  std::string text;
  for (const exec::Observed& each : all.subspan(1)) {
    if (text.size() == size) break;
    if (each.type.width == 8) text += static_cast<char>(numberOf(each.value, evaluator));
  }
  const std::string shown = testgen::quoted(text);
  return text.size() == size ? shown : fmt::format("{}… ({} characters)", shown, size);
}

std::vector<HeldText> heldTexts(const exec::Outcome& outcome) {
  std::vector<HeldText> texts;
  const std::span<const exec::Observed> values = outcome.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const exec::Observed& size = values[i];
    if (constexpr std::string_view first = "[0]"; size.isMade && size.type.width == 8 && size.declared &&
                                                  size.declared->kind == ir::SourceType::Kind::Character &&
                                                  size.path.ends_with(first)) {
      const std::string path = size.path.substr(0, size.path.size() - first.size());
      std::size_t end = i + 1;
      while (end < values.size() && values[end].path == fmt::format("{}[{}]", path, end - i)) ++end;
      texts.push_back({path, values.subspan(i, end - i), true});
      i = end - 1;
      continue;
    }
    if (!size.declared || input::standardOf(*size.declared) != input::Standard::String || !size.path.ends_with(sizeEnd))
      continue;
    const std::string path = size.path.substr(0, size.path.size() - sizeEnd.size());
    std::size_t end = i + 1;
    if (end < values.size() && values[end].path == path + ".data()") ++end;
    const std::size_t first = end;
    while (end < values.size() && values[end].path == fmt::format("{}[{}]", path, end - first)) ++end;
    if (end > i + 1 || size.value.isSymbolic() || size.value.bits == 0)
      texts.push_back({path, values.subspan(i, end - i)});
  }
  return texts;
}

} // namespace beagle::pipeline
