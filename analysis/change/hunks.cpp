#include "analysis/change/hunks.h"

#include "analysis/change/code_lines.h"
#include "analysis/change/file_view.h"
#include "analysis/support/files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace beagle::change {

std::string_view nameOf(HunkStatus status) {
  static constexpr std::array names{"analysed", "not-compiled", "no-code", "non-C", "excluded"};
  return names[static_cast<std::size_t>(status)];
}

namespace {

bool looksLikeC(std::string_view path) {
  if (support::fileName(path).starts_with("Makefile")) return false; // Makefile.inc
  static constexpr std::array endings{".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".cp",  ".CPP",
                                      ".i",   ".ii",  ".h",   ".hh",  ".hpp", ".hxx", ".h++", ".H",
                                      ".inc", ".inl", ".ipp", ".tcc", ".tpp", ".def", ".ixx", ".cppm"};
  return std::ranges::find(endings, support::extension(path)) != endings.end();
}

class VersionView {
public:
  VersionView(const Program& program, bool isBase, const FileReader& read, const std::vector<HunkInput>& hunks)
      : program_(program), isBase_(isBase), reader_(read) {
    for (const HunkInput& hunk : hunks) {
      const auto& [path, start, count] =
          isBase ? std::tie(hunk.range.baseFile, hunk.range.baseStart, hunk.range.baseLines)
                 : std::tie(hunk.range.headFile, hunk.range.headStart, hunk.range.headLines);
      std::size_t& last = lastLine_[path];
      last = std::max<std::size_t>(last, start + count);
    }
  }

  const FileView& viewOf(const std::string& path) { return views_.try_emplace(path, program_, path).first->second; }

  /// Without comments; "" behind the end of the file.
  std::string codeOf(const std::string& path, unsigned line) {
    const auto [it, isNew] = code_.try_emplace(path);
    if (isNew && !path.empty()) it->second = codeOfLines(reader_(isBase_, path), lastLine_[path]);
    return line == 0 || line > it->second.size() ? std::string() : it->second[line - 1];
  }

  [[nodiscard]] bool failedToCompile(const std::string& path) const {
    return std::ranges::find(program_.failedFiles, path) != program_.failedFiles.end();
  }
  [[nodiscard]] bool isBase() const { return isBase_; }

private:
  const Program& program_;
  bool isBase_;
  const FileReader& reader_;
  std::map<std::string, std::size_t> lastLine_; ///< that a hunk has
  std::map<std::string, FileView> views_;
  std::map<std::string, std::vector<std::string>> code_;
};

constexpr std::string_view blanks = " \t\r\v\f";

bool isBlank(std::string_view text) { return text.find_first_not_of(blanks) == std::string_view::npos; }

/// Of two versions of a line, what of the first one is not in the other, from and to whole words.
LinePart changedPart(std::string_view line, std::string_view other, std::uint32_t number) {
  const auto isWord = [&](std::size_t at) {
    return at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_');
  };
  std::size_t begin = 0, end = line.size(), otherEnd = other.size();
  while (begin < end && begin < otherEnd && line[begin] == other[begin]) ++begin;
  while (end > begin && otherEnd > begin && line[end - 1] == other[otherEnd - 1]) --end, --otherEnd;
  while (begin > 0 && isWord(begin - 1) && (isWord(begin) || begin == end)) --begin;
  while (end > begin && isWord(end) && isWord(end - 1)) ++end;
  return {number, static_cast<std::uint32_t>(begin + 1), static_cast<std::uint32_t>(end + 1)};
}

/// The code lines of one side of a hunk, and what keeps some of them from being looked at.
struct Side {
  std::size_t code = 0, looked = 0;
  std::vector<std::set<bool>> conditions; ///< outcomes of those of the preprocessor
  std::string why;
};

struct HunkSide {
  const std::string& path;
  unsigned start, count;
};

/// `other` is the same hunk in the other version.
Side lookAt(VersionView& version, HunkSide side, VersionView& otherVersion, HunkSide other) {
  Side seen;
  if (side.path.empty()) return seen;
  const FileView& view = version.viewOf(side.path);
  for (unsigned i = 0; i < side.count; ++i) {
    const unsigned line = side.start + i;
    const std::string text = version.codeOf(side.path, line);
    if (isBlank(text)) continue;
    LinePart part{line, 1, static_cast<std::uint32_t>(text.size() + 1)};
    // Line by line, it can be said what of it is another.
    if (side.count == other.count) {
      const std::string otherText = otherVersion.codeOf(other.path, other.start + i);
      const LinePart changed = changedPart(text, otherText, line);
      if (!isBlank(std::string_view(text).substr(changed.begin - 1, changed.end - changed.begin))) part = changed;
    }
    ++seen.code;
    std::string why;
    if (!view.isRead())
      why = version.failedToCompile(side.path) ? "the unit does not compile" : "no unit of this build reads the file";
    else why = view.whyNotLookedAt(part, text, version.isBase());
    if (why.empty()) ++seen.looked;
    else if (seen.why.empty()) seen.why = std::move(why);
    if (auto outcomes = view.conditionAt(line); !outcomes.empty()) seen.conditions.push_back(std::move(outcomes));
  }
  return seen;
}

/// Whether nothing but conditions of the preprocessor changed, and all of them are what they were.
bool decidesTheSame(const Side& old, const Side& now) {
  return old.code == old.conditions.size() && now.code == now.conditions.size() && old.conditions == now.conditions &&
         std::ranges::all_of(now.conditions, [](const std::set<bool>& outcomes) { return outcomes.size() == 1; });
}

} // namespace

std::vector<AccountedHunk> accountHunks(const Program& baseProgram, const Program& headProgram,
                                        const std::vector<HunkInput>& hunks, const FileReader& read) {
  VersionView before(baseProgram, true, read, hunks);
  VersionView after(headProgram, false, read, hunks);
  std::vector<AccountedHunk> result;
  for (const HunkInput& hunk : hunks) {
    AccountedHunk row{hunk.range, HunkStatus::Analysed, {}};
    const std::string& path = hunk.range.headFile.empty() ? hunk.range.baseFile : hunk.range.headFile;
    const bool known =
        looksLikeC(path) || before.viewOf(hunk.range.baseFile).isRead() || after.viewOf(hunk.range.headFile).isRead();
    if (hunk.excluded) {
      row.status = HunkStatus::Excluded;
    } else if (!hunk.text || !known) {
      row.status = HunkStatus::NonC;
    } else {
      const HunkSide base{hunk.range.baseFile, hunk.range.baseStart, hunk.range.baseLines};
      const HunkSide head{hunk.range.headFile, hunk.range.headStart, hunk.range.headLines};
      const Side old = lookAt(before, base, after, head), now = lookAt(after, head, before, base);
      row.why = now.why.empty() ? old.why : now.why;
      if (old.code + now.code == 0) {
        row.status = HunkStatus::NoCode;
      } else if (old.looked < old.code || now.looked < now.code) {
        row.status = HunkStatus::NotCompiled;
      } else if (decidesTheSame(old, now)) {
        row.status = HunkStatus::NoCode;
        row.why = "the preprocessor's condition is what it was, so the same code is compiled";
      }
    }
    result.push_back(std::move(row));
  }
  return result;
}

} // namespace beagle::change
