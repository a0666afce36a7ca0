#include "analysis/testgen/native_paths.h"

#include "analysis/support/files.h"

namespace beagle::testgen {

std::string clangProgram() { return BEAGLE_CLANG_PROGRAM; }

std::string symbolizerProgram() {
  return support::joinPath(support::parentPath(BEAGLE_CLANG_PROGRAM), "llvm-symbolizer");
}

} // namespace beagle::testgen
