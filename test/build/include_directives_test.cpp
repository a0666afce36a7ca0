#include "analysis/build/include_directives.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace beagle::build {

/// "name" and <name> as written, a macro as "?", with "next" before them.
static std::string found(std::string_view text) {
  std::string all;
  for (const IncludeDirective& directive : includesOf(text)) {
    if (!all.empty()) all += ' ';
    if (directive.next) all += "next ";
    if (directive.name.empty()) all += '?';
    else all += fmt::format(fmt::runtime(directive.quoted ? "\"{}\"" : "<{}>"), directive.name);
  }
  return all;
}

TEST(IncludeDirectives, QuotedAndAngled) {
  EXPECT_EQ(found("#include \"a.h\"\n#include <b/c.h>\nint x;\n"), "\"a.h\" <b/c.h>");
}

TEST(IncludeDirectives, EachOnceInTheirOrder) {
  EXPECT_EQ(found("#include <b>\n#include \"b\"\n#include <a>\n#include <b>\n"), "<b> \"b\" <a>");
}

TEST(IncludeDirectives, WhateverConditionsTheyStandUnder) {
  EXPECT_EQ(found("#if 0\n#include <never>\n#else\n#include <always>\n#endif\n"), "<never> <always>");
}

TEST(IncludeDirectives, OtherWordsForIt) {
  EXPECT_EQ(found("#import <i>\n#include_next <n>\n#embed \"e.bin\"\n"), "<i> next <n> \"e.bin\"");
}

TEST(IncludeDirectives, OtherSpellingsOfTheMark) {
  EXPECT_EQ(
      found("  #  include <a>\n%: include <b>\n?\?= include <c>\n#/* why */include <d>\n#\\\ninclude \\\n <e>\r\n"),
      "<a> <b> <c> <d> <e>");
  EXPECT_EQ(found("%:include <second>\n#include <third>\n"), "<second> <third>");
}

TEST(IncludeDirectives, OnlyWhereALineMayBegin) {
  EXPECT_EQ(found("/* a\n b */ #include <a>\n \t#include <b>\rint x;\r#include <c>\r\n\v#include <d>\n"),
            "<a> <b> <c> <d>");
  EXPECT_EQ(found("\xef\xbb\xbf#include <e>\n"), "<e>");
}

TEST(IncludeDirectives, AMacroCanBeAnyFile) { EXPECT_EQ(found("#include CONFIG_H\n"), "?"); }

TEST(IncludeDirectives, QuestionsInConditionsAndMacros) {
  EXPECT_EQ(found("#if __has_include(<a>)\n#elif defined(X) && __has_include(\"b\")\n#endif\n"), "next <a> next \"b\"");
  EXPECT_EQ(found("#define HAS \\\n  __has_include(<c>) || \\\r\n __has_embed(\"d\")\n"), "next <c> next \"d\"");
  EXPECT_EQ(found("#if 1 /* two\nlines */ && __has_include(<e>)\n"), "next <e>");
  EXPECT_EQ(found("#if __has_include_next(<f>)\n"), "next <f>");
}

TEST(IncludeDirectives, NothingInOtherText) {
  EXPECT_EQ(found(""), "");
  EXPECT_EQ(found("#"), "");
  EXPECT_EQ(found("int a = b % c ? d : e; /* 100 % */\n#define X(a) #a\n"), "");
  EXPECT_EQ(found("#include \"no end\n"), "");
  EXPECT_EQ(found("// see #include <a>\nchar t[] = \"#include <b>\"; x = y #include <c>\n"), "");
  EXPECT_EQ(found("#include `x`\n#include 1\n"), "");
  EXPECT_EQ(found("#if 1\nint __has_include_it(void);\n#endif"), "");
}

} // namespace beagle::build
