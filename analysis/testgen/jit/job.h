#pragma once

#include "analysis/ir/exported_module.h"

#include <expected>
#include <string>
#include <vector>

namespace beagle::testgen {

/// One unit of a program, in bitcode.
struct JitUnit {
  std::string file;
  std::size_t number = 0;
  ir::ExportOptions exported;
};

/// What machine code is made of: lines of a word and what belongs to it, files relative to the job's own.
///
///   caller FILE           the module that calls the entry (caller_module.h)
///   unit NUMBER FILE
///   apart NUMBER SYMBOL   of the unit before it: the unit whose symbol it means
///   instead SYMBOL        of all units
///   left-out SYMBOL       of all units
struct JitJob {
  std::string caller;
  std::vector<JitUnit> units;
};

/// An error says what is wrong with it.
[[nodiscard]] std::expected<JitJob, std::string> readJob(const std::string& file);

} // namespace beagle::testgen
