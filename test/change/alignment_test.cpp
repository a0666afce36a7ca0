#include "analysis/change/alignment.h"
#include "test/change/bitcode.h"
#include "test/change/program_maker.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace beagle::change {
namespace {

/// Two versions of `f`, aligned.
struct Aligned {
  CompiledModule base, head;
  Alignment alignment;

  Aligned(const std::string& old, const std::string& young)
      : base(old), head(young), alignment(align(base.function("f"), head.function("f"))) {}

  /// Lines with an instruction of the given kind.
  [[nodiscard]] std::set<unsigned> headLines(Match match) const { return lines(alignment.head, match); }
  [[nodiscard]] std::set<unsigned> baseLines(Match match) const { return lines(alignment.base, match); }
  [[nodiscard]] std::set<unsigned> movedLines() const {
    std::set<unsigned> found;
    for (const InstructionRow& row : alignment.head.instructions)
      if (row.moved) found.insert(row.line);
    return found;
  }

private:
  static std::set<unsigned> lines(const AlignedSide& side, Match match) {
    std::set<unsigned> found;
    for (const InstructionRow& row : side.instructions)
      if (row.match == match) found.insert(row.line);
    return found;
  }
};

using Lines = std::set<unsigned>;

/// What holds for every alignment.
void expectSound(Aligned& aligned) {
  const Alignment& a = aligned.alignment;
  std::vector<const llvm::Instruction*> old, young;
  for (const llvm::Instruction& one : llvm::instructions(aligned.base.function("f"))) old.push_back(&one);
  for (const llvm::Instruction& one : llvm::instructions(aligned.head.function("f"))) young.push_back(&one);
  ASSERT_EQ(a.base.instructions.size(), old.size());
  ASSERT_EQ(a.head.instructions.size(), young.size());
  const MatchCounts& n = a.instructions;
  EXPECT_EQ(n.unchanged + n.changed + n.removed, old.size());
  EXPECT_EQ(n.unchanged + n.changed + n.added, young.size());
  EXPECT_LE(n.moved, n.unchanged + n.changed);
  const auto symmetric = [](const auto& rows, const auto& others, Match alone) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].partner == noPartner, rows[i].match == alone);
      if (rows[i].partner == noPartner) continue;
      ASSERT_LT(rows[i].partner, others.size());
      EXPECT_EQ(others[rows[i].partner].partner, i); // so no two have one partner
      EXPECT_EQ(others[rows[i].partner].match, rows[i].match);
    }
  };
  symmetric(a.base.instructions, a.head.instructions, Match::Removed);
  symmetric(a.head.instructions, a.base.instructions, Match::Added);
  symmetric(a.base.blocks, a.head.blocks, Match::Removed);
  symmetric(a.head.blocks, a.base.blocks, Match::Added);
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (a.base.instructions[i].match != Match::Unchanged) continue;
    const llvm::Instruction &was = *old[i], &is = *young[a.base.instructions[i].partner];
    EXPECT_EQ(was.getOpcode(), is.getOpcode());
    if (llvm::isa<llvm::GetElementPtrInst>(was) || llvm::isa<llvm::PHINode>(was)) continue;
    ASSERT_EQ(was.getNumOperands(), is.getNumOperands());
    for (unsigned k = 0; k < was.getNumOperands(); ++k) {
      const auto* number = llvm::dyn_cast<llvm::ConstantInt>(was.getOperand(k));
      const auto* other = llvm::dyn_cast<llvm::ConstantInt>(is.getOperand(k));
      EXPECT_EQ(number != nullptr, other != nullptr);
      if (number && other) {
        EXPECT_EQ(number->getValue(), other->getValue());
      }
    }
    if (const auto* compared = llvm::dyn_cast<llvm::CmpInst>(&was)) {
      EXPECT_EQ(compared->getPredicate(), llvm::cast<llvm::CmpInst>(is).getPredicate());
    }
  }
}

TEST(Align, SameIsUnchanged) {
  for (std::uint32_t seed = 1; seed <= 15; ++seed) {
    const std::string source = ProgramMaker::function(ProgramMaker(seed).statements(8));
    Aligned aligned(source, source);
    EXPECT_TRUE(aligned.alignment.unchanged()) << source;
    EXPECT_EQ(aligned.alignment.instructions.moved, 0U) << source;
    EXPECT_EQ(aligned.alignment.blocks.unchanged, aligned.alignment.base.blocks.size()) << source;
    expectSound(aligned);
  }
}

