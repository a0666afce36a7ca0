#pragma once

#include "analysis/build/sandbox.h"
#include "analysis/ir/bitcode.h"
#include "analysis/support/files.h"
#include "analysis/testgen/caller_module.h"
#include "analysis/testgen/compiler.h"
#include "analysis/testgen/native_program.h"

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::testgen {

/// One unit as bitcode, and how it becomes machine code.
struct NativeUnit {
  std::string name;
  std::string bitcode;
  std::vector<std::string> options; ///< of the compiler: "-O2"
};

/// The same bitcode that is analysed, as it is: a difference between what it does and what the analysis says is a
/// defect of the analysis. (Replay A of the design.)
[[nodiscard]] std::vector<NativeUnit> unitsAsAnalysed(std::span<const std::shared_ptr<ir::BitcodeModule>> units);

enum class Checks {
  None,
  Addresses, ///< AddressSanitizer, put in by us
  Own,       ///< the units were compiled with AddressSanitizer and UndefinedBehaviorSanitizer
  Coverage,  ///< none, but libFuzzer learns which ways were taken
};

/// A version as a shared object, for a program that loads it and calls `call` of its `beagle_entry` (runner/types.h).
/// `beagle_counters` says where libFuzzer counts, `beagle_guarded` is there in C++ (runner/guard.cpp).
struct NativeLibrary {
  NativeInterface interface;
  std::string file; ///< in the builder's folder
};

/// Makes executables out of units. What was made once is kept as long as the folder: objects per unit, executables
/// per entry.
class NativeBuilder {
public:
  /// All outlive it; the folder is there and is its own.
  NativeBuilder(const build::Sandbox& sandbox, support::Files& files, std::string folder, Compiler compiler = {})
      : sandbox_(sandbox), files_(files), folder_(std::move(folder)), compiler_(std::move(compiler)) {}

  /// `units` in the order in which the program was linked from them. What no unit and no library defines is stubbed:
  /// functions abort, variables are zero. The functions in `names` are those of the inputs that will be run.
  [[nodiscard]] support::Result<NativeProgram> build(const ir::Program& program, std::span<const NativeUnit> units,
                                                     ir::FunctionIndex entry, Checks checks,
                                                     const FunctionNames& names = {},
                                                     const support::CancelToken& cancel = {});
  /// What `build` gives, without a compiler's and a linker's run: `jit` (beagle-jit) compiles in memory what the entry
  /// reaches, at the start of each run. Where only a linker will do, no input runs and an error says why.
  [[nodiscard]] support::Result<NativeProgram> load(const std::string& jit, const ir::Program& program,
                                                    std::span<const NativeUnit> units, ir::FunctionIndex entry,
                                                    const FunctionNames& names = {});
  /// What loads it has `beagle_outside`, which functions without code call.
  [[nodiscard]] support::Result<NativeLibrary> buildLibrary(const ir::Program& program,
                                                            std::span<const NativeUnit> units, ir::FunctionIndex entry,
                                                            const FunctionNames& names,
                                                            const support::CancelToken& cancel = {});
  /// Compiles one file or links objects, as clang does with these arguments, in the folder, which is `nativeRoot`
  /// there.
  [[nodiscard]] support::Result<support::ProcessResult> step(std::vector<std::string> arguments,
                                                             const support::CancelToken& cancel = {}) const;

private:
  /// What is called, and what stands in for functions.
  struct Subject {
    NativeInterface interface;
    OutsideFunctions outside;
    std::set<std::string> leftOut; ///< ir::ExportOptions::leftOut
    std::set<std::string> counted; ///< likewise
  };
  [[nodiscard]] static support::Result<Subject> subject(const ir::Program& program, ir::FunctionIndex entry,
                                                        const FunctionNames& names);
  [[nodiscard]] static std::string digestOf(const Subject& subject, const std::vector<std::string>& objects);
  [[nodiscard]] support::Result<support::ProcessResult> run(build::SandboxedCommand command,
                                                            const support::CancelToken& cancel) const;
  [[nodiscard]] build::SandboxedCommand commandInFolder() const;
  /// A file of the folder to be compiled.
  struct Task {
    std::string what; ///< for messages: "the bitcode of a.c"
    std::string file;
    std::string object;
    std::vector<std::string> options;
  };
  [[nodiscard]] support::Result<support::ProcessResult> clang(std::vector<std::string> arguments,
                                                              const support::CancelToken& cancel) const;
  /// The names of the units' object files; those that are not there yet become tasks.
  [[nodiscard]] support::Result<std::vector<std::string>> unitObjects(const ir::Program& program,
                                                                      std::span<const NativeUnit> units, Checks checks,
                                                                      const Subject& subject, std::vector<Task>& tasks);
  [[nodiscard]] support::Result<void> compile(std::span<const Task> tasks, const support::CancelToken& cancel);
  /// The name of the program, or of the library where `checks` is Coverage.
  [[nodiscard]] support::Result<std::string> make(const ir::Program& program, std::span<const NativeUnit> units,
                                                  Checks checks, const Subject& subject,
                                                  const support::CancelToken& cancel);
  [[nodiscard]] support::Result<void> link(const Subject& subject, const std::vector<std::string>& objects,
                                           const std::string& name, Checks checks, const support::CancelToken& cancel);
  [[nodiscard]] support::Result<std::string> writeJob(const ir::Program& program, std::span<const NativeUnit> units,
                                                      const Subject& subject);

  const build::Sandbox& sandbox_;
  support::Files& files_;
  std::string folder_;
  Compiler compiler_;
};

} // namespace beagle::testgen
