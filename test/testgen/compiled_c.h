#pragma once

#include "analysis/build/sandbox.h"
#include "analysis/ir/program.h"
#include "analysis/testgen/replay.h"
#include "test/compile_c.h"
#include "test/temporary_folder.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace beagle::testgen {

/// Sources compiled to bitcode and linked, and a place to run them natively.
class CompiledC {
public:
  /// With the path of beagle-jit, what needs no checks is compiled in memory.
  explicit CompiledC(const std::vector<std::string>& sources, std::string jit = "", const std::string& suffix = ".c")
      : jit_(std::move(jit)) {
    for (std::size_t i = 0; i < sources.size(); ++i)
      units_.push_back(compileC(folder_.path(), std::to_string(i) + suffix, sources[i]));
    program_ = *ir::Program::link(units_);
    EXPECT_TRUE(files_.makeFolders(folder_.path() + "/native"));
    sandbox_ =
        std::make_unique<build::Sandbox>(*build::Sandbox::open(build::SandboxMode::Off, processes_, folder_.path()));
    builder_ = std::make_unique<NativeBuilder>(*sandbox_, files_, folder_.path() + "/native");
  }

  [[nodiscard]] const ir::Program& program() const { return *program_; }
  [[nodiscard]] const std::vector<std::shared_ptr<ir::BitcodeModule>>& units() const { return units_; }
  [[nodiscard]] const build::Sandbox& sandbox() const { return *sandbox_; }
  [[nodiscard]] support::Files& files() { return files_; }
  [[nodiscard]] support::Processes& processes() { return processes_; }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }
  [[nodiscard]] NativeBuilder& builder() { return *builder_; }

  NativeProgram native(const std::string& entry, Checks checks = Checks::None, const FunctionNames& names = {}) {
    const bool inMemory = checks == Checks::None && !jit_.empty();
    auto made = inMemory ? builder_->load(jit_, *program_, unitsAsAnalysed(units_), *program_->find(entry), names)
                         : builder_->build(*program_, unitsAsAnalysed(units_), *program_->find(entry), checks, names);
    EXPECT_TRUE(made) << made.error().str();
    return std::move(*made);
  }

  NativeOutcome run(const ConcreteInput& input, Checks checks = Checks::None) {
    auto outcomes = native(input.entry, checks, functionsIn({&input, 1}))
                        .run(std::vector{input}, {.timeout = std::chrono::milliseconds(500)});
    EXPECT_TRUE(outcomes) << outcomes.error().str();
    return outcomes ? outcomes->front() : NativeOutcome{};
  }

private:
  std::string jit_;
  TemporaryFolder folder_;
  support::DiskFiles files_;
  support::SystemProcesses processes_;
  std::vector<std::shared_ptr<ir::BitcodeModule>> units_;
  std::shared_ptr<const ir::Program> program_;
  std::unique_ptr<build::Sandbox> sandbox_;
  std::unique_ptr<NativeBuilder> builder_;
};

inline Argument integer(std::uint64_t value, std::uint16_t width = 32) {
  return {"", {{ir::ScalarKind::Integer, 0, width}, {value}, {}}};
}
inline Argument pointer(std::uint32_t object, std::uint64_t offset = 0) {
  return {"", {{ir::ScalarKind::Pointer, 0, 64}, {}, Target{Target::Kind::Object, object, "", offset}}};
}

} // namespace beagle::testgen
