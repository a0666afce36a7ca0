#include "analysis/build/tree_diff.h"
#include "analysis/support/text.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>

#include <random>

namespace beagle::build {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Status = FileDelta::Status;

std::vector<Hunk> hunksOf(std::string_view base, std::string_view head) {
  const auto hunks = diffText(base, head);
  EXPECT_TRUE(hunks);
  return hunks.value_or(std::vector<Hunk>{});
}

std::string numbered(int from, int to, const std::string& what = "line ") {
  std::string text;
  for (int i = from; i <= to; ++i) text += what + std::to_string(i) + '\n';
  return text;
}

TEST(TextDiff, HunksHaveNoContextAndGitsStarts) {
  EXPECT_THAT(hunksOf("a\nb\nc\n", "a\nX\nc\n"), ElementsAre(Hunk{2, 1, 2, 1}));
  EXPECT_THAT(hunksOf("a\nc\n", "a\nb\nc\n"), ElementsAre(Hunk{1, 0, 2, 1}));
  EXPECT_THAT(hunksOf("a\nb\nc\n", "a\nc\n"), ElementsAre(Hunk{2, 1, 1, 0}));
  EXPECT_THAT(hunksOf("a\n", "b\na\n"), ElementsAre(Hunk{0, 0, 1, 1}));
  EXPECT_THAT(hunksOf("", "a\nb\n"), ElementsAre(Hunk{0, 0, 1, 2}));
  EXPECT_THAT(hunksOf("a\nb\n", ""), ElementsAre(Hunk{1, 2, 0, 0}));
  EXPECT_THAT(hunksOf("a\nb\nc\n", "X\nb\nY\n"), ElementsAre(Hunk{1, 1, 1, 1}, Hunk{3, 1, 3, 1}));
  EXPECT_THAT(hunksOf("a\n", "a\n"), IsEmpty());
}

TEST(TextDiff, LongCommonEndsChangeNothing) {
  const std::string before = numbered(1, 5000), after = numbered(5001, 10000);
  EXPECT_THAT(hunksOf(before + "x\n" + after, before + "y\nz\n" + after), ElementsAre(Hunk{5001, 1, 5001, 2}));
  EXPECT_THAT(hunksOf(before + after, before + "x\n" + after), ElementsAre(Hunk{5000, 0, 5001, 1}));
  EXPECT_THAT(hunksOf(before + "x\n" + after, before + after), ElementsAre(Hunk{5001, 1, 5000, 0}));
  EXPECT_THAT(hunksOf(before, before + "x"), ElementsAre(Hunk{5000, 0, 5001, 1}));
  EXPECT_THAT(hunksOf("x\n" + before, before), ElementsAre(Hunk{1, 1, 0, 0}));
  EXPECT_THAT(hunksOf(before + "x\n" + before + after, before + "y\n" + before + after),
              ElementsAre(Hunk{5001, 1, 5001, 1}));
  // A function put before one that ends alike is shown whole, from its first line.
  const std::string function = "\nvoid f() {\n  g();\n}\n";
  EXPECT_THAT(hunksOf(before + function + after, before + function + "\nvoid h() {\n  g();\n}\n" + after),
              ElementsAre(Hunk{5004, 0, 5005, 4}));
}

TEST(TextDiff, AMissingLastLineEndIsADifference) {
  EXPECT_THAT(hunksOf("a\nb", "a\nb\n"), ElementsAre(Hunk{2, 1, 2, 1}));
  EXPECT_THAT(hunksOf("a\nb", "a\nc"), ElementsAre(Hunk{2, 1, 2, 1}));
  EXPECT_THAT(hunksOf("a", "a\nb"), ElementsAre(Hunk{1, 1, 1, 2}));
}

TEST(TextDiff, LineEndingsAreToldApart) {
  EXPECT_THAT(hunksOf("a\r\nb\r\n", "a\nb\n"), ElementsAre(Hunk{1, 2, 1, 2, true}));
  EXPECT_THAT(hunksOf("a\nb\n", "a\nb\r\n"), ElementsAre(Hunk{2, 1, 2, 1, true}));
  EXPECT_THAT(hunksOf("a\r", "a"), ElementsAre(Hunk{1, 1, 1, 1, true}));
  EXPECT_THAT(hunksOf("x\na\r\nb\r\n", "x\na\nB\n"), ElementsAre(Hunk{2, 2, 2, 2, false}));
  EXPECT_THAT(hunksOf("a\rb\n", "ab\n"), ElementsAre(Hunk{1, 1, 1, 1, false})) << "inside a line it is content";
  EXPECT_THAT(hunksOf("1\n2\n3\r\n4\n5\r\n", "1\n2\n3\n4\nX\n"),
              ElementsAre(Hunk{3, 1, 3, 1, true}, Hunk{5, 1, 5, 1, false}));
}

TEST(TextDiff, ZeroBytesNearTheBeginningMakeItBinary) {
  EXPECT_TRUE(isBinary(std::string_view("a\0b", 3)));
  EXPECT_FALSE(isBinary("\xff\xfe text"));
  EXPECT_FALSE(isBinary(std::string(9000, 'x') + '\0'));
}

/// The same numbers as in the hunk headers that git itself prints.
TEST(TextDiff, AgreesWithGit) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  std::mt19937 random(7);
  const auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  const std::vector<std::string> vocabulary{"int f() {\n", "}\n", "\n", "  return 1;\n", "  if (x) {\n", "  }\n"};
  std::vector<std::pair<std::string, std::string>> pairs;
  for (int i = 0; i < 60; ++i) {
    std::vector<std::string> lines;
    for (int n = pick(40); n > 0; --n) lines.push_back(vocabulary[static_cast<std::size_t>(pick(6))]);
    std::vector<std::string> edited = lines;
    for (int n = pick(6); n > 0 && !edited.empty(); --n) {
      const auto at = edited.begin() + pick(static_cast<int>(edited.size()));
      if (pick(2) == 0) edited.erase(at);
      else edited.insert(at, vocabulary[static_cast<std::size_t>(pick(6))]);
    }
    pairs.emplace_back(support::join(lines, ""), support::join(edited, ""));
    repo.write(fmt::format("f{:02}", i), pairs.back().first);
  }
  repo.commit("base");
  for (int i = 0; i < 60; ++i) repo.write(fmt::format("f{:02}", i), pairs[static_cast<std::size_t>(i)].second);
  repo.commit("head");
  std::string ours;
  const auto pair = repo.open().range("HEAD~1");
  ASSERT_TRUE(pair);
  const auto diff = diffTrees(pair->base.tree, pair->head.tree);
  ASSERT_TRUE(diff);
  for (const FileDelta& delta : diff->files)
    for (const Hunk& hunk : delta.hunks) {
      const auto side = [](unsigned start, unsigned lines) {
        return lines == 1 ? std::to_string(start) : fmt::format("{},{}", start, lines);
      };
      ours +=
          fmt::format("@@ -{} +{} @@\n", side(hunk.baseStart, hunk.baseLines), side(hunk.headStart, hunk.headLines));
    }
  std::string theirs;
  const std::string output = repo.git({"diff", "-U0", "HEAD~1", "HEAD"});
  for (const std::string_view line : support::lines(output))
    if (line.starts_with("@@")) theirs += std::string(line.substr(0, line.find("@@", 2) + 2)) + '\n';
  EXPECT_EQ(ours, theirs);
  EXPECT_GT(theirs.size(), 500U);
}

