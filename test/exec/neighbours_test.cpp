#include "analysis/exec/neighbours.h"

#include <gmock/gmock.h>

namespace beagle::exec {
namespace {

/// The array that each pointer leads into, when code uses the pairs as said.
struct Used {
  std::string one, other;
  PointerUse use = PointerUse::Less;
  std::int64_t fromOne = 0, fromOther = 0;
};

std::map<std::string, std::string> arrays(const std::vector<Used>& all) {
  Neighbours neighbours;
  const auto name = [](const std::string& path) {
    return ArrayName{nameOf(path), path.ends_with("room") ? ArrayName::Kind::Array : ArrayName::Kind::Pointer};
  };
  for (const Used& used : all)
    addNeighbours(neighbours, name(used.one), used.fromOne, name(used.other), used.fromOther, used.use);
  std::map<std::string, std::string> result;
  for (const auto& [pointer, inside] : insides(neighbours)) result.emplace(pointer, inside.array.path);
  return result;
}

using Arrays = std::map<std::string, std::string>;

TEST(Neighbours, WhatIsTakenOffBegins) {
  EXPECT_EQ(arrays({{"a", "b", PointerUse::Distance}}), (Arrays{{"a", "b"}}));
  EXPECT_EQ(arrays({{"b", "a", PointerUse::Distance}}), (Arrays{{"b", "a"}}));
}

TEST(Neighbours, WhatHasMovedForwardIsInFront) {
  EXPECT_EQ(arrays({{"a", "b", PointerUse::Less, 0, 4}}), (Arrays{{"a", "b"}})); // b + 4 > a
  EXPECT_EQ(arrays({{"a", "b", PointerUse::LessEqual, 4, 0}}), (Arrays{{"b", "a"}}));
  EXPECT_EQ(arrays({{"a", "b", PointerUse::LessEqual, 0, -1}}), (Arrays{{"b", "a"}})); // b - 1 >= a
}

TEST(Neighbours, NamesSaySomething) {
  EXPECT_EQ(arrays({{"s[0].end", "s[0].cur", PointerUse::LessEqual}}), (Arrays{{"s[].end", "s[].cur"}}));
  EXPECT_EQ(arrays({{"s[0].begin", "s[0].at"}}), (Arrays{{"s[].at", "s[].begin"}}));
}

TEST(Neighbours, AllThatGoTogetherHaveOneArray) {
  EXPECT_EQ(arrays({{"in[0].p", "in[0].end"}, {"in[0].p", "in[0].data", PointerUse::Distance}}),
            (Arrays{{"in[].end", "in[].data"}, {"in[].p", "in[].data"}}));
  EXPECT_EQ(arrays({{"r[0].rd", "r[0].wr"}, {"r[0].rd", "r[0].room"}}),
            (Arrays{{"r[].rd", "r[].room"}, {"r[].wr", "r[].room"}}));
}

TEST(Neighbours, WhatHasSomethingInFrontOfItBeginsNothing) {
  Neighbours neighbours;
  const ArrayName top{"s[].top"}, limit{"s[].limit"}, base{"s[].base"};
  addNeighbours(neighbours, top, 0, ownArray(top.path), 0, PointerUse::Equal);
  EXPECT_EQ(insides(neighbours).at(top.path).array, ownArray(top.path));
  addNeighbours(neighbours, top, 0, limit, 0, PointerUse::Less);
  EXPECT_EQ(insides(neighbours).at(top.path).array, ownArray(top.path));
  EXPECT_EQ(insides(neighbours).at(limit.path).array, ownArray(top.path));
  addNeighbours(neighbours, top, 0, base, 0, PointerUse::Distance);
  EXPECT_EQ(insides(neighbours).at(top.path).array, base);
  EXPECT_EQ(insides(neighbours).at(limit.path).array, base);
}

TEST(Neighbours, LooseOnesLeadAnywhere) {
  Neighbours neighbours;
  const ArrayName start{"start"}, min{"min"};
  addNeighbours(neighbours, min, 0, start, 0, PointerUse::Less);
  EXPECT_EQ(insides(neighbours).at("min").array, start);
  EXPECT_FALSE(loosen(neighbours, Loosened::Unsure));
  EXPECT_TRUE(loosen(neighbours, Loosened::All));
  EXPECT_EQ(insides(neighbours).at("min").array, ownArray("start"));
  EXPECT_EQ(insides(neighbours).at("start").array, ownArray("start"));
  EXPECT_FALSE(loosen(neighbours, Loosened::All));
}

TEST(Neighbours, ARecordIsAroundOnePointer) {
  Neighbours neighbours;
  addNeighbours(neighbours, {"n"}, 0, recordAround("n", "item", 8), 0, PointerUse::Equal);
  EXPECT_EQ(insides(neighbours).at("n").array, recordAround("n", "item", 8));
}

TEST(Neighbours, PathsBesideHaveTheSameNumbers) {
  EXPECT_EQ(nameOf("list[12].words[3].end"), "list[].words[].end");
  EXPECT_EQ(pathBeside("list[12].words[3].end", "list[].words[].begin"), "list[12].words[3].begin");
  EXPECT_EQ(pathBeside("list[12].end", "table[].begin"), "table[0].begin");
  EXPECT_EQ(pathBeside("list[12].end", "list[].rows[].begin"), "list[12].rows[0].begin");
  EXPECT_EQ(pathBeside("now", "t[].stamp"), "t[0].stamp");
}

} // namespace
} // namespace beagle::exec
