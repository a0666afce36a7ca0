#include "config/node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// What the data files cannot say: the tree that comes out, and limits to the unit.
namespace beagle::config {
namespace {

using testing::HasSubstr;

Node treeOf(std::string_view text, const YamlLimits& limits = {}) {
  auto node = readYaml(text, "f", limits);
  EXPECT_TRUE(node) << node.error().str();
  return node ? std::move(*node) : Node();
}

std::string errorOf(std::string_view text, const YamlLimits& limits) {
  const auto node = readYaml(text, "f", limits);
  return node ? "" : node.error().str();
}

TEST(Yaml, EmptyFilesAreNothing) {
  for (const char* text : {"", "\n", "# comment\n", "---\n", "---\n...\n", "\xef\xbb\xbf", "\r\n", "~", "null"})
    EXPECT_EQ(treeOf(text).kind, Node::Kind::Nothing) << text;
}

TEST(Yaml, KeepsPlacesAndQuotes) {
  const Node node = treeOf("\xef\xbb\xbf# x\r\na: 'b'\r\nc:\r\n  - d\r\n  - |\r\n    e\r\n");
  ASSERT_EQ(node.entries.size(), 2U);
  const auto& [a, b] = node.entries[0];
  EXPECT_EQ(std::tuple(a.text, a.isQuoted, a.line, a.column), std::tuple("a", false, 2U, 1U));
  EXPECT_EQ(std::tuple(b.text, b.isQuoted, b.line, b.column), std::tuple("b", true, 2U, 4U));
  const Node& list = node.entries[1].value;
  ASSERT_EQ(list.items.size(), 2U);
  EXPECT_EQ(std::tuple(list.line, list.column, list.items[0].text), std::tuple(4U, 3U, "d"));
  EXPECT_EQ(std::tuple(list.items[1].text, list.items[1].isQuoted), std::tuple("e\n", true));
}

TEST(Yaml, KeepsBothOfTwoEqualKeys) { EXPECT_EQ(treeOf("a: 1\na: 2\n").entries.size(), 2U); }

TEST(Yaml, AliasesStandForWhatTheyName) {
  const Node node = treeOf("a: &x {b: [&y c, *y]}\nd: *x\ne: *y\n");
  const Node& copy = node.entries[1].value;
  ASSERT_EQ(copy.kind, Node::Kind::Map);
  EXPECT_EQ(copy.entries[0].value.items[1].text, "c");
  EXPECT_EQ(node.entries[2].value.text, "c");
}

TEST(Yaml, QuotesEndWhereTheyShould) {
  for (const char* text : {R"("a")", R"('it''s')", R"("a\"b")", R"("a\\")", R"(&x "a")", "'a\n b'", "\"a\n  b\"",
                           R"({"a": 'b', 'c': "d"})", "'\"'", R"("'")"})
    treeOf(text);
  for (const char* text : {"\"a\n", "'a\n", "'it''s\n", "k: \"a\\\"\n", "&x \"a\n", "[ 'a, b ]\n"})
    EXPECT_FALSE(readYaml(text, "f")) << text;
}

TEST(Yaml, LimitsHoldToTheUnit) {
  EXPECT_EQ(errorOf("a: b", {.bytes = 4}), "");
  EXPECT_THAT(errorOf("a: bc", {.bytes = 4}), HasSubstr("5 bytes"));
  EXPECT_EQ(errorOf("a: [b]", {.depth = 3}), "");
  EXPECT_THAT(errorOf("a: [[b]]", {.depth = 3}), HasSubstr("levels"));
  EXPECT_EQ(errorOf("a: [b, c]", {.nodes = 5}), "");
  EXPECT_THAT(errorOf("a: [b, c, d]", {.nodes = 5}), HasSubstr("values"));
}

TEST(Yaml, AliasesCountAsOftenAsTheyAreUsed) {
  // The map, two keys, the outer list, and twice a list with two items.
  EXPECT_EQ(errorOf("a: &x [b, c]\nd: [*x]", {.nodes = 10}), "");
  EXPECT_THAT(errorOf("a: &x [b, c]\nd: [*x]", {.nodes = 9}), HasSubstr("values"));
  EXPECT_EQ(errorOf("a: &x [b]\nd: [*x]", {.depth = 4}), "");
  EXPECT_THAT(errorOf("a: &x [b]\nd: [*x]", {.depth = 3}), HasSubstr("levels"));
}

} // namespace
} // namespace beagle::config
