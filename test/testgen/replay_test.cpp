#include "test/testgen/compiled_c.h"

namespace beagle::testgen {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Replay, TellsResultsMemoryAndText) {
  CompiledC code({R"(
int printf(const char*, ...);
int total = 5;
int add(int* values, int count) {
  for (int i = 0; i < count; i++) total += values[i];
  values[0] = total;
  printf("%d\n", total);
  return -total;
})"});
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

TEST(Replay, EachInputStartsAfresh) {
  CompiledC code({"int calls; int next(int by) { return calls += by; }"});
  const std::vector<ConcreteInput> inputs{{"next", {integer(1)}, {}, {}, {}, {}},
                                          {"next", {integer(2)}, {}, {}, {}, {}}};
  const auto outcomes = code.native("next").run(inputs);
  ASSERT_TRUE(outcomes);
  ASSERT_EQ(outcomes->size(), 2U);
  EXPECT_EQ((*outcomes)[1].results[0], (Bytes{2, 0, 0, 0}));
}

TEST(Replay, HasFilesStandardInputAndAnEnvironment) {
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
})"});
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

TEST(Replay, OnlyHasFilesInItsOwnFolder) {
  for (const char* name : {"a", "a/b", ".hidden", "a b"}) EXPECT_TRUE(canHaveFile(name)) << name;
  for (const char* name : {"", "/a", "a/", "a//b", "..", "../a", "a/../b", "./a"})
    EXPECT_FALSE(canHaveFile(name)) << name;
}

TEST(Replay, TellsHowARunEnded) {
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
})"});
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

TEST(Replay, SeesOneByteBeyondWithAddressSanitizer) {
  CompiledC code({"int read(const char* text, int at) { return text[at]; }"});
  const auto run = [&](std::uint64_t at, Checks checks) {
    return code.run({"read", {pointer(0), integer(at)}, {{"text", {{1, 2, 3}, {}}}}, {}, {}, {}}, checks);
  };
  EXPECT_EQ(run(2, Checks::Addresses).end, End::Returned);
  EXPECT_EQ(run(3, Checks::Addresses).end, End::MemoryError);
  EXPECT_TRUE(run(3, Checks::Addresses).detail.starts_with("heap-buffer-overflow"));
  EXPECT_EQ(run(0xFFFFFFFF, Checks::Addresses).end, End::MemoryError);
  EXPECT_EQ(run(3, Checks::None).end, End::Returned);
}

TEST(Replay, ConstantObjectsCannotBeWritten) {
  CompiledC code({"void set(char* text) { text[0] = 1; }"});
  EXPECT_EQ(code.run({"set", {pointer(0)}, {{"text", {{0, 0}, {}}, true}}, {}, {}, {}}).end, End::MemoryError);
  EXPECT_EQ(code.run({"set", {pointer(0)}, {{"text", {{0, 0}, {}}, false}}, {}, {}, {}}).end, End::Returned);
}

TEST(Replay, FollowsAddressesInObjectsAndGlobals) {
  CompiledC code(
      {"struct node { struct node* next; long value; }; struct node* head; long second(struct node* n) { return n->next->value + head->value; }"});
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

TEST(Replay, TellsInternalSymbolsOfOneNameApart) {
  CompiledC code({"static int v = 1; static int get(int a) { return v * a; } int first(int a) { return get(a); }",
                  "static int v = 2; static int get(int a) { return v + a; } int second(int a) { return get(a); }"});
  std::vector<std::string> names;
  for (const ir::FunctionInfo& info : code.program().functions())
    if (info.sourceName == "get") names.push_back(info.name);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(code.run({names[0], {integer(10)}, {}, {}, {}, {}}).results[0][0], 10);
  EXPECT_EQ(code.run({names[1], {integer(10)}, {}, {}, {}, {}}).results[0][0], 12);
}

TEST(Replay, MainIsAnEntryLikeOthers) {
  CompiledC code({"int main(int argc, char** argv) { return argc + 1; }"});
  EXPECT_EQ(code.run({"main", {integer(4), pointer(0)}, {{"argv", {Bytes(8), {}}}}, {}, {}, {}}).results[0][0], 5);
}

TEST(Replay, NamesOfTheProgramMayBeOnesOfOurs) {
  CompiledC code(
      {"int objects = 3; int number(int word) { return objects + word; } int beagle; int report(int at) { return number(at); }"});
  EXPECT_EQ(code.run({"number", {integer(4)}, {}, {{"objects", {{5, 0, 0, 0}, {}}}}, {}, {}, {}}).results[0][0], 9);
  EXPECT_EQ(code.run({"report", {integer(4)}, {}, {}, {}, {}}).results[0][0], 7);
}

TEST(Replay, NamesWhatNobodyDefines) {
  CompiledC code({"int elsewhere(int); extern int setting; int run(int a) { return a ? elsewhere(a) : setting; }"});
  EXPECT_EQ(code.run({"run", {integer(0)}, {}, {}, {}, {}}).end, End::Returned);
  const NativeOutcome outcome = code.run({"run", {integer(1)}, {}, {}, {}, {}});
  EXPECT_EQ(outcome.end, End::Aborted);
  EXPECT_EQ(outcome.errors, "beagle: there is no function elsewhere\n");
}

TEST(Replay, AnInputOfAnotherProgramIsAnError) {
  CompiledC code({"int run(int a) { return a; }"});
  const auto outcomes =
      code.native("run").run(std::vector<ConcreteInput>{{"run", {integer(1)}, {}, {{"other", {{1}, {}}}}, {}, {}, {}}});
  ASSERT_FALSE(outcomes);
  EXPECT_EQ(outcomes.error().message(), "the input cannot be replayed: there is no variable other");
}

} // namespace
} // namespace beagle::testgen
