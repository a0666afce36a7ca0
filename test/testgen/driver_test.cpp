#include "analysis/testgen/driver.h"
#include "analysis/testgen/input_json.h"
#include "analysis/testgen/protocol.h"
#include "test/testgen/compiled_c.h"

namespace beagle::testgen {
namespace {

constexpr const char* runSource = R"(
struct pair { float a, b; };
struct wide { long v[3]; };
int level;
long run(char* text, short limit, struct pair p, struct wide w, __int128 big, double weight) {
  text[0] = 'y';
  level += limit;
  return (long)(p.a * 2 + p.b * 3 + weight) + w.v[1] + (long)(big >> 64);
})";

Argument scalar(ir::ScalarKind kind, std::uint8_t format, std::uint16_t width, std::vector<std::uint64_t> words) {
  return {"", {{kind, format, width}, std::move(words), {}}};
}

ConcreteInput exampleInput() {
  using enum ir::ScalarKind;
  ConcreteInput input{"run", {pointer(0), integer(0xFFFE, 16)},   {}, {{"level", {{9, 0, 0, 0}, {}}}}, {},
                      {},    {{"text", "\"x\""}, {"limit", "-2"}}};
  input.objects = {{"text", {{'x', 0}, {}}}, {"w", {std::vector<std::uint8_t>(24), {}}}};
  input.objects[1].image.bytes[8] = 100;
  input.arguments.push_back(scalar(Float, 2, 32, {0x3F800000})); // 1.0f
  input.arguments.push_back(scalar(Float, 2, 32, {0x40000000})); // 2.0f
  input.arguments.push_back(pointer(1));
  input.arguments.push_back(scalar(Integer, 0, 64, {5}));
  input.arguments.push_back(scalar(Integer, 0, 64, {1000}));
  input.arguments.push_back(scalar(Float, 3, 64, {0x4010000000000000})); // 4.0
  return input;
}

/// Compiles the driver with the source and takes what it reports.
NativeOutcome runDriver(CompiledC& code, const NativeInterface& interface, const std::string& driver) {
  const std::string folder = code.folder();
  EXPECT_TRUE(code.files().write(folder + "/driver.c", driver));
  support::Command compile;
  compile.arguments = {BEAGLE_CLANG,    "-Wall", "-Wno-unused-function", "-Werror", folder + "/driver.c",
                       folder + "/0.c", "-o",    folder + "/driver"};
  const auto made = code.processes().run(compile);
  EXPECT_TRUE(made && made->ok()) << (made ? made->errors : made.error().str());
  support::Command command;
  command.arguments = {"/bin/sh", "-c", folder + "/driver 3>" + folder + "/report"};
  EXPECT_TRUE(code.processes().run(command));
  const auto outcomes = decode(interface, code.files().read(folder + "/report").value_or("") + "status 0\n");
  return outcomes.empty() ? NativeOutcome{} : outcomes.front();
}

TEST(Driver, DoesWhatReplayDoes) {
  CompiledC code({runSource});
  const ConcreteInput input = exampleInput();
  const NativeProgram native = code.native("run");
  const auto replayed = native.run(std::vector{input});
  ASSERT_TRUE(replayed) << replayed.error().str();
  EXPECT_EQ(replayed->front().results[0],
            (std::vector<std::uint8_t>{0x58, 0x04, 0, 0, 0, 0, 0, 0})); // 2 + 6 + 4 + 100 + 1000
  EXPECT_EQ(replayed->front().globals.at("level").bytes[0], 7);

  const auto driver = driverSource(native.interface(), input);
  ASSERT_TRUE(driver) << driver.error().str();
  EXPECT_NE(driver->find("//   limit = -2"), std::string::npos);
  const NativeOutcome outcome = runDriver(code, native.interface(), *driver);
  EXPECT_EQ(outcome.end, End::Returned);
  EXPECT_EQ(outcome.results, replayed->front().results);
  ASSERT_EQ(outcome.objects.size(), 2U);
  EXPECT_EQ(outcome.objects[0].bytes, replayed->front().objects[0].bytes);
  EXPECT_EQ(outcome.globals.at("level").bytes, replayed->front().globals.at("level").bytes);
}

TEST(Driver, TellsHowToReachWhatIsInternal) {
  CompiledC code({"static int f(int a) { return a; } int (*g)(int) = f;"});
  const auto driver = driverSource(code.native("f").interface(), {"f", {integer(1)}, {}, {}, {}, {}});
  ASSERT_TRUE(driver);
  EXPECT_NE(driver->find("objcopy --globalize-symbol=f --redefine-sym f=f.beagle.0"), std::string::npos) << *driver;
}

TEST(InputJson, HasEverything) {
  const std::string json = inputJson(exampleInput(), {});
  EXPECT_NE(json.find("\"schema\": \"beagle.input/1\""), std::string::npos);
  EXPECT_NE(json.find("\"bytes\": \"7800\""), std::string::npos);
  EXPECT_NE(json.find("\"limit\": \"-2\""), std::string::npos);
}

TEST(InputJson, ComesBackAsItWas) {
  ConcreteInput input = exampleInput();
  input.objects[1].image.pointers = {{0, {Target::Kind::Object, 0, "", 1}},
                                     {8, {Target::Kind::Global, 0, "level", 0}},
                                     {16, {Target::Kind::Plain, 0, "", 0}}};
  input.objects[0].released = Release::DeleteArray;
  input.objects[1].isConstant = true;
  input.watched = {"other"};
  input.startCalls = {"register_test"};
  input.leftOut = {"_GLOBAL__sub_I_other.cpp"};
  OutsideCall call{"read", {32, 0}, {{{ir::ScalarKind::Integer, 0, 64}, {~0ULL}, {}}}, true, {}};
  call.writes.push_back({1, 16, {{1, 2, 3}, {}}});
  input.calls = {call};
  input.made = {{.from = MadePlace::From::Thrown, .size = 2}};
  ExpectedOutcome outcome;
  outcome.end = End::Thrown;
  outcome.made = {{{{7, 8}, {}}, {}}};
  outcome.thrown = 1;
  const auto read = readInputJson(inputJson(input, outcome));
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_EQ(read->input, input);
  EXPECT_EQ(read->expected.end, End::Thrown);
  EXPECT_EQ(read->expected.thrown, 1U);
}

TEST(InputJson, RefusesWhatIsNotWhole) {
  ConcreteInput input = exampleInput();
  OutsideCall call{"read", {0}, {}, false, {}};
  call.writes.push_back({0, 16, {{1}, {}}});
  input.calls = {call};
  input.made = {{.from = MadePlace::From::Thrown, .offset = 32, .size = 2}};
  ExpectedOutcome outcome;
  outcome.made = {{{{7, 8}, {}}, {}}};
  outcome.thrown = 1;
  const std::string good = inputJson(input, outcome);
  const auto problemOf = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto read = readInputJson(text);
    return read ? "" : read.error().str();
  };
  EXPECT_EQ(problemOf("beagle.input/1", "beagle.input/2"), "the input is not whole: `schema` is missing or wrong");
  EXPECT_NE(problemOf("\"entry\": \"run\"", "\"entry\": 3").find("`entry`"), std::string::npos);
  EXPECT_NE(problemOf("\"bytes\": \"7800\"", "\"bytes\": \"780\"").find("`bytes`"), std::string::npos);
  EXPECT_NE(problemOf("\"bytes\": \"7800\"", "\"bytes\": \"78zz\"").find("`bytes`"), std::string::npos);
  EXPECT_NE(problemOf("\"object\": 1", "\"object\": 2").find("`object`"), std::string::npos);
  EXPECT_NE(problemOf("\"offset\": 16", "\"offset\": -1").find("`offset`"), std::string::npos);
  EXPECT_NE(problemOf("\"offset\": 32", "\"offset\": -8").find("`offset`"), std::string::npos);
  EXPECT_NE(problemOf("\"offset\": 32", "\"offset\": 4611686018427387904").find("`offset`"), std::string::npos);
  EXPECT_NE(problemOf("\"thrown\": 0", "\"thrown\": 1").find("`thrown`"), std::string::npos);
  EXPECT_NE(problemOf("returned", "vanished").find("`ending`"), std::string::npos);
  EXPECT_FALSE(readInputJson("[]"));
  EXPECT_FALSE(readInputJson("{"));
}

} // namespace
} // namespace beagle::testgen
