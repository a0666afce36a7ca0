#include "analysis/build/generated_files.h"

#include <gtest/gtest.h>

namespace beagle::build {
namespace {

TEST(GeneratedFiles, AreReadWhenAskedFor) {
  support::FakeFiles disk;
  GeneratedFiles files(disk);
  files.list("config.h", "/build/config.h");
  ASSERT_TRUE(disk.write("/build/config.h", "#include <made.h>\n").has_value()); // after it was listed
  EXPECT_TRUE(files.files().empty());
  const GeneratedFile* config = files.find("config.h");
  ASSERT_NE(config, nullptr);
  EXPECT_EQ(config->includes, (std::vector<IncludeDirective>{{"made.h", false, false}}));
  EXPECT_EQ(files.files().size(), 1U);
  ASSERT_TRUE(disk.write("/build/config.h", "").has_value());
  EXPECT_EQ(files.find("config.h"), config) << "once is enough";
}

TEST(GeneratedFiles, WhatIsNotThereIsNone) {
  support::FakeFiles disk;
  GeneratedFiles files(disk);
  files.list("gone.h", "/build/gone.h");
  EXPECT_EQ(files.find("gone.h"), nullptr);
  EXPECT_EQ(files.find("never.h"), nullptr);
  EXPECT_TRUE(files.empty());
}

TEST(GeneratedFiles, NeedNotBeText) {
  support::FakeFiles disk;
  GeneratedFiles files(disk);
  ASSERT_TRUE(disk.write("/build/firmware.o", "\x7f"
                                              "ELF...")
                  .has_value());
  files.list("firmware.o", "/build/firmware.o");
  EXPECT_NE(files.find("firmware.o"), nullptr) << "for #embed";
}

TEST(GeneratedFiles, WhatWasNotReadCanBeForgotten) {
  support::FakeFiles disk;
  GeneratedFiles files(disk);
  for (const char* name : {"a.h", "b.h", "table.txt"}) {
    ASSERT_TRUE(disk.write(name, "").has_value());
    files.list(name, name);
  }
  EXPECT_EQ(files.headers(), (std::vector<std::string>{"a.h", "b.h"}));
  ASSERT_NE(files.find("b.h"), nullptr);
  files.forgetUnread();
  EXPECT_EQ(files.headers(), std::vector<std::string>{"b.h"});
  EXPECT_EQ(files.find("a.h"), nullptr);
}

} // namespace
} // namespace beagle::build
