#include "analysis/fuzz/fuzzer.h"
#include "test/testgen/compiled_c.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace beagle::fuzz {
namespace {

using testgen::CompiledC;
using testgen::ConcreteInput;
using testgen::integer;
using testgen::pointer;
using testing::Contains;
using testing::IsEmpty;

// What both versions have.
constexpr const char* both = R"(
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int elsewhere(int x);
int total = 5;
static int hidden;
static int table[4];
int counts(int x) { return ++hidden * (x | 1) / (x | 1) + total++; }
char* copies(const char* text) { return strdup(text); }
int* leads(int x) { return x & 1 ? table + 1 : &total; }
int leaks(int x) { return malloc(1 << 16) == NULL ? 0 : x; }
int deep(int x) { return x == 0 ? 0 : deep(x + 1) + 1; }
int asserts(int x) { assert(x > 100); return x; }
double odd(double x) { return (x - x) / (x - x); }
void* opens(int x) { FILE* file = fopen("/dev/null", "r"); (void)x; return file; }
void gives(int* values) { free(values); }
)";

/// Functions of which each version has its own.
const std::map<std::string, std::pair<const char*, const char*>>& functions() {
  static const std::map<std::string, std::pair<const char*, const char*>> all{
      {"word",
       {"int word(const char* s) { return s[0] == 'f'; }",
        "int word(const char* s) {\n"
        "  if (s[0] == 'f') if (s[1] == 'u') if (s[2] == 'z') if (s[3] == 'z') return 2;\n"
        "  return s[0] == 'f';\n}"}},
      {"number", {"int number(int x) { return x; }", "int number(int x) { return x == 0x12345678 ? 0 : x; }"}},
      {"makes",
       {"char* makes(int x) { char* s = malloc(8); sprintf(s, \"%d\", x & 15); return s; }",
        "char* makes(int x) { char* s = malloc(9); sprintf(s, \"%d\", x & 31); return s; }"}},
      {"fills", {"void fills(int* v) { v[1] = v[0]; }", "void fills(int* v) { v[1] = v[0] == 9 ? 0 : v[0]; }"}},
      {"adds", {"void adds(int x) { total += x; }", "void adds(int x) { total += x & ~64; }"}},
      {"crashes",
       {"int crashes(int x) { return x; }", "int crashes(int x) { return x == 77 ? *(volatile int*)0 : x; }"}},
      {"ends",
       {"int ends(int x) { if (x == 7) exit(1); return x; }", "int ends(int x) { if (x == 7) exit(2); return x; }"}},
      {"prints", {"void prints(int x) { printf(\"%d\", x & 3); }", "void prints(int x) { printf(\"%d\", x & 7); }"}},
      {"hangs", {"int hangs(int x) { return x; }", "int hangs(int x) { while (x == 3) {} return x; }"}},
      {"keeps", {"void keeps(int* v) { free(v); }", "void keeps(int* v) { if (v[0] != 5) free(v); }"}},
      {"writes",
       {"int writes(int x) { FILE* file = fopen(\"written\", \"w\"); return file ? fclose(file), x & 1 : 0; }",
        "int writes(int x) { FILE* file = fopen(\"written\", \"w\"); return file ? fclose(file), x & 3 : 0; }"}},
      {"asks",
       {"int asks(int x) { return elsewhere(x & 1) + x; }",
        "int asks(int x) { return elsewhere(x & 1) + (x == 0x1234 ? 0 : x); }"}},
      {"tells", {"void tells(int x) { elsewhere(x & 3); }", "void tells(int x) { elsewhere(x & 7); }"}},
      {"asks_again",
       {"int asks_again(int x) { return elsewhere(1); }",
        "int asks_again(int x) { return elsewhere(1) + (x & 1 ? elsewhere(2) : 0); }"}},
      {"beyond",
       {"int beyond(char* s) { return s[0]; }", "int beyond(char* s) { return s[0] == '!' ? s[64] : s[0]; }"}},
  };
  return all;
}

class Versions {
public:
  Versions() : base_({sourceOf(true)}), head_({sourceOf(false)}) {
    for (const CompiledC* version : {&base_, &head_}) units_.push_back(testgen::unitsAsAnalysed(version->units()));
  }

  /// What the fuzzer finds in that many runs, by kind, all of which it has to make.
  std::vector<std::string> kindsInAll(const ConcreteInput& input, std::uint64_t runs) {
    std::vector<std::string> all = kinds(input, runs);
    EXPECT_GE(inputs_, runs) << input.entry;
    return all;
  }

  /// What the fuzzer finds in that many runs, by kind.
  std::vector<std::string> kinds(const ConcreteInput& input, std::uint64_t runs = 40'000) {
    std::vector<std::string> kinds;
    for (const Found& each : found(input, runs)) kinds.push_back(each.kind);
    return kinds;
  }

