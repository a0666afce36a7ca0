#include "analysis/support/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::support {
namespace {

using testing::ElementsAre;

TEST(Text, LinesDropBothKindsOfEnding) { EXPECT_THAT(lines("a\r\nb\n\nc"), ElementsAre("a", "b", "", "c")); }

TEST(Text, NearestFindsASlipButNotAStranger) {
  const std::vector<std::string> words{"main", "feature/login", "release"};
  EXPECT_EQ(nearest("mian", words), "main");
  EXPECT_EQ(nearest("feature/logn", words), "feature/login");
  EXPECT_EQ(nearest("quite-different", words), std::nullopt);
}

TEST(Text, GlobsCoverFoldersNamesAndAnyDepth) {
  EXPECT_TRUE(matchesGlob("vendor/zlib/inflate.c", "vendor/**"));
  EXPECT_TRUE(matchesGlob("vendor/zlib/inflate.c", "vendor"));
  EXPECT_TRUE(matchesGlob("vendor/zlib/inflate.c", "vendor/"));
  EXPECT_TRUE(matchesGlob("src/a_test.c", "*_test.c"));
  EXPECT_TRUE(matchesGlob("src/deep/er/x.c", "src/**/x.c"));
  EXPECT_TRUE(matchesGlob("src/x.c", "src/**/x.c"));
  EXPECT_FALSE(matchesGlob("src/deep/x.c", "src/*.c"));
  EXPECT_FALSE(matchesGlob("src/prefix.c", "src/**/x.c"));
  EXPECT_TRUE(matchesGlob("src/a/b.c", "**"));
  EXPECT_TRUE(matchesGlob("b.c", "?.c"));
  EXPECT_FALSE(matchesGlob("vendored/x.c", "vendor"));
}

TEST(Text, GlobsOfManyStarsTakeNoTimeToSpeakOf) {
  std::string pattern, path(200, 'a');
  for (int i = 0; i < 60; ++i) pattern += i % 2 ? "*a" : "**/*";
  EXPECT_FALSE(matchesGlob("x/" + path, pattern + "b"));
}

TEST(Text, CommandLinesAreSplitAsAShellWould) {
  EXPECT_THAT(splitCommandLine(R"(cc -DX="a b" 'c d' e\ f "g\"h" "" -I.)"),
              ElementsAre("cc", "-DX=a b", "c d", "e f", "g\"h", "", "-I."));
}

TEST(Text, AnyBytesSurviveBeingText) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string samples[] = {
      "plain", "caf\xe9.c", "caf\xc3\xa9.c", all, bytesToText("\xff"), "\xf4\x8f\xbf\xbf", "\xed\xa0\x80"};
  for (const std::string& bytes : samples) EXPECT_EQ(textToBytes(bytesToText(bytes)), bytes);
  EXPECT_EQ(bytesToText("caf\xc3\xa9.c"), "caf\xc3\xa9.c");
  EXPECT_NE(bytesToText("\xff"), bytesToText("\xfe"));
}

TEST(Text, PrintableDefusesControlCharactersAndSaysWhatItCut) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("abcdef", 4), "abcd… (2 more bytes)");
}

TEST(Printable, NothingTurnsTextAroundOrHidesInIt) {
  EXPECT_EQ(printable("a\u202eb\u200bc\u2028d"), "a\\u{202e}b\\u{200b}c\\u{2028}d");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "\\u{9b}2J")
      << "a control character of two bytes";
  EXPECT_EQ(printable("gr\u00fcn \u6f22 \U0001F600"), "gr\u00fcn \u6f22 \U0001F600");
}

TEST(Printable, BytesThatAreNoTextShowAsBytes) {
  EXPECT_EQ(printable("a\xFF"
                      "b\xC3"),
            "a\\xff"
            "b\\xc3");
  EXPECT_EQ(printable(bytesToText("a\xFF")), "a\\xff") << "as JSON has them";
}

TEST(Printable, IsNotCutInsideOfACharacter) {
  EXPECT_EQ(printable("ab\u00fc\u00fc", 3), "ab… (4 more bytes)");
  EXPECT_EQ(printable("ab\u00fc\u00fc", 4), "ab\u00fc… (2 more bytes)");
  EXPECT_EQ(printable("ab\xC3", 3), "ab\\xc3");
}

} // namespace
} // namespace beagle::support
