#include "analysis/change/pairing.h"

#include "analysis/change/field_order_changes.h"
#include "analysis/change/promise_changes.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

namespace beagle::change {

namespace {

using ir::FunctionFacts;
using ir::GlobalFacts;

/// Removes the digits behind each occurrence of a mark.
void dropDigitsAfter(std::string& text, std::string_view mark) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
    at += mark.size();
    std::size_t end = at;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    text.erase(at, end - at);
  }
}

/// The symbol without the numbers by which the compiler tells lambdas, unnamed types and static locals apart.
std::string withoutNumbers(const std::string& symbol) {
  if (symbol.starts_with("_Z") && (symbol.find("Ul") != std::string::npos || symbol.find("Ut") != std::string::npos ||
                                   symbol.find("$_") != std::string::npos)) {
    // Whether "Ul" is a lambda or a part of somebody's name, only the demangler knows.
    std::string name = llvm::demangle(symbol);
    for (const std::string_view mark : {"'lambda", "'unnamed", "$_"}) dropDigitsAfter(name, mark);
    if (name.find("'lambda") != std::string::npos || name.find("'unnamed") != std::string::npos ||
        name.find("$_") != std::string::npos)
      return name;
  }
  const std::size_t dot = symbol.rfind('.');
  const bool numbered = dot != std::string::npos && dot + 1 < symbol.size() &&
                        symbol.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return numbered ? symbol.substr(0, dot) : symbol;
}

/// Code of libraries has no source of ours: such a function is what its symbol says, nothing else.
bool mayBeTheSame(const FunctionFacts& before, const FunctionFacts& after) {
  return before.source >= 0 && after.source >= 0;
}
bool mayBeTheSame(const GlobalFacts&, const GlobalFacts&) { return true; }

/// The offsets of a record's fields, by name.
std::map<std::string_view, std::string_view> fieldOffsets(const ir::Item& record) {
  std::map<std::string_view, std::string_view> offsets;
  for (const std::string_view part : record.parts) { // "x@0:int"
    const std::size_t at = part.find('@');
    if (at != std::string_view::npos)
      offsets.emplace(part.substr(0, at), part.substr(at + 1, part.find(':', at) - at - 1));
  }
  return offsets;
}

/// Whether the code may be the same because it reaches another member where the one that it reached before was.
bool reachesOtherMembers(const ir::UnitFacts& base, const ir::WrittenFunction& was, const ir::UnitFacts& head,
                         const ir::WrittenFunction& is) {
  if (was.templateMembers != is.templateMembers) return true; // where those lie, nobody says
  if (was.members == is.members) return false;
  std::map<std::string_view, const ir::Item*> records;
  for (const std::uint32_t use : was.uses)
    if (base.items[use].kind == ir::Item::Kind::Type) records.emplace(base.items[use].name, &base.items[use]);
  return std::ranges::any_of(is.uses, [&](std::uint32_t use) {
    const ir::Item& now = head.items[use];
    const auto before = now.kind == ir::Item::Kind::Type ? records.find(now.name) : records.end();
    if (before == records.end() || before->second->digest == now.digest) return false;
    const auto offsets = fieldOffsets(*before->second);
    return std::ranges::any_of(fieldOffsets(now), [&](const auto& field) {
      const auto old = offsets.find(field.first);
      return old != offsets.end() && old->second != field.second;
    });
  });
}

/// Beyond its code: what the source promises, and where it goes by the names and the order of fields.
bool sameMeaning(const ir::UnitFacts& base, const FunctionFacts& before, const ir::UnitFacts& head,
                 const FunctionFacts& after) {
  if (!sameOrders(before.orders, after.orders)) return false;
  if (before.source < 0 || after.source < 0) return true;
  const ir::WrittenFunction& was = base.sources[static_cast<std::size_t>(before.source)];
  const ir::WrittenFunction& is = head.sources[static_cast<std::size_t>(after.source)];
  return sameOrders(was.orders, is.orders) && samePromises({base, was}, {head, is}) &&
         !reachesOtherMembers(base, was, head, is);
}

