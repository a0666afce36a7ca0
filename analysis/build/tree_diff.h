#pragma once

#include "analysis/build/tree.h"

#include <string>
#include <vector>

namespace beagle::build {

/// A place where lines differ, without context, as in the header `@@ -baseStart,baseLines
/// +headStart,headLines @@` of `git diff -U0`. Lines count from 1. A side without lines has as its start the
/// line *after which* the other side's lines stand, 0 at the beginning of the file.
struct Hunk {
  unsigned baseStart = 0, baseLines = 0;
  unsigned headStart = 0, headLines = 0;
  /// Both sides are equal once carriage returns at line ends are dropped.
  bool onlyLineEndings = false;

  friend bool operator==(const Hunk&, const Hunk&) = default;
};

/// One file that differs between two trees.
struct FileDelta {
  enum class Status {
    Added,
    Removed,
    Modified,    ///< contents differ; the executable bit may, too
    Renamed,     ///< moved, perhaps edited
    ModeChanged, ///< only the executable bit differs
    TypeChanged, ///< a file became a symlink or submodule, or the other way round
  };

  Status status = Status::Modified;
  std::string basePath;   ///< empty when added
  std::string headPath;   ///< empty when removed
  bool binary = false;    ///< one side is no text: there are no hunks
  bool submodule = false; ///< one side is a submodule: there are no hunks
  std::vector<Hunk> hunks;
  int similarity = 0; ///< of a renamed file: percentage of content that stayed

  [[nodiscard]] const std::string& path() const { return headPath.empty() ? basePath : headPath; }
  friend bool operator==(const FileDelta&, const FileDelta&) = default;
};

[[nodiscard]] std::string_view nameOf(FileDelta::Status status); ///< "added", "mode changed", ...

struct TreeDiff {
  std::vector<FileDelta> files; ///< sorted by path()

  friend bool operator==(const TreeDiff&, const TreeDiff&) = default;
};

struct DiffOptions {
  bool renames = true;
  int renameSimilarity = 50; ///< percentage of content that has to stay
  /// Moved files whose content changed are searched for only while the pairs to compare are no more than the
  /// square of this; beyond it, only files that kept their name or their content are paired.
  std::size_t renameLimit = 400;
  /// A file with a larger side than this is reported like a binary one.
  std::uint64_t largestFile = 256U << 20;
};

/// What differs between two trees, which may come from different repositories. Bytes are compared as they are
/// stored; attributes and configuration of a repository have no influence.
[[nodiscard]] support::Result<TreeDiff> diffTrees(const Tree& base, const Tree& head, const DiffOptions& options = {});

/// The hunks between two texts.
[[nodiscard]] support::Result<std::vector<Hunk>> diffText(std::string_view base, std::string_view head);

/// git's rule: a zero byte near the beginning.
[[nodiscard]] bool isBinary(std::string_view content);

} // namespace beagle::build
