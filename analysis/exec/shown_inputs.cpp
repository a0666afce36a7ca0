// Inputs as people read them.

#include "analysis/exec/harness.h"
#include "analysis/input/values.h"

#include <algorithm>

namespace beagle::exec {

namespace {

/// A text as C++ writes it.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  bool wasHex = false;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const bool needsBreak = wasHex && std::isxdigit(code) != 0; // "\x01" "2" is two characters
    wasHex = false;
    if (needsBreak) result += "\" \"";
    if (c == '"' || c == '\\') result += std::string("\\") + c;
    else if (c == '\n') result += "\\n";
    else if (code >= 0x20 && code < 0x7F) result += c;
    else {
      result += fmt::format("\\x{:02x}", code);
      wasHex = true;
    }
  }
  return result + "\"";
}

std::string behind(std::uint64_t elements) { return elements == 0 ? std::string() : fmt::format(" + {}", elements); }

} // namespace

std::vector<ShownInput> Harness::shown(const State& state, const logic::Assignment& model) const {
  std::vector<ShownInput> result;
  std::map<std::string_view, decltype(sequences_)::const_pointer> bySize;
  std::set<std::string> parts; // elements that are shown with the whole
  for (const auto& named : sequences_) {
    const Sequence& sequence = named.second;
    const input::Leaf* leaf = leaves_.find(machine_->terms.name(sequence.size));
    if (leaf && belongsTo(state, *leaf, model)) bySize.emplace(leaf->path, &named);
    for (std::uint64_t i = 0; i < sequence.most; ++i) parts.insert(fmt::format("{}[{}]", sequence.elements, i));
  }
  for (const input::Leaf& leaf : leaves_.all()) {
    if (const auto sequence = bySize.find(leaf.path); sequence != bySize.end()) {
      result.push_back(shown(sequence->second->first, sequence->second->second, model));
    } else if (!parts.contains(leaf.path) && belongsTo(state, leaf, model)) {
      if (const LeadsInside* inside = leadsInside(leaf)) {
        const std::uint64_t number = logic::Evaluator(machine_->terms, model).bits64(inside->number);
        result.push_back({inside->path, behind(number), {leaf.variable}, false, inside->array});
        continue;
      }
      const bool isZero = leaf.type.width <= 64 && model.bits64(leaf.variable) == 0;
      result.push_back({leaf.path, input::printed(leaf, model), {leaf.variable}, isZero});
    }
  }
  for (const auto& [end, begin] : ends_)
    if (const auto number = numbers_.find(begin); number != numbers_.end() && pointer(number->second).elements) {
      const Term elements = pointer(number->second).elements;
      const std::uint64_t count = logic::Evaluator(machine_->terms, model).bits64(elements);
      result.push_back({end, behind(count), {elements}, false, begin});
    }
  return result;
}

ShownInput Harness::shown(const std::string& path, const Sequence& sequence, const logic::Assignment& model) const {
  const std::uint64_t count = std::min<std::uint64_t>(model.bits64(sequence.size), sequence.most);
  ShownInput shown{path, "", {sequence.size}, count == 0};
  std::string text, list;
  for (std::uint64_t i = 0; i < count; ++i) {
    const input::Leaf* element = leaves_.find(fmt::format("{}[{}]", sequence.elements, i));
    if (element) shown.variables.push_back(element->variable);
    if (sequence.isText) text += static_cast<char>(element ? model.bits64(element->variable) : 0);
    else list += fmt::format("{}{}", i == 0 ? "" : ", ", element ? input::printed(*element, model) : "0");
  }
  shown.value = sequence.isText ? quoted(text) : "{" + list + "}";
  return shown;
}

} // namespace beagle::exec