  std::vector<Found> found(const ConcreteInput& input, std::uint64_t runs = 40'000) {
    Fuzzer fuzzer(sandbox_, base_.files(), folder(), input.entry);
    const auto built = fuzzer.build({base_.program(), units_[0], *base_.program().find(input.entry)},
                                    {head_.program(), units_[1], *head_.program().find(input.entry)},
                                    testgen::functionsIn({&input, 1}));
    EXPECT_TRUE(built) << built.error().str();
    if (!built) return {};
    const Form form = formOf(input);
    EXPECT_TRUE(fuzzer.takes(form));
    std::vector<Found> found;
    const auto ran = fuzzer.run({&form, 1}, {.time = std::chrono::minutes(2), .runs = runs},
                                [&](Found one) { found.push_back(std::move(one)); });
    EXPECT_TRUE(ran) << ran.error().str();
    inputs_ = ran ? *ran : 0;
    return found;
  }

  [[nodiscard]] std::string folder() const { return base_.folder() + "/fuzz"; }
  /// What the fuzzer of an entry begins with.
  [[nodiscard]] std::string corpus(const std::string& entry) const { return folder() + "/" + entry + ".corpus"; }

  /// All its numbers may change: arguments, and what is in objects, byte by byte or in fours.
  static Form formOf(const ConcreteInput& input) {
    Form form{input, {}};
    for (std::uint32_t i = 0; i < input.arguments.size(); ++i) {
      const testgen::Scalar& value = input.arguments[i].value;
      const std::uint32_t bytes = value.type.width / 8U;
      if (!value.pointer)
        form.numbers.push_back(
            {Number::Where::Argument, i, {}, 0, bytes, ~std::uint64_t{0} >> (64 - 8 * bytes), "argument"});
    }
    for (std::uint32_t i = 0; i < input.objects.size(); ++i) {
      const std::uint32_t bytes = input.objects[i].path == "text" ? 1 : 4;
      for (std::uint64_t at = 0; at + bytes < input.objects[i].image.bytes.size(); at += bytes)
        form.numbers.push_back({Number::Where::Object, i, {}, at, bytes, bytes == 1 ? 0xFFU : 0xFFFFFFFFU, "element"});
    }
    return form;
  }

private:
  static std::string sourceOf(bool isBase) {
    std::string source = both;
    for (const auto& [name, texts] : functions()) source += std::string(isBase ? texts.first : texts.second) + "\n";
    return source;
  }

  CompiledC base_, head_;
  build::Sandbox sandbox_ = *build::Sandbox::open(build::SandboxMode::On, base_.processes(), base_.folder());
  std::uint64_t inputs_ = 0; ///< of the last run
  std::vector<std::vector<testgen::NativeUnit>> units_;
};

ConcreteInput ofNumber(const std::string& entry) { return {entry, {integer(1)}, {}, {}, {}, {}}; }
ConcreteInput ofMemory(const std::string& entry, const std::string& path, std::size_t size) {
  return {entry, {pointer(0)}, {{path, {std::vector<std::uint8_t>(size, 0), {}}}}, {}, {}, {}};
}

/// Which calls a function without code, once.
ConcreteInput ofCall(const std::string& entry) {
  ConcreteInput input = ofNumber(entry);
  input.calls = {{"elsewhere", {32}, {{{ir::ScalarKind::Integer, 0, 32}, {41}, {}}}, false, {}}};
  return input;
}

class FuzzerTest : public testing::Test {
protected:
  static Versions& versions() { // compiled once
    static Versions all;
    return all;
  }
};

TEST_F(FuzzerTest, FindsWhatComparisonsLeadTo) {
  const std::vector<Found> found = versions().found(ofMemory("word", "text", 9));
  ASSERT_THAT(found, testing::Not(IsEmpty()));
  EXPECT_EQ(found.front().kind, "result0");
  ASSERT_EQ(found.front().values.size(), 8U);
  const std::vector<std::uint64_t> start(found.front().values.begin(), found.front().values.begin() + 4);
  EXPECT_EQ(start, (std::vector<std::uint64_t>{'f', 'u', 'z', 'z'}));
  const std::vector<Found> number = versions().found(ofNumber("number"));
  ASSERT_THAT(number, testing::Not(IsEmpty()));
  EXPECT_EQ(number.front().values, std::vector<std::uint64_t>{0x12345678});
}

TEST_F(FuzzerTest, HasWhatFunctionsWithoutCodeGive) {
  const std::vector<Found> found = versions().found(ofCall("asks"));
  ASSERT_THAT(found, testing::Not(IsEmpty()));
  EXPECT_EQ(found.front().kind, "result0");
  EXPECT_EQ(found.front().values, std::vector<std::uint64_t>{0x1234});
  EXPECT_THAT(versions().kinds(ofCall("tells")), Contains("calls"));
  EXPECT_THAT(versions().kindsInAll(ofCall("asks_again"), 2000), IsEmpty()); // nobody knows what the second one gives
}

