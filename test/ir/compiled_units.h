#pragma once

#include "analysis/ir/archive.h"
#include "analysis/ir/program.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace beagle::ir {

inline std::string contentOf(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The bitcode of a source file (.c, .cpp or .ll), compiled the way units are unless told otherwise.
inline std::shared_ptr<BitcodeModule> compileFile(const std::filesystem::path& source, const std::string& name,
                                                  const std::string& options = "-O1 -Xclang -disable-llvm-passes") {
  std::string folder = (std::filesystem::path(testing::TempDir()) / "ir-XXXXXX").string();
  if (!mkdtemp(folder.data())) return nullptr;
  const std::string result = folder + "/unit.bc";
  const std::string flags =
      source.extension() == ".ll"
          ? "-Wno-override-module"
          : options + " -g -fstandalone-debug -w '-ffile-prefix-map=" + source.parent_path().string() + "/='";
  const std::string command =
      fmt::format("'{}' {} -c -emit-llvm '{}' -o {}", BEAGLE_CLANG, flags, source.string(), result);
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  auto module = BitcodeModule::open(contentOf(result), name);
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(module) << module.error().str();
  return module ? std::make_shared<BitcodeModule>(std::move(*module)) : nullptr;
}

/// The same for a text, which is C unless `name` ends with .cpp or .ll.
inline std::shared_ptr<BitcodeModule> compileText(const std::string& text, const std::string& name = "unit.c",
                                                  const std::string& options = "-O1 -Xclang -disable-llvm-passes") {
  std::string folder = (std::filesystem::path(testing::TempDir()) / "ir-XXXXXX").string();
  if (!mkdtemp(folder.data())) return nullptr;
  const std::filesystem::path source = std::filesystem::path(folder) / name;
  std::ofstream(source) << text;
  auto module = compileFile(source, name, options);
  std::filesystem::remove_all(folder);
  return module;
}

inline std::shared_ptr<const Program> linked(std::vector<std::shared_ptr<BitcodeModule>> units) {
  auto program = Program::link(units);
  EXPECT_TRUE(program) << program.error().str();
  return program ? *program : nullptr;
}

inline const Function& bodyOf(const Program& program, std::string_view name) {
  static const Function nothing;
  const auto index = program.find(name);
  EXPECT_TRUE(index && program.functions()[*index].isDefined) << name;
  return index && program.functions()[*index].isDefined ? program.body(*index) : nothing;
}

inline std::vector<std::string> calledBy(const Program& program, std::string_view name) {
  std::vector<std::string> result;
  for (const CallSite& site : bodyOf(program, name).calls) result.push_back(program.functions()[site.function].name);
  return result;
}

} // namespace beagle::ir
