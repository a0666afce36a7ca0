#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

/// Clang asks for this where it runs passes. Nobody asks for Polly's, which would bring its own libraries.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "no Polly", "", [](llvm::PassBuilder&) {}};
}