TEST_F(FuzzerTest, FindsWhateverDiffers) {
  EXPECT_THAT(versions().kinds(ofNumber("makes")), Contains("made"));
  EXPECT_THAT(versions().kinds(ofMemory("fills", "values", 12)), Contains("object0"));
  EXPECT_THAT(versions().kinds(ofNumber("adds")), Contains(testing::StartsWith("variable")));
  EXPECT_THAT(versions().kinds(ofNumber("crashes")), Contains("end0-4"));
  EXPECT_THAT(versions().kinds(ofNumber("ends")), Contains("code"));
  EXPECT_THAT(versions().kinds(ofNumber("prints")), Contains("output"));
  EXPECT_THAT(versions().kinds(ofMemory("keeps", "values", 12)), Contains("object0"));
  EXPECT_THAT(versions().kinds(ofMemory("beyond", "text", 9)), Contains("end0-4"));
}

// Each of these is the same in both versions, and goes on for many runs.
TEST_F(FuzzerTest, FindsNothingWhereNothingDiffers) {
  for (const char* entry : {"counts", "leads", "leaks", "asserts", "opens"})
    EXPECT_THAT(versions().kindsInAll(ofNumber(entry), 3'000), IsEmpty()) << entry;
  EXPECT_THAT(versions().kindsInAll(ofNumber("deep"), 50), IsEmpty());
  EXPECT_THAT(versions().kindsInAll(ofMemory("copies", "text", 9), 3'000), IsEmpty());
  EXPECT_THAT(versions().kindsInAll(ofMemory("gives", "values", 12), 3'000), IsEmpty());
  ConcreteInput odd{"odd", {{"", {{ir::ScalarKind::Float, 0, 64}, {0}, {}}}}, {}, {}, {}, {}};
  EXPECT_THAT(versions().kindsInAll(odd, 3'000), IsEmpty());
}

// It had a file, else nothing would differ.
TEST_F(FuzzerTest, WhatAVersionWritesIsGoneAfterwards) {
  EXPECT_THAT(versions().kinds(ofNumber("writes")), Contains("result0"));
  EXPECT_TRUE(std::filesystem::exists(versions().corpus("writes") + "/form0"));
  EXPECT_FALSE(std::filesystem::exists(versions().corpus("writes") + "/written"));
}

// Nobody knows whether it would have come back.
TEST_F(FuzzerTest, SaysNothingOfRunsThatTakeLong) {
  EXPECT_THAT(versions().kinds(ofNumber("hangs"), 2'000), IsEmpty());
}

TEST(FuzzForm, NumbersStandInBytesOfTheirOwn) {
  ConcreteInput input{
      "f", {integer(5), pointer(0)}, {{"text", {{1, 2, 3, 4, 5, 6, 7, 8}, {}}}}, {{"g", {{9, 9}, {}}}}, {}, {}};
  ConcreteInput other = input;
  EXPECT_FALSE(numberBetween(input, other, 1, 8)); // it stands nowhere
  const Number argument{Number::Where::Argument, 0, "", 0, 4, 0xFFFFFFFF, ""};
  setValue(other, argument, 0xFFFFFFFA);
  EXPECT_EQ(numberBetween(input, other, 0xFFFFFFFA, 32), argument);
  EXPECT_FALSE(numberBetween(input, other, 0xFFFFFFFA, 16)); // more changes than the number
  EXPECT_FALSE(numberBetween(input, other, 0xFFFFFFFB, 32)); // it says something else
  other = input;
  const Number byte{Number::Where::Object, 0, "", 2, 1, 0xFF, ""};
  setValue(other, byte, 0xFC);
  EXPECT_EQ(numberBetween(input, other, 0xFC, 8), byte);
  EXPECT_EQ(valueIn(other, byte), 0xFCU);
  setValue(other, {Number::Where::Global, 0, "g", 1, 1, 0xFF, ""}, 0xFC);
  EXPECT_FALSE(numberBetween(input, other, 0xFC, 8)); // in two places
  other = input;
  other.objects[0].image.bytes.push_back(0);
  EXPECT_FALSE(numberBetween(input, other, 0xFC, 8)); // it says how long something is
}

TEST(FuzzForm, ShapesAreTheSameWhenOnlyNumbersDiffer) {
  const ConcreteInput input{"f", {integer(5), pointer(0)}, {{"text", {{1, 2}, {}}}}, {}, {}, {}};
  const Number byte{Number::Where::Object, 0, "", 0, 1, 0xFF, "text[0]"};
  Form one{input, {byte}}, other = one;
  setValue(other.input, byte, 77);
  EXPECT_TRUE(haveSameShape(one, other));
  other.input.objects[0].image.bytes[1] = 3; // no number
  EXPECT_FALSE(haveSameShape(one, other));
  other = one;
  other.input.arguments[1].value.pointer->addend = 1;
  EXPECT_FALSE(haveSameShape(one, other));
}

TEST(FuzzForm, WhatIsOutsideOfTheProcessIsNoForm) {
  ConcreteInput input{"f", {}, {}, {}, {}, {}};
  EXPECT_EQ(obstacle(input), "");
  input.roots.push_back({testgen::Root::Kind::StandardInput, "", std::vector<std::uint8_t>{1}});
  EXPECT_NE(obstacle(input), "");
}

} // namespace
} // namespace beagle::fuzz
