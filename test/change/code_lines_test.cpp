#include "analysis/change/code_lines.h"

#include <gtest/gtest.h>

namespace beagle::change {

/// One character per line: '+' code, '.' none.
static std::string linesOf(std::string_view text, std::size_t lines = 100) {
  std::string all;
  for (const bool isCode : codeLines(text, lines)) all += isCode ? '+' : '.';
  return all;
}

TEST(CodeLines, BlanksAndCommentsAreNone) {
  EXPECT_EQ(linesOf("int a;\n\n // x\n/* y\nz */ int b;\n\t\f\n"), "+...+.");
}

TEST(CodeLines, ColumnsAreThoseOfTheText) {
  const std::vector<std::string> lines = codeOfLines("a /* x */ b; // c\n/* d\n*/ e\n", 100);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "a         b;     ");
  EXPECT_EQ(lines[1], "    ");
  EXPECT_EQ(lines[2], "   e");
}

TEST(CodeLines, CommentMarksInTextAreText) {
  EXPECT_EQ(linesOf("char *s = \"/*\";\nint a;\nchar c = '\"'; // \"\nint b;\n"), "++++");
  EXPECT_EQ(linesOf("auto r = R\"x(\n/* \" \n)x\";\nint a = 1'000;\n"), "++++");
}

TEST(CodeLines, SplicedLines) { EXPECT_EQ(linesOf("// a \\\nstill\nint b;\n"), "..+"); }

TEST(CodeLines, NoMoreThanAskedFor) {
  const std::string text = "int a;\n\nint b;\n/* c\n d */\nint e;";
  const std::string all = linesOf(text);
  EXPECT_EQ(all, "+.+..+");
  for (std::size_t lines = 0; lines < 10; ++lines) EXPECT_EQ(linesOf(text, lines), all.substr(0, lines)) << lines;
}

} // namespace beagle::change
