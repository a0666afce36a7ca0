#include "analysis/change/describe.h"
#include "test/change/compiled.h"
#include "test/change/pair_file.h"

#include <gmock/gmock.h>

#include <chrono>

namespace beagle::change {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> textsOf(const std::vector<ChangeSentence>& sentences) {
  std::vector<std::string> texts;
  for (const ChangeSentence& sentence : sentences) texts.push_back(sentence.text);
  return texts;
}

/// What is said about `f`, which both sources define.
std::vector<std::string> said(const std::string& base, const std::string& head, const std::string& file = "a.c") {
  const CompiledSource old(base, file), young(head, file);
  return textsOf(describeChange(old.outline("f"), young.outline("f")));
}

std::vector<std::string> saidOfSignature(const std::string& base, const std::string& head,
                                         const std::string& file = "a.c") {
  const CompiledSource old(base, file), young(head, file);
  return textsOf(describeSignature(*old.find("f"), *young.find("f")));
}

std::string saidOfItem(const std::string& name, const std::string& base, const std::string& head,
                       const std::string& file = "a.c") {
  const CompiledSource old(base, file), young(head, file);
  return describeItem(old.item(name), young.item(name));
}

std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
  return text;
}

TEST(Describe, PairFiles) {
  std::size_t checked = 0;
  for (const PairFile& pair : readPairs(BEAGLE_PAIRS)) {
    // Elsewhere, what is expected may be said about something else than the body.
    if (!pair.name.starts_with("construct-") && !pair.name.starts_with("cpp-")) continue;
    for (const std::string& line : pair.expectations) {
      if (!line.starts_with("says ")) continue;
      const std::size_t colon = line.find(": ");
      const std::string name = line.substr(5, colon - 5), wanted = line.substr(colon + 2);
      std::string all;
      bool written = false; // where the text is the same, the change set finds the words, not this part
      for (const auto& [path, unused] : pair.head) {
        const std::string ending(support::extension(path));
        if (!pair.base.contains(path) || (ending != ".c" && ending != ".cpp" && ending != ".cc")) continue;
        const CompiledSource old(pair.base, path), young(pair.head, path);
        if (!old.find(name) || !young.find(name)) continue;
        written |= withoutBlanks(old.outline(name).text) != withoutBlanks(young.outline(name).text);
        for (const ChangeSentence& sentence : describeChange(old.outline(name), young.outline(name)))
          all += sentence.text + "\n";
      }
      if (!written) continue;
      EXPECT_THAT(all, HasSubstr(wanted)) << pair.name << ": " << line;
      ++checked;
    }
  }
  EXPECT_GE(checked, 15U);
}

TEST(Describe, OperatorOfACondition) {
  EXPECT_THAT(said("int f(int a, int n) {\n  if (a < n) return 1;\n  return 0;\n}\n",
                   "int f(int a, int n) {\n  if (a <= n) return 1;\n  return 0;\n}\n"),
              ElementsAre("condition of `if` at line 2: `<` became `<=` in `a <= n`"));
}

TEST(Describe, LinesAreThoseOfTheHead) {
  const CompiledSource base("int f(int a) {\n  return a;\n}\n"), head("\n\nint f(int a) {\n\n  return a + 1;\n}\n");
  EXPECT_THAT(describeChange(base.outline("f"), head.outline("f")),
              ElementsAre(ChangeSentence{"`return` at line 5: `a` became `a + 1`", 2, 5}));
}

TEST(Describe, GrownConditionIsShownWhole) {
  EXPECT_THAT(said("void f(int n, int *p) { while (n > 0) n--; }", "void f(int n, int *p) { while (n > 0 && p) n--; }"),
              ElementsAre("condition of `while` at line 1: `n > 0` became `n > 0 && p`"));
}

TEST(Describe, OperandOfALongCondition) {
  const std::string start =
      "int f(int a, int b, int c, int d) {\n  if (a > 1000 && b > 1000 && c > 1000 && d > 1000 && a < 9999";
  EXPECT_THAT(said(start + ")\n    return 1;\n  return 0;\n}\n",
                   start + " &&\n      b < 9999)\n    return 1;\n  return 0;\n}\n"),
              ElementsAre("`&& b < 9999` in condition of `if` added at line 3"));
}

