#include "analysis/support/text.h"
#include "test/change/bitcode.h"
#include "test/change/canonical_programs.h"

#include <fmt/format.h>

#include <set>

namespace beagle::change {
namespace {

const char* const outside = "unsigned g(unsigned); void h(unsigned, unsigned);\n";

/// Runs the functions b0, b1, ... and h0, h1, ... natively on many inputs; the numbers of those that differ.
std::set<unsigned> differingRuns(const std::string& functions, unsigned count) {
  std::string source = "#include <stdio.h>\n#include <string.h>\n"
                       "static unsigned told[4096], n;\n"
                       "static void tell(unsigned x) { if (n < 4096) told[n++] = x; }\n"
                       "unsigned g(unsigned x) { tell(x); return x * 7 + 3; }\n"
                       "void h(unsigned x, unsigned y) { tell(x ^ 77); tell(y); }\n" +
                       functions + "typedef unsigned F(unsigned, unsigned, unsigned *);\nstatic F *base[] = {";
  for (unsigned i = 0; i < count; ++i) source += fmt::format("b{},", i);
  source += "}, *head[] = {";
  for (unsigned i = 0; i < count; ++i) source += fmt::format("h{},", i);
  source +=
      "};\n"
      "static unsigned run(F *f, unsigned a, unsigned b, unsigned k, unsigned *seen) {\n"
      "  unsigned p[4] = {k, k * 3 + 1, 0, ~k};\n"
      "  n = 0;\n  seen[0] = f(a, b, p);\n  memcpy(seen + 1, p, sizeof p);\n"
      "  memcpy(seen + 5, told, n * sizeof *told);\n  return n;\n}\n"
      "int main(void) {\n  static unsigned x[4200], y[4200];\n"
      "  static const unsigned values[] = {0, 1, 2, 3, 5, 9, 200, ~0u, ~1u, 1u << 31};\n"
      "  for (unsigned i = 0; i < sizeof base / sizeof *base; i++) {\n    int differs = 0;\n"
      "    for (unsigned a = 0; a < 10; a++) for (unsigned b = 0; b < 10; b++) for (unsigned k = 0; k < 10; k++) {\n"
      "      unsigned m = run(base[i], values[a], values[b], values[k], x);\n"
      "      differs |= m != run(head[i], values[a], values[b], values[k], y) || memcmp(x, y, (m + 5) * sizeof *x);\n"
      "    }\n    if (differs) printf(\"%u\\n\", i);\n  }\n  return 0;\n}\n";
  std::string folder = (std::filesystem::temp_directory_path() / "beagle-test-XXXXXX").string();
  if (!::mkdtemp(folder.data())) ADD_FAILURE() << "cannot make " << folder;
  EXPECT_TRUE(support::DiskFiles().write(folder + "/run.c", source));
  support::Command compile, run;
  compile.arguments = {BEAGLE_C_COMPILER, "-O1", "-w", "-o", folder + "/run", folder + "/run.c"};
  run.arguments = {folder + "/run"};
  support::SystemProcesses processes;
  std::set<unsigned> differing;
  if (const auto compiled = processes.run(compile); !compiled || !compiled->ok())
    ADD_FAILURE() << (compiled ? compiled->errors : "");
  else if (const auto ran = processes.run(run); !ran || !ran->ok()) ADD_FAILURE() << "the programs do not run";
  else
    for (const std::string_view line : support::lines(ran->output))
      if (!line.empty()) differing.insert(static_cast<unsigned>(std::stoul(std::string(line))));
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return differing;
}

TEST(Canonical, EqualByConstruction) {
  constexpr unsigned count = 300;
  std::string base = outside, head = outside;
  for (unsigned i = 0; i < count; ++i) {
    const TreeProgram program = TreeMaker(i + 1).program();
    base += TreeWriter(0).function(program, fmt::format("f{}", i));
    head += TreeWriter(i + 1).function(program, fmt::format("f{}", i));
  }
  const CompiledModule old(base), young(head);
  for (unsigned i = 0; i < count; ++i) {
    const TreeProgram program = TreeMaker(i + 1).program();
    EXPECT_EQ(old.digestOf(fmt::format("f{}", i)), young.digestOf(fmt::format("f{}", i)))
        << TreeWriter(0).function(program, "f") << TreeWriter(i + 1).function(program, "f");
    if (HasFailure()) return;
  }
}

TEST(Canonical, WhatRunsDifferentlyIsNotEqual) {
  constexpr unsigned count = 300;
  std::string units[2] = {outside, outside}, all;
  std::vector<std::string> pairs;
  for (unsigned i = 0; i < count; ++i) {
    TreeMaker maker(1000 + i);
    const TreeProgram program = maker.program();
    TreeProgram edited = program;
    while (!maker.edit(edited)) {
    }
    // The head is also written in another way, which must not hide the edit.
    units[0] += TreeWriter(0).function(program, fmt::format("f{}", i));
    units[1] += TreeWriter(i + 1).function(edited, fmt::format("f{}", i));
    all += TreeWriter(0).function(program, fmt::format("b{}", i)) +
           TreeWriter(i + 1).function(edited, fmt::format("h{}", i));
    pairs.push_back(TreeWriter(0).function(program, "f") + TreeWriter(i + 1).function(edited, "f"));
  }
  const std::set<unsigned> differing = differingRuns(all, count);
  EXPECT_GT(differing.size(), count / 3);
  const CompiledModule old(units[0]), young(units[1]);
  for (const unsigned i : differing)
    EXPECT_NE(old.digestOf(fmt::format("f{}", i)), young.digestOf(fmt::format("f{}", i))) << pairs[i];
}

/// What an optimiser may take for the same, and what we must not.
TEST(Canonical, Traps) {
  const std::string head = "#include <stdlib.h>\nint table[4];\n";
  const std::vector<std::pair<std::string, std::string>> traps{
      {"int f(int a) { return a + 1 > a; }", "int f(int a) { return 1; }"},
      {"int f(int x) { for (int i = 0; i <= 4; i++) if (table[i] == x) return 1; return 0; }",
       "int f(int x) { return 1; }"},
      {"void f(void) { int s = 0; for (int i = 0; i <= 4; i++) s += table[i]; }", "void f(void) { }"},
      {"void f(unsigned n) { while (n > 1) n = n & 1 ? 3 * n + 1 : n / 2; }", "void f(unsigned n) { }"},
      {"void f(void) { for (;;) { } }", "void f(void) { }"},
      {"void f(void) { void *p = malloc(8); free(p); }", "void f(void) { }"},
      {"int f(int c) { int r; if (c) r = 1; return r; }", "int f(int c) { return 1; }"},
      {"int f(int c) { int r; return r; }", "int f(int c) { return 0; }"},
      {"void f(int *p) { int v = *p; }", "void f(int *p) { }"},
      {"void f(int a, int b) { int q = a / b; }", "void f(int a, int b) { }"},
      {"void f(int a, int b) { int q = a % b; }", "void f(int a, int b) { }"},
      {"int f(volatile int *p) { return *p + *p; }", "int f(volatile int *p) { int v = *p; return v + v; }"},
      {"void f(volatile int *p) { *p; *p; }", "void f(volatile int *p) { *p; }"},
      {"void f(volatile int *p) { *p = 1; }", "void f(int *p) { *p = 1; }"},
      {"int f(int a, int b) { return a + b; }", "int f(int a, int b) { return (int)((unsigned)a + (unsigned)b); }"},
      {"int f(int a) { return a * 2 / 2; }", "int f(int a) { return a; }"},
      {"int f(int a, int b) { return a / b * b + a % b; }", "int f(int a, int b) { return a; }"},
      {"double f(double a, double b, double c) { return (a + b) + c; }",
       "double f(double a, double b, double c) { return a + (b + c); }"},
      {"int f(double a, double b) { return a < b; }", "int f(double a, double b) { return !(a >= b); }"},
      {"void f(int *p) { *p = 1; *p = 2; }", "void f(int *p) { *p = 2; }"},
      {"void f(int *p, int *q) { *p = 1; *q = 2; }", "void f(int *p, int *q) { *q = 2; *p = 1; }"},
      {"int f(int *p, int *q) { int a = *p; *q = 2; return a; }", "int f(int *p, int *q) { *q = 2; return *p; }"},
      {"int f(int c, int *p) { if (c) return *p; return 0; }",
       "int f(int c, int *p) { int v = *p; if (c) return v; return 0; }"},
      {"int f(int *p) { return p && *p; }", "int f(int *p) { return *p && p; }"},
      {"int g(void); int f(void) { return g() - g(); }",
       "int g(void); int f(void) { int a = g(), b = g(); return b - a; }"},
      {"int f(unsigned a) { return a >> 1; }", "int f(int a) { return a >> 1; }"},
      {"int f(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
       "int f(int n, int a[n]) { int s = 0; for (int i = n; i-- > 0;) s += a[i]; return s; }"},
      {"void g(char *); void f(void) { char b[16]; g(b); }", "void g(char *); void f(void) { char b[8]; g(b); }"},
      {"void g(int *); int f(void) { int a = 1, b = 2; g(&a); return a + b; }",
       "void g(int *); int f(void) { int a = 1, b = 2; g(&b); return a + b; }"},
      {"void g(int *); void f(int n) { int a; for (int i = 0; i < n; i++) g(&a); }",
       "void g(int *); void f(int n) { for (int i = 0; i < n; i++) { int a; g(&a); } }"},
  };
  for (const auto& [base, young] : traps) {
    const CompiledModule a(head + base), b(head + young);
    EXPECT_NE(a.digestOf("f"), b.digestOf("f")) << base << "\n" << young;
  }
}

} // namespace
} // namespace beagle::change
