#include "test/ir/compiled_units.h"

#include <gmock/gmock.h>

namespace beagle::ir {
namespace {

using testing::UnorderedElementsAre;

std::vector<std::string> namesIn(const BitcodeArchive& archive, std::size_t member) {
  std::vector<std::string> names;
  for (const BitcodeArchive::Symbol& symbol : archive.symbolsOf(member)) names.push_back(symbol.name);
  return names;
}

TEST(Archive, KnowsWhatEachMemberHasForOthers) {
  const auto one = compileText("int one(void) { return 1; } static int own(void) { return 2; } int needed(void);"
                               "int use(void) { return own() + needed(); } int variable = 3; extern int elsewhere;"
                               "int *where(void) { return &elsewhere; }"
                               "__attribute__((weak)) int weak(void) { return 4; }"
                               "int alias(void) __attribute__((alias(\"one\")));",
                               "one.c");
  const auto two = compileText(
      "__attribute__((section(\"beagle.replacement\"))) int swap(int a) { return a; } int keep(void) { return 1; }"
      "inline int copy(void) { return 5; } int call(void) { return copy(); }",
      "two.c");
  const auto archive = BitcodeArchive::of({{"one.c", one->bytes()}, {"two.c", two->bytes()}});
  ASSERT_TRUE(archive) << archive.error().str();
  EXPECT_THAT(namesIn(**archive, 0), UnorderedElementsAre("one", "use", "variable", "where", "weak", "alias"));
  EXPECT_THAT(namesIn(**archive, 1), UnorderedElementsAre("swap", "keep", "call")); // of `copy`, another one is meant
  for (const BitcodeArchive::Symbol& symbol : (*archive)->symbolsOf(1))
    EXPECT_EQ(symbol.isReplacement, symbol.name == "swap") << symbol.name;
  EXPECT_TRUE((*archive)->defines("weak"));
  EXPECT_FALSE((*archive)->defines("own"));
  EXPECT_FALSE((*archive)->defines("elsewhere"));
}

TEST(Archive, OpensAMemberOnce) {
  const auto unit = compileText("int f(void) { return 1; }");
  const auto archive = BitcodeArchive::of({{"unit.c", unit->bytes()}});
  ASSERT_TRUE(archive) << archive.error().str();
  const auto first = (*archive)->open(0), second = (*archive)->open(0);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ((*first)->name(), "unit.c");
}

TEST(Archive, DamagedBitcodeIsNamed) {
  for (const std::string_view text : {"", "no bitcode at all", "BC\xC0\xDE cut short"}) {
    const auto archive = BitcodeArchive::of({{"bad.bc", text}});
    ASSERT_FALSE(archive) << text;
    EXPECT_THAT(archive.error().str(), testing::StartsWith("bad.bc: damaged bitcode: "));
  }
}

} // namespace
} // namespace beagle::ir
