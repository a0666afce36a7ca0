#pragma once

#include "analysis/build/flags.h"
#include "analysis/support/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// One entry of a compile_commands.json; its paths are as they stand there.
struct DatabaseEntry {
  std::string file;
  CompilerCall call;
};

/// `name` is what messages call the file.
[[nodiscard]] support::Result<std::vector<DatabaseEntry>> readDatabase(std::string_view text, std::string_view name);

/// The folder that stands in the entries for the root of the tree: the beginning of most entries' files before
/// a path that the tree has. Empty when none does.
[[nodiscard]] std::string guessRoot(const std::vector<DatabaseEntry>& entries, const std::vector<std::string>& tree);

/// The calls that beagle-record wrote, one a line; a line that was cut short is left out.
struct RecordedCall {
  CompilerCall call;
  std::map<std::string, std::string> responses; ///< by name as in the arguments
};
[[nodiscard]] std::vector<RecordedCall> readRecord(std::string_view text);

} // namespace beagle::build
