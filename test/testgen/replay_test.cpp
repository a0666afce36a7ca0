#include "test/testgen/compiled_c.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace beagle::testgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Programs that are linked, and those that beagle-jit has in memory: it does not show.
class Replay : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Ways, Replay, testing::Values("", BEAGLE_JIT),
                         [](const auto& way) { return std::string(*way.param ? "InMemory" : "Linked"); });

TEST_P(Replay, TellsResultsMemoryAndText) {
  CompiledC code({R"(
int printf(const char*, ...);
int total = 5;
int add(int* values, int count) {
  for (int i = 0; i < count; i++) total += values[i];
  values[0] = total;
  printf("%d\n", total);
  return -total;
})"},
                 GetParam());
  const ConcreteInput input{"add",
                            {pointer(0), integer(2)},
                            {{"values", {{1, 0, 0, 0, 2, 0, 0, 0}, {}}}},
                            {{"total", {{10, 0, 0, 0}, {}}}},
                            {},
                            {}};
  const NativeOutcome outcome = code.run(input);
  EXPECT_EQ(outcome.end, End::Returned);
  ASSERT_EQ(outcome.results.size(), 1U);
  EXPECT_EQ(outcome.results[0], (Bytes{0xF3, 0xFF, 0xFF, 0xFF}));
  ASSERT_EQ(outcome.objects.size(), 1U);
  EXPECT_EQ(outcome.objects[0].bytes, (Bytes{13, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_EQ(outcome.globals.at("total").bytes, (Bytes{13, 0, 0, 0}));
  EXPECT_EQ(outcome.output, "13\n");
}

TEST_P(Replay, EachInputStartsAfresh) {
  CompiledC code({"int calls; int next(int by) { return calls += by; }"}, GetParam());
  const std::vector<ConcreteInput> inputs{{"next", {integer(1)}, {}, {}, {}, {}},
                                          {"next", {integer(2)}, {}, {}, {}, {}}};
  const auto outcomes = code.native("next").run(inputs);
  ASSERT_TRUE(outcomes);
  ASSERT_EQ(outcomes->size(), 2U);
  EXPECT_EQ((*outcomes)[1].results[0], (Bytes{2, 0, 0, 0}));
}

TEST_P(Replay, HasFilesStandardInputAndAnEnvironment) {
  CompiledC code({R"(
#include <stdio.h>
#include <stdlib.h>
int read_all(FILE* stream) {
  FILE* there = fopen("folder/there", "r");
  FILE* missing = fopen("missing", "r");
  FILE* made = fopen("made", "w");
  fprintf(made, "%c%c", fgetc(there), getchar());
  fputc(fgetc(stream), stream);
  fclose(made);
  fclose(there);
  return missing == 0 && getenv("SET")[0] == 'v' && getenv("UNSET") == 0;
})"},
                 GetParam());
  ConcreteInput input{"read_all", {pointer(0)}, {{"stream", {{'s'}, {}}, false, Release::None, true}}, {}, {}, {}};
  input.roots = {{Root::Kind::StandardInput, "", Bytes{'i'}},
                 {Root::Kind::File, "folder/there", Bytes{'t'}},
                 {Root::Kind::File, "missing", std::nullopt},
                 {Root::Kind::Variable, "SET", Bytes{'v'}},
                 {Root::Kind::Variable, "UNSET", std::nullopt}};
  input.files = {"made", "missing"};
  const NativeOutcome outcome = code.run(input);
  EXPECT_EQ(outcome.end, End::Returned);
  ASSERT_EQ(outcome.results.size(), 1U);
  EXPECT_EQ(outcome.results[0], (Bytes{1, 0, 0, 0}));
  EXPECT_EQ(outcome.files.at("made"), "ti");
  EXPECT_EQ(outcome.files.at("missing"), std::nullopt);
  EXPECT_EQ(outcome.streams.at(0), "s");
}

TEST(ReplayedFiles, OnlyHasFilesInItsOwnFolder) {
  for (const char* name : {"a", "a/b", ".hidden", "a b"}) EXPECT_TRUE(canHaveFile(name)) << name;
  for (const char* name : {"", "/a", "a/", "a//b", "..", "../a", "a/../b", "./a"})
    EXPECT_FALSE(canHaveFile(name)) << name;
}

TEST_P(Replay, TellsHowARunEnded) {
  CompiledC code({R"(
#include <assert.h>
#include <stdlib.h>
int run(int how) {
  volatile int zero = 0;
  switch (how) {
  case 1: exit(300);
  case 2: _Exit(7);
  case 3: abort();
  case 4: assert(zero == 1);
  case 5: return 1 / zero;
  case 6: return *(volatile int*)0;
  case 7: __builtin_trap();
  case 8: for (;;) {}
  }
  return 0;
})"},
                 GetParam());
  const auto end = [&](std::uint64_t how) { return code.run({"run", {integer(how)}, {}, {}, {}, {}}); };
  EXPECT_EQ(end(0).end, End::Returned);
  EXPECT_EQ(end(1).end, End::Exited);
  EXPECT_EQ(end(1).code, 300);
  EXPECT_TRUE(end(1).hasMemory);
  EXPECT_EQ(end(2).end, End::Exited);
  EXPECT_EQ(end(2).code, 7);
  EXPECT_EQ(end(3).end, End::Aborted);
  EXPECT_EQ(end(4).end, End::AssertFailed);
  EXPECT_EQ(end(4).detail, "zero == 1");
  EXPECT_EQ(end(5).end, End::DivisionByZero);
  EXPECT_EQ(end(6).end, End::MemoryError);
  EXPECT_EQ(end(7).end, End::Trapped);
  EXPECT_EQ(end(8).end, End::TimedOut);
}

TEST_P(Replay, SeesOneByteBeyondWithAddressSanitizer) {
  CompiledC code({"int byte_at(const char* text, int at) { return text[at]; }"}, GetParam());
  const auto run = [&](std::uint64_t at, Checks checks) {
    return code.run({"byte_at", {pointer(0), integer(at)}, {{"text", {{1, 2, 3}, {}}}}, {}, {}, {}}, checks);
  };
  EXPECT_EQ(run(2, Checks::Addresses).end, End::Returned);
  EXPECT_EQ(run(3, Checks::Addresses).end, End::MemoryError);
  EXPECT_TRUE(run(3, Checks::Addresses).detail.starts_with("heap-buffer-overflow"));
  EXPECT_EQ(run(0xFFFFFFFF, Checks::Addresses).end, End::MemoryError);
  EXPECT_EQ(run(3, Checks::None).end, End::Returned);
}

TEST_P(Replay, ConstantObjectsCannotBeWritten) {
  CompiledC code({"void set(char* text) { text[0] = 1; }"}, GetParam());
  EXPECT_EQ(code.run({"set", {pointer(0)}, {{"text", {{0, 0}, {}}, true}}, {}, {}, {}}).end, End::MemoryError);
  EXPECT_EQ(code.run({"set", {pointer(0)}, {{"text", {{0, 0}, {}}, false}}, {}, {}, {}}).end, End::Returned);
}

TEST_P(Replay, FollowsAddressesInObjectsAndGlobals) {
  CompiledC code(
      {"struct node { struct node* next; long value; }; struct node* head; long second(struct node* n) { return n->next->value + head->value; }"},
      GetParam());
  ConcreteInput input{"second",
                      {pointer(0)},
                      {{"n", {Bytes(16), {{0, {Target::Kind::Object, 1, "", 0}}}}}, {"n.next", {Bytes(16), {}}}},
                      {{"head", {Bytes(8), {{0, {Target::Kind::Object, 1, "", 0}}}}}},
                      {},
                      {}};
  input.objects[1].image.bytes[8] = 21;
  const NativeOutcome outcome = code.run(input);
  ASSERT_EQ(outcome.end, End::Returned) << outcome.detail;
  EXPECT_EQ(outcome.results[0][0], 42);
}

TEST_P(Replay, TellsInternalSymbolsOfOneNameApart) {
  CompiledC code({"static int v = 1; static int get(int a) { return v * a; } int first(int a) { return get(a); }",
                  "static int v = 2; static int get(int a) { return v + a; } int second(int a) { return get(a); }"},
                 GetParam());
  std::vector<std::string> names;
  for (const ir::FunctionInfo& info : code.program().functions())
    if (info.sourceName == "get") names.push_back(info.name);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(code.run({names[0], {integer(10)}, {}, {}, {}, {}}).results[0][0], 10);
  EXPECT_EQ(code.run({names[1], {integer(10)}, {}, {}, {}, {}}).results[0][0], 12);
}

TEST_P(Replay, MainIsAnEntryLikeOthers) {
  CompiledC code({"int main(int argc, char** argv) { return argc + 1; }"}, GetParam());
  EXPECT_EQ(code.run({"main", {integer(4), pointer(0)}, {{"argv", {Bytes(8), {}}}}, {}, {}, {}}).results[0][0], 5);
}

TEST_P(Replay, NamesOfTheProgramMayBeOnesOfOurs) {
  CompiledC code(
      {"int objects = 3; int number(int word) { return objects + word; } int beagle; int report(int at) { return number(at); }"},
      GetParam());
  EXPECT_EQ(code.run({"number", {integer(4)}, {}, {{"objects", {{5, 0, 0, 0}, {}}}}, {}, {}, {}}).results[0][0], 9);
  EXPECT_EQ(code.run({"report", {integer(4)}, {}, {}, {}, {}}).results[0][0], 7);
}

TEST(ReplayBuilding, NamesTheUnitThatDoesNotBecomeMachineCode) {
  CompiledC code({"int other(void); int run(void) { return other(); }",
                  "int other(void) { __asm__(\"no_such_instruction\"); return 1; }"});
  for (const auto& [name, compiler] : {std::pair("clang", Compiler()), std::pair("ours", Compiler(BEAGLE_CC))}) {
    const std::string folder = code.folder() + "/" + name;
    ASSERT_TRUE(code.files().makeFolders(folder));
    NativeBuilder builder(code.sandbox(), code.files(), folder, compiler);
    const auto made =
        builder.build(code.program(), unitsAsAnalysed(code.units()), *code.program().find("run"), Checks::None);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().str(), testing::MatchesRegex("the bitcode of .*1\\.c does not become machine code: .*"));
    EXPECT_THAT(made.error().str(), testing::HasSubstr("no_such_instruction"));
    // What was compiled before stays.
    const auto isObject = [](const auto& entry) { return entry.path().extension() == ".o"; };
    EXPECT_EQ(std::ranges::count_if(std::filesystem::directory_iterator(folder), isObject), 1) << name;
  }
}

TEST_P(Replay, NamesWhatNobodyDefines) {
  CompiledC code({"int elsewhere(int); extern int setting; int run(int a) { return a ? elsewhere(a) : setting; }"},
                 GetParam());
  EXPECT_EQ(code.run({"run", {integer(0)}, {}, {}, {}, {}}).end, End::Returned);
  const NativeOutcome outcome = code.run({"run", {integer(1)}, {}, {}, {}, {}});
  EXPECT_EQ(outcome.end, End::Aborted);
  EXPECT_EQ(outcome.errors, "beagle: there is no function elsewhere\n");
}

TEST_P(Replay, AnInputOfAnotherProgramKeepsNoOtherFromRunning) {
  CompiledC code({"int run(int a) { return a; }"}, GetParam());
  const auto outcomes = code.native("run").run(std::vector<ConcreteInput>{
      {"run", {integer(1)}, {}, {{"other", {{1}, {}}}}, {}, {}, {}}, {"run", {integer(2)}, {}, {}, {}, {}, {}}});
  ASSERT_TRUE(outcomes);
  ASSERT_EQ(outcomes->size(), 2U);
  EXPECT_EQ((*outcomes)[0].obstacle, "the input cannot be replayed: there is no variable other");
  EXPECT_EQ(disagreement({}, (*outcomes)[0]), (*outcomes)[0].obstacle);
  EXPECT_EQ((*outcomes)[1].obstacle, "");
  EXPECT_EQ((*outcomes)[1].end, End::Returned);
}

TEST_P(Replay, StartsAndEndsAsAProgramDoes) {
  CompiledC code({R"(
#include <stdio.h>
static int started;
static __attribute__((constructor(300))) void second(void) { started = started * 10 + 2; }
static __attribute__((destructor)) void atEnd(void) { puts("end"); }
int main(void) { printf("%d\n", started); return 0; }
)",
                  R"(
extern int puts(const char*);
static __attribute__((constructor(200))) void first(int count, char** arguments) { puts(arguments[count] ? "" : "first"); }
)"},
                 GetParam());
  const NativeOutcome outcome = code.run({"main", {}, {}, {}, {}, {}});
  EXPECT_EQ(outcome.end, End::Returned) << outcome.detail;
  EXPECT_EQ(outcome.output, "first\n2\nend\n");
}

TEST_P(Replay, ChoosesDefinitionsAsALinkerDoes) {
  CompiledC code({R"(
__attribute__((weak)) int chosen(void) { return 1; }
__attribute__((common)) int common[2];
static int own(void) { return 4; }
int run(void) { return chosen() * 100 + common[0] + own(); }
)",
                  R"(
__attribute__((common)) int common[200000];
int far(void) { return ++common[199999]; }
static int own(void) { return 8; }
int chosen(void) { return own(); }
)",
                  R"(
extern int absent(void) __attribute__((weak));
extern _Thread_local int here;
int there(void) { return (absent ? 1 : 0) + here++; }
)",
                  "_Thread_local int here = 5;"},
                 GetParam());
  EXPECT_EQ(code.run({"run", {}, {}, {}, {}, {}}).results[0], (Bytes{0x24, 3, 0, 0})); // 804
  EXPECT_EQ(code.run({"far", {}, {}, {}, {}, {}}).results[0], (Bytes{1, 0, 0, 0}));
  EXPECT_EQ(code.run({"there", {}, {}, {}, {}, {}}).results[0], (Bytes{5, 0, 0, 0}));
}

