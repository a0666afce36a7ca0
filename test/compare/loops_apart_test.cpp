#include "analysis/compare/code_places.h"
#include "analysis/compare/loops_apart.h"

#include <gmock/gmock.h>

namespace beagle::compare {
namespace {

using ir::Opcode;
using testing::IsEmpty;

/// while (n > 0) { n--; for each of `stores` pointers: p[n] = n; } with the comparison and the step that are given.
ir::Function down(std::uint32_t stores, Opcode comparison, std::uint64_t step, bool isRestrict) {
  ir::Function function;
  const ir::ScalarType number{ir::ScalarKind::Integer, 0, 32}, pointer{ir::ScalarKind::Pointer, 0, 64};
  constexpr ir::SlotIndex zero = 0, change = 1, n = 2, goesOn = 3, place = 4, pointers = 5;
  function.constants = {{.type = number, .bits = 0}, {.type = number, .bits = step}};
  function.parameters.push_back({.type = number, .slot = n});
  for (ir::SlotIndex p = 0; p < stores; ++p)
    function.parameters.push_back({.type = pointer, .slot = pointers + p, .isRestrict = isRestrict});
  function.slots = pointers + stores;
  function.locations.emplace_back();
  function.accesses.emplace_back();
  const auto add = [&](const std::vector<ir::Instruction>& code) {
    function.blocks.push_back(
        {static_cast<std::uint32_t>(function.code.size()), static_cast<std::uint32_t>(code.size()), true});
    function.code.insert(function.code.end(), code.begin(), code.end());
  };
  add({{.op = Opcode::Jump, .d = 1}});
  add({{.op = comparison, .width = 32, .d = goesOn, .a = zero, .b = n},
       {.op = Opcode::Branch, .a = goesOn, .b = 2, .c = 3}});
  function.sides = 2;
  std::vector<ir::Instruction> body{{.op = Opcode::Add, .width = 32, .d = n, .a = n, .b = change}};
  for (ir::SlotIndex p = 0; p < stores; ++p) {
    body.push_back({.op = Opcode::PointerIndex, .width = 32, .d = place, .a = pointers + p, .b = n, .c = 4});
    body.push_back({.op = Opcode::Store, .width = 32, .a = place, .b = n});
  }
  body.push_back({.op = Opcode::Jump, .d = 1});
  add(body);
  add({{.op = Opcode::Return}});
  return function;
}

constexpr std::uint64_t minusOne = 0xffff'ffff;

std::size_t loopsIn(const ir::Function& function) {
  std::size_t reached = 0;
  const BlockGraph graph(function);
  for (const auto& [first, blocks] : graph.loops()) reached += first >= 4 ? 1 : 0; // those that are new
  return reached;
}

TEST(LoopsApart, WhatCountsDownCountsUp) {
  for (const Opcode comparison : {Opcode::ULess, Opcode::SLess, Opcode::NotEqual}) {
    const auto apart = loopsApart(down(1, comparison, minusOne, false));
    ASSERT_TRUE(apart);
    EXPECT_THAT(ir::verify(*apart), IsEmpty());
    EXPECT_EQ(loopsIn(*apart), 1U);
  }
}

TEST(LoopsApart, EachStoreHasALoopOfItsOwn) {
  const auto apart = loopsApart(down(3, Opcode::ULess, minusOne, true));
  ASSERT_TRUE(apart);
  EXPECT_THAT(ir::verify(*apart), IsEmpty());
  EXPECT_EQ(loopsIn(*apart), 3U);
}

TEST(LoopsApart, WhatMayBeOneMemoryStaysTogether) { EXPECT_FALSE(loopsApart(down(2, Opcode::ULess, minusOne, false))); }

TEST(LoopsApart, OtherStepsAreLeftAlone) {
  EXPECT_FALSE(loopsApart(down(1, Opcode::ULess, minusOne - 1, false)));
  EXPECT_FALSE(loopsApart(down(1, Opcode::ULess, 1, false)));
  EXPECT_FALSE(loopsApart(down(1, Opcode::ULessEqual, minusOne, false))); // never ends
}

} // namespace
} // namespace beagle::compare