TEST(Align, OnlyTheEditedOperation) {
  Aligned aligned("int f(int a) {\n  int y = a * 3;\n  return y + 1;\n}\n",
                  "int f(int a) {\n  int y = a * 3;\n  return y + 2;\n}\n");
  EXPECT_EQ(aligned.alignment.instructions.changed, 1U);
  EXPECT_EQ(aligned.headLines(Match::Changed), Lines{3});
  EXPECT_EQ(aligned.alignment.instructions.added + aligned.alignment.instructions.removed, 0U);
}

TEST(Align, RenamedLocals) {
  Aligned aligned(
      "int g(int); int f(int a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) { s += g(i) * t; t = a; } return s; }",
      "int g(int); int f(int b, int len) { int sum = 0, u = 1; for (int k = 0; k < len; k++) { sum += g(k) * u; u = b; } return sum; }");
  EXPECT_TRUE(aligned.alignment.unchanged());
}

TEST(Align, ExchangedNamesAreAChange) {
  Aligned aligned("int f(int a, int b) { return a - b + 2 * a; }", "int f(int a, int b) { return b - a + 2 * b; }");
  EXPECT_EQ(aligned.alignment.instructions.changed, 3U); // the loads; what is done with them stays
}

TEST(Align, InsertedAndRemovedStatements) {
  Aligned aligned(
      "void g(int);\nvoid f(int a) {\n  g(a);\n  g(a + 1);\n  g(a + 2);\n}\n",
      "void g(int);\nvoid f(int a) {\n  g(a);\n  int extra = a * 7;\n  g(extra);\n  g(a + 2);\n  g(a + 3);\n}\n");
  EXPECT_TRUE(aligned.headLines(Match::Unchanged).contains(3));
  EXPECT_TRUE(aligned.headLines(Match::Unchanged).contains(6));
  EXPECT_FALSE(aligned.headLines(Match::Added).contains(6));
  expectSound(aligned);
}

TEST(Align, WrappedCodeIsUnchanged) {
  Aligned aligned(
      "void g(int); int f(int a, int c) {\n  int s = a;\n  g(s);\n  s += 3;\n  return s;\n}\n",
      "void g(int); int f(int a, int c) {\n  int s = a;\n  if (c)\n  {\n    g(s);\n    s += 3;\n  }\n  return s;\n}\n");
  EXPECT_EQ(aligned.alignment.instructions.changed, 0U);
  EXPECT_EQ(aligned.alignment.instructions.removed, 0U);
  EXPECT_EQ(aligned.alignment.instructions.moved, 0U);
  // The new condition, and the jump behind what it holds.
  EXPECT_TRUE(aligned.headLines(Match::Added).contains(3));
  EXPECT_FALSE(aligned.headLines(Match::Added).contains(5));
}

TEST(Align, WrappedInALoop) {
  Aligned aligned("void g(int); void f(int a, int c) {\n  g(a);\n  g(a * 2);\n}\n",
                  "void g(int); void f(int a, int c) {\n  while (c-- > 0) {\n    g(a);\n    g(a * 2);\n  }\n}\n");
  EXPECT_EQ(aligned.alignment.instructions.changed + aligned.alignment.instructions.removed, 0U);
  EXPECT_EQ(aligned.headLines(Match::Unchanged).count(3) + aligned.headLines(Match::Unchanged).count(4), 2U);
}

TEST(Align, MovedStatement) {
  Aligned aligned("void g(int); void h(int); void f(int a) {\n  g(a * 5 + 1);\n  h(a);\n  h(a + 1);\n  h(a + 2);\n}\n",
                  "void g(int); void h(int); void f(int a) {\n  h(a);\n  h(a + 1);\n  h(a + 2);\n  g(a * 5 + 1);\n}\n");
  EXPECT_TRUE(aligned.alignment.unchanged());
  EXPECT_EQ(aligned.movedLines(), Lines{5});
}

TEST(Align, MovedIntoABranch) {
  Aligned aligned("void g(int); int f(int a) {\n  g(a * 5 + 1);\n  if (a > 3) {\n    a = 7;\n  }\n  return a;\n}\n",
                  "void g(int); int f(int a) {\n  if (a > 3) {\n    a = 7;\n    g(a * 5 + 1);\n  }\n  return a;\n}\n");
  EXPECT_TRUE(aligned.alignment.unchanged()); // as instructions; the blocks differ
  EXPECT_FALSE(aligned.movedLines().empty());
  EXPECT_GT(aligned.alignment.blocks.changed, 0U);
}

