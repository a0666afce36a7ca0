#include "analysis/ir/symbol_index.h"
#include "analysis/ir/unit_closure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Units made of symbol lists; counts what is compiled.
class FakeUnits final : public UnitSource {
public:
  struct Unit {
    std::set<std::string> words;
    UnitFacts facts;
    bool compiles = true;
    std::set<std::string> seems; ///< to define these
    bool isAlone = false;
    std::size_t options = 0; ///< how unlike units are is told by this
  };
  std::vector<Unit> units;
  std::set<std::size_t> compiled;

  std::size_t count() const override { return units.size(); }
  bool mentions(std::size_t unit, std::string_view word) override {
    return units[unit].words.contains(std::string(word));
  }
  bool isAlone(std::size_t unit) const override { return units[unit].isAlone; }
  std::size_t unlikeness(std::size_t unit, std::size_t other) override {
    return std::max(units[unit].options, units[other].options) - std::min(units[unit].options, units[other].options);
  }
  bool seemsToDefine(std::size_t unit, std::string_view word) override {
    return units[unit].seems.contains(std::string(word));
  }
  support::Result<std::vector<std::optional<UnitFacts>>> facts(const std::vector<std::size_t>& wanted) override {
    std::vector<std::optional<UnitFacts>> result;
    for (const std::size_t unit : wanted) {
      compiled.insert(unit);
      result.push_back(units[unit].compiles ? std::optional(units[unit].facts) : std::nullopt);
    }
    return result;
  }

  void add(std::set<std::string> words, std::vector<FunctionFacts> functions, std::vector<GlobalFacts> globals = {}) {
    Unit unit{.words = std::move(words)};
    for (const FunctionFacts& row : functions) unit.seems.insert(row.symbol);
    unit.facts.functions = std::move(functions);
    unit.facts.globals = std::move(globals);
    units.push_back(std::move(unit));
  }
};

FunctionFacts function(std::string symbol, Linkage linkage, std::vector<std::string> uses = {}) {
  FunctionFacts facts;
  facts.symbol = std::move(symbol);
  facts.linkage = linkage;
  facts.symbols = std::move(uses);
  return facts;
}

TEST(SymbolIndex, WhatAUnitThatIsAloneDefinesIsItsOwn) {
  FakeUnits units;
  units.add({"wait", "turn"}, {function("turn", Linkage::External, {"wait"})});
  units.add({"wait"}, {function("wait", Linkage::External)});
  units.add({"wait", "other"}, {function("wait", Linkage::External), function("other", Linkage::External, {"wait"})});
  units.units[2].isAlone = true;
  SymbolIndex index(units);
  ASSERT_TRUE(index.load({2})); // known first
  const auto found = index.nearDefinitionsOf({{0, "wait"}}, 10);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at({0, "wait"}).unit, 1U);
  const auto all = index.definitionsOf("wait");
  ASSERT_TRUE(all);
  EXPECT_THAT(*all, ElementsAre(Definition{1, true, Linkage::External}));
  const auto own = index.lookUp(2, "wait");
  ASSERT_TRUE(own);
  EXPECT_THAT(*own, ElementsAre(Definition{2, true, Linkage::External}));
  const auto callers = index.nearReferrersOf(2, "wait", 10);
  ASSERT_TRUE(callers);
  EXPECT_THAT(*callers, ElementsAre(std::pair(std::size_t{2}, std::string("other"))));
}

TEST(SymbolIndex, CompilesOnlyUnitsThatNameTheSymbol) {
  FakeUnits units;
  units.add({"parse", "main"}, {function("main", Linkage::External, {"parse"})});
  units.add({"parse"}, {function("parse", Linkage::External)});
  units.add({"draw"}, {function("draw", Linkage::External)});
  SymbolIndex index(units);
  const auto definitions = index.definitionsOf("parse");
  ASSERT_TRUE(definitions);
  EXPECT_THAT(*definitions, ElementsAre(Definition{1, true, Linkage::External}));
  EXPECT_THAT(*index.usersOf("parse"), ElementsAre(0U));
  EXPECT_THAT(units.compiled, ElementsAre(0U, 1U));
}

TEST(SymbolIndex, APastedNameIsFoundByCompilingTheRest) {
  FakeUnits units;
  units.add({"op_add"}, {function("run", Linkage::External, {"op_add"})});
  units.add({"DEFINE_OP", "add"}, {function("op_add", Linkage::External)}); // DEFINE_OP(add)
  SymbolIndex index(units);
  EXPECT_THAT(*index.definitionsOf("op_add"), ElementsAre(Definition{1, true, Linkage::External}));
  EXPECT_THAT(*index.definitionsOf("nowhere"), IsEmpty());
}