TEST(Describe, Calls) {
  const std::string head = "int g(int, int); void h(int); void free(void *);\n";
  EXPECT_THAT(said(head + "int f(int n) { return g(0, n); }", head + "int f(int n) { return g(0, n + 1); }"),
              ElementsAre("argument 2 of call `g` at line 2: `n` became `n + 1`"));
  EXPECT_THAT(said(head + "void f(void *p) {\n}\n", head + "void f(void *p) {\n  free(p);\n}\n"),
              ElementsAre("call `free(p)` added at line 3"));
  EXPECT_THAT(said(head + "void f(void *p) {\n  free(p);\n}\n", head + "void f(void *p) {\n}\n"),
              ElementsAre("call `free(p)` removed (old line 3)"));
  EXPECT_THAT(said("int g(); int f(int n) { return g(1); }", "int g(); int f(int n) { return g(1, n); }"),
              ElementsAre("argument 2 `n` of call `g` added at line 1"));
}

TEST(Describe, StatementsComeAndGo) {
  const std::string calls = "void a(int); void b(int); void c(int);\n";
  EXPECT_THAT(said(calls + "int f(int n) {\n  a(n);\n  return 0;\n}\n",
                   calls + "int f(int n) {\n  a(n);\n  if (n > 9)\n    b(n);\n  return 0;\n}\n"),
              ElementsAre("`if (n > 9) b(n)` added at line 4"));
  EXPECT_THAT(said(calls + "void f(int n) {\n  a(n);\n  b(n);\n}\n",
                   calls + "void f(int n) {\n  if (n > 9) {\n    a(n);\n    b(n);\n  }\n}\n"),
              ElementsAre("2 statements wrapped in `if (n > 9)` at line 3"));
  EXPECT_THAT(
      said(calls + "void f(int n) {\n  if (n > 9) {\n    a(n);\n  }\n}\n", calls + "void f(int n) {\n  a(n);\n}\n"),
      ElementsAre("1 statement taken out of `if (n > 9)` (old line 3)"));
  EXPECT_THAT(said(calls + "void f(int n) {\n  a(n);\n  b(n);\n  c(n);\n}\n",
                   calls + "void f(int n) {\n  b(n);\n  c(n);\n  a(n);\n}\n"),
              ElementsAre("call `a(n)` moved from old line 3 to line 5"));
  EXPECT_THAT(said(calls + "void f(int n) {\n  if (n) a(n);\n  else b(n);\n}\n",
                   calls + "void f(int n) {\n  if (n) a(n);\n}\n"),
              ElementsAre("`else` branch removed (old line 4)"));
}

TEST(Describe, WrappedAndEdited) {
  const std::string calls = "void a(int); void b(int);\n";
  EXPECT_THAT(said(calls + "void f(int n) {\n  a(n);\n  b(n);\n}\n",
                   calls + "void f(int n) {\n  while (n--) {\n    a(n);\n    b(n + 1);\n  }\n}\n"),
              ElementsAre("1 statement wrapped in `while (n--)` at line 3",
                          "argument 1 of call `b` at line 5: `n` became `n + 1`"));
}

TEST(Describe, SwitchLabels) {
  EXPECT_THAT(said("int f(int c) {\n  switch (c) {\n  case 'a': return 1;\n  }\n  return 0;\n}\n",
                   "int f(int c) {\n  switch (c) {\n  case 'a':\n  case 'x': return 1;\n  }\n  return 0;\n}\n"),
              ElementsAre("`case 'x'` added at line 4"));
}

