#include "analysis/support/pack.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace beagle::support {

struct Leaf {
  std::string name;
  int number = 0;
  bool flag = false;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};
struct Root {
  enum class Kind : std::uint8_t { Small, Large } kind = Kind::Small;
  std::uint64_t large = 0;
  std::vector<Leaf> leaves;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
  friend bool operator==(const Root&, const Root&) = default;
};
static void members(auto& pack, Leaf& leaf) { pack(leaf.name, leaf.number, leaf.flag); }
static void members(auto& pack, Root& root) { pack(root.kind, root.large, root.leaves, root.ranges); }

static Root example() {
  return {Root::Kind::Large,
          std::numeric_limits<std::uint64_t>::max(),
          {{"", std::numeric_limits<int>::min(), true},
           {std::string("\0\xff\n", 3), std::numeric_limits<int>::max(), false},
           {"x", -1, true}},
          {{0, 127}, {128, 4'000'000'000}}};
}

static std::string packed(const Root& root) {
  Packer pack;
  pack(root);
  return pack.bytes;
}

TEST(Pack, WhatIsWrittenIsRead) {
  const std::string bytes = packed(example());
  Unpacker unpack(bytes);
  Root read;
  unpack(read);
  EXPECT_FALSE(unpack.damaged);
  EXPECT_TRUE(unpack.bytes.empty());
  EXPECT_EQ(read, example());
}

TEST(Pack, ValuesFollowEachOther) {
  Packer pack;
  pack(std::string("one"), 2U, std::string("three"));
  Unpacker unpack(pack.bytes);
  std::string first, third;
  unsigned second = 0;
  unpack(first, second);
  unpack(third);
  EXPECT_EQ(first + std::to_string(second) + third, "one2three");
  EXPECT_FALSE(unpack.damaged);
}

TEST(Pack, EveryCutIsSeen) {
  const std::string bytes = packed(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Unpacker unpack(std::string_view(bytes).substr(0, size));
    Root read;
    unpack(read);
    EXPECT_TRUE(unpack.damaged) << size;
  }
}

TEST(Pack, NoByteMakesItReadTooMuch) {
  // Whatever is wrong with the bytes, no more is taken or made than there are.
  const std::string bytes = packed(example());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (int value = 0; value < 256; ++value) {
      std::string wrong = bytes;
      wrong[at] = static_cast<char>(value);
      Unpacker unpack(wrong);
      Root read;
      unpack(read);
      EXPECT_LE(read.leaves.size() + read.ranges.size(), bytes.size());
    }
}

TEST(Pack, ANumberWithoutEndIsDamage) {
  Unpacker unpack("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  std::uint64_t number = 1;
  unpack(number);
  EXPECT_TRUE(unpack.damaged);
  EXPECT_EQ(number, 0U);
}

} // namespace beagle::support
