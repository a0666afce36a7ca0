#include "analysis/ir/built_units.h"

#include "analysis/ir/defined_words.h"

#include <algorithm>
#include <cctype>

namespace beagle::ir {

namespace {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool hasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) {
    const bool begins = at == 0 || !isWordCharacter(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !isWordCharacter(text[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

} // namespace

bool BuiltUnits::mentions(std::size_t unit, std::string_view word) {
  if (word.empty()) return true;
  auto known = known_.find(word);
  if (known == known_.end()) known = known_.emplace(word, std::vector<std::optional<bool>>()).first;
  std::vector<std::optional<bool>>& files = known->second;
  return std::ranges::any_of(units_.reachOf(units_.units()[unit]), [&](build::IncludeGraph::File file) {
    if (file >= files.size()) files.resize(file + 1);
    if (!files[file]) files[file] = hasWord(file, word);
    return *files[file];
  });
}

bool BuiltUnits::hasWord(build::IncludeGraph::File file, std::string_view word) const {
  const std::string& name = units_.version().includes().nameOf(file);
  // What the build generated is not at hand without building: it may mention anything.
  if (units_.version().generated().contains(name)) return true;
  const auto content = units_.version().tree().content(name);
  return content && ir::hasWord(*content, word);
}

bool BuiltUnits::seemsToDefine(std::size_t unit, std::string_view word) {
  const std::string& file = units_.units()[unit].file;
  const auto [it, isNew] = defined_.try_emplace(file);
  if (isNew)
    if (const auto content = units_.version().tree().content(file)) it->second = definedWords(*content);
  return it->second.contains(word);
}

bool BuiltUnits::isAlone(std::size_t unit) const { return units_.isBorrowed(units_.units()[unit]); }

std::size_t BuiltUnits::unlikeness(std::size_t unit, std::size_t other) {
  const auto optionsOf = [&](std::size_t one) -> const CompileOptions& {
    if (options_[one].empty()) options_[one] = compileOptionsOf(units_.commandOf(units_.units()[one]));
    return options_[one];
  };
  options_.resize(std::max(options_.size(), count()));
  return ir::unlikeness(optionsOf(unit), optionsOf(other));
}

support::Result<std::vector<std::optional<UnitFacts>>> BuiltUnits::facts(const std::vector<std::size_t>& units) {
  std::vector<build::Unit> wanted;
  for (const std::size_t unit : units) wanted.push_back(units_.units()[unit]);
  auto outcome = units_.compile(wanted, cancel_);
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  std::map<std::size_t, const build::CompiledUnit*> compiled;
  for (const build::CompiledUnit& unit : outcome->compiled) compiled[unit.unit.command] = &unit;
  std::vector<std::optional<UnitFacts>> result;
  for (const build::Unit& unit : wanted) {
    const auto it = compiled.find(unit.command);
    if (it == compiled.end()) {
      result.emplace_back();
      continue;
    }
    auto facts = unpackFacts(it->second->facts);
    if (!facts) return std::unexpected(std::move(facts.error()).within(unit.id));
    result.emplace_back(std::move(*facts));
  }
  return result;
}

CompileOptions compileOptionsOf(const build::CompileCommand& command) {
  CompileOptions options = command.arguments;
  options.push_back(command.directory);
  std::ranges::sort(options);
  return options;
}

} // namespace beagle::ir
