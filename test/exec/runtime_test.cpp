// Holds runtime_table.txt against what there is.

#include "analysis/exec/models.h"
#include "analysis/exec/runtime.h"

#include <gmock/gmock.h>
#include <llvm/IR/Module.h>

#include <fstream>
#include <set>
#include <sstream>

namespace beagle::exec {
namespace {

struct Table {
  std::set<std::string> runtime, engine;
};

Table readTable() {
  Table table;
  std::ifstream file(BEAGLE_RUNTIME_TABLE);
  EXPECT_TRUE(file) << BEAGLE_RUNTIME_TABLE;
  std::set<std::string>* names = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (!line.starts_with(' ')) {
      const auto colon = line.find(": ");
      EXPECT_NE(colon, std::string::npos) << line;
      names = line.starts_with("runtime ") ? &table.runtime : &table.engine;
      line = line.substr(colon + 1);
    }
    std::istringstream words(line);
    for (std::string name; words >> name;)
      EXPECT_TRUE(names->insert(name).second) << name << " stands there twice";
  }
  return table;
}

bool isOwn(std::string_view name) {
  return name.starts_with("beagle_");
}

std::set<std::string> runtimeDefinitions() {
  std::set<std::string> names;
  const auto units = openRuntime();
  EXPECT_TRUE(units) << units.error().str();
  for (const auto& unit : *units)
    for (const llvm::GlobalValue& value : unit->outline().global_values())
      if (!value.isDeclaration() && !value.hasLocalLinkage() && !isOwn(value.getName()))
        EXPECT_TRUE(names.insert(value.getName().str()).second)
            << value.getName().str() << " is defined twice";
  return names;
}

TEST(Runtime, TheTableHasWhatIsDefined) {
  EXPECT_EQ(readTable().runtime, runtimeDefinitions());
}

TEST(Runtime, TheTableHasWhatTheEngineDoes) {
  std::set<std::string> names;
  for (const ModelEntry& entry : allModels())
    if (!isOwn(entry.name)) names.emplace(entry.name);
  EXPECT_EQ(readTable().engine, names);
}

TEST(Runtime, NothingIsThereTwice) {
  for (const std::string& name : runtimeDefinitions()) EXPECT_FALSE(findModel(name)) << name;
}

TEST(Runtime, WhatItNeedsIsThere) {
  const auto units = openRuntime();
  ASSERT_TRUE(units) << units.error().str();
  const std::set<std::string> defined = runtimeDefinitions();
  for (const auto& unit : *units)
    for (const llvm::Function& function : unit->outline().functions()) {
      const std::string name = function.getName().str();
      if (!function.isDeclaration() || function.isIntrinsic() || defined.contains(name)) continue;
      EXPECT_TRUE(isOwn(name) || findModel(name)) << unit->name() << " calls " << name;
    }
}

} // namespace
} // namespace beagle::exec