using Contents = std::vector<std::pair<std::string, std::string>>;

class TreeDiffs : public testing::Test {
protected:
  TreeDiff diff(const Contents& base, const Contents& head, const DiffOptions& options = {}) {
    const auto b = scratch_->importFiles(base);
    const auto h = scratch_->importFiles(head);
    EXPECT_TRUE(b && h);
    const auto result = diffTrees(*b, *h, options);
    EXPECT_TRUE(result) << result.error().str();
    return result.value_or(TreeDiff{});
  }

  TemporaryFolder temp_;
  support::Result<Repository> scratch_ = Repository::scratch(temp_ / "scratch");
};

std::string summary(const TreeDiff& diff) {
  std::string text;
  for (const FileDelta& delta : diff.files) {
    text += text.empty() ? "" : "; ";
    text += fmt::format("{} {}", nameOf(delta.status),
                        delta.status == Status::Renamed ? delta.basePath + ">" + delta.headPath : delta.path());
  }
  return text;
}

TEST_F(TreeDiffs, AddedRemovedModifiedInTheOrderOfPaths) {
  const auto result = diff({{"m.c", "1\n"}, {"r.c", "gone\n"}, {"same.c", "s"}},
                           {{"a.c", "new\ntwo\n"}, {"m.c", "2\n"}, {"same.c", "s"}});
  EXPECT_EQ(summary(result), "added a.c; modified m.c; removed r.c");
  EXPECT_THAT(result.files[0].hunks, ElementsAre(Hunk{0, 0, 1, 2}));
  EXPECT_THAT(result.files[1].hunks, ElementsAre(Hunk{1, 1, 1, 1}));
  EXPECT_THAT(result.files[2].hunks, ElementsAre(Hunk{1, 1, 0, 0}));
  EXPECT_EQ(result.files[0].basePath, "");
  EXPECT_EQ(result.files[2].headPath, "");
  EXPECT_THAT(diff({{"a", "1"}}, {{"a", "1"}}).files, IsEmpty());
  EXPECT_THAT(diff({}, {}).files, IsEmpty());
}