TEST(Describe, Locals) {
  EXPECT_THAT(
      said("int f(void) {\n  int n = 3;\n  return n;\n}\n", "int f(void) {\n  unsigned n = 4;\n  return n;\n}\n"),
      ElementsAre("type of local `n` at line 2: `int` became `unsigned`",
                  "initializer of `n` at line 2: `3` became `4`"));
  EXPECT_THAT(
      said("int f(int c) { int a = 1, b = 2; return a + b; }", "int f(int c) { int a = 1, b = 3; return a + b; }"),
      ElementsAre("initializer of `b` at line 1: `2` became `3`"));
}

TEST(Describe, RenamedLocalsAreSilent) {
  EXPECT_THAT(said("int f(int n) { int i = 0; for (int k = 0; k < n; k++) i += k; return i; }",
                   "int f(int count) { int sum = 0; for (int j = 0; j < count; j++) sum += j; return sum; }"),
              IsEmpty());
  EXPECT_THAT(said("int f(int n) { int i = 0; for (int k = 0; k < n; k++) i += k; return i; }",
                   "int f(int n) { int sum = 0; for (int k = 0; k < n; k++) sum += k; return sum + 1; }"),
              ElementsAre("`return` at line 1: `i` became `sum + 1`"));
  EXPECT_THAT(said("void g(int); void f(int n) { if (n) goto out; g(n); out: g(1); }",
                   "void g(int); void f(int n) { if (n) goto done; g(n); done: g(1); }"),
              IsEmpty());
}

TEST(Describe, ExchangedLocalsAreNotRenamed) {
  EXPECT_THAT(said("int f(int a, int b) { return a - b + 2 * a; }", "int f(int a, int b) { return b - a + 2 * b; }"),
              ElementsAre("`return` at line 1: `a - b + 2 * a` became `b - a + 2 * b`"));
}

TEST(Describe, NoCodeNoSentence) {
  EXPECT_THAT(said("int f(int a) { if (a) return (a); return 16; }",
                   "int f(int a) { // twice\n  if ((a)) {\n    return a; /* here */\n  }\n  return 0x10;\n}\n"),
              IsEmpty());
}

TEST(Describe, DeclarationsThatChangePlacesAreSilent) {
  EXPECT_THAT(said("int f(int n) { int a; int b; a = n; b = a; return b; }",
                   "int f(int n) { int b; int a; a = n; b = a; return b; }"),
              IsEmpty());
}

TEST(Describe, Cplusplus) {
  const std::string type = "struct S { int x_; int y_; S(int); };\n";
  const CompiledSource base(type + "S::S(int v) : x_(v), y_(0) {}\n", "a.cpp"),
      head(type + "S::S(int v) : x_(v + 1), y_(0) {}\n", "a.cpp");
  EXPECT_THAT(textsOf(describeChange(base.outline("S::S"), head.outline("S::S"))),
              ElementsAre("member initializer of `x_` at line 2: `v` became `v + 1`"));
  EXPECT_THAT(
      said("int f(int n) { try { if (n) throw 1; } catch (int e) { return e; } return 0; }",
           "int f(int n) { try { if (n) throw 1; } catch (long e) { return 2; } return 0; }", "a.cpp"),
      ElementsAre("`catch` at line 1: `catch (int e)` became `catch (long e)`", "`return` at line 1: `e` became `2`"));
  EXPECT_THAT(said("int f(int n) { auto g = [](int a) { return a; }; return g(n); }",
                   "int f(int n) { auto g = [](int b) { return b * 2; }; return g(n); }", "a.cpp"),
              ElementsAre("`return` at line 1: `a` became `b * 2`"));
}

TEST(Describe, LongCodeIsCutWhereItDiffers) {
  const std::string sum = "n * 1 + n * 2 + n * 3 + n * 4 + n * 5 + n * 6 + n * 7 + n * 8 + n * 9 + ";
  const auto texts = said("int g(int); int f(int n) { return g(n) ? " + sum + "1 : n; }",
                          "int g(int); int f(int n) { return g(n) ? " + sum + "2 : n; }");
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_THAT(texts[0], HasSubstr("`1` became `2`"));
  const auto whole =
      said("const char *f(void) { return \"äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü 1\"; }",
           "const char *f(void) { return \"äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü 2\"; }");
  EXPECT_THAT(whole, ElementsAre(HasSubstr("1\"` became `…")));
  EXPECT_NO_THROW((void)nlohmann::json(whole).dump()); // throws on broken UTF-8
}

