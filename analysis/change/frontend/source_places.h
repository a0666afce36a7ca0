#pragma once

#include "analysis/change/frontend/job.h"
#include "analysis/ir/unit_facts.h"

#include <clang/Basic/SourceLocation.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseMap.h>

#include <optional>
#include <string>

namespace clang {
class LangOptions;
} // namespace clang

namespace beagle::change {

/// A stretch of one file, as it stands there (macros are where they are called).
struct FileRange {
  clang::FileID file;
  unsigned begin = 0, end = 0; ///< byte offsets
};

/// Where things stand, in the words of the project: paths below its root are relative to it.
class SourcePlaces {
public:
  SourcePlaces(const clang::SourceManager& sources, const clang::LangOptions& language, std::string directory,
               ProjectRoot source, ProjectRoot build);

  /// The name that people know the file by: relative to the source root, or absolute.
  [[nodiscard]] std::string pathOf(llvm::StringRef name) const;
  [[nodiscard]] std::string pathOf(clang::SourceLocation location) const;
  [[nodiscard]] unsigned lineOf(clang::SourceLocation location) const;
  /// Whether the project owns the file, rather than the system.
  [[nodiscard]] bool inProject(clang::SourceLocation location);
  [[nodiscard]] bool inProject(clang::FileID file);
  [[nodiscard]] bool isProjectPath(llvm::StringRef path) const;
  /// Nothing when the two ends are not in one file.
  [[nodiscard]] std::optional<FileRange> rangeOf(clang::SourceRange range) const;
  /// The same where the tokens themselves are written: in the body of a macro if all of them are, in its argument.
  [[nodiscard]] std::optional<FileRange> writtenRangeOf(clang::SourceRange range) const;
  [[nodiscard]] ir::TextRange textRangeOf(const FileRange& range) const;
  [[nodiscard]] std::string textOf(const FileRange& range) const;
  [[nodiscard]] const clang::SourceManager& sources() const { return sources_; }

private:
  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  std::string directory_;
  ProjectRoot source_, build_;
  llvm::DenseMap<clang::FileID, bool> project_;
};

} // namespace beagle::change