TEST_F(TreeDiffs, MovedFilesWithAndWithoutEdits) {
  const auto result = diff({{"old/same.c", numbered(1, 20)}, {"old/edited.c", numbered(100, 130)}},
                           {{"new/same.c", numbered(1, 20)}, {"new/other.c", numbered(100, 129) + "changed\n"}});
  EXPECT_EQ(summary(result), "renamed old/edited.c>new/other.c; renamed old/same.c>new/same.c");
  EXPECT_THAT(result.files[0].hunks, ElementsAre(Hunk{31, 1, 31, 1}));
  EXPECT_GE(result.files[0].similarity, 80);
  EXPECT_LT(result.files[0].similarity, 100);
  EXPECT_EQ(result.files[1].similarity, 100);
  EXPECT_THAT(result.files[1].hunks, IsEmpty());
}

TEST_F(TreeDiffs, SmallFilesMoveToo) {
  EXPECT_EQ(summary(diff({{"a.h", "int f();\nint g();\nint h();\n"}}, {{"b.h", "int f();\nint g();\nint k();\n"}})),
            "renamed a.h>b.h");
  EXPECT_EQ(summary(diff({{"a.h", "int f();\n"}}, {{"b.h", "#define X\n"}})), "removed a.h; added b.h");
}

TEST_F(TreeDiffs, UnrelatedFilesAreNoRenames) {
  EXPECT_EQ(summary(diff({{"a.c", numbered(1, 30, "alpha ")}}, {{"b.c", numbered(1, 30, "beta ")}})),
            "removed a.c; added b.c");
  EXPECT_EQ(summary(diff({{"a.c", ""}}, {{"b.c", ""}})), "removed a.c; added b.c") << "empty files are all alike";
  EXPECT_EQ(summary(diff({{"x/a.c", ""}}, {{"y/a.c", ""}})), "renamed x/a.c>y/a.c");
  EXPECT_EQ(summary(diff({{"a.c", "1\n"}}, {{"b.c", "1\n"}}, {.renames = false})), "removed a.c; added b.c");
}

