#include "analysis/change/reached_code.h"

#include <gtest/gtest.h>

namespace beagle::change {
namespace {

struct Code {
  std::string symbol, digest;
  std::vector<std::string> symbols;
};

Program programOf(const std::vector<Code>& functions, const std::vector<Code>& globals = {}) {
  LoadedUnit unit;
  for (const Code& code : functions) {
    ir::FunctionFacts facts;
    facts.symbol = code.symbol, facts.digest = code.digest, facts.symbols = code.symbols;
    unit.facts.functions.push_back(facts);
  }
  for (const Code& code : globals) {
    ir::GlobalFacts facts;
    facts.symbol = code.symbol, facts.digest = code.digest, facts.symbols = code.symbols;
    unit.facts.globals.push_back(facts);
  }
  return {{unit}, {}};
}

std::string changeBehind(const Program& base, const Program& head, const std::string& symbol) {
  return ReachedCode(base, head).changeBehind(symbol);
}

TEST(ReachedCode, IsAnotherChangeWithMoreOfIt) {
  const Program base = programOf({{"f", "1", {"g", "table"}}, {"g", "1", {"f"}}, {"h", "1", {}}}, {{"table", "1", {}}});
  const Program one = programOf({{"f", "2", {"g", "table"}}, {"g", "1", {"f"}}, {"h", "1", {}}}, {{"table", "1", {}}});
  const Program two = programOf({{"f", "2", {"g", "table"}}, {"g", "2", {"f"}}, {"h", "1", {}}}, {{"table", "1", {}}});
  const Program values =
      programOf({{"f", "2", {"g", "table"}}, {"g", "1", {"f"}}, {"h", "1", {}}}, {{"table", "2", {}}});
  const std::string change = changeBehind(base, one, "f");
  EXPECT_EQ(changeBehind(base, one, "f"), change);
  EXPECT_NE(changeBehind(base, two, "f"), change);
  EXPECT_NE(changeBehind(base, values, "f"), change);
  EXPECT_NE(changeBehind(one, base, "f"), change) << "the way back";
}

TEST(ReachedCode, IsTheSameWithWhatItDoesNotLeadTo) {
  const Program base = programOf({{"f", "1", {"g"}}, {"g", "1", {}}, {"h", "1", {}}});
  const Program one = programOf({{"f", "2", {"g"}}, {"g", "1", {}}, {"h", "1", {}}});
  const Program more = programOf({{"f", "2", {"g"}}, {"g", "1", {}}, {"h", "2", {}}, {"k", "1", {}}});
  EXPECT_EQ(changeBehind(base, more, "f"), changeBehind(base, one, "f"));
  EXPECT_NE(changeBehind(base, more, "h"), changeBehind(base, one, "f"));
}

TEST(ReachedCode, LeadsToWhatItsUnitMeans) {
  const auto programWith = [](const std::string& own, const std::string& others) {
    Program program;
    for (const std::string& digest : {own, others}) {
      LoadedUnit unit;
      for (const std::string& symbol : std::vector<std::string>{digest == own ? "f" : "g", "helper"}) {
        ir::FunctionFacts facts;
        facts.symbol = symbol, facts.digest = symbol == "helper" ? digest : "1";
        if (symbol == "helper") facts.linkage = ir::Linkage::Internal;
        else facts.symbols = {"helper"};
        unit.facts.functions.push_back(facts);
      }
      program.units.push_back(unit);
    }
    return program;
  };
  const Program base = programWith("own 1", "others 1");
  const std::string change = changeBehind(base, programWith("own 2", "others 1"), "f");
  EXPECT_EQ(changeBehind(base, programWith("own 2", "others 2"), "f"), change);
  EXPECT_NE(changeBehind(base, programWith("own 3", "others 1"), "f"), change);
}

TEST(ReachedCode, CountsAllWhereNothingElseIsKnown) {
  const Program base = programOf({{"f", "1", {"elsewhere"}}, {"g", "1", {}}});
  const Program one = programOf({{"f", "1", {"elsewhere"}}, {"g", "2", {}}});
  const Program two = programOf({{"f", "1", {"elsewhere"}}, {"g", "3", {}}});
  EXPECT_NE(changeBehind(base, one, "f"), changeBehind(base, two, "f"));
}

} // namespace
} // namespace beagle::change
