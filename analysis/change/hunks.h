#pragma once

#include "analysis/change/change_set.h"

#include <functional>
#include <string>
#include <vector>

namespace beagle::change {

enum class HunkStatus { Analysed, NotCompiled, NoCode, NonC, Excluded };

[[nodiscard]] std::string_view nameOf(HunkStatus status); ///< "analysed", "not-compiled", ...

/// A place where the texts differ, as in `git diff -U0`; line numbers count from 1, an empty side has no lines.
struct HunkRange {
  std::string baseFile, headFile; ///< empty on a side where the file does not exist
  unsigned baseStart = 0, baseLines = 0;
  unsigned headStart = 0, headLines = 0;
};

/// What became of a changed place: looked at, or why not.
struct AccountedHunk {
  HunkRange range;
  HunkStatus status = HunkStatus::Analysed;
  std::string why;
};

struct HunkInput {
  HunkRange range;
  bool excluded = false;
  bool text = true; ///< false: binary, a submodule
};

/// The content of a file in base or head.
using FileReader = std::function<std::string(bool base, const std::string& path)>;

/// Accounts for every hunk. Code that no configuration compiles, or for which no unit emits anything, is never
/// taken for analysed.
[[nodiscard]] std::vector<AccountedHunk> accountHunks(const Program& base, const Program& head,
                                                      const std::vector<HunkInput>& hunks, const FileReader& read);

} // namespace beagle::change
