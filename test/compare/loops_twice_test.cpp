#include "analysis/compare/code_places.h"
#include "analysis/compare/loops_twice.h"

#include <gmock/gmock.h>

namespace beagle::compare {
namespace {

using ir::Opcode;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// while (x < n) x = x + n; while (y < x) y = y + n; return y; with nothing between the loops.
ir::Function neighbours() {
  ir::Function function;
  const ir::ScalarType number{ir::ScalarKind::Integer, 0, 32};
  constexpr ir::SlotIndex n = 0, x = 1, y = 2, less = 3;
  for (const ir::SlotIndex slot : {n, x, y}) function.parameters.push_back({.type = number, .slot = slot});
  function.slots = 4;
  function.results = {number};
  function.operands = {y};
  function.locations.emplace_back();
  const auto add = [&](std::vector<ir::Instruction> code) {
    function.blocks.push_back(
        {static_cast<std::uint32_t>(function.code.size()), static_cast<std::uint32_t>(code.size()), true});
    function.code.insert(function.code.end(), code.begin(), code.end());
  };
  add({{.op = Opcode::Jump, .d = 1}});
  add({{.op = Opcode::ULess, .width = 32, .d = less, .a = x, .b = n},
       {.op = Opcode::Branch, .a = less, .b = 2, .c = 3}});
  add({{.op = Opcode::Add, .width = 32, .d = x, .a = x, .b = n}, {.op = Opcode::Jump, .d = 1}});
  add({{.op = Opcode::ULess, .width = 32, .d = less, .a = y, .b = x},
       {.op = Opcode::Branch, .a = less, .b = 4, .c = 5}});
  add({{.op = Opcode::Add, .width = 32, .d = y, .a = y, .b = n}, {.op = Opcode::Jump, .d = 3}});
  add({{.op = Opcode::Return, .b = 0, .c = 1}});
  return function;
}

TEST(LoopsTwice, BothLoopsBeginWithTheirFirstRunWhereverOneComesFrom) {
  const auto twice = loopsTwice(neighbours());
  ASSERT_TRUE(twice);
  EXPECT_THAT(ir::verify(twice->function), IsEmpty());
  ASSERT_EQ(twice->behind.size(), 2U); // one exit each
  const BlockGraph graph(twice->function);
  const ir::BlockIndex between = twice->behind.begin()->first, last = twice->behind.rbegin()->first;
  const auto ofFirst = graph.targets(between)[0] == 1 ? between : last;
  const auto ofSecond = ofFirst == between ? last : between;
  EXPECT_THAT(graph.sources(1), UnorderedElementsAre(2, ofFirst));
  EXPECT_THAT(graph.sources(3), UnorderedElementsAre(4, ofSecond));
  EXPECT_EQ(graph.loops().size(), 4U);
}

TEST(LoopsTwice, WhatBothRunsCameToIsTheSameBehindThem) {
  const auto twice = loopsTwice(neighbours());
  ASSERT_TRUE(twice);
  std::vector<ir::SlotIndex> known;
  for (const auto& [at, pairs] : twice->same)
    for (const auto& [slot, copy] : pairs) known.push_back(slot);
  EXPECT_THAT(known, UnorderedElementsAre(1, 2)); // x is read by the second loop, y is returned
}

TEST(LoopsTwice, WhatWritesMemoryRunsOnce) {
  ir::Function function = neighbours();
  for (ir::Instruction& i : function.code)
    if (i.op == Opcode::Add) i = {.op = Opcode::Store, .width = 32, .a = 0, .b = 1};
  EXPECT_FALSE(loopsTwice(function));
}

TEST(LoopsTwice, WithAPromiseTheSecondRunIsNotLeftOut) {
  ir::Function function = neighbours();
  for (ir::Instruction& i : function.code)
    if (i.op == Opcode::Add) i.extra = ir::NoSignedWrap;
  const auto twice = loopsTwice(function);
  ASSERT_TRUE(twice);
  EXPECT_THAT(twice->behind, IsEmpty());
}

} // namespace
} // namespace beagle::compare