bool sameMeaning(const ir::UnitFacts& base, const GlobalFacts& before, const ir::UnitFacts& head,
                 const GlobalFacts& after) {
  if (before.item < 0 || after.item < 0) return true;
  return sameOrders(base.items[static_cast<std::size_t>(before.item)].orders,
                    head.items[static_cast<std::size_t>(after.item)].orders);
}

/// The two kinds of symbols, looked at alike.
template <class Facts> const std::vector<Facts>& symbolsOf(const ir::UnitFacts& facts);
template <> const std::vector<FunctionFacts>& symbolsOf(const ir::UnitFacts& facts) { return facts.functions; }
template <> const std::vector<GlobalFacts>& symbolsOf(const ir::UnitFacts& facts) { return facts.globals; }

template <class Facts> const Facts& at(const Program& program, SymbolRef ref) {
  return symbolsOf<Facts>(program.units[ref.unit].facts)[ref.index];
}

const std::string& writtenIn(const LoadedUnit& unit, const FunctionFacts& facts) {
  return facts.source < 0 ? unit.file : unit.facts.sources[static_cast<std::size_t>(facts.source)].file;
}
const std::string& writtenIn(const LoadedUnit& unit, const GlobalFacts&) { return unit.file; }

/// One is part of the build, and the other one is not.
bool areApart(const Program& program, SymbolRef ref, const Program& other, SymbolRef otherRef) {
  return program.units[ref.unit].isBorrowed != other.units[otherRef.unit].isBorrowed;
}

/// Whether one program cannot have both definitions, though they have one name: they are written in two files.
template <class Facts>
bool areOfTwoPrograms(const Program& program, SymbolRef ref, const Program& other, SymbolRef otherRef) {
  if (areApart(program, ref, other, otherRef)) return true;
  const Facts& facts = at<Facts>(program, ref);
  const Facts& otherFacts = at<Facts>(other, otherRef);
  return facts.linkage == ir::Linkage::External && otherFacts.linkage == ir::Linkage::External &&
         writtenIn(program.units[ref.unit], facts) != writtenIn(other.units[otherRef.unit], otherFacts);
}

class SymbolPairer {
public:
  SymbolPairer(const Program& base, const Program& head, const std::vector<UnitPair>& units)
      : base_(base), head_(head), units_(units) {
    noteShared(base, sharedInBase_);
    noteShared(head, sharedInHead_);
  }

  Pairing run() {
    for (const UnitPair& unit : units_) {
      pairWithin<FunctionFacts>(unit, functions_);
      pairWithin<GlobalFacts>(unit, globals_);
    }
    pairMoved<FunctionFacts>(functions_);
    pairMoved<GlobalFacts>(globals_);
    noteRenames();
    // Each round can make callers equal whose callees were renamed in the round before.
    for (unsigned round = 0; round < 8 && pairRenamed(); ++round) noteRenames();
    return finish();
  }

private:
  template <class Facts> struct Open {
    std::vector<std::pair<SymbolRef, SymbolRef>> pairs;
    std::vector<SymbolRef> removed, added;
    std::vector<std::pair<SymbolRef, SymbolRef>> replaced; ///< by a definition that wins over the other one
  };

