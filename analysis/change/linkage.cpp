#include "analysis/change/linkage.h"

#include "analysis/support/text.h"

#include <algorithm>
#include <set>

namespace beagle::change {

namespace {

/// What a function or variable is to the linker, and where it is written; no name if it was not written.
struct Seen {
  Place place;
  std::string symbol;
  ir::Linkage linkage = ir::Linkage::External;
  const std::vector<std::string>* traits = nullptr;
};

std::string_view valueOf(const std::vector<std::string>& traits, std::string_view what) {
  for (const std::string& trait : traits)
    if (trait.starts_with(what)) return std::string_view(trait).substr(what.size());
  return {};
}

bool has(const Seen& seen, std::string_view trait) {
  return std::ranges::find(*seen.traits, trait) != seen.traits->end();
}

std::string visibilityOf(const Seen& seen) {
  return has(seen, "hidden") ? "hidden" : has(seen, "protected") ? "protected" : "default";
}

class LinkageComparison {
public:
  LinkageComparison(const Program& base, const Program& head) : base_(base), head_(head) {}

  std::vector<ChangedItem> run(const Pairing& pairing) {
    for (const FunctionPair& pair : pairing.functions)
      if (pair.base && pair.head && !pair.isReplaced)
        compare(functionAt(base_, *pair.base), functionAt(head_, *pair.head), pair.equal, true);
    for (const GlobalPair& pair : pairing.globals)
      if (pair.base && pair.head && !pair.isReplaced)
        compare(globalAt(base_, *pair.base), globalAt(head_, *pair.head), pair.equal, false);
    return std::move(rows_);
  }

private:
  static Seen functionAt(const Program& program, SymbolRef ref) {
    const ir::FunctionFacts& facts = program.function(ref.unit, ref.index);
    return seen(facts, program.units[ref.unit].facts.sources, facts.source);
  }
  static Seen globalAt(const Program& program, SymbolRef ref) {
    const ir::GlobalFacts& facts = program.global(ref.unit, ref.index);
    return seen(facts, program.units[ref.unit].facts.items, facts.item);
  }

  /// `at`: where it is written among those; below 0: nowhere.
  template <class Facts, class Written> static Seen seen(const Facts& facts, const Written& written, int at) {
    Seen result{{}, facts.symbol, facts.linkage, &facts.traits};
    if (at < 0) return result;
    const auto& row = written[static_cast<std::size_t>(at)];
    result.place = {row.name, row.file, row.line, row.endLine};
    return result;
  }

  void compare(const Seen& was, const Seen& is, bool equal, bool isFunction) {
    if (was.place.name.empty() || is.place.name.empty()) return;
    std::vector<std::string> said = differences(was, is, equal);
    if (said.empty()) return;
    ChangedItem row;
    row.kind = ir::Item::Kind::Symbol;
    row.base = was.place;
    row.head = is.place;
    row.sentence = support::join(said, ", ");
    if (isFunction) row.functions.insert(is.place.name);
    row.symbols.insert(is.symbol);
    // An inline function is in many units.
    if (seen_.insert({is.place.file, is.place.line, row.sentence}).second) rows_.push_back(std::move(row));
  }

  static std::vector<std::string> differences(const Seen& was, const Seen& is, bool equal) {
    using ir::Linkage;
    std::vector<std::string> said;
    constexpr std::string_view elsewhere = "defined elsewhere";
    if (has(was, elsewhere) != has(is, elsewhere))
      said.emplace_back(has(is, elsewhere)
                            ? "is `inline` without a definition of its own: calls may lead to another unit's"
                            : "has a definition of its own now: calls lead to it");
    else if (was.linkage != Linkage::Internal && is.linkage == Linkage::Internal)
      said.emplace_back("became `static`: other units do not see it any more");
    else if (was.linkage == Linkage::Internal && is.linkage != Linkage::Internal)
      said.emplace_back("is no longer `static`: other units see it now");
    // With other parameters a function has another name in any case.
    else if (was.symbol != is.symbol && was.place.name == is.place.name && was.linkage != Linkage::Internal && equal)
      said.push_back(fmt::format("its name for the linker was `{}` and is `{}`", was.symbol, is.symbol));
    if (has(was, "weak") != has(is, "weak"))
      said.emplace_back(has(is, "weak") ? "became weak: a definition elsewhere replaces it"
                                        : "is no longer weak: no definition elsewhere replaces it");
    if (visibilityOf(was) != visibilityOf(is))
      said.push_back(fmt::format("its visibility was {} and is {}", visibilityOf(was), visibilityOf(is)));
    const auto compareValues = [&](std::string_view trait, std::string_view noun) {
      const std::string_view before = valueOf(*was.traits, trait), after = valueOf(*is.traits, trait);
      if (before == after) return;
      const auto shown = [](std::string_view value) {
        return value.empty() ? std::string("the usual one") : fmt::format("`{}`", value);
      };
      said.push_back(fmt::format("its {} was {} and is {}", noun, shown(before), shown(after)));
    };
    compareValues("section ", "section");
    compareValues("aligned ", "alignment");
    return said;
  }

  const Program& base_;
  const Program& head_;
  std::vector<ChangedItem> rows_;
  std::set<std::tuple<std::string, std::uint32_t, std::string>> seen_;
};

} // namespace

std::vector<ChangedItem> linkageChanges(const Program& base, const Program& head, const Pairing& pairing) {
  return LinkageComparison(base, head).run(pairing);
}

} // namespace beagle::change
