#include "analysis/pipeline/held_text.h"

#include "analysis/input/standard.h"
#include "analysis/testgen/source_text.h"

#include <fmt/format.h>

namespace beagle::pipeline {

namespace {

constexpr std::string_view sizeEnd = ".size()";

std::uint64_t numberOf(const exec::Value& value, logic::Evaluator& evaluator) {
  return value.isSymbolic() ? evaluator.bits64(value.asTerm()) : value.bits;
}

} // namespace

std::string HeldText::printed(logic::Evaluator& evaluator) const {
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
