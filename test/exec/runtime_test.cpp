// Holds runtime_table.txt against what there is.

#include "analysis/exec/models.h"
#include "analysis/exec/runtime.h"
#include "analysis/exec/system_calls.h"

#include <gmock/gmock.h>
#include <llvm/IR/Module.h>

#include <fstream>
#include <set>
#include <sstream>

namespace beagle::exec {
namespace {

struct Table {
  std::set<std::string> runtime, engine, system, missing;
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
      names = line.starts_with("runtime ")   ? &table.runtime
              : line.starts_with("missing ") ? &table.missing
              : line.starts_with("system ")  ? &table.system
                                             : &table.engine;
      line = line.substr(colon + 1);
    }
    std::istringstream words(line);
    for (std::string name; words >> name;) EXPECT_TRUE(names->insert(name).second) << name << " stands there twice";
  }
  return table;
}

bool isOwn(std::string_view name) { return name.starts_with("beagle_"); }

/// The C library, or the C++ library.
enum class Part { C, Cxx };

bool isIn(const ir::BitcodeModule& unit, Part part) {
  return unit.name().starts_with("runtime/cxx/") == (part == Part::Cxx);
}

std::vector<std::shared_ptr<ir::BitcodeModule>> runtimeUnits() {
  std::vector<std::shared_ptr<ir::BitcodeModule>> units;
  const auto library = runtimeLibrary();
  if (!library) throw std::runtime_error(library.error().str());
  for (std::size_t i = 0; i < (*library)->members().size(); ++i) units.push_back((*library)->open(i).value());
  return units;
}

std::set<std::string> runtimeDefinitions(Part part) {
  std::set<std::string> names, strong;
  for (const auto& unit : runtimeUnits())
    for (const llvm::GlobalValue& value : unit->outline().global_values()) {
      if (!isIn(*unit, part) || value.isDeclaration() || value.hasAvailableExternallyLinkage() ||
          value.hasLocalLinkage() || isOwn(value.getName()) || value.getName().starts_with("llvm."))
        continue;
      const std::string name = value.getName().str();
      names.insert(name);
      // Instances of templates may be there several times, and what replaces one of them besides.
      if (!value.isWeakForLinker()) EXPECT_TRUE(strong.insert(name).second) << name << " is defined twice";
    }
  return names;
}

TEST(Runtime, TheTableHasWhatIsDefined) { EXPECT_EQ(readTable().runtime, runtimeDefinitions(Part::C)); }

TEST(Runtime, TheTableHasWhatTheEngineDoes) {
  std::set<std::string> names;
  for (const ModelEntry& entry : allModels())
    if (!isOwn(entry.name)) names.emplace(entry.name);
  EXPECT_EQ(readTable().engine, names);
}

TEST(Runtime, TheTableHasWhatTheSystemSays) {
  std::set<std::string> names;
  for (const std::string_view name : systemFunctions()) names.emplace(name);
  EXPECT_EQ(readTable().system, names);
}

TEST(Runtime, NothingIsThereTwice) {
  const std::set<std::string> ofC = runtimeDefinitions(Part::C);
  for (const std::string& name : ofC) EXPECT_FALSE(findModel(name) || isOfSystem(name)) << name;
  for (const std::string& name : runtimeDefinitions(Part::Cxx))
    EXPECT_FALSE(findModel(name) || ofC.contains(name)) << name;
}

TEST(Runtime, WhatItNeedsIsThere) {
  std::set<std::string> defined = runtimeDefinitions(Part::C);
  defined.merge(runtimeDefinitions(Part::Cxx));
  std::set<std::string> missing;
  for (const auto& unit : runtimeUnits())
    for (const llvm::Function& function : unit->outline().functions()) {
      const std::string name = function.getName().str();
      if (!function.isDeclaration() || function.isIntrinsic() || defined.contains(name)) continue;
      if (!isOwn(name) && !findModel(name)) missing.insert(name);
    }
  EXPECT_EQ(readTable().missing, missing);
}

} // namespace
} // namespace beagle::exec