TEST(Describe, RawStringsAndComments) {
  EXPECT_THAT(said("const char *f() { return R\"x(a // )\" b)x\"; }", "const char *f() { return R\"x(a // )\" c)x\"; }",
                   "a.cpp"),
              ElementsAre("`return` at line 1: `R\"x(a // )\" b)x\"` became `R\"x(a // )\" c)x\"`"));
}

TEST(Describe, RestIsCounted) {
  std::string base = "void g(int);\nvoid f(int n) {\n", head = base;
  for (int i = 0; i < 30; ++i) {
    base += "  g(n + " + std::to_string(i) + ");\n";
    head += "  g(n - " + std::to_string(i) + ");\n";
  }
  const auto texts = said(base + "}\n", head + "}\n");
  ASSERT_EQ(texts.size(), 13U);
  EXPECT_EQ(texts.back(), "and 18 more places");
}

TEST(Describe, RunsAreOneSentence) {
  const std::string calls = "void a(int);\nvoid f(int n) {\n", added = "  a(1);\n  a(2);\n  a(3);\n  a(4);\n  a(5);\n";
  EXPECT_THAT(said(calls + "  a(n);\n}\n", calls + added + "  a(n);\n}\n"),
              ElementsAre("5 statements added at lines 3 to 7, from call `a(1)` to call `a(5)`"));
}

TEST(Describe, MacroThatWritesTheFunction) {
  EXPECT_THAT(said("#define MAKE(n) int f(void) { return n; }\nMAKE(1)\n",
                   "#define MAKE(n) int f(void) { return n; }\nMAKE(2)\n"),
              ElementsAre("code at line 2: `1` became `2`"));
}

TEST(Describe, DefinitionThatBeginsWithAMacro) {
  EXPECT_THAT(said("#define API __attribute__((visibility(\"default\")))\nAPI int f(int n) { return n + 1; }\n",
                   "#define API __attribute__((visibility(\"default\")))\nAPI int f(int n) { return n + 2; }\n"),
              ElementsAre("`return` at line 2: `1` became `2` in `n + 2`"));
}

TEST(Describe, Specifiers) {
  EXPECT_THAT(said("int g(); int f() { return g(); }", "int g(); int f() noexcept { return g(); }", "a.cpp"),
              ElementsAre("`noexcept` added at line 1"));
}

TEST(Describe, LargeFunctionIsFast) {
  std::string base = "int g(int);\nint f(int n) {\n";
  for (int i = 0; i < 3000; ++i)
    base += i % 3 ? "  n += g(n * " + std::to_string(i) + ");\n" : "  if (n > " + std::to_string(i) + ") n = g(n);\n";
  base += "  return n;\n}\n";
  std::string head = base;
  head.replace(head.find("n * 1000)"), 9, "n * 9999)");
  head.insert(head.find("  n += g(n * 2000)"), "  g(7);\n");
  const CompiledSource old(base), young(head);
  const ir::Outline a = old.outline("f"), b = young.outline("f");
  const auto start = std::chrono::steady_clock::now();
  const auto sentences = describeChange(a, b);
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_THAT(textsOf(sentences), ElementsAre("argument 1 of call `g` at line 1003: `1000` became `9999` in `n * 9999`",
                                              "call `g(7)` added at line 2003"));
  // Some tens of milliseconds at most; the limit leaves room for sanitizers and busy machines.
  EXPECT_LT(std::chrono::duration<double>(took).count(), 2.0);
}

