#include "analysis/ir/symbol_index.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace beagle::ir {

using support::Result;

std::string sourceWordOf(const std::string& symbol) {
  std::string name = symbol;
  if (symbol.starts_with("_Z")) {
    name = llvm::demangle(symbol);
    for (const std::string_view special : {"vtable for ", "typeinfo for ", "typeinfo name for ", "VTT for ",
                                           "guard variable for ", "non-virtual thunk to ", "virtual thunk to "})
      if (name.starts_with(special)) name.erase(0, special.size());
    // The name ends where its parameters or template arguments begin, and begins after its last scope.
    std::size_t depth = 0, begin = 0, end = name.size();
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '<' || name[i] == '(') {
        if (depth++ == 0 && name.compare(i, 11, "(anonymous ") != 0) end = std::min(end, i);
      } else if (name[i] == '>' || name[i] == ')') {
        if (depth > 0) --depth;
      } else if (depth == 0 && name.compare(i, 2, "::") == 0) {
        begin = i + 2;
        end = name.size();
      }
    }
    name = name.substr(begin, end - begin);
    if (const std::size_t space = name.rfind(' '); space != std::string::npos && !name.starts_with("operator"))
      name.erase(0, space + 1);
  }
  // "~Widget" is written with the class's name; "operator+" with the keyword; "table.2" without its number.
  std::size_t begin = 0;
  while (begin < name.size() && !(std::isalnum(static_cast<unsigned char>(name[begin])) || name[begin] == '_')) ++begin;
  std::size_t end = begin;
  while (end < name.size() &&
         (std::isalnum(static_cast<unsigned char>(name[end])) || name[end] == '_' || name[end] == '$'))
    ++end;
  return name.substr(begin, end - begin);
}

void SymbolIndex::add(std::size_t unit, const UnitFacts& facts) {
  auto addAll = [&](const auto& symbols, bool isFunction) {
    for (const auto& row : symbols) {
      const Definition definition{unit, isFunction, row.linkage};
      if (row.linkage == Linkage::Internal || units_.isAlone(unit)) internal_[{unit, row.symbol}] = definition;
      else definitions_[row.symbol].push_back(definition);
    }
  };
  addAll(facts.functions, true);
  addAll(facts.globals, false);
  auto addUses = [&](const auto& symbols) {
    for (const auto& row : symbols) {
      uses_[{unit, row.symbol}] = row.symbols;
      for (const std::string& used : row.symbols)
        if (!internal_.contains({unit, used})) users_[used].insert(unit);
    }
  };
  addUses(facts.functions);
  addUses(facts.globals);
  for (const StartStep& step : facts.start)
    if (!step.isAtEnd) start_[unit].push_back(step.function);
}

bool SymbolIndex::isSharedFunction(std::size_t unit, const std::string& symbol) const {
  const auto found = definitions_.find(symbol);
  return found != definitions_.end() && std::ranges::any_of(found->second, [&](const Definition& definition) {
           return definition.unit == unit && definition.isFunction;
         });
}

Result<void> SymbolIndex::load(const std::vector<std::size_t>& units) {
  std::vector<std::size_t> missing;
  for (const std::size_t unit : units)
    if (!loaded_.contains(unit)) missing.push_back(unit);
  if (missing.empty()) return {};
  auto facts = units_.facts(missing);
  if (!facts) return std::unexpected(std::move(facts.error()));
  for (std::size_t i = 0; i < missing.size(); ++i) {
    loaded_.insert(missing[i]);
    start_[missing[i]] = {};
    if ((*facts)[i]) add(missing[i], *(*facts)[i]);
  }
  return {};
}

Result<void> SymbolIndex::loadMentioning(const std::string& symbol) {
  const std::string word = sourceWordOf(symbol);
  if (!searched_.insert(word).second) return {};
  std::vector<std::size_t> candidates;
  for (std::size_t unit = 0; unit < units_.count(); ++unit)
    if (!loaded_.contains(unit) && units_.mentions(unit, word)) candidates.push_back(unit);
  return load(candidates);
}

Result<std::vector<Definition>> SymbolIndex::definitionsOf(const std::string& symbol) {
  if (auto done = loadMentioning(symbol); !done) return std::unexpected(std::move(done.error()));
  if (!definitions_.contains(symbol)) {
    std::vector<std::size_t> all;
    for (std::size_t unit = 0; unit < units_.count(); ++unit) all.push_back(unit);
    if (auto done = load(all); !done) return std::unexpected(std::move(done.error()));
  }
  const auto it = definitions_.find(symbol);
  return it == definitions_.end() ? std::vector<Definition>{} : it->second;
}

const Definition* SymbolIndex::nearest(const Use& use) {
  const auto it = definitions_.find(use.second);
  if (it == definitions_.end()) return nullptr;
  const Definition* found = &it->second.front();
  if (it->second.size() == 1 || found->linkage != Linkage::External) return found;
  std::size_t least = units_.unlikeness(use.first, found->unit);
  for (const Definition& definition : it->second) {
    if (least == 0) break;
    if (definition.linkage != Linkage::External) continue;
    if (const std::size_t unlike = units_.unlikeness(use.first, definition.unit); unlike < least)
      found = &definition, least = unlike;
  }
  return found;
}

const std::vector<std::size_t>& SymbolIndex::seemingToDefine(const std::string& symbol) {
  const auto [it, isNew] = seeming_.try_emplace(symbol);
  if (!isNew) return it->second;
  const std::string word = sourceWordOf(symbol);
  const bool isClass = symbol.starts_with("_ZT"); // its tables are where its members are
  for (std::size_t unit = 0; unit < units_.count(); ++unit)
    if (units_.seemsToDefine(unit, word) || (isClass && units_.seemsToDefine(unit, word + "::")))
      it->second.push_back(unit);
  return it->second;
}