TEST(Align, JumpsToOtherCode) {
  const std::string start =
      "int f(int n, const int *a) {\n  int at = -1;\n  for (int i = 0; i < n; i++) {\n    if (a[i]) {\n      at = i;\n      ";
  const std::string end = ";\n    }\n  }\n  return at;\n}\n";
  Aligned aligned(start + "break" + end, start + "continue" + end);
  EXPECT_FALSE(aligned.alignment.unchanged());
}

TEST(Align, SwitchCases) {
  const std::string start = "int f(int c) {\n  switch (c) {\n  case 1: return 10;\n";
  Aligned same(start + "  case 2: return 20;\n  }\n  return 0;\n}\n",
               "int f(int c) {\n  switch (c) {\n  case 2: return 20;\n  case 1: return 10;\n  }\n  return 0;\n}\n");
  EXPECT_EQ(same.alignment.instructions.changed + same.alignment.instructions.added, 0U);
  Aligned more(start + "  }\n  return 0;\n}\n", start + "  case 2: return 20;\n  }\n  return 0;\n}\n");
  EXPECT_TRUE(more.headLines(Match::Changed).contains(2));
  Aligned other(start + "  case 2: return 20;\n  }\n  return 0;\n}\n",
                start + "  case 3: return 20;\n  }\n  return 0;\n}\n");
  EXPECT_TRUE(other.headLines(Match::Changed).contains(2));
}

TEST(Align, AssertionTextsAndLinesDoNotCount) {
  const std::string head = "#include <assert.h>\n";
  Aligned aligned(head + "int f(int n) { assert(n > 0); return n; }",
                  head + "\n\nint f(int n) { assert(n > 0 && \"positive\"); return n; }");
  EXPECT_EQ(aligned.alignment.instructions.changed, 0U);
}

/// DiSE, Fig. 3 and 4: of the brake system's update, the first condition `==` became `<=`.
std::string update(const std::string& sign) {
  return "int AltPress, Meter;\n"
         "void f(int PedalPos, int BSwitch, int PedalCmd) {\n"
         "  if (PedalPos " +
         sign +
         " 0)\n    PedalCmd = PedalCmd + 1;\n"
         "  else if (PedalPos == 1)\n    PedalCmd = PedalCmd + 2;\n"
         "  else\n    PedalCmd = PedalPos;\n"
         "  PedalCmd = PedalCmd + 1;\n"
         "  if (BSwitch == 0)\n    Meter = 1;\n"
         "  else if (BSwitch == 1)\n    Meter = 2;\n"
         "  if (PedalCmd == 2)\n    AltPress = 0;\n"
         "  else if (PedalCmd == 3)\n    AltPress = 25;\n"
         "  else\n    AltPress = 50;\n}\n";
}

TEST(Align, WorkedExampleOfDise) {
  Aligned aligned(update("=="), update("<="));
  EXPECT_EQ(aligned.alignment.instructions.changed, 1U);
  EXPECT_EQ(aligned.headLines(Match::Changed), Lines{3});
  EXPECT_EQ(aligned.alignment.instructions.added + aligned.alignment.instructions.removed, 0U);
  // One node is removed and added, which is n0; every other one has its counterpart.
  const std::vector<BlockRow>& blocks = aligned.alignment.head.blocks;
  EXPECT_EQ(blocks[0].match, Match::Changed);
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(blocks[i].partner, i);
    if (i > 0) {
      EXPECT_EQ(blocks[i].match, Match::Unchanged) << i;
    }
  }
}

TEST(Align, RandomEdits) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    ProgramMaker maker(seed);
    std::vector<std::string> statements = maker.statements(9);
    const std::string base = ProgramMaker::function(statements);
    const std::size_t place = maker.pick(static_cast<unsigned>(statements.size()));
    const auto at = statements.begin() + static_cast<std::ptrdiff_t>(place);
    switch (seed % 4) {
    case 0: statements.insert(at, maker.statement(2)); break;
    case 1: statements.erase(at); break;
    case 2: std::rotate(statements.begin(), at, statements.end()); break;
    default: *at = maker.statement(2);
    }
    Aligned aligned(base, ProgramMaker::function(statements));
    expectSound(aligned);
    if (HasFailure()) {
      ADD_FAILURE() << "seed " << seed << "\n" << base << "\n" << ProgramMaker::function(statements);
      return;
    }
    // One statement of nine leaves much as it was.
    const MatchCounts& n = aligned.alignment.instructions;
    EXPECT_GT(n.unchanged * 2, aligned.alignment.base.instructions.size() - n.removed) << "seed " << seed;
  }
}

