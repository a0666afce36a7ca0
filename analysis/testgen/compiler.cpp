#include "analysis/testgen/compiler.h"

#include "analysis/support/files.h"
#include "analysis/support/sanitizer.h"
#include "analysis/testgen/native_paths.h"

namespace beagle::testgen {

void Compiler::setIn(build::SandboxedCommand& command, std::vector<std::string> arguments) const {
  command.arguments = std::move(arguments);
  // With AddressSanitizer in it, it would need more memory than a compiler may have.
  if (own_.empty() || support::hasAddressSanitizer()) {
    command.arguments.insert(command.arguments.begin(), clangProgram());
    return;
  }
  command.binds.push_back({support::parentPath(own_), std::string(programRoot), false});
  command.arguments.insert(command.arguments.begin(),
                           {support::joinPath(programRoot, support::fileName(own_)), "--clang"});
}

} // namespace beagle::testgen
