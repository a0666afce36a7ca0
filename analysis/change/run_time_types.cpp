#include "analysis/change/run_time_types.h"

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
  if (!name.starts_with('~')) return name;
  return symbol.find("D0Ev") == std::string::npos ? "~()" : "~() delete";
}

std::string withoutParameters(const std::string& name) {
  const std::size_t at = name.rfind('(');
  return at == std::string::npos || at == 0 ? name : name.substr(0, at);
}

/// The functions that a table leads to, in their order.
std::vector<std::string> functionsOf(const ir::GlobalFacts& table) {
  std::vector<std::string> functions;
  for (const std::string& symbol : table.symbols)
    if (symbol.starts_with("_Z") && !symbol.starts_with("_ZT") && !symbol.starts_with("_ZGV"))
      functions.push_back(symbol);
  return functions;
}

std::string shown(const std::string& symbol) { return withoutParameters(llvm::demangle(symbol)); }

/// Another function for callers who name it, or for those who go by its place in the table.
std::vector<std::string> otherTargets(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::map<std::string, std::string> byName;
  for (const std::string& symbol : after) byName.try_emplace(calledAs(symbol), symbol);
  std::vector<std::string> said;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string name = withoutParameters(calledAs(before[i]));
    const auto named = byName.find(calledAs(before[i]));
    const bool isThere = i < after.size() && withoutParameters(calledAs(after[i])) == name;
    const std::string& is = named != byName.end() && named->second != before[i] ? named->second
                            : isThere                                           ? after[i]
                                                                                : before[i];
    if (is != before[i])
      said.push_back(fmt::format("virtual function `{}` was `{}` and is `{}`", name, shown(before[i]), shown(is)));
  }
  return said;
}

Place placeOfClass(const Program& program, std::size_t unit, const std::string& name) {
  for (const ir::Item& item : program.units[unit].facts.items)
    if (item.kind == ir::Item::Kind::Type && item.name == name) return {item.name, item.file, item.line, item.endLine};
  return {name, program.units[unit].file, 0, 0};
}

} // namespace

std::vector<ChangedItem> runTimeTypeChanges(const Program& base, const Program& head, const Pairing& pairing) {
  constexpr std::string_view table = "vtable for ", information = "typeinfo for ";
  const SymbolMap names(base, head, pairing);
  std::map<std::string, ChangedItem> rows; // a table may be in many units
  for (const GlobalPair& pair : pairing.globals) {
    if (!pair.base || !pair.head || pair.equal) continue;
    const ir::GlobalFacts& before = base.global(pair.base->unit, pair.base->index);
    const ir::GlobalFacts& after = head.global(pair.head->unit, pair.head->index);
    const std::string title = llvm::demangle(after.symbol), oldTitle = llvm::demangle(before.symbol);
    std::vector<std::string> said;
    std::size_t prefix = table.size();
    if (rows.contains(after.symbol)) continue;
    if (title.starts_with(table) && oldTitle.starts_with(table)) {
      std::vector<std::string> old = functionsOf(before);
      for (std::string& symbol : old) symbol = names.inHead(pair.base->unit, symbol);
      said = otherTargets(old, functionsOf(after));
    } else if (title.starts_with(information) && oldTitle.starts_with(information)) {
      prefix = information.size();
      said.emplace_back("exceptions and casts see other base classes of it");
    }
    if (said.empty()) continue;
    ChangedItem& row = rows[after.symbol];
    row.kind = ir::Item::Kind::RunTimeType;
    row.base = placeOfClass(base, pair.base->unit, oldTitle.substr(prefix));
    row.head = placeOfClass(head, pair.head->unit, title.substr(prefix));
    row.sentence = support::join(said, ", ");
    row.symbols.insert(after.symbol);
  }
  std::vector<ChangedItem> result;
  for (auto& [symbol, row] : rows) result.push_back(std::move(row));
  return result;
}

} // namespace beagle::change
