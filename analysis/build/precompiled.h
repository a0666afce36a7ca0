#pragma once

#include "analysis/build/flags.h"

#include <map>
#include <string>

namespace beagle::build {

/// The headers that a build precompiles for GCC: it looks for "name.h.gch" in its include folders before it looks for
/// "name.h", which may not be there at all. Clang includes the header itself.
class PrecompiledHeaders {
public:
  /// A call that precompiles one; any other call is none.
  void note(const CompilerCall& call);
  /// Lets options that lead to the compiled header lead to the one it was made of.
  void replaceIn(CompileCommand& command) const;

private:
  std::map<std::string, std::string> sources_; ///< by the path of the compiled one, without ".gch"
};

} // namespace beagle::build
