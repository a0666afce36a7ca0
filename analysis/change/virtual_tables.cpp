#include "analysis/change/virtual_tables.h"

#include "analysis/change/symbol_map.h"
#include "analysis/support/text.h"

#include <llvm/Demangle/Demangle.h>

namespace beagle::change {

namespace {

/// "non-virtual thunk to ns::D::f(int) const" is for callers "f(int) const".
std::string calledAs(const std::string& symbol) {
  std::string name = llvm::demangle(symbol);
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '(' && depth == 0 && name.compare(i, 11, "(anonymous ") != 0) break;
    if (c == '<' || c == '(') ++depth;
    else if ((c == '>' || c == ')') && depth > 0) --depth;
    else if (depth == 0 && name.compare(i, 2, "::") == 0) begin = i + 2;
  }
  name.erase(0, begin);
  return name.starts_with('~') ? "~()" : name;
}

std::string withoutParameters(const std::string& name) {
  const std::size_t at = name.rfind('(');
  return at == std::string::npos || at == 0 ? name : name.substr(0, at);
}

/// The functions that a table leads to, by what they are called as.
std::map<std::string, std::string> slotsOf(const ir::GlobalFacts& table) {
  std::map<std::string, std::string> slots;
  for (const std::string& symbol : table.symbols)
    if (symbol.starts_with("_Z") && !symbol.starts_with("_ZT") && !symbol.starts_with("_ZGV"))
      slots.try_emplace(calledAs(symbol), symbol);
  return slots;
}

Place placeOfClass(const Program& program, std::size_t unit, const std::string& name) {
  for (const ir::Item& item : program.units[unit].facts.items)
    if (item.kind == ir::Item::Kind::Type && item.name == name) return {item.name, item.file, item.line, item.endLine};
  return {name, program.units[unit].file, 0, 0};
}

} // namespace

std::vector<ChangedItem> virtualTableChanges(const Program& base, const Program& head, const Pairing& pairing) {
  constexpr std::string_view prefix = "vtable for ";
  const SymbolMap names(base, head, pairing);
  std::map<std::string, ChangedItem> rows; // a table may be in many units
  for (const GlobalPair& pair : pairing.globals) {
    if (!pair.base || !pair.head || pair.equal) continue;
    const ir::GlobalFacts& before = base.global(pair.base->unit, pair.base->index);
    const ir::GlobalFacts& after = head.global(pair.head->unit, pair.head->index);
    const std::string title = llvm::demangle(after.symbol);
    if (!before.symbol.starts_with("_ZTV") || !title.starts_with(prefix) || rows.contains(after.symbol)) continue;
    const std::map<std::string, std::string> slots = slotsOf(after);
    std::vector<std::string> said;
    for (const auto& [name, symbol] : slotsOf(before)) {
      const auto it = slots.find(name);
      if (it == slots.end() || names.inHead(pair.base->unit, symbol) == it->second) continue;
      said.push_back(fmt::format("virtual function `{}` was `{}` and is `{}`", withoutParameters(name),
                                 withoutParameters(llvm::demangle(symbol)),
                                 withoutParameters(llvm::demangle(it->second))));
    }
    if (said.empty()) continue;
    ChangedItem& row = rows[after.symbol];
    row.kind = ir::Item::Kind::Slots;
    row.base = placeOfClass(base, pair.base->unit, llvm::demangle(before.symbol).substr(prefix.size()));
    row.head = placeOfClass(head, pair.head->unit, title.substr(prefix.size()));
    row.sentence = support::join(said, ", ");
    row.symbols.insert(after.symbol);
  }
  std::vector<ChangedItem> result;
  for (auto& [symbol, row] : rows) result.push_back(std::move(row));
  return result;
}

} // namespace beagle::change
