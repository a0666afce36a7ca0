#include "analysis/change/frontend/driver_step.h"

#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Driver/Tool.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace beagle::change {

std::shared_ptr<clang::CompilerInvocation> compileStepOf(const std::vector<std::string>& arguments,
                                                         clang::DiagnosticsEngine& diagnostics,
                                                         std::unique_ptr<clang::driver::Compilation>& compilation) {
  std::vector<const char*> words{"clang"};
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  // The compilation goes on using it, and the process ends with the step.
  auto& driver = *new clang::driver::Driver(BEAGLE_CLANG_PROGRAM, llvm::sys::getDefaultTargetTriple(), diagnostics);
  driver.setCheckInputsExist(true);
  compilation.reset(driver.BuildCompilation(words));
  if (!compilation || compilation->containsError()) return nullptr;
  for (const clang::driver::Command& step : compilation->getJobs()) {
    if (llvm::StringRef(step.getCreator().getName()) != "clang") continue;
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    if (!clang::CompilerInvocation::CreateFromArgs(*invocation, step.getArguments(), diagnostics)) return nullptr;
    return invocation;
  }
  return nullptr;
}

bool becomeOnlyStep(const clang::driver::Compilation& compilation) {
  if (compilation.getJobs().size() != 1) return false;
  const clang::driver::Command& step = *compilation.getJobs().begin();
  if (llvm::StringRef(step.getCreator().getName()) == "clang") return false;
  std::vector<char*> words{const_cast<char*>(step.getExecutable())};
  for (const char* argument : step.getArguments()) words.push_back(const_cast<char*>(argument));
  words.push_back(nullptr);
  ::execv(words.front(), words.data());
  llvm::errs() << "beagle-cc: " << words.front() << ": " << std::strerror(errno) << "\n";
  return true;
}

} // namespace beagle::change
