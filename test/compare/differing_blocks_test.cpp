#include "analysis/compare/differing_blocks.h"
#include "test/compile_c.h"
#include "test/temporary_folder.h"

#include <gmock/gmock.h>

#include <set>

namespace beagle::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Lines = std::set<unsigned>;

/// Two versions of a program of one file.
class Versions {
public:
  Versions(const std::string& base, const std::string& head)
      : base_(compiled(base)), head_(compiled(head)), baseTypes_(ir::sourceTypes(*base_)),
        headTypes_(ir::sourceTypes(*head_)), blocks_({*base_, *baseTypes_}, {*head_, *headTypes_}) {}

  /// The lines of all differing blocks of a function; the first one of the source is number 1.
  Lines differing(bool isBase, const std::string& name = "f") {
    const ir::Program& program = isBase ? *base_ : *head_;
    const ir::FunctionIndex index = *program.find(name);
    const ir::Function& function = program.body(index);
    const auto marks = blocks_.of(isBase, index);
    Lines lines;
    for (ir::BlockIndex block = 0; block < marks.size(); ++block)
      for (std::uint32_t k = 0; marks[block] != 0 && k < function.blocks[block].count; ++k)
        if (const auto where = function.code[function.blocks[block].first + k].where; where > 0)
          lines.insert(function.locations[where].line);
    return lines;
  }

private:
  static std::shared_ptr<const ir::Program> compiled(const std::string& source) {
    const TemporaryFolder folder;
    return *ir::Program::link(std::vector{compileC(folder.path(), "a.c", source)});
  }

  std::shared_ptr<const ir::Program> base_, head_;
  std::unique_ptr<ir::SourceTypes> baseTypes_, headTypes_;
  DifferingBlocks blocks_;
};

TEST(DifferingBlocks, CodeThatOnlyMovedDoesNotDiffer) {
  Versions versions("int g(int);\nint f(int a) { return g(a) + 1; }",
                    "static int h(void) { return 3; }\n\nint g(int);\n\n\nint f(int b) {\n return g(b) + 1;\n}");
  EXPECT_THAT(versions.differing(true), IsEmpty());
  EXPECT_THAT(versions.differing(false), IsEmpty());
}

TEST(DifferingBlocks, OneBranchDiffers) {
  const std::string before = "int f(int a, int b) {\n"
                             "  int sum = 0;\n"
                             "  for (int i = 0; i < a; ++i)\n"
                             "    sum += i;\n"
                             "  if (a > 5)\n";
  const std::string behind = "  else\n"
                             "    sum -= b;\n"
                             "  return sum;\n"
                             "}\n";
  Versions versions(before + "    sum += b;\n" + behind, before + "    sum += 2 * b;\n" + behind);
  EXPECT_THAT(versions.differing(true), ElementsAre(6));
  EXPECT_THAT(versions.differing(false), ElementsAre(6));
}

TEST(DifferingBlocks, AVariableMoreMattersOnlyWhereItIsRead) {
  Versions versions("int f(int a, int b) {\n"
                    "  int n = 7;\n"
                    "  if (a)\n"
                    "    return n;\n"
                    "  return b;\n"
                    "}\n",
                    "int f(int a, int b) {\n"
                    "  int more = 8, n = 7;\n"
                    "  if (a)\n"
                    "    return n;\n"
                    "  return more;\n"
                    "}\n");
  EXPECT_THAT(versions.differing(true), ElementsAre(5));
  EXPECT_THAT(versions.differing(false), ElementsAre(5));
}

TEST(DifferingBlocks, AnotherValueIsSeenWhereItIsUsedLater) {
  Versions versions("int f(int a) {\n"
                    "  int n = 7;\n"
                    "  while (a-- > 0)\n"
                    "    a /= 2;\n"
                    "  return n;\n"
                    "}\n",
                    "int f(int a) {\n"
                    "  int n = 8;\n"
                    "  while (a-- > 0)\n"
                    "    a /= 2;\n"
                    "  return n;\n"
                    "}\n");
  EXPECT_THAT(versions.differing(true), ElementsAre(5));
}

