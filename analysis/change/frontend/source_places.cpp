#include "analysis/change/frontend/source_places.h"

#include "analysis/support/files.h"

#include <clang/Lex/Lexer.h>

namespace beagle::change {

SourcePlaces::SourcePlaces(const clang::SourceManager& sources, const clang::LangOptions& language,
                           std::string directory, ProjectRoot source, ProjectRoot build)
    : sources_(sources), language_(language), directory_(std::move(directory)), source_(std::move(source)),
      build_(std::move(build)) {}

std::string SourcePlaces::pathOf(llvm::StringRef name) const {
  if (name.starts_with("<")) return name.str(); // <built-in>, <command line>
  const std::string path = support::normalPath(support::joinPath(directory_, name.str()));
  for (const std::string& root : {source_.visible, source_.name})
    if (auto below = support::pathBelow(path, root)) return *below;
  if (const auto below = support::pathBelow(path, build_.visible)) return support::joinPath(build_.name, *below);
  return path;
}

std::string SourcePlaces::pathOf(clang::SourceLocation location) const {
  const clang::PresumedLoc place = sources_.getPresumedLoc(location);
  return place.isValid() ? pathOf(place.getFilename()) : std::string();
}

unsigned SourcePlaces::lineOf(clang::SourceLocation location) const {
  const clang::PresumedLoc place = sources_.getPresumedLoc(location);
  return place.isValid() ? place.getLine() : 0;
}

bool SourcePlaces::isProjectPath(llvm::StringRef path) const {
  return !path.empty() && !path.starts_with("<") &&
         (!path.starts_with("/") || support::pathBelow(path.str(), build_.name).has_value());
}

bool SourcePlaces::inProject(clang::SourceLocation location) {
  return inProject(sources_.getFileID(sources_.getExpansionLoc(location)));
}

bool SourcePlaces::inProject(clang::FileID file) {
  if (file.isInvalid()) return false; // what the compiler makes up; the map has no place for it
  const auto [it, isNew] = project_.try_emplace(file, false);
  if (isNew) {
    const auto entry = sources_.getFileEntryRefForID(file);
    it->second = entry && isProjectPath(pathOf(entry->getName()));
  }
  return it->second;
}

std::optional<FileRange> SourcePlaces::rangeOf(clang::SourceRange range) const {
  if (range.isInvalid()) return std::nullopt;
  const clang::SourceLocation first = sources_.getExpansionLoc(range.getBegin());
  const clang::SourceLocation last = sources_.getExpansionRange(range.getEnd()).getEnd();
  const auto [file, begin] = sources_.getDecomposedLoc(first);
  const auto [lastFile, lastBegin] = sources_.getDecomposedLoc(last);
  if (file != lastFile || lastBegin < begin) return std::nullopt;
  return FileRange{file, begin, lastBegin + clang::Lexer::MeasureTokenLength(last, sources_, language_)};
}

std::optional<FileRange> SourcePlaces::writtenRangeOf(clang::SourceRange range) const {
  if (range.isInvalid()) return std::nullopt;
  // Outwards, through the macros that a token comes from.
  const auto outside = [&](clang::SourceLocation at, bool isEnd) {
    if (sources_.isMacroArgExpansion(at)) return sources_.getImmediateSpellingLoc(at);
    const clang::CharSourceRange call = sources_.getImmediateExpansionRange(at);
    return isEnd ? call.getEnd() : call.getBegin();
  };
  for (clang::SourceLocation first = range.getBegin();; first = outside(first, false)) {
    for (clang::SourceLocation last = range.getEnd();; last = outside(last, true)) {
      if (sources_.getFileID(first) == sources_.getFileID(last)) {
        const clang::SourceLocation end = sources_.getSpellingLoc(last);
        const auto [file, begin] = sources_.getDecomposedLoc(sources_.getSpellingLoc(first));
        const auto [lastFile, lastBegin] = sources_.getDecomposedLoc(end);
        if (file != lastFile || lastBegin < begin) return std::nullopt;
        return FileRange{file, begin, lastBegin + clang::Lexer::MeasureTokenLength(end, sources_, language_)};
      }
      if (last.isFileID()) break;
    }
    if (first.isFileID()) return std::nullopt;
  }
}

ir::TextRange SourcePlaces::textRangeOf(const FileRange& range) const {
  return {sources_.getLineNumber(range.file, range.begin), sources_.getColumnNumber(range.file, range.begin),
          sources_.getLineNumber(range.file, range.end), sources_.getColumnNumber(range.file, range.end)};
}

std::string SourcePlaces::textOf(const FileRange& range) const {
  bool invalid = false;
  const llvm::StringRef buffer = sources_.getBufferData(range.file, &invalid);
  if (invalid || range.end > buffer.size()) return {};
  return buffer.slice(range.begin, range.end).str();
}

} // namespace beagle::change
