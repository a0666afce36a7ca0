#include "config/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::config {
namespace {

using support::FakeFiles;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Configuration loaded(const FakeFiles& files) {
  auto configuration = Configuration::load(FolderSource(files, "/p"));
  EXPECT_TRUE(configuration) << configuration.error().front().str();
  return configuration ? std::move(*configuration) : Configuration();
}

Errors errorsOf(const FakeFiles& files) {
  auto configuration = Configuration::load(FolderSource(files, "/p"));
  EXPECT_FALSE(configuration);
  return configuration ? Errors{} : std::move(configuration.error());
}

TEST(Configuration, FindsTheFilesOfAProjectAndOfNoOther) {
  FakeFiles files;
  for (const char* path : {"/p/.git/HEAD", "/p/.git/.beagle.yml", "/p/.beagle.yml", "/p/a/b/.beagle.yml", "/p/sub/.git",
                           "/p/sub/.beagle.yml", "/p/linked/.beagle.yml"})
    files.content[path] = "";
  files.links.insert("/p/linked");
  EXPECT_THAT(loaded(files).files(), ElementsAre(".beagle.yml", "a/b/.beagle.yml"));
  files.content.clear();
  EXPECT_THAT(loaded(files).files(), IsEmpty());
}

TEST(Configuration, SaysAllThatIsWrongInAllFiles) {
  FakeFiles files;
  files.content["/p/.beagle.yml"] = "budget: 3\nbuget: 4s\n";
  files.content["/p/a/.beagle.yml"] = "build: {}\n";
  const Errors errors = errorsOf(files);
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_EQ(errors[0].position(), (support::SourcePosition{".beagle.yml", 1, 9}));
  EXPECT_EQ(errors[1].position(), (support::SourcePosition{".beagle.yml", 2, 1}));
  EXPECT_EQ(errors[2].position(), (support::SourcePosition{"a/.beagle.yml", 1, 1}));
  for (const support::Error& error : errors) EXPECT_EQ(error.kind(), support::ErrorKind::Usage);
  EXPECT_THAT(together(errors).str(), HasSubstr("there are 2 more"));
}

TEST(Configuration, ReadsNoLinksAndNothingHuge) {
  FakeFiles files;
  files.content["/p/.beagle.yml"] = "";
  files.links.insert("/p/.beagle.yml");
  EXPECT_THAT(errorsOf(files).front().str(), HasSubstr("no regular file"));
  files.links.clear();
  files.content["/p/.beagle.yml"] = std::string(70'000, '#');
  EXPECT_THAT(errorsOf(files).front().str(), HasSubstr("too many"));
  files.content.clear();
  files.content["/p/.beagle.yml/x"] = "";
  EXPECT_THAT(errorsOf(files).front().str(), HasSubstr("no regular file"));
}

TEST(Configuration, MayHaveManyFilesButNotAnyNumber) {
  FakeFiles files;
  for (int i = 0; i < 1'001; ++i) files.content[fmt::format("/p/{}/.beagle.yml", i)] = "";
  EXPECT_THAT(errorsOf(files).front().str(), HasSubstr("1001 files"));
}

TEST(Configuration, TheRootIsWhereTheRepositoryIs) {
  FakeFiles files;
  files.content["/home/p/.git/HEAD"] = "";
  files.content["/home/p/src/.beagle.yml"] = "";
  files.content["/home/p/src/a.c"] = "";
  EXPECT_EQ(projectRoot(files, "/home/p/src"), "/home/p");
  files.content.erase("/home/p/.git/HEAD");
  EXPECT_EQ(projectRoot(files, "/home/p/src"), "/home/p/src");
  files.content.erase("/home/p/src/.beagle.yml");
  EXPECT_EQ(projectRoot(files, "/home/p/src"), "/home/p/src");
  files.content["/home/p/.beagle.yml"] = "";
  EXPECT_EQ(projectRoot(files, "/home/p/src"), "/home/p");
}

Setting<EntryUse> written(EntryUse use, std::string file, unsigned line) { return {use, {std::move(file), line, 1}}; }

TEST(Tables, GiveTheValueOfTheNameThatFits) {
  const Table<EntryUse> table{{"parse", written(EntryUse::Always, ".beagle.yml", 1)},
                              {"test_*", written(EntryUse::Never, ".beagle.yml", 2)}};
  EXPECT_EQ(valueFor(table, "parse"), &table.at("parse"));
  EXPECT_EQ(valueFor(table, "test_parse"), &table.at("test_*"));
  EXPECT_EQ(valueFor(table, "parse_more"), nullptr);
  EXPECT_EQ(valueFor(table, ""), nullptr);
  EXPECT_EQ(valueFor(Table<EntryUse>{}, "parse"), nullptr);
}

TEST(Tables, OfSeveralThatFitTheDeepestFileThenTheExactNameThenTheLastLineWins) {
  Table<EntryUse> table{{"a*", written(EntryUse::Never, ".beagle.yml", 1)},
                        {"*", written(EntryUse::Always, ".beagle.yml", 9)}};
  EXPECT_EQ(valueFor(table, "abc"), &table.at("*"));
  table["abc"] = written(EntryUse::Never, ".beagle.yml", 3);
  EXPECT_EQ(valueFor(table, "abc"), &table.at("abc"));
  table["ab?"] = written(EntryUse::Always, "src/.beagle.yml", 1);
  EXPECT_EQ(valueFor(table, "abc"), &table.at("ab?"));
}

TEST(Tables, WildcardsStandForAnyCharacters) {
  const auto fits = [](const char* pattern, const char* name) {
    const Table<EntryUse> table{{pattern, written(EntryUse::Never, ".beagle.yml", 1)}};
    return valueFor(table, name) != nullptr;
  };
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("ns::*::get", "ns::Box<int>::get"));
  EXPECT_TRUE(fits("*a*b*c", "xxaxxbxxc"));
  EXPECT_TRUE(fits("?b", "ab"));
  EXPECT_FALSE(fits("?", ""));
  EXPECT_FALSE(fits("*a*b*c", "xxaxxcxxb"));
  EXPECT_FALSE(fits("a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(2'000, 'a').c_str()));
}

} // namespace
} // namespace beagle::config
