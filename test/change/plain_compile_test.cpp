#include "analysis/support/files.h"
#include "analysis/support/process.h"
#include "test/temporary_folder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace beagle::change {
namespace {

/// `beagle-cc --clang` beside clang.
class PlainCompile : public testing::Test {
protected:
  PlainCompile() {
    EXPECT_TRUE(files_.write(at("a.c"), "int table[3];\nint at(int i) { return table[i] / (i + 1); }\n"));
    EXPECT_TRUE(files_.write(at("b.cpp"), "#include <string>\nstd::string twice(std::string s) { return s + s; }\n"));
    EXPECT_TRUE(files_.write(at("bad.c"), "int f(void) { return x; }\n"));
  }

  [[nodiscard]] std::string at(const std::string& name) const { return folder_.path() + "/" + name; }

  static support::ProcessResult run(std::vector<std::string> arguments) {
    auto ran = support::SystemProcesses().run({std::move(arguments)});
    EXPECT_TRUE(ran) << ran.error().str();
    return ran ? *ran : support::ProcessResult{};
  }
  static support::ProcessResult ours(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {BEAGLE_CC, "--clang"});
    return run(std::move(arguments));
  }

  /// Both make the same of it.
  void expectSame(const std::string& input, const std::string& output, const std::vector<std::string>& options) {
    std::vector<std::string> words = options;
    words.insert(words.end(), {"-c", at(input), "-o", at(output)});
    const support::ProcessResult done = ours(words);
    ASSERT_TRUE(done.ok()) << done.errors;
    const auto own = files_.read(at(output));
    words.insert(words.begin(), BEAGLE_CLANG);
    ASSERT_TRUE(run(words).ok());
    const auto clangs = files_.read(at(output));
    ASSERT_TRUE(own && clangs);
    EXPECT_FALSE(own->empty());
    EXPECT_TRUE(*own == *clangs) << input << " with " << testing::PrintToString(options);
  }

  TemporaryFolder folder_;
  support::DiskFiles files_;
};

TEST_F(PlainCompile, MakesWhatClangMakes) {
  expectSame("a.c", "a.o", {"-O2", "-g"});
  expectSame("b.cpp", "b.o", {"-O0", "-fPIE"});
  expectSame("a.c", "a.bc", {"-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-fsanitize=address,undefined"});
  expectSame("a.bc", "a.o", {"-O2", "-fsanitize=address,undefined", "-mllvm", "-trap-unreachable"});
}

TEST_F(PlainCompile, SaysWhatIsWrong) {
  const support::ProcessResult bad = ours({"-c", at("bad.c"), "-o", at("bad.o")});
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.errors.find("error: use of undeclared identifier 'x'"), std::string::npos) << bad.errors;
  EXPECT_FALSE(files_.exists(at("bad.o")));
  EXPECT_EQ(ours({"-c", at("none.c")}).code, 1);
  EXPECT_EQ(ours({"-c", at("a.c"), "-mllvm", "-no-such-option", "-o", at("a.o")}).code, 1);
  EXPECT_EQ(ours({}).code, 1);
  const support::ProcessResult text = ours({"-S", at("a.c"), "-o", at("a.s")});
  EXPECT_EQ(text.code, 1);
  EXPECT_EQ(text.errors, "beagle-cc: it makes object files and bitcode only\n");
}

TEST_F(PlainCompile, DoesOneStepAfterTheOther) {
  const support::ProcessResult done =
      ours({"-c", at("a.c"), "-o", at("a.o"), "--then", "-c", at("b.cpp"), "-o", at("b.o")});
  EXPECT_TRUE(done.ok()) << done.errors;
  EXPECT_TRUE(files_.exists(at("a.o")) && files_.exists(at("b.o")));
}

TEST_F(PlainCompile, SaysWhichStepFailed) {
  const std::vector<std::string> good{"-c", at("a.c"), "-o", at("a.o")}, bad{"-c", at("bad.c"), "-o", at("bad.o")},
      last{"-c", at("b.cpp"), "-o", at("b.o")};
  std::vector<std::string> words = good;
  for (const std::vector<std::string>& step : {bad, last}) {
    words.emplace_back("--then");
    words.insert(words.end(), step.begin(), step.end());
  }
  const support::ProcessResult done = ours(words);
  EXPECT_EQ(done.code, 2);
  EXPECT_NE(done.errors.find("error: use of undeclared identifier 'x'"), std::string::npos) << done.errors;
  EXPECT_TRUE(files_.exists(at("a.o")));
  EXPECT_FALSE(files_.exists(at("b.o"))); // nothing comes after what failed
}

TEST_F(PlainCompile, LinksAsClangDoes) {
  ASSERT_TRUE(files_.write(at("main.c"), "int at(int); int main(void) { return at(1) + 7; }\n"));
  ASSERT_TRUE(ours({"-c", at("a.c"), "-o", at("a.o"), "--then", "-c", at("main.c"), "-o", at("main.o")}).ok());
  const support::ProcessResult done =
      ours({"-fsanitize=address", "-Wl,--as-needed", at("main.o"), at("a.o"), "-lm", "-o", at("main")});
  ASSERT_TRUE(done.ok()) << done.errors;
  EXPECT_EQ(run({at("main")}).code, 7);
  const support::ProcessResult missing = ours({at("main.o"), "-o", at("other")});
  EXPECT_FALSE(missing.ok());
  EXPECT_NE(missing.errors.find("undefined reference to `at'"), std::string::npos) << missing.errors;
}

} // namespace
} // namespace beagle::change