  template <class Facts> void pairWithin(const UnitPair& unit, Open<Facts>& open) {
    std::map<std::string, std::pair<std::vector<SymbolRef>, std::vector<SymbolRef>>> groups;
    auto gather = [&](const Program& program, const std::optional<std::size_t>& number, bool isBase) {
      if (!number) return;
      const auto& symbols = symbolsOf<Facts>(program.units[*number].facts);
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        auto& group = groups[withoutNumbers(symbols[i].symbol)];
        (isBase ? group.first : group.second).push_back({*number, i});
      }
    };
    gather(base_, unit.base, true);
    gather(head_, unit.head, false);
    for (auto& [name, group] : groups) pairGroup(group.first, group.second, open);
  }

  /// Symbols that differ at most in their numbers: equal code first, then equal shape, then their order.
  template <class Facts>
  void pairGroup(std::vector<SymbolRef>& before, std::vector<SymbolRef>& after, Open<Facts>& open) {
    auto take = [&](auto&& same) {
      for (auto b = before.begin(); b != before.end();) {
        const auto a = std::ranges::find_if(
            after, [&](SymbolRef ref) { return same(at<Facts>(base_, *b), at<Facts>(head_, ref)); });
        if (a == after.end()) {
          ++b;
          continue;
        }
        open.pairs.emplace_back(*b, *a);
        after.erase(a);
        b = before.erase(b);
      }
    };
    if (before.size() == 1 && after.size() == 1 &&
        at<Facts>(base_, before[0]).symbol == at<Facts>(head_, after[0]).symbol) {
      open.pairs.emplace_back(before[0], after[0]);
      return;
    }
    take([](const Facts& b, const Facts& a) { return b.digest == a.digest && b.symbol == a.symbol; });
    take([](const Facts& b, const Facts& a) { return b.digest == a.digest; });
    take([](const Facts& b, const Facts& a) { return b.shape == a.shape; });
    take([](const Facts& b, const Facts& a) { return mayBeTheSame(b, a); });
    open.removed.insert(open.removed.end(), before.begin(), before.end());
    open.added.insert(open.added.end(), after.begin(), after.end());
  }

  /// The same symbol in another unit. What other units of that version still have is not gone.
  template <class Facts> void pairMoved(Open<Facts>& open) {
    std::map<std::string, std::vector<SymbolRef>> inBase, inHead;
    for (const auto& [b, a] : open.pairs) {
      if (at<Facts>(base_, b).linkage != ir::Linkage::Internal) inBase[at<Facts>(base_, b).symbol].push_back(b);
      if (at<Facts>(head_, a).linkage != ir::Linkage::Internal) inHead[at<Facts>(head_, a).symbol].push_back(a);
    }
    const auto amongThose = [](const Program& program, SymbolRef ref, const Program& other,
                               const std::map<std::string, std::vector<SymbolRef>>& known) -> std::optional<SymbolRef> {
      const auto same = known.find(at<Facts>(program, ref).symbol);
      if (at<Facts>(program, ref).linkage == ir::Linkage::Internal || same == known.end()) return std::nullopt;
      const auto it = std::ranges::find_if(
          same->second, [&](SymbolRef left) { return !areOfTwoPrograms<Facts>(program, ref, other, left); });
      return it == same->second.end() ? std::nullopt : std::optional(*it);
    };
    // Made to be replaced, unlike an inline function, of which all definitions are alike.
    const auto winsOver = [](const Facts& facts, const Facts& other) {
      return !ir::isMadeWeak(facts.traits) && ir::isMadeWeak(other.traits);
    };
    std::map<std::string, std::vector<SymbolRef>> arrivals;
    for (const SymbolRef a : open.added) arrivals[at<Facts>(head_, a).symbol].push_back(a);
    std::set<SymbolRef> gone, come;
    for (const SymbolRef b : open.removed) {
      const Facts& facts = at<Facts>(base_, b);
      if (const auto left = amongThose(base_, b, head_, inHead)) {
        gone.insert(b);
        if (winsOver(facts, at<Facts>(head_, *left))) open.replaced.emplace_back(b, *left);
        continue;
      }
      const auto it = arrivals.find(facts.symbol);
      if (it == arrivals.end() || it->second.empty()) continue;
      const auto mayCome = [&](SymbolRef a) { return !areApart(base_, b, head_, a); };
      auto best = std::ranges::find_if(
          it->second, [&](SymbolRef a) { return mayCome(a) && at<Facts>(head_, a).digest == facts.digest; });
      if (best == it->second.end()) best = std::ranges::find_if(it->second, mayCome);
      if (best == it->second.end()) continue;
      open.pairs.emplace_back(b, *best);
      gone.insert(b);
      come.insert(*best);
      if (facts.linkage == ir::Linkage::Internal || it->second.size() > 1) it->second.erase(best);
    }
    for (const SymbolRef a : open.added) {
      const auto before = amongThose(head_, a, base_, inBase);
      if (!before) continue;
      come.insert(a);
      if (winsOver(at<Facts>(head_, a), at<Facts>(base_, *before))) open.replaced.emplace_back(*before, a);
    }
    std::erase_if(open.removed, [&](SymbolRef ref) { return gone.contains(ref); });
    std::erase_if(open.added, [&](SymbolRef ref) { return come.contains(ref); });
  }

  static void noteShared(const Program& program, std::set<std::string>& shared) {
    for (const LoadedUnit& unit : program.units) {
      for (const FunctionFacts& function : unit.facts.functions)
        if (function.linkage != ir::Linkage::Internal) shared.insert(function.symbol);
      for (const GlobalFacts& global : unit.facts.globals)
        if (global.linkage != ir::Linkage::Internal) shared.insert(global.symbol);
    }
  }

  /// An internal name is one unit's own. A name of the whole program is a new one only if no unit of head has the
  /// old one any more, and no unit of base had the new one.
  template <class Facts> void noteRenamesOf(const Open<Facts>& open) {
    for (const auto& [b, a] : open.pairs) {
      const Facts& before = at<Facts>(base_, b);
      const Facts& after = at<Facts>(head_, a);
      if (before.symbol == after.symbol) continue;
      if (before.linkage == ir::Linkage::Internal) internalRenamed_.try_emplace({b.unit, before.symbol}, after.symbol);
      else if (!sharedInHead_.contains(before.symbol) && !sharedInBase_.contains(after.symbol))
        renamed_.try_emplace(before.symbol, after.symbol);
    }
  }

  void noteRenames() {
    noteRenamesOf(functions_);
    noteRenamesOf(globals_);
  }

  [[nodiscard]] bool sameSymbol(std::size_t unit, const std::string& before, const std::string& after) const {
    if (const auto own = internalRenamed_.find({unit, before}); own != internalRenamed_.end())
      return own->second == after;
    const auto it = renamed_.find(before);
    return (it == renamed_.end() ? before : it->second) == after;
  }

  template <class Facts> [[nodiscard]] bool equal(SymbolRef b, SymbolRef a) const {
    return equalCode<Facts>(b, a) &&
           sameMeaning(base_.units[b.unit].facts, at<Facts>(base_, b), head_.units[a.unit].facts, at<Facts>(head_, a));
  }

  template <class Facts> [[nodiscard]] bool equalCode(SymbolRef b, SymbolRef a) const {
    const Facts& before = at<Facts>(base_, b);
    const Facts& after = at<Facts>(head_, a);
    if (renamed_.empty() && internalRenamed_.empty() && before.symbol == after.symbol)
      return before.digest == after.digest;
    const auto keepsItsName = [&](const std::string& symbol) { return sameSymbol(b.unit, symbol, symbol); };
    if (before.digest == after.digest && before.symbol == after.symbol &&
        std::ranges::all_of(before.symbols, keepsItsName))
      return true;
    return before.shape == after.shape &&
           std::ranges::equal(before.symbols, after.symbols, [&](const std::string& from, const std::string& to) {
             // A function that calls itself is still itself under its new name.
             return (from == before.symbol && to == after.symbol) || sameSymbol(b.unit, from, to);
           });
  }

  /// A removed and an added symbol with equal code. First those that equal users name in the same place, then
  /// those that are each other's only match.
  bool pairRenamed() {
    const bool functions = pairByUse(functions_), globals = pairByUse(globals_);
    return functions || globals || pairByName() || pairByShape(functions_);
  }

  /// The only function of its name on either side, in the same file: its parameters' types changed, and with
  /// them its symbol.
  bool pairByName() {
    using Name = std::pair<std::string, std::string>;
    auto named = [](const Program& program, const std::vector<SymbolRef>& refs) {
      std::map<Name, std::vector<SymbolRef>> names;
      for (const SymbolRef ref : refs) {
        const FunctionFacts& facts = at<FunctionFacts>(program, ref);
        if (facts.source < 0 || !facts.instance.empty()) continue;
        const ir::WrittenFunction& source =
            program.units[ref.unit].facts.sources[static_cast<std::size_t>(facts.source)];
        names[{source.name, program.units[ref.unit].id}].push_back(ref);
      }
      return names;
    };
    const auto before = named(base_, functions_.removed);
    const auto after = named(head_, functions_.added);
    // One that is still written is not the other one, though no code is made of it any more; unless it is that one,
    // whose parameters' types are only called what they were.
    const auto sourceOf = [](const Program& program, SymbolRef ref) -> const ir::WrittenFunction& {
      return program.units[ref.unit].facts.sources[static_cast<std::size_t>(at<FunctionFacts>(program, ref).source)];
    };
    const auto isWrittenIn = [&](const Program& program, SymbolRef other, const Program& own, SymbolRef ref) {
      return std::ranges::any_of(program.units, [&](const LoadedUnit& unit) {
        return unit.id == own.units[ref.unit].id &&
               std::ranges::any_of(unit.facts.sources, [&](const ir::WrittenFunction& source) {
                 return &source != &sourceOf(program, other) && source.signature == sourceOf(own, ref).signature;
               });
      });
    };
    std::set<std::pair<SymbolRef, SymbolRef>> found;
    for (const auto& [name, refs] : before) {
      const auto it = after.find(name);
      if (it == after.end() || refs.size() != 1 || it->second.size() != 1) continue;
      const SymbolRef one = refs.front(), other = it->second.front();
      if (!isWrittenIn(head_, other, base_, one) && !isWrittenIn(base_, one, head_, other)) found.emplace(one, other);
    }
    return accept(functions_, found);
  }

  template <class Facts> bool pairByUse(Open<Facts>& open) {
    std::map<std::string, SymbolRef> removed, added;
    for (const SymbolRef ref : open.removed) removed.try_emplace(at<Facts>(base_, ref).symbol, ref);
    for (const SymbolRef ref : open.added) added.try_emplace(at<Facts>(head_, ref).symbol, ref);
    if (removed.empty() || added.empty()) return false;
    std::set<std::pair<SymbolRef, SymbolRef>> found;
    for (const auto& [b, a] : functions_.pairs) {
      const FunctionFacts& before = at<FunctionFacts>(base_, b);
      const FunctionFacts& after = at<FunctionFacts>(head_, a);
      if (before.shape != after.shape || before.symbols.size() != after.symbols.size()) continue;
      for (std::size_t i = 0; i < before.symbols.size(); ++i) {
        if (before.symbols[i] == after.symbols[i]) continue;
        const auto from = removed.find(before.symbols[i]);
        const auto to = added.find(after.symbols[i]);
        if (from == removed.end() || to == added.end()) continue;
        if (!mayBeTheSame(at<Facts>(base_, from->second), at<Facts>(head_, to->second))) continue;
        if (!equal<Facts>(from->second, to->second)) continue;
        found.emplace(from->second, to->second);
        removed.erase(from);
        added.erase(to);
      }
    }
    return accept(open, found);
  }

  template <class Facts> bool pairByShape(Open<Facts>& open) {
    std::map<std::string, std::vector<SymbolRef>> byShape;
    for (const SymbolRef ref : open.added) byShape[at<Facts>(head_, ref).shape].push_back(ref);
    std::set<std::pair<SymbolRef, SymbolRef>> found;
    for (const SymbolRef ref : open.removed) {
      const Facts& before = at<Facts>(base_, ref);
      if (!worthMatching(before)) continue;
      const auto it = byShape.find(before.shape);
      if (it == byShape.end()) continue;
      const auto match = std::ranges::find_if(
          it->second, [&](SymbolRef a) { return mayBeTheSame(before, at<Facts>(head_, a)) && equal<Facts>(ref, a); });
      if (match == it->second.end()) continue;
      found.emplace(ref, *match);
      it->second.erase(match);
    }
    return accept(open, found);
  }

  /// `return 0;` has the shape of too many functions to say that two of them are one.
  static bool worthMatching(const FunctionFacts& facts) { return facts.instructions >= 4; }

  template <class Facts> bool accept(Open<Facts>& open, const std::set<std::pair<SymbolRef, SymbolRef>>& found) {
    for (const auto& [b, a] : found) {
      open.pairs.emplace_back(b, a);
      std::erase(open.removed, b);
      std::erase(open.added, a);
    }
    return !found.empty();
  }

  template <class Facts, class Pair> void finishKind(const Open<Facts>& open, std::vector<Pair>& pairs) {
    for (const auto& [b, a] : open.pairs) pairs.push_back({b, a, equal<Facts>(b, a), false});
    for (const auto& [b, a] : open.replaced) pairs.push_back({b, a, equal<Facts>(b, a), true});
    for (const SymbolRef b : open.removed) pairs.push_back({b, std::nullopt, false, false});
    for (const SymbolRef a : open.added) pairs.push_back({std::nullopt, a, false, false});
  }

  Pairing finish() {
    Pairing result;
    finishKind(functions_, result.functions);
    finishKind(globals_, result.globals);
    findUsersOfMade(result);
    return result;
  }

  /// A function is not the same if it calls, directly or through code of libraries, a member that the compiler makes
  /// and that goes by an order of fields which changed: nobody wrote that member.
  void findUsersOfMade(Pairing& result) const {
    std::map<SymbolRef, std::pair<SymbolRef, SymbolRef>> made; // by the one in head
    for (const FunctionPair& pair : result.functions)
      if (pair.base && pair.head && isMade(head_, *pair.head) &&
          !sameOrders(at<FunctionFacts>(base_, *pair.base).orders, at<FunctionFacts>(head_, *pair.head).orders))
        made.try_emplace(*pair.head, *pair.base, *pair.head);
    if (made.empty()) return;
    std::map<std::size_t, std::map<std::string, std::size_t>> madeIn; // by unit of head: symbols that nobody wrote
    for (const auto& [ref, unused] : made) madeIn.try_emplace(ref.unit);
    for (auto& [unit, symbols] : madeIn) {
      const std::vector<FunctionFacts>& functions = head_.units[unit].facts.functions;
      for (std::size_t i = 0; i < functions.size(); ++i)
        if (functions[i].source < 0) symbols.emplace(functions[i].symbol, i);
    }
    for (FunctionPair& pair : result.functions) {
      if (!pair.equal || !pair.head || isMade(head_, *pair.head)) continue;
      const auto symbols = madeIn.find(pair.head->unit);
      if (symbols == madeIn.end()) continue;
      std::set<std::size_t> seen;
      std::vector<std::size_t> open{pair.head->index};
      while (!open.empty() && pair.equal) {
        const std::size_t index = open.back();
        open.pop_back();
        for (const std::string& symbol : head_.function(pair.head->unit, index).symbols) {
          const auto it = symbols->second.find(symbol);
          if (it == symbols->second.end() || !seen.insert(it->second).second) continue;
          open.push_back(it->second);
          const auto changed = made.find({pair.head->unit, it->second});
          if (changed == made.end()) continue;
          pair.through = changed->second;
          pair.equal = false;
        }
      }
    }
  }

  static bool isMade(const Program& program, SymbolRef ref) { return program.function(ref.unit, ref.index).source < 0; }

  const Program& base_;
  const Program& head_;
  const std::vector<UnitPair>& units_;
  Open<FunctionFacts> functions_;
  Open<GlobalFacts> globals_;
  std::set<std::string> sharedInBase_, sharedInHead_; ///< names that belong to the program
  std::map<std::string, std::string> renamed_;
  std::map<std::pair<std::size_t, std::string>, std::string> internalRenamed_; ///< by unit of base
};

} // namespace

Pairing pairSymbols(const Program& base, const Program& head, const std::vector<UnitPair>& units) {
  return SymbolPairer(base, head, units).run();
}

} // namespace beagle::change
