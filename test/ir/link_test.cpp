#include "analysis/ir/export.h"
#include "test/ir/compiled_units.h"

#include <gmock/gmock.h>

#include <thread>

namespace beagle::ir {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::shared_ptr<const Program> linkTexts(const std::vector<std::string>& texts) {
  std::vector<std::shared_ptr<BitcodeModule>> units;
  for (std::size_t i = 0; i < texts.size(); ++i) units.push_back(compileText(texts[i], fmt::format("unit{}.c", i)));
  return linked(units);
}

TEST(Link, BindsACallToTheUnitThatDefines) {
  const auto program = linkTexts({"int f(int); int g(void) { return f(1); }", "int f(int x) { return x; }"});
  const auto f = program->find("f");
  ASSERT_TRUE(f);
  EXPECT_TRUE(program->functions()[*f].isDefined);
  EXPECT_EQ(program->functions()[*f].unit, "unit1.c");
  EXPECT_EQ(bodyOf(*program, "g").calls.at(0).function, *f);
  EXPECT_EQ(program->file(program->functions()[*f].location.file), "unit1.c");
}

TEST(Link, AStrongDefinitionWins) {
  const auto program = linkTexts(
      {"__attribute__((weak)) int f(void) { return 1; } int g(void) { return f(); }", "int f(void) { return 2; }"});
  EXPECT_EQ(program->functions()[*program->find("f")].unit, "unit1.c");
}

TEST(Link, UnitsOfSeveralProgramsGoWithTheirOwnDefinitions) {
  const auto program =
      linkTexts({"int n = 1; int f(void) { return n; } int a(void) { return f(); } int main(void) { return a(); }",
                 "int n = 2; int f(void) { return n; } int b(void) { return f(); } int main(void) { return b(); }",
                 "int f(void); int c(void) { return f(); }"});
  EXPECT_THAT(calledBy(*program, "a"), ElementsAre("f"));
  EXPECT_THAT(calledBy(*program, "b"), ElementsAre("f@unit1.c"));
  EXPECT_THAT(calledBy(*program, "c"), ElementsAre("f"));
  EXPECT_THAT(calledBy(*program, "main@unit1.c"), ElementsAre("b"));
  EXPECT_EQ(program->functions()[*program->find("f")].unit, "unit0.c");
  EXPECT_TRUE(program->functions()[*program->find("main@unit1.c")].isMain);
  EXPECT_TRUE(program->findGlobal("n@unit1.c"));
}

TEST(Link, OfSeveralDefinitionsAUnitMeansThatOfTheUnitThatIsCompiledMostLikeIt) {
  const auto compiled = [](const std::string& text, const std::string& name, CompileOptions options) {
    auto module = BitcodeModule::open(compileText(text)->bytes(), name, std::move(options));
    return std::make_shared<BitcodeModule>(std::move(*module));
  };
  const std::string definition = "int n; int f(void) { return n; }", use = "extern int n; int f(void); ";
  const auto program = linked({compiled(definition, "f1.c", {"-DA"}), compiled(definition, "f2.c", {"-DA", "-DB"}),
                               compiled(use + "int a(void) { return f(); }", "a.c", {"-DA"}),
                               compiled(use + "int b(void) { return n + f(); }", "b.c", {"-DA", "-DB", "-DC"}),
                               compiled(use + "int c(void) { return f(); }", "c.c", {"-DC"})});
  EXPECT_THAT(calledBy(*program, "a"), ElementsAre("f"));
  EXPECT_THAT(calledBy(*program, "b"), ElementsAre("f@f2.c"));
  EXPECT_THAT(calledBy(*program, "c"), ElementsAre("f"));
  EXPECT_THAT(symbolsApart(*program, 3), ElementsAre(Pair("f", 1U), Pair("n", 1U)));
  EXPECT_THAT(symbolsApart(*program, 1), ElementsAre(Pair("f", 1U), Pair("n", 1U)));
  EXPECT_THAT(symbolsApart(*program, 2), IsEmpty());
}

TEST(Link, AFunctionThatIsAloneWithItsNameCanGoByItsUnitToo) {
  const std::vector units{compileText("static int f(void) { return 1; } int g(void) { return f(); }", "a.c")};
  EXPECT_THAT(calledBy(**Program::link(units), "g"), ElementsAre("f"));
  const auto apart = Program::link(units, nullptr, {.apart = {"f"}, .runtime = {}});
  EXPECT_THAT(calledBy(**apart, "g"), ElementsAre("f@a.c"));
  EXPECT_THAT((*apart)->likeness().apart, ElementsAre("f"));
}

TEST(Link, InternalNamesStayApart) {
  const auto program = linkTexts({"static int n = 1; static int f(void) { return n; } int a(void) { return f(); }",
                                  "static int n = 2; static int f(void) { return n; } int b(void) { return f(); }"});
  EXPECT_THAT(calledBy(*program, "a"), ElementsAre("f@unit0.c"));
  EXPECT_THAT(calledBy(*program, "b"), ElementsAre("f@unit1.c"));
  EXPECT_FALSE(program->find("f"));
  EXPECT_TRUE(program->findGlobal("n@unit1.c"));
  EXPECT_FALSE(program->findGlobal("n"));
}

TEST(Link, AliasesAreFollowed) {
  const auto program =
      linkTexts({"int real(int x) { return x; } extern int other(int) __attribute__((alias(\"real\")));",
                 "int other(int); int g(void) { return other(1); }"});
  EXPECT_EQ(program->find("other"), program->find("real"));
  EXPECT_THAT(calledBy(*program, "g"), ElementsAre("real"));
}

TEST(Link, WhatNobodyDefines) {
  const auto program = linkTexts({"extern int maybe(void) __attribute__((weak)); int sure(void); extern int v;"
                                  "int g(void) { return maybe ? maybe() : sure() + v; }"});
  const auto functions = program->functions();
  EXPECT_FALSE(functions[*program->find("maybe")].isDefined);
  EXPECT_TRUE(functions[*program->find("maybe")].isWeakReference);
  EXPECT_FALSE(functions[*program->find("sure")].isWeakReference);
  EXPECT_FALSE(program->globals()[*program->findGlobal("v")].isDefined);
}

TEST(Link, InitialisersAreBytesRelocationsAndHoles) {
  const auto program =
      linkTexts({"int x = 0x01020304; extern int y; int* p[2] = {&x, &y + 2}; int f(void);"
                 "struct { char c; int (*g)(void); unsigned long at; } s = {'a', f, (unsigned long)&x};"
                 "char big[1 << 20]; float one = 1; static const char* text = \"hi\"; const char** t = &text;"});
  const auto global = [&](std::string_view name) -> const Global& {
    return program->globals()[program->findGlobal(name).value()];
  };
  EXPECT_THAT(global("x").bytes, ElementsAre(4, 3, 2, 1));
  EXPECT_EQ(global("p").size, 16U);
  ASSERT_EQ(global("p").relocations.size(), 2U);
  EXPECT_EQ(global("p").relocations[0].target, *program->findGlobal("x"));
  EXPECT_EQ(global("p").relocations[1].offset, 8U);
  EXPECT_EQ(global("p").relocations[1].target, *program->findGlobal("y"));
  EXPECT_EQ(global("p").relocations[1].addend, 8);
  EXPECT_THAT(global("s").bytes, ElementsAre('a'));
  ASSERT_EQ(global("s").relocations.size(), 2U);
  EXPECT_TRUE(global("s").relocations[0].isFunction);
  EXPECT_EQ(global("s").relocations[0].target, *program->find("f"));
  EXPECT_EQ(global("s").relocations[1].target, *program->findGlobal("x"));
  EXPECT_EQ(global("big").size, 1U << 20U);
  EXPECT_TRUE(global("big").bytes.empty());
  EXPECT_THAT(global("one").bytes, ElementsAre(0, 0, 0x80, 0x3f));
  EXPECT_EQ(global("text").relocations.size(), 1U);
}

TEST(Link, HolesOfAnInitialiser) {
  const auto unit = compileText("@g = private unnamed_addr constant { i32, i32, i8 } { i32 1, i32 undef, i8 poison }\n"
                                "@s = internal constant { i32, i32, i8 } { i32 1, i32 undef, i8 poison }\n"
                                "@v = global <4 x i1> <i1 1, i1 0, i1 1, i1 1>\n@w = global i24 65537\n"
                                "@d = global i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @v to i64))\n",
                                "unit.ll");
  const auto program = linked({unit});
  const auto global = [&](std::string_view name) -> const Global& {
    return program->globals()[program->findGlobal(name).value()];
  };
  EXPECT_THAT(global("g").uninitialised, ElementsAre(std::pair<std::uint64_t, std::uint64_t>(4, 9)));
  EXPECT_TRUE(global("s").uninitialised.empty());
  EXPECT_THAT(global("v").bytes, ElementsAre(0x0d));
  EXPECT_THAT(global("w").bytes, ElementsAre(1, 0, 1));
  EXPECT_THAT(global("d").unsupported, HasSubstr("sub"));
}

TEST(Link, ConstructorsInOrderOfPriority) {
  const auto program = linkTexts({"__attribute__((constructor)) void last(void) {} "
                                  "__attribute__((constructor(200))) void second(void) {}",
                                  "__attribute__((constructor(101))) void first(void) {} "
                                  "__attribute__((destructor)) void end(void) {}"});
  EXPECT_THAT(program->constructors(),
              ElementsAre(*program->find("first"), *program->find("second"), *program->find("last")));
  EXPECT_THAT(program->destructors(), ElementsAre(*program->find("end")));
}

TEST(Link, NamesAsTheSourceSaysThem) {
  const auto unit = compileText("namespace ns { struct C { int m(int x); }; int C::m(int x) { return x; }"
                                "int over(int x) { return x; } int over(long x) { return x; } static int "
                                "count; int use() { return count++; } }"
                                "namespace { int hidden() { return 1; } } int seen() { return hidden(); }",
                                "unit.cpp");
  const auto program = linked({unit});
  EXPECT_EQ(program->find("ns::C::m"), program->find("_ZN2ns1C1mEi"));
  EXPECT_FALSE(program->find("ns::over")); // which one?
  EXPECT_TRUE(program->find("(anonymous namespace)::hidden"));
  EXPECT_TRUE(program->findGlobal("ns::count"));
}

TEST(Link, DamagedAndForeignBitcodeIsAnError) {
  EXPECT_FALSE(BitcodeModule::open("nonsense", "x.bc"));
  const std::vector units{compileText("int f(void) { return 0; }", "small.c", "-m32")};
  const auto program = Program::link(units);
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().str(), HasSubstr("little-endian"));
}

TEST(Link, BodiesAreDecodedOnceFromAnyThread) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += fmt::format("int f{}(int* a, int n) {{ int s = {}; while (n--) s += a[n] ^ {}L; return s; }}\n", i, i, i);
  const auto program = linkTexts({text});
  std::vector<std::vector<const Function*>> seen(4);
  {
    std::vector<std::jthread> threads;
    for (auto& own : seen)
      threads.emplace_back([&] {
        for (FunctionIndex i = 0; i < program->functions().size(); ++i) own.push_back(&program->body(i));
      });
  }
  for (const auto& own : seen) EXPECT_EQ(own, seen[0]);
}

} // namespace
} // namespace beagle::ir