TEST_P(Replay, CallsTheLibrary) {
  CompiledC code({R"(
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
double run(double x, int* values) {
  qsort(values, 3, sizeof *values, less);
  char text[20];
  snprintf(text, sizeof text, "%d%d%d", values[0], values[1], values[2]);
  fputs(text, stderr);
  return sqrt(x) + (double)strlen(text);
})"},
                 GetParam());
  Argument x = integer(0x4022000000000000, 64); // 9
  x.value.type = {ir::ScalarKind::Float, 3, 64};
  const NativeOutcome outcome =
      code.run({"run", {x, pointer(0)}, {{"values", {{3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}, {}}}}, {}, {}, {}});
  EXPECT_EQ(outcome.errors, "123");
  EXPECT_EQ(outcome.results[0], (Bytes{0, 0, 0, 0, 0, 0, 0x18, 0x40})); // 6
}

TEST_P(Replay, PassesStructsVectorsAndSmallIntegers) {
  CompiledC code({R"(
struct large { long values[4]; };
struct pair { double a; long b; };
typedef float four __attribute__((vector_size(16)));
struct pair run(signed char small, _Bool flag, struct large large, struct pair pair, four floats, long double wide) {
  struct pair result = {pair.a + floats[3] + (double)wide, large.values[3] + small + flag + pair.b};
  return result;
})"},
                 GetParam());
  ConcreteInput input{"run", {}, {{"large", {Bytes(32), {}}}}, {}, {}, {}};
  input.objects[0].image.bytes[24] = 100;
  const auto floating = [](std::uint64_t bits, std::uint8_t format, std::uint16_t width) {
    Argument argument = integer(bits, width);
    argument.value.type = {ir::ScalarKind::Float, format, width};
    return argument;
  };
  input.arguments = {integer(0xFE, 8), integer(1, 1), pointer(0), floating(0x3FF0000000000000, 3, 64), integer(7, 64)};
  for (const std::uint64_t lane : {0x0ULL, 0x0ULL, 0x0ULL, 0x40000000ULL})
    input.arguments.push_back(floating(lane, 2, 32));
  Argument wide = floating(0x8000000000000000, 4, 80); // 1: a second word has sign and exponent
  wide.value.words.push_back(0x3FFF);
  input.arguments.push_back(wide);
  const NativeOutcome outcome = code.run(input);
  ASSERT_EQ(outcome.end, End::Returned) << outcome.detail;
  EXPECT_EQ(outcome.results[0], (Bytes{0, 0, 0, 0, 0, 0, 0x10, 0x40})); // 4
  EXPECT_EQ(outcome.results[1], (Bytes{106, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_P(Replay, HasRoomForTheLargestOfWhatNobodyDefines) {
  CompiledC code({"extern int missing[1000], other[4]; int last(void);"
                  "int run(void) { for (int i = 0; i < 1000; i++) missing[i] = 1; return last() * 10 + other[0]; }",
                  "extern int missing[]; int last(void) { return missing[999]; }"},
                 GetParam());
  EXPECT_EQ(code.run({"run", {}, {}, {}, {}, {}}).results[0], (Bytes{10, 0, 0, 0}));
}

TEST_P(Replay, ComparesWideTextsAsTheEngineDoes) {
  CompiledC code({"#include <wchar.h>\nint run(const wchar_t* a, const wchar_t* b) { return wcscmp(a, b); }"},
                 GetParam());
  const ConcreteInput input{"run",
                            {pointer(0), pointer(1)},
                            {{"a", {{9, 0, 0, 0, 0, 0, 0, 0}, {}}, true}, {"b", {{4, 0, 0, 0, 0, 0, 0, 0}, {}}, true}},
                            {},
                            {},
                            {}};
  EXPECT_EQ(code.run(input).results[0], (Bytes{1, 0, 0, 0}));
}

TEST_P(Replay, CallsFunctionsWithoutCodeAsTheInputSays) {
  CompiledC code({"long ask(void); int tell(char* text, short number);"
                  "long run(char* text) { long got = ask(); return got + tell(text, -2) * 1000 + text[1]; }"},
                 GetParam());
  ConcreteInput input{"run", {pointer(0)}, {{"text", {{7, 7}, {}}}}, {}, {}, {}};
  const auto result = [](std::uint64_t value, std::uint16_t width) { return integer(value, width).value; };
  input.calls = {{"ask", {}, {result(500, 64)}, false, {}},
                 {"tell", {0, 16}, {result(3, 32)}, false, {{0, 0, {{1, 2}, {}}}}}};
  const NativeOutcome outcome = code.run(input);
  ASSERT_EQ(outcome.end, End::Returned) << outcome.detail;
  EXPECT_EQ(outcome.results[0], (Bytes{0xAE, 0xD, 0, 0, 0, 0, 0, 0})); // 500 + 3000 + 2
  EXPECT_EQ(outcome.calls, (std::vector<std::string>{"ask", "tell p fffe"}));
}

TEST_P(Replay, RunsCxx) {
  const std::string header = R"(
extern "C" int puts(const char*);
struct Base { virtual ~Base() {} virtual int value() { return 1; } };
inline int& counter() { static int count = 10; return count; }
template <class T> T twice(T t) { return t + t; }
)";
  CompiledC code({header + R"(
struct Derived : Base { int value() override { return twice(counter()); } };
Base* made() { return new Derived; }
struct Global { int at; Global() : at(++counter()) {} ~Global() { puts("gone"); } } global;
int thrower(Base*);
extern "C" int run(int how) {
  Base* base = made();
  try { return thrower(how ? base : nullptr) + dynamic_cast<Derived*>(base)->value() + global.at; }
  catch (int number) { return number; }
}
extern "C" int main() { return global.at; })",
                  header + R"(
int thrower(Base* base) { if (!base) throw twice(21); return base->value(); }
extern "C" void uncaught() { throw 7; })"},
                 GetParam(), ".cpp");
  EXPECT_EQ(code.run({"run", {integer(0)}, {}, {}, {}, {}}).results[0], (Bytes{42, 0, 0, 0}));
  EXPECT_EQ(code.run({"run", {integer(1)}, {}, {}, {}, {}}).results[0], (Bytes{55, 0, 0, 0})); // 22 + 22 + 11
  EXPECT_EQ(code.run({"uncaught", {}, {}, {}, {}, {}}).end, End::Thrown);
  EXPECT_EQ(code.run({"main", {}, {}, {}, {}, {}}).output, "gone\n");
}

/// Why beagle-jit leaves a program to the linker.
std::string refused(const std::vector<std::string>& sources) {
  CompiledC code(sources, BEAGLE_JIT);
  const auto outcomes = code.native("run").run(std::vector<ConcreteInput>{{"run", {}, {}, {}, {}, {}}});
  return outcomes ? "" : outcomes.error().str();
}

TEST(Jit, LeavesToTheLinkerWhatOnlyItCanDo) {
  EXPECT_THAT(
      refused(
          {"#include <stddef.h>\nsize_t strlen(const char* s) { return 3; } const char* text; int run(void) { return strlen(text); }"}),
      testing::HasSubstr("the program and a library both have strlen"));
  EXPECT_THAT(
      refused(
          {"__asm__(\".globl made\\nmade: mov $3, %eax\\nret\"); int made(void); int run(void) { return made(); }"}),
      testing::HasSubstr("a unit has assembly of its own"));
  EXPECT_THAT(refused({"extern char end[]; char* run(void) { return end; }"}),
              testing::HasSubstr("end is made by the linker"));
  EXPECT_THAT(refused({"static int one(void) { return 1; } static int (*choose(void))(void) { return one; }"
                       "int chosen(void) __attribute__((ifunc(\"choose\"))); int run(void) { return chosen(); }"}),
              testing::HasSubstr("chosen is chosen when the program starts"));
  EXPECT_THAT(refused({"int run(void) { return 1; }", "__attribute__((weak)) void free(void* object) {}"}),
              testing::HasSubstr("the program and a library both have free"));
  EXPECT_THAT(refused({"extern int __start_mine[] __attribute__((weak)); int run(void) { return __start_mine != 0; }"}),
              testing::HasSubstr("__start_mine is made by the linker"));
  EXPECT_THAT(
      refused({"static void f(void) {} __attribute__((section(\".init_array\"), used)) static void (*p)(void) = f;"
               "int run(void) { return 1; }"}),
      testing::HasSubstr("is called by the loader"));
  EXPECT_THAT(refused({"extern __thread int there __attribute__((weak)); int run(void) { return &there != 0; }"}),
              testing::HasSubstr("there is thread-local"));
  EXPECT_THAT(refused({"int run(void) { return __builtin_cpu_supports(\"sse2\"); }"}),
              testing::HasSubstr("__cpu_model is made by the linker"));
  EXPECT_THAT(refused({"__attribute__((aligned(65536))) int far = 1; int run(void) { return far; }"}),
              testing::HasSubstr("lignment"));
  EXPECT_EQ(refused({"int run(void) { return 1; }"}), "");
}

} // namespace
} // namespace beagle::testgen