TEST(DifferingBlocks, AValueThatOneWayMakesAnotherIsAnotherBehindIt) {
  // The block with the change is left to blocks that are the same, but not with the same values.
  Versions versions("int f(int a, int b) {\n"
                    "  int n = a;\n"
                    "  while (b > 0) {\n"
                    "    b -= 1;\n"
                    "    if (b == 3)\n"
                    "      n = 1;\n"
                    "  }\n"
                    "  return n;\n"
                    "}\n",
                    "int f(int a, int b) {\n"
                    "  int n = a;\n"
                    "  while (b > 0) {\n"
                    "    b -= 1;\n"
                    "    if (b == 3)\n"
                    "      n = 2;\n"
                    "  }\n"
                    "  return n;\n"
                    "}\n");
  EXPECT_THAT(versions.differing(true), ElementsAre(6)) << "who comes behind it has come through it";
}

TEST(DifferingBlocks, WhatIsTheSameOnOneWayOnlyIsNotWhereWaysJoin) {
  const std::string behind = "  if (a)\n"
                             "    g();\n"
                             "  else\n"
                             "    n = 5;\n"
                             "  return n;\n"
                             "}\n";
  Versions versions("void g(void);\nint f(int a) {\n  int n = 7;\n" + behind,
                    "void g(void);\nint f(int a) {\n  int n = 8;\n" + behind);
  EXPECT_THAT(versions.differing(true), ElementsAre(8));
}

TEST(DifferingBlocks, ACaseMoreIsPartOfWhatTheOtherVersionDoesOtherwise) {
  Versions versions("int f(int a) {\n"
                    "  switch (a) {\n"
                    "  case 1: return 10;\n"
                    "  case 2: return 20;\n"
                    "  default: return 0;\n"
                    "  }\n"
                    "}\n",
                    "int f(int a) {\n"
                    "  switch (a) {\n"
                    "  case 1: return 10;\n"
                    "  case 2: return 20;\n"
                    "  case 3: return 30;\n"
                    "  default: return 0;\n"
                    "  }\n"
                    "}\n");
  EXPECT_THAT(versions.differing(true), ElementsAre(5));
  EXPECT_THAT(versions.differing(false), ElementsAre(5));
}

TEST(DifferingBlocks, WhatAGlobalBeginsWithIsPartOfTheCodeThatReadsIt) {
  const std::string code = "struct s { const int *p; };\n"
                           "static struct s s = {values};\n"
                           "int f(int a) {\n"
                           "  if (a)\n"
                           "    return *s.p;\n"
                           "  return a;\n"
                           "}\n"
                           "void g(const int *p) { s.p = p; }\n";
  Versions versions("static const int values[] = {1, 2};\n" + code, "static const int values[] = {1, 3};\n" + code);
  EXPECT_THAT(versions.differing(true), ElementsAre(6));
}

TEST(DifferingBlocks, OtherFieldsAtTheSamePlacesDiffer) {
  const std::string code = "int f(struct s *p, int a) {\n"
                           "  if (a)\n"
                           "    return p->first;\n"
                           "  return a;\n"
                           "}\n";
  const std::string other = "int f(struct s *p, int a) {\n"
                            "  if (a)\n"
                            "    return p->second;\n"
                            "  return a;\n"
                            "}\n";
  Versions versions("struct s { int first, second; };\n" + code, "struct s { int second, first; };\n" + other);
  EXPECT_THAT(versions.differing(true), ElementsAre(4));
}

TEST(DifferingBlocks, AFunctionOfOneVersionDiffersAsAWhole) {
  Versions versions("int f(int a) { return a; }", "int f(int a) { return a; }\nint g(int a) {\n  return a;\n}\n");
  EXPECT_THAT(versions.differing(false, "g"), ElementsAre(3));
}

TEST(DifferingBlocks, ACallOfAnotherFunctionDiffers) {
  const std::string both = "int g(int);\nint h(int);\n";
  Versions versions(both + "int f(int a) {\n  if (a)\n    return g(a);\n  return 0;\n}\n",
                    both + "int f(int a) {\n  if (a)\n    return h(a);\n  return 0;\n}\n");
  EXPECT_THAT(versions.differing(true), ElementsAre(5));
}

} // namespace
} // namespace beagle::compare