TEST(SymbolIndex, AStaticHidesTheProgramsSymbolInItsUnitOnly) {
  FakeUnits units;
  units.add({"helper"}, {function("helper", Linkage::Internal), function("a", Linkage::External, {"helper"})});
  units.add({"helper"}, {function("helper", Linkage::External)});
  units.add({"helper"}, {function("c", Linkage::External, {"helper"})});
  SymbolIndex index(units);
  EXPECT_THAT(*index.lookUp(0, "helper"), ElementsAre(Definition{0, true, Linkage::Internal}));
  EXPECT_THAT(*index.lookUp(2, "helper"), ElementsAre(Definition{1, true, Linkage::External}));
  EXPECT_THAT(*index.usersOf("helper"), ElementsAre(2U));
}

TEST(SymbolIndex, ReferrersAreFunctionsThatMeanIt) {
  FakeUnits units;
  units.add({"helper"}, {function("helper", Linkage::Internal), function("a", Linkage::External, {"helper"})});
  units.add({"helper"}, {function("helper", Linkage::External), function("b", Linkage::External, {"helper", "b"})});
  units.add({"helper"}, {function("c", Linkage::Internal, {"helper"}), function("d", Linkage::External, {"c"})});
  units.add({"draw"}, {function("draw", Linkage::External)});
  using Referrer = std::pair<std::size_t, std::string>;
  SymbolIndex index(units);
  EXPECT_THAT(*index.nearReferrersOf(0, "helper", 8), ElementsAre(Referrer(0, "a"))) << "its own one";
  EXPECT_THAT(units.compiled, ElementsAre(0U));
  EXPECT_THAT(*index.nearReferrersOf(1, "helper", 8), ElementsAre(Referrer(1, "b"), Referrer(2, "c")));
  EXPECT_THAT(*index.nearReferrersOf(2, "c", 8), ElementsAre(Referrer(2, "d")));
  EXPECT_TRUE(index.isInternal(2, "c"));
  EXPECT_FALSE(index.isInternal(2, "d"));
  EXPECT_THAT(units.compiled, ElementsAre(0U, 1U, 2U));
}

TEST(SymbolIndex, ReferrersInFarUnitsAreLeftOut) {
  FakeUnits units;
  units.add({"f"}, {function("f", Linkage::External)});
  for (int i = 0; i < 3; ++i) units.add({"f"}, {function("g", Linkage::Internal, {"f"})});
  SymbolIndex index(units);
  EXPECT_EQ(index.nearReferrersOf(0, "f", 2)->size(), 2U);
  EXPECT_THAT(units.compiled, ElementsAre(0U, 1U, 2U));
}

TEST(SymbolIndex, AWeakSymbolHasOneDefinitionPerUnit) {
  FakeUnits units;
  units.add({"max"}, {function("_Z3maxii", Linkage::Weak)});
  units.add({"max"}, {function("_Z3maxii", Linkage::Weak)});
  SymbolIndex index(units);
  EXPECT_EQ(index.definitionsOf("_Z3maxii")->size(), 2U);
}

TEST(SymbolIndex, AUnitThatDoesNotCompileDefinesNothing) {
  FakeUnits units;
  units.add({"f"}, {function("f", Linkage::External)});
  units.units[0].compiles = false;
  SymbolIndex index(units);
  EXPECT_THAT(*index.definitionsOf("f"), IsEmpty());
}

TEST(SourceWord, IsWhatTheSourceWouldWrite) {
  EXPECT_EQ(sourceWordOf("parse"), "parse");
  EXPECT_EQ(sourceWordOf("_ZN3cfg5parseEPKc"), "parse");
  EXPECT_EQ(sourceWordOf("_ZN6WidgetD1Ev"), "Widget");
  EXPECT_EQ(sourceWordOf("_ZN12_GLOBAL__N_16hiddenEi"), "hidden");
  EXPECT_EQ(sourceWordOf("_ZTV6Widget"), "Widget");
  EXPECT_EQ(sourceWordOf("_ZplRK3VecS1_"), "operator");
  EXPECT_EQ(sourceWordOf("_Z5maxOfIiET_S0_S0_"), "maxOf");
  EXPECT_EQ(sourceWordOf("count.2"), "count");
}

