#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Driver/Compilation.h>
#include <clang/Frontend/CompilerInvocation.h>

#include <memory>
#include <string>
#include <vector>

namespace beagle::change {

/// The driver's translation of a command line, without the program, to the compile step in it; null: there is none, or
/// what is wrong was told. Options of the step point into `compilation`.
[[nodiscard]] std::shared_ptr<clang::CompilerInvocation>
compileStepOf(const std::vector<std::string>& arguments, clang::DiagnosticsEngine& diagnostics,
              std::unique_ptr<clang::driver::Compilation>& compilation);

/// Becomes the program of a command that has one step, which is no compile step: a linker's. Comes back with false when
/// the command is another one, and with true when that program does not run, which was told.
[[nodiscard]] bool becomeOnlyStep(const clang::driver::Compilation& compilation);

} // namespace beagle::change