constexpr std::size_t few = 8;

std::vector<std::size_t> SymbolIndex::nearerThanKnown(const Use& use) {
  const Definition* known = nearest(use);
  std::size_t enough = known ? units_.unlikeness(use.first, known->unit) : std::numeric_limits<std::size_t>::max();
  if (enough == 0) return {};
  std::vector<std::pair<std::size_t, std::size_t>> found; // with how unlike they are
  std::size_t least = enough;
  for (const std::size_t unit : seemingToDefine(use.second)) {
    if (loaded_.contains(unit)) continue;
    const std::size_t unlike = units_.unlikeness(use.first, unit);
    if (unlike >= enough) continue;
    found.emplace_back(unlike, unit);
    least = std::min(least, unlike);
  }
  if (known || found.size() > few) std::erase_if(found, [&](const auto& unit) { return unit.first != least; });
  std::vector<std::size_t> units;
  if (found.size() <= few)
    for (const auto& [unlike, unit] : found) units.push_back(unit);
  return units;
}

Result<std::map<SymbolIndex::Use, Definition>> SymbolIndex::nearDefinitionsOf(const std::set<Use>& uses,
                                                                              std::size_t most) {
  const std::size_t before = loaded_.size();
  const auto loadSome = [&](const std::set<std::size_t>& candidates) {
    std::vector<std::size_t> chosen(candidates.begin(), candidates.end());
    const std::size_t left = most - std::min(most, loaded_.size() - before);
    if (chosen.size() > left) chosen.resize(left);
    return load(chosen);
  };
  std::set<std::size_t> candidates;
  for (const Use& use : uses)
    for (const std::size_t unit : nearerThanKnown(use)) candidates.insert(unit);
  if (auto done = loadSome(candidates); !done) return std::unexpected(std::move(done.error()));
  candidates.clear();
  std::set<std::string> symbols;
  for (const Use& use : uses) symbols.insert(use.second);
  for (const std::string& symbol : symbols) {
    if (definitions_.contains(symbol)) continue;
    const std::string word = sourceWordOf(symbol);
    std::set<std::size_t> own;
    for (std::size_t unit = 0; unit < units_.count() && own.size() <= few; ++unit)
      if (!loaded_.contains(unit) && units_.mentions(unit, word)) own.insert(unit);
    if (own.size() <= few) candidates.merge(own);
  }
  if (auto done = loadSome(candidates); !done) return std::unexpected(std::move(done.error()));
  std::map<Use, Definition> found;
  for (const Use& use : uses)
    if (const Definition* definition = nearest(use)) found.emplace(use, *definition);
  return found;
}

const std::vector<std::string>& SymbolIndex::usesOf(std::size_t unit, const std::string& symbol) const {
  static const std::vector<std::string> nothing;
  const auto it = uses_.find({unit, symbol});
  return it == uses_.end() ? nothing : it->second;
}

Result<std::vector<Definition>> SymbolIndex::lookUp(std::size_t unit, const std::string& symbol) {
  if (auto done = load({unit}); !done) return std::unexpected(std::move(done.error()));
  if (const auto it = internal_.find({unit, symbol}); it != internal_.end()) return std::vector<Definition>{it->second};
  return definitionsOf(symbol);
}

Result<std::vector<std::size_t>> SymbolIndex::usersOf(const std::string& symbol) {
  if (auto done = loadMentioning(symbol); !done) return std::unexpected(std::move(done.error()));
  const auto it = users_.find(symbol);
  if (it == users_.end()) return std::vector<std::size_t>{};
  return std::vector<std::size_t>(it->second.begin(), it->second.end());
}

Result<std::vector<std::pair<std::size_t, std::string>>>
SymbolIndex::nearReferrersOf(std::size_t unit, const std::string& symbol, std::size_t most) {
  if (auto done = load({unit}); !done) return std::unexpected(std::move(done.error()));
  std::set<std::size_t> units{unit};
  if (!isInternal(unit, symbol)) {
    const std::string word = sourceWordOf(symbol);
    std::vector<std::size_t> more;
    for (std::size_t other = 0; other < units_.count() && more.size() < most; ++other)
      if (!loaded_.contains(other) && units_.mentions(other, word)) more.push_back(other);
    if (auto done = load(more); !done) return std::unexpected(std::move(done.error()));
    if (const auto users = users_.find(symbol); users != users_.end())
      units.insert(users->second.begin(), users->second.end());
  }
  const auto meansAnother = [&](std::size_t user) {
    const Definition* meant = nearest({user, symbol});
    return meant && units_.unlikeness(user, meant->unit) < units_.unlikeness(user, unit);
  };
  std::vector<std::pair<std::size_t, std::string>> referrers;
  for (const std::size_t user : units) {
    if (user != unit && meansAnother(user)) continue;
    for (auto it = uses_.lower_bound({user, ""}); it != uses_.end() && it->first.first == user; ++it)
      if (std::ranges::find(it->second, symbol) != it->second.end()) referrers.push_back(it->first);
  }
  return referrers;
}

std::vector<std::size_t> SymbolIndex::unitsThatMayDefineWeakly(const std::string& symbol, bool isFunction) {
  const std::string word = sourceWordOf(symbol);
  std::vector<std::size_t> found;
  for (std::size_t unit = 0; unit < units_.count(); ++unit)
    if ((isFunction ? units_.seemsToDefine(unit, word) : units_.mentions(unit, word)) &&
        (units_.mentions(unit, "weak") || units_.mentions(unit, "__weak__")))
      found.push_back(unit);
  return found;
}

} // namespace beagle::ir
