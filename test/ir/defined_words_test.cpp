#include "analysis/ir/defined_words.h"

#include <gmock/gmock.h>

namespace beagle::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

TEST(DefinedWords, FunctionsWithBodiesAndVariables) {
  EXPECT_THAT(
      definedWords("int f(int a) { return g(a); }\nint g(int);\nextern int h;\nint i = 3, j;\nstatic char k[4];\n"),
      ElementsAre("f", "i", "j", "k"));
}

TEST(DefinedWords, OldStyleParametersAttributesAndMacros) {
  EXPECT_THAT(definedWords("int f(a, b)\n  int a;\n  char *b;\n{\n}\nvoid g(void) NORETURN;\nvoid h(void) { }\n"),
              ElementsAre("f", "h"));
  EXPECT_THAT(definedWords("__attribute__((noinline)) int f(void)\n{\n}\n"), testing::Contains("f"));
  EXPECT_THAT(definedWords("DECLARE(x)\nint f(void) {}\n"), testing::Contains("f"));
}

TEST(DefinedWords, CommentsTextsAndPreprocessorLinesSayNothing) {
  EXPECT_THAT(definedWords("/* int f(void) {} */ // int g(void) {}\n#define H int h(void) { \\\n }\n"), IsEmpty());
  EXPECT_THAT(definedWords("int f(void) { puts(\"}\"); if (1) { } }\nint g(void) {}"), ElementsAre("f", "g"));
}

TEST(DefinedWords, ABraceInTheFirstColumnEndsABody) {
  EXPECT_THAT(definedWords("int f(void)\n{\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\nint g(void)\n{\n}\n"),
              ElementsAre("f", "g"));
}

TEST(DefinedWords, InsideNamespacesAndLinkage) {
  EXPECT_THAT(
      definedWords(
          "namespace n { int f() { return 1; } extern \"C\" { int g() {} } }\nint A::m() const noexcept { }\nA::A(int x) : x_(x) { }\n"),
      IsSupersetOf({"A", "A::", "f", "g", "m"}));
  EXPECT_THAT(definedWords("struct S { int a; };\nenum E { X = 1, Y };\nstruct S s = { 1 };\n"), ElementsAre("s"));
}

TEST(DefinedWords, MembersThatTheCompilerWrites) {
  EXPECT_THAT(definedWords("A::~A() NOEXCEPT = default;\nB::~B() = default;\nC::C(const C&) = delete;\n"),
              ElementsAre("A", "A::", "B", "B::"));
}

TEST(DefinedWords, WhatDoesNotEnd) {
  EXPECT_THAT(definedWords("int f(void) {"), ElementsAre("f"));
  EXPECT_THAT(definedWords("int f(\"abc"), IsEmpty());
  EXPECT_THAT(definedWords("/* never"), IsEmpty());
  EXPECT_THAT(definedWords("#define"), IsEmpty());
}

} // namespace
} // namespace beagle::ir
