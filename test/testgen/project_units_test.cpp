#include "analysis/testgen/project_units.h"
#include "test/testgen/compiled_c.h"

namespace beagle::testgen {
namespace {

NativeOutcome runAsBuilt(CompiledC& code, const ConcreteInput& input, std::vector<std::string> options) {
  ProjectSource source;
  source.commands.push_back({code.folder(), code.folder() + "/0.c", std::move(options), false, {}});
  EXPECT_TRUE(code.files().makeFolders(code.folder() + "/built"));
  const auto units = unitsAsBuilt(code.sandbox(), code.files(), code.folder() + "/built", source);
  EXPECT_TRUE(units) << units.error().str();
  const auto native = code.builder().build(code.program(), *units, *code.program().find(input.entry), Checks::Own);
  EXPECT_TRUE(native) << native.error().str();
  const auto outcomes = native->run(std::vector{input}, {.places = true});
  EXPECT_TRUE(outcomes) << outcomes.error().str();
  return outcomes->front();
}

constexpr const char* pickSource = R"(
static int table[3];
static int pick(int at, int by) {
  int sum = table[at] + 1;
  if (by == 7) sum = 2147483647 + by;
  return sum / by;
}
int use(int at) { return pick(at, 1); }
)";

TEST(ProjectUnits, EndInTheErrorsThatSanitizersSee) {
  CompiledC code({pickSource});
  for (const char* level : {"-O0", "-O2"}) {
    const NativeOutcome good = runAsBuilt(code, {"pick", {integer(2), integer(1)}, {}, {}, {}, {}}, {level});
    EXPECT_EQ(good.end, End::Returned) << good.detail;
    EXPECT_EQ(good.results[0][0], 1);
    const NativeOutcome bounds = runAsBuilt(code, {"pick", {integer(3), integer(1)}, {}, {}, {}, {}}, {level});
    EXPECT_EQ(bounds.end, End::MemoryError);
    EXPECT_TRUE(bounds.place.ends_with("0.c:4")) << bounds.place << ": " << bounds.detail;
    const NativeOutcome division = runAsBuilt(code, {"pick", {integer(2), integer(0)}, {}, {}, {}, {}}, {level});
    EXPECT_EQ(division.end, End::DivisionByZero);
    EXPECT_TRUE(division.place.ends_with("0.c:6")) << division.place;
  }
}

TEST(ProjectUnits, ValueFaultsDoNotEndARun) {
  CompiledC code({pickSource});
  const NativeOutcome outcome = runAsBuilt(code, {"pick", {integer(1), integer(7)}, {}, {}, {}, {}}, {"-O1"});
  EXPECT_EQ(outcome.end, End::Returned);
  ASSERT_EQ(outcome.valueFaults.size(), 1U);
  EXPECT_TRUE(outcome.valueFaults[0].starts_with("signed integer overflow")) << outcome.valueFaults[0];
  EXPECT_EQ(outcome.errors, "");
}

TEST(ProjectUnits, AreCompiledWhereTheirCommandsAre) {
  CompiledC code({"int first(void); int second(void); int run(void) { return first() + second(); }",
                  "int first(void) { return 20; }",
                  "#if __has_include(<number.h>)\n#include <number.h>\n#else\n#define NUMBER 1\n#endif\n"
                  "int second(void) { return NUMBER; }"});
  const std::string other = code.folder() + "/other", built = code.folder() + "/built";
  ASSERT_TRUE(code.files().makeFolders(other) && code.files().makeFolders(built));
  ASSERT_TRUE(code.files().write(other + "/number.h", "#define NUMBER 3\n"));
  for (const Compiler& compiler : {Compiler(), Compiler(BEAGLE_CC)}) {
    ProjectSource source;
    for (const char* name : {"/0.c", "/1.c", "/2.c"})
      source.commands.push_back({code.folder(), code.folder() + name, {"-O1", "-I."}, false, {}});
    source.commands.back().directory = other;
    const auto units = unitsAsBuilt(code.sandbox(), code.files(), built, source, compiler);
    ASSERT_TRUE(units) << units.error().str();
    const auto native = code.builder().build(code.program(), *units, *code.program().find("run"), Checks::Own);
    ASSERT_TRUE(native) << native.error().str();
    const auto outcomes = native->run(std::vector<ConcreteInput>{{"run", {}, {}, {}, {}, {}}});
    ASSERT_TRUE(outcomes) << outcomes.error().str();
    EXPECT_EQ(outcomes->front().results[0][0], 23);

    source.commands[1].arguments.insert(source.commands[1].arguments.end(), {"-include", "none.h"});
    const auto failed = unitsAsBuilt(code.sandbox(), code.files(), built, source, compiler);
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().str().find("/1.c does not compile with sanitizers: "), std::string::npos)
        << failed.error().str();
    EXPECT_NE(failed.error().str().find("'none.h' file not found"), std::string::npos) << failed.error().str();
  }
}

} // namespace
} // namespace beagle::testgen
