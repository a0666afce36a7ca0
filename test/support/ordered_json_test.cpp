#include "analysis/support/ordered_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace beagle::support {
namespace {

using Json = nlohmann::ordered_json;

TEST(OrderedJson, ReadsWhatTheLibraryWrites) {
  const Json json{{"z", nullptr},
                  {"a", {1, -2, 0.5, true, "text \"\\\n"}},
                  {"inner", {{"b", Json::array()}, {"a", Json::object()}}}};
  EXPECT_EQ(parseOrdered(json.dump()).dump(), json.dump());
  for (const char* text : {"null", "17", "[[],[[]]]", "\"\"", "{}"}) EXPECT_EQ(parseOrdered(text).dump(), text);
}

TEST(OrderedJson, SaysWhatIsNone) {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "{\"a\":1}}", "nul", "[1] 2"})
    EXPECT_TRUE(parseOrdered(text).is_discarded()) << text;
  bool isTooDeep = false;
  EXPECT_FALSE(parseOrdered("[[[1]]]", 2, &isTooDeep).is_discarded());
  EXPECT_FALSE(isTooDeep);
  EXPECT_TRUE(parseOrdered("[[[[1]]]]", 2, &isTooDeep).is_discarded());
  EXPECT_TRUE(isTooDeep);
}

/// An object that looks for each name among all that it has takes minutes for these.
TEST(OrderedJson, TimeGrowsWithTheText) {
  std::string text = "{";
  constexpr int members = 200000;
  for (int i = 0; i < members; ++i) text += (i == 0 ? "\"m" : ",\"m") + std::to_string(i) + "\":0";
  text += "}";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(parseOrdered(text).size(), std::size_t{members});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

} // namespace
} // namespace beagle::support
