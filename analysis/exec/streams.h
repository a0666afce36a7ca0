#pragma once

#include "analysis/input/layout.h"

namespace beagle::exec {

/// FILE, as glibc has it: what is in it is the C library's business.
[[nodiscard]] inline bool isStream(const ir::SourceType& type) {
  constexpr std::uint64_t size = 216;
  return input::isRecord(type) && type.size == size && (type.name == "FILE" || type.name.ends_with("_IO_FILE"));
}

} // namespace beagle::exec
