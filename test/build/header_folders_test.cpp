#include "analysis/build/header_folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace beagle::build {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// What is found for a tree: its files and their texts.
std::vector<std::string> foldersOf(const std::map<std::string, std::string>& files,
                                   const std::vector<std::string>& known = {""}) {
  std::vector<std::string> tree;
  for (const auto& [path, text] : files) tree.push_back(path);
  return headerFolders(tree, known, [&](const std::string& path) { return files.at(path); });
}

TEST(HeaderFolders, WhatIsFoundNeedsNone) {
  EXPECT_THAT(foldersOf({{"src/a.c", "#include \"a.h\"\n#include \"src/b.h\"\n#include <stdio.h>\n"},
                         {"src/a.h", ""},
                         {"src/b.h", "#include \"../top.h\"\n"},
                         {"top.h", ""}}),
              IsEmpty());
  EXPECT_THAT(foldersOf({{"src/a.c", "#include <p/a.h>\n"}, {"include/p/a.h", ""}}, {"", "include"}), IsEmpty());
}

TEST(HeaderFolders, TheFolderOfAHeaderThatIsNamed) {
  EXPECT_THAT(foldersOf({{"src/vm/a.c", "#include \"wren.h\"\n#include <p/a.h>\n"},
                         {"src/vm/b.c", "#include \"wren.h\"\n"},
                         {"src/include/wren.h", ""},
                         {"lib/p/a.h", ""}}),
              ElementsAre("lib", "src/include"));
}

TEST(HeaderFolders, OfSeveralTheNearest) {
  EXPECT_THAT(foldersOf({{"one/src/a.c", "#include \"config.h\"\n"}, {"one/h/config.h", ""}, {"another/config.h", ""}}),
              ElementsAre("one/h"));
}

TEST(HeaderFolders, NeitherNamesInOtherNamesNorFoldersOutside) {
  EXPECT_THAT(foldersOf({{"src/a.c", "#include \"b.h\"\n#include </usr/b.h>\n#include NAME\n"}, {"lib/ab.h", ""}}),
              IsEmpty());
}

} // namespace
} // namespace beagle::build
