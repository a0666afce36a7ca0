#include "analysis/change/frontend/plain_compile.h"

#include "analysis/change/frontend/driver_step.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

namespace beagle::change {

namespace {

std::unique_ptr<clang::FrontendAction> actionOf(clang::frontend::ActionKind kind) {
  switch (kind) {
  case clang::frontend::EmitObj: return std::make_unique<clang::EmitObjAction>();
  case clang::frontend::EmitBC: return std::make_unique<clang::EmitBCAction>();
  default: return nullptr;
  }
}

} // namespace

int compilePlainly(const std::vector<std::string>& arguments) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  auto printer = std::make_unique<clang::TextDiagnosticPrinter>(llvm::errs(), options.get());
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs, options, printer.get(), false));
  std::unique_ptr<clang::driver::Compilation> compilation;
  const auto invocation = compileStepOf(arguments, *diagnostics, compilation);
  if (!invocation) {
    if (compilation && !compilation->containsError() && becomeOnlyStep(*compilation)) return 1;
    if (!diagnostics->hasErrorOccurred()) llvm::errs() << "beagle-cc: there is nothing to compile in this command\n";
    return 1;
  }
  invocation->getFrontendOpts().DisableFree = true; // the process ends with the file
  auto& compiler = *new clang::CompilerInstance;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(printer.get(), false);
  if (!compiler.hasDiagnostics()) return 1;
  std::vector<const char*> words{"beagle-cc"};
  for (const std::string& word : invocation->getFrontendOpts().LLVMArgs) words.push_back(word.c_str());
  if (words.size() > 1 &&
      !llvm::cl::ParseCommandLineOptions(static_cast<int>(words.size()), words.data(), "", &llvm::errs()))
    return 1;
  compiler.LoadRequestedPlugins();
  auto action = actionOf(invocation->getFrontendOpts().ProgramAction);
  if (!action) {
    llvm::errs() << "beagle-cc: it makes object files and bitcode only\n";
    return 1;
  }
  const bool isDone = compiler.ExecuteAction(*action.release());
  return isDone && !compiler.getDiagnostics().hasErrorOccurred() ? 0 : 1;
}

} // namespace beagle::change