TEST(Align, LargeFunctionIsFast) {
  std::string body;
  for (int i = 0; i < 700; ++i) {
    const std::string n = std::to_string(i);
    body += "  case " + n + ": { int t = p[" + std::to_string(i % 7) + "] + a; if (t > " + n + ") { x += g(t); p[" +
            std::to_string(i % 5) + "] = x; } else y = t * " + std::to_string(i % 11) + "; break; }\n";
  }
  const std::string start =
      "int g(int); int f(int a, int b, int *p) {\n  int x = a, y = b;\n  for (;;) switch (p[b++]) {\n";
  const std::string end = "  default: return x + y;\n  }\n}\n";
  std::string edited = body;
  edited.replace(edited.find("case 300: { int t = p["), 22, "case 300: { int t = 1 + p[");
  edited.erase(edited.find("  case 500:"), edited.find("  case 501:") - edited.find("  case 500:"));
  CompiledModule base(start + body + end), head(start + edited + end);
  EXPECT_GT(base.function("f").getInstructionCount(), 15000U);
  const auto begin = std::chrono::steady_clock::now();
  const Alignment alignment = align(base.function("f"), head.function("f"));
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(alignment.instructions.changed + alignment.instructions.added, 10U);
  EXPECT_LT(alignment.instructions.removed, 50U);
  // Some tens of milliseconds; the limit leaves room for sanitizers and busy machines.
  EXPECT_LT(std::chrono::duration<double>(took).count(), 3.0);
}

TEST(AssignHunks, ByLine) {
  Aligned aligned("int g(int);\nint f(int a) {\n  a += 1;\n  g(a);\n  g(3);\n  return a;\n}\n",
                  "int g(int);\nint f(int a) {\n  a += 2;\n  g(a);\n  return a;\n}\n");
  const std::vector<LineHunk> hunks{
      {"a.c", "a.c", 3, 1, 3, 1}, {"a.c", "a.c", 5, 1, 4, 0}, {"b.c", "b.c", 1, 99, 1, 99}};
  assignHunks(aligned.alignment, hunks, {"a.c", 7}, {"a.c", 6},
              [](std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); });
  for (const InstructionRow& row : aligned.alignment.base.instructions) {
    if (row.line == 3) {
      EXPECT_EQ(row.hunk, 0);
    }
    if (row.line == 5) {
      EXPECT_EQ(row.hunk, 1);
    }
    if (row.line == 4) {
      EXPECT_EQ(row.hunk, -1);
    }
  }
  for (const InstructionRow& row : aligned.alignment.head.instructions)
    if (row.match != Match::Unchanged) {
      EXPECT_EQ(row.hunk, 0);
    }
}

TEST(AssignHunks, CallOverSeveralLines) {
  Aligned aligned("int g(int, int);\nint f(int a) {\n  return g(a,\n           1);\n}\n",
                  "int g(int, int);\nint f(int a) {\n  return g(a,\n           2);\n}\n");
  const std::vector<LineHunk> hunks{{"a.c", "a.c", 4, 1, 4, 1}};
  assignHunks(aligned.alignment, hunks, {"a.c", 5}, {"a.c", 5},
              [](std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); });
  for (const InstructionRow& row : aligned.alignment.head.instructions)
    if (row.match == Match::Changed) {
      EXPECT_EQ(row.hunk, 0);
    }
}

TEST(AssignHunks, NotThatOfTheNextFunction) {
  Aligned aligned("struct s { int b; };\nint f(struct s *p) {\n  return p->b;\n}\nint g;\n",
                  "struct s { int a, b; };\nint f(struct s *p) {\n  return p->b;\n}\nlong g;\n");
  const std::vector<LineHunk> hunks{{"a.c", "a.c", 1, 1, 1, 1}, {"a.c", "a.c", 5, 1, 5, 1}};
  assignHunks(aligned.alignment, hunks, {"a.c", 4}, {"a.c", 4},
              [](std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); });
  bool isChanged = false;
  for (const InstructionRow& row : aligned.alignment.head.instructions) {
    isChanged |= row.match != Match::Unchanged;
    EXPECT_EQ(row.hunk, -1) << row.line;
  }
  EXPECT_TRUE(isChanged);
}

} // namespace
} // namespace beagle::change