TEST_F(TreeDiffs, EqualContentsPreferEqualNames) {
  const std::string text = numbered(1, 10);
  EXPECT_EQ(summary(diff({{"a/x.c", text}, {"a/y.c", text}}, {{"b/x.c", text}, {"b/y.c", text}})),
            "renamed a/x.c>b/x.c; renamed a/y.c>b/y.c");
}

TEST_F(TreeDiffs, BeyondTheLimitOnlyNamesAndContentsPair) {
  Contents base, head;
  for (int i = 0; i < 6; ++i) {
    const std::string text = numbered(i * 100, i * 100 + 30);
    base.emplace_back(fmt::format("old/{}.c", i), text);
    // Two of them get another name, too.
    head.emplace_back(fmt::format("new/{}.c", i < 2 ? i + 90 : i), text + "changed\n");
  }
  const std::string kept = "renamed old/2.c>new/2.c; renamed old/3.c>new/3.c; renamed old/4.c>new/4.c; "
                           "renamed old/5.c>new/5.c; ";
  EXPECT_EQ(summary(diff(base, head)), kept + "renamed old/0.c>new/90.c; renamed old/1.c>new/91.c");
  EXPECT_EQ(summary(diff(base, head, {.renameLimit = 1})),
            kept + "added new/90.c; added new/91.c; removed old/0.c; removed old/1.c");
}

TEST_F(TreeDiffs, BinaryAndLargeFilesHaveNoHunks) {
  const auto result = diff({{"b", std::string("\0a", 2)}, {"l", std::string(100, 'x')}},
                           {{"b", std::string("\0b", 2)}, {"l", "y"}}, {.largestFile = 50});
  EXPECT_EQ(summary(result), "modified b; modified l");
  for (const FileDelta& delta : result.files) {
    EXPECT_TRUE(delta.binary);
    EXPECT_THAT(delta.hunks, IsEmpty());
  }
}

TEST_F(TreeDiffs, AFileThatBecomesAFolder) {
  EXPECT_EQ(summary(diff({{"a", "1\n"}}, {{"a/b", "2 other\n"}}, {.renames = false})), "removed a; added a/b");
}

TEST(TreeDiffsOfCommits, ModesTypesSubmodulesAndAttributes) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("mode.sh", "1\n");
  repo.write("type.c", "text\n");
  repo.write(".gitattributes", "*.c -diff\n");
  repo.write("attributed.c", "1\n");
  const std::string first = repo.commit("base");
  repo.git({"update-index", "--add", "--cacheinfo", "160000," + first + ",sub"});
  repo.git({"commit", "--quiet", "-m", "submodule"});
  std::filesystem::permissions(temp / "r/mode.sh", std::filesystem::perms::owner_all);
  std::filesystem::remove(temp / "r/type.c");
  std::filesystem::create_symlink("mode.sh", temp / "r/type.c");
  repo.write("attributed.c", "2\n");
  repo.git({"add", "mode.sh", "type.c", "attributed.c"});
  repo.git({"update-index", "--cacheinfo", "160000," + repo.git({"rev-parse", "HEAD"}) + ",sub"});
  repo.git({"commit", "--quiet", "-m", "head"});
  const auto pair = repo.open().range("HEAD~1");
  ASSERT_TRUE(pair) << pair.error().str();
  const auto result = diffTrees(pair->base.tree, pair->head.tree);
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_EQ(summary(*result), "modified attributed.c; mode changed mode.sh; modified sub; type changed type.c");
  EXPECT_THAT(result->files[0].hunks, ElementsAre(Hunk{1, 1, 1, 1})) << "attributes hide no code";
  EXPECT_THAT(result->files[1].hunks, IsEmpty());
  EXPECT_TRUE(result->files[2].submodule);
  EXPECT_FALSE(result->files[0].submodule);
  const auto again = diffTrees(pair->base.tree, pair->head.tree);
  EXPECT_EQ(*again, *result);
  const auto added = diffTrees(Tree(), pair->head.tree);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->files.size(), 5U);
}

} // namespace
} // namespace beagle::build
