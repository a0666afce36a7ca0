#include "analysis/report/markup.h"

#include <gtest/gtest.h>

namespace beagle::report {
namespace {

TEST(Markup, NothingInTextMeansSomethingToHtml) {
  EXPECT_EQ(escaped("<a href=\"x\">'&amp;'"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;");
}

TEST(Markup, CodeEndsWhereItShould) {
  EXPECT_EQ(inlineCode("a"), "`a`");
  EXPECT_EQ(inlineCode("a `` b"), "```a `` b```");
  EXPECT_EQ(inlineCode("`a"), "`` `a ``");
  EXPECT_EQ(inlineCode(""), "`  `");
  EXPECT_EQ(codeBlock("a\n````\n"), "`````text\na\n````\n`````\n");
  EXPECT_EQ(codeBlock("a"), "```text\na\n```\n");
}

TEST(Markup, APathIsAReferenceBelowTheProject) {
  EXPECT_EQ(relativeUri("src/a b#1?.c"), "src/a%20b%231%3F.c");
  EXPECT_EQ(relativeUri("/src/\xC3\xA4.c"), "src/%C3%A4.c");
}

} // namespace
} // namespace beagle::report
