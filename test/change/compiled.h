#pragma once

#include "analysis/ir/outline.h"
#include "analysis/ir/unit_facts.h"
#include "analysis/support/files.h"
#include "analysis/support/process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::change {

/// A source file, with the headers it needs, compiled by beagle-cc; its artefacts.
class CompiledSource {
public:
  using Sources = std::map<std::string, std::string>; ///< by path

  /// `name` decides the language: "a.c" or "a.cpp".
  explicit CompiledSource(const std::string& source, const std::string& name = "a.c")
      : CompiledSource(Sources{{name, source}}, name) {}

  CompiledSource(const Sources& sources, const std::string& name) {
    folder_ = (std::filesystem::temp_directory_path() / "beagle-test-XXXXXX").string();
    if (!::mkdtemp(folder_.data())) ADD_FAILURE() << "cannot make " << folder_;
    support::DiskFiles files;
    for (const auto& [path, content] : sources)
      if (auto done = files.write(folder_ + "/" + path, content); !done) ADD_FAILURE() << done.error().str();
    compile(name);
    if (const auto facts = files.read(folder_ + "/unit.facts")) {
      if (auto read = ir::unpackFacts(*facts)) facts_ = std::move(*read);
      else ADD_FAILURE() << read.error().str();
    }
    if (auto outlines = files.read(folder_ + "/unit.outline")) outlines_ = std::move(*outlines);
    if (auto bitcode = files.read(folder_ + "/unit.bc")) bitcode_ = std::move(*bitcode);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] const ir::UnitFacts& facts() const { return facts_; }
  [[nodiscard]] const std::string& bitcode() const { return bitcode_; }

  /// By name, or by signature if it has a parameter list; null if there is none.
  [[nodiscard]] const ir::WrittenFunction* find(std::string_view name) const {
    for (const ir::WrittenFunction& one : facts_.sources)
      if (one.name == name || one.signature == name) return &one;
    return nullptr;
  }

  [[nodiscard]] ir::Outline outline(std::string_view name) const {
    const ir::WrittenFunction* function = find(name);
    if (!function) {
      ADD_FAILURE() << "no function " << name;
      return {};
    }
    auto outline = ir::unpackOutline(std::string_view(outlines_).substr(function->outlineAt));
    if (!outline) ADD_FAILURE() << outline.error().str();
    return outline ? std::move(*outline) : ir::Outline();
  }

  [[nodiscard]] const ir::Item* item(std::string_view name) const {
    for (const ir::Item& one : facts_.items)
      if (one.name == name) return &one;
    return nullptr;
  }

private:
  void compile(const std::string& name) {
    const nlohmann::json job{
        {"directory", folder_},
        {"arguments", {"-O1", "-Xclang", "-disable-llvm-passes", "-g", "-w", "-c", "-emit-llvm", "-I" + folder_, name}},
        {"output", folder_ + "/unit"},
        {"source", {folder_, folder_}},
        {"build", {folder_ + "/build", folder_ + "/build"}}};
    support::Command command;
    command.arguments = {BEAGLE_CC};
    command.input = job.dump() + "\n";
    const auto result = support::SystemProcesses().run(command);
    if (!result) ADD_FAILURE() << result.error().str();
    else if (result->output.find("\"ok\":true") == std::string::npos) ADD_FAILURE() << result->output << result->errors;
  }

  std::string folder_;
  ir::UnitFacts facts_;
  std::string outlines_, bitcode_;
};

} // namespace beagle::change