TEST(UnitClosure, TakesTheUnitsThatAnEntryReaches) {
  FakeUnits units;
  units.add({"a", "b", "printf"},
            {function("a", Linkage::External, {"own", "printf"}), function("own", Linkage::Internal, {"b"}),
             function("other", Linkage::External, {"d"})});
  units.add({"b", "c"}, {function("b", Linkage::External, {"c", "missing"})});
  units.add({"c"}, {function("c", Linkage::External)});
  units.add({"d", "missing"}, {function("d", Linkage::External)});
  units.add({"printf"}, {function("printf", Linkage::External)});
  SymbolIndex index(units);
  const auto provided = [](const std::string& symbol) { return symbol == "printf"; };
  const auto closure = unitsReachedFrom(index, {{0, "a"}}, provided, 10);
  ASSERT_TRUE(closure);
  EXPECT_TRUE(closure->isWhole);
  EXPECT_THAT(closure->units, ElementsAre(0U, 1U, 2U)) << "nothing reached calls `d`; the engine has printf itself";
}

TEST(UnitClosure, TakesTheUnitsThatAreCompiledMostLikeThoseThatUseThem) {
  FakeUnits units;
  for (std::size_t way = 0; way < 20; ++way) { // of one source
    units.add({"f"}, {function("f", Linkage::External)});
    units.units.back().options = way;
  }
  units.add({"a", "f"}, {function("a", Linkage::External, {"f"})});
  units.units.back().options = 12;
  units.add({"b", "f"}, {function("b", Linkage::External, {"f"})});
  units.units.back().options = 100;
  SymbolIndex index(units);
  const auto provided = [](const std::string&) { return false; };
  EXPECT_THAT(unitsReachedFrom(index, {{20, "a"}}, provided, 10)->units, ElementsAre(12U, 20U));
  EXPECT_THAT(unitsReachedFrom(index, {{20, "a"}, {21, "b"}}, provided, 10)->units, ElementsAre(12U, 19U, 20U, 21U));
  EXPECT_THAT(units.compiled, ElementsAre(12U, 19U, 20U, 21U)) << "nothing else was looked at";
  EXPECT_THAT(*index.nearReferrersOf(12, "f", 0), ElementsAre(std::pair(20U, "a")));
}

TEST(UnitClosure, StopsAtTheNearestUnits) {
  FakeUnits units;
  units.add({"a", "b"}, {function("a", Linkage::External, {"b"})});
  units.add({"b", "c"}, {function("b", Linkage::External, {"c"})});
  units.add({"c"}, {function("c", Linkage::External)});
  SymbolIndex index(units);
  const auto closure = unitsReachedFrom(index, {{0, "a"}}, [](const std::string&) { return false; }, 2);
  ASSERT_TRUE(closure);
  EXPECT_FALSE(closure->isWhole);
  EXPECT_THAT(closure->units, ElementsAre(0U, 1U));
  EXPECT_THAT(units.compiled, ElementsAre(0U, 1U));
}

TEST(UnitClosure, TheTypeOfAClassIsWhereItsMembersAre) {
  FakeUnits units;
  units.add({"f", "Error"}, {function("f", Linkage::External, {"_ZTI5Error"})});
  for (int i = 0; i < 20; ++i) units.add({"Error"}, {}); // they include its header
  GlobalFacts type;
  type.symbol = "_ZTI5Error";
  units.add({"Error"}, {function("_ZNK5Error4whatEv", Linkage::External)}, {type});
  units.units.back().seems = {"what", "Error::"};
  SymbolIndex index(units);
  const auto closure = unitsReachedFrom(index, {{0, "f"}}, [](const std::string&) { return false; }, 10);
  ASSERT_TRUE(closure);
  EXPECT_THAT(closure->units, ElementsAre(0U, 21U));
}

TEST(UnitClosure, AUnitThatDoesNotCompileIsLeftOut) {
  FakeUnits units;
  units.add({"a", "b"}, {function("a", Linkage::External, {"b"})});
  units.add({"b"}, {function("b", Linkage::External)});
  units.units[1].compiles = false;
  SymbolIndex index(units);
  const auto closure = unitsReachedFrom(index, {{0, "a"}}, [](const std::string&) { return false; }, 10);
  ASSERT_TRUE(closure);
  EXPECT_THAT(closure->units, ElementsAre(0U));
}

} // namespace
} // namespace beagle::ir