TEST(DescribeSignature, Parameters) {
  EXPECT_THAT(saidOfSignature("int f(int a) { return a; }", "int f(int a, int n) { return a; }"),
              ElementsAre("parameter `n` added"));
  EXPECT_THAT(saidOfSignature("int f(int a, int n) { return a; }", "int f(int a) { return a; }"),
              ElementsAre("parameter `n` removed"));
  EXPECT_THAT(saidOfSignature("int f(int n) { return 1; }", "int f(unsigned n) { return 1; }"),
              ElementsAre("parameter `n`: `int` became `unsigned int`"));
  EXPECT_THAT(saidOfSignature("int f(int a, int b) { return a; }", "int f(int b, int a) { return a; }"),
              ElementsAre("parameters reordered: `a, b` became `b, a`"));
  EXPECT_THAT(saidOfSignature("int f(int a) { return 1; }", "long f(int b) { return 1; }"),
              ElementsAre("return type: `int` became `long`"));
  EXPECT_THAT(
      saidOfSignature("int f(int a) { return 1; }", "static int f(int a) { return 1; } int g(void) { return f(1); }"),
      ElementsAre("visible in its unit only now"));
}

TEST(DescribeItem, Macros) {
  EXPECT_EQ(saidOfItem("LIMIT", "#define LIMIT 10\n", "#define LIMIT 20\n"), "macro `LIMIT`: `10` became `20`");
  EXPECT_EQ(saidOfItem("LIMIT", "", "#define LIMIT 20\n"), "macro `LIMIT` added: `20`");
  EXPECT_EQ(saidOfItem("LIMIT", "#define LIMIT 20\n", ""), "macro `LIMIT` removed: `20`");
  EXPECT_EQ(saidOfItem("LIMIT", "#define LIMIT 20\n", "#define LIMIT   20\n"), "");
}

TEST(DescribeItem, Enums) {
  EXPECT_EQ(saidOfItem("color", "enum color { RED, GREEN };", "enum color { RED = 1, GREEN, BLUE };"),
            "value of `RED`: 0 became 1, value of `GREEN`: 1 became 2, enumerator `BLUE` added (= 3)");
  EXPECT_EQ(saidOfItem("color", "enum color { RED, GREEN };", "enum color { RED, LIME };"),
            "enumerator `GREEN` renamed to `LIME`");
  EXPECT_EQ(saidOfItem("color", "", "enum color { RED, GREEN };"), "enum `color` added: `RED = 0`, `GREEN = 1`");
  EXPECT_EQ(saidOfItem("(unnamed, with MANY)", "enum { MANY = 5, FEW };", ""),
            "enum `(unnamed, with MANY)` removed: `MANY = 5`, `FEW = 6`");
}

TEST(DescribeItem, Types) {
  EXPECT_EQ(saidOfItem("S", "struct S { int x; int z; };", "struct S { int x; int z; int y; };"),
            "field `y` added at offset 8, size 8 became 12");
  EXPECT_EQ(saidOfItem("S", "struct S { int x; int y; };", "struct S { int y; int x; };"),
            "field `x` moved from offset 0 to 4, field `y` moved from offset 4 to 0");
  EXPECT_EQ(saidOfItem("S", "struct S { int a, b, c, d, e; };", "struct S { int x, a, b, c, d, e; };"),
            "field `x` added at offset 0, field `a` moved from offset 0 to 4, and 4 more moved, size 20 became 24");
  EXPECT_EQ(saidOfItem("S", "struct S { unsigned a : 3; };", "struct S { unsigned a : 4; };"),
            "field `a`: `unsigned int : 3` became `unsigned int : 4`");
  EXPECT_EQ(saidOfItem("num", "typedef int num;", "typedef long num;"), "type `num`: `int` became `long`");
  EXPECT_EQ(
      saidOfItem("S", "struct S { virtual int f(); };", "struct S { virtual int g(); virtual int f(); };", "a.cpp"),
      "virtual function `g` added");
}

TEST(DescribeItem, Globals) {
  EXPECT_EQ(saidOfItem("table", "int table[] = {1, 2};", "int table[] = {1, 3};"),
            "initializer of `table`: `{1, 2}` became `{1, 3}`");
  EXPECT_EQ(saidOfItem("n", "int n;", "long n = 2;"),
            "type of `n`: `int` became `long`, initializer of `n` added: `2`");
}

} // namespace
} // namespace beagle::change
