#include "test/ir/compiled_units.h"

#include <gmock/gmock.h>

namespace beagle::ir {
namespace {

using testing::ElementsAre;

std::shared_ptr<const Program> linkBoth(const std::vector<std::string>& project,
                                        const std::vector<std::string>& runtime) {
  std::vector<std::shared_ptr<BitcodeModule>> units, library;
  std::vector<BitcodeArchive::Member> members;
  for (std::size_t i = 0; i < project.size(); ++i) units.push_back(compileText(project[i], fmt::format("unit{}.c", i)));
  for (std::size_t i = 0; i < runtime.size(); ++i)
    library.push_back(compileText(runtime[i], fmt::format("runtime{}.c", i)));
  for (const std::shared_ptr<BitcodeModule>& unit : library) members.push_back({unit->name(), unit->bytes()});
  const auto archive = BitcodeArchive::of(std::move(members));
  EXPECT_TRUE(archive) << archive.error().str();
  auto program = Program::link(units, archive->get());
  EXPECT_TRUE(program) << program.error().str();
  return program ? *program : nullptr;
}

const FunctionInfo& infoOf(const Program& program, std::string_view name) {
  return program.functions()[program.find(name).value()];
}

TEST(RuntimeLink, OnlyUnitsThatAreNeeded) {
  const auto program = linkBoth({"int one(void); int f(void) { return one(); }"},
                                {"int two(void); int one(void) { return two(); }", "int two(void) { return 2; }",
                                 "int three(void) { return 3; }"});
  EXPECT_TRUE(infoOf(*program, "one").isRuntime);
  EXPECT_TRUE(infoOf(*program, "two").isDefined);
  EXPECT_FALSE(infoOf(*program, "f").isRuntime);
  EXPECT_FALSE(program->find("three"));
}

TEST(RuntimeLink, WhatRunsAtTheEndNeedsItsRegistration) {
  // It is found in the body of a function whose name the compiler might have made.
  const auto program =
      linkBoth({"static void help(void) {} __attribute__((destructor)) void _GLOBAL__end(void) { help(); }"},
               {"int atexit(void (*function)(void)) { return function != 0; }"});
  EXPECT_TRUE(program->find("atexit"));
}

TEST(RuntimeLink, TheProjectsDefinitionWinsEvenWhenWeak) {
  const auto program = linkBoth({"__attribute__((weak)) int one(void) { return 7; } int two(void);"
                                 "int f(void) { return one() + two(); }"},
                                {"int one(void) { return 1; } int two(void) { return one(); }"});
  EXPECT_EQ(infoOf(*program, "one").unit, "unit0.c");
  EXPECT_FALSE(infoOf(*program, "one").isRuntime);
  EXPECT_THAT(calledBy(*program, "f"), ElementsAre("one", "two"));
  // The runtime goes on using its own.
  EXPECT_THAT(calledBy(*program, "two"), ElementsAre("one@runtime0.c"));
}

TEST(RuntimeLink, WhatTheRuntimeLacksComesFromTheProject) {
  const auto program = linkBoth({"int one(void); void *take(void) { return 0; } int f(void) { return one(); }"},
                                {"void *take(void); int one(void) { return take() != 0; }"});
  EXPECT_THAT(calledBy(*program, "one"), ElementsAre("take"));
  EXPECT_EQ(infoOf(*program, "take").unit, "unit0.c");
}

TEST(RuntimeLink, InternalNamesOfTheRuntimeTakeNone) {
  const auto program =
      linkBoth({"int one(void); static int count; static int help(void) { return ++count; }"
                "int f(void) { return one() + help(); }"},
               {"static int count; static int help(void) { return ++count; } int one(void) { return help(); }"});
  EXPECT_THAT(calledBy(*program, "f"), ElementsAre("one", "help"));
  EXPECT_THAT(calledBy(*program, "one"), ElementsAre("help@runtime0.c"));
  const auto own = program->findGlobal("count"), runtime = program->findGlobal("count@runtime0.c");
  ASSERT_TRUE(own && runtime);
  EXPECT_FALSE(program->globals()[*own].isRuntime);
  EXPECT_TRUE(program->globals()[*runtime].isRuntime);
}

} // namespace
} // namespace beagle::ir
