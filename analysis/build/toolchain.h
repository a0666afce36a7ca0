#pragma once

#include "analysis/support/files.h"

#include <string>

namespace beagle::build {

/// The programs of ours that run inside the sandbox, and what the machine compiles against.
struct Toolchain {
  std::string compiler; ///< beagle-cc
  std::string recorder; ///< beagle-record
  std::string jit;      ///< beagle-jit
  /// Changes when the compiler or the installed packages do: part of every cache key.
  std::string stamp;

  /// Takes the programs from the folder of the running one.
  [[nodiscard]] static support::Result<Toolchain> find(const support::Files& files, const std::string& programFolder);
};

} // namespace beagle::build
