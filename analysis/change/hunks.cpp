#include "analysis/change/hunks.h"

#include "analysis/change/code_lines.h"
#include "analysis/support/files.h"

#include <algorithm>
#include <array>
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
  static constexpr std::array endings{".c",   ".cc", ".cpp", ".cxx", ".c++", ".C",   ".h",   ".hh",  ".hpp", ".hxx",
                                      ".h++", ".H",  ".inc", ".inl", ".ipp", ".tcc", ".tpp", ".def", ".ixx", ".cppm"};
  return std::ranges::find(endings, support::extension(path)) != endings.end();
}

/// What the units of one version say about one file.
struct FileView {
  bool read = false;          ///< some unit read it
  std::vector<bool> inactive; ///< lines that every unit that read it left out; index 0 is line 1
  struct Body {
    std::uint32_t line, endLine;
    std::string name;
    bool isTemplate;
    friend auto operator<=>(const Body&, const Body&) = default;
  };
  std::vector<Body> unused; ///< functions for which nothing was emitted
};

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

  const FileView& viewOf(const std::string& path) {
    const auto [it, isNew] = views_.try_emplace(path);
    if (isNew) it->second = look(path);
    return it->second;
  }

  const std::vector<bool>& codeOf(const std::string& path) {
    const auto [it, isNew] = code_.try_emplace(path);
    if (isNew && !path.empty()) it->second = codeLines(reader_(isBase_, path), lastLine_[path]);
    return it->second;
  }

  [[nodiscard]] bool isBase() const { return isBase_; }
  [[nodiscard]] bool failedToCompile(const std::string& path) const {
    return std::ranges::find(program_.failedFiles, path) != program_.failedFiles.end();
  }

private:
  FileView look(const std::string& path) {
    FileView view;
    std::map<FileView::Body, bool> bodies; // and whether code was emitted for them
    for (const LoadedUnit& unit : program_.units) {
      const auto file = std::ranges::find(unit.facts.files, path, &ir::UnitFile::path);
      if (file == unit.facts.files.end()) continue;
      std::vector<bool> skipped;
      for (const auto& [first, last] : file->skipped) {
        if (skipped.size() < last) skipped.resize(last);
        std::fill(skipped.begin() + first - 1, skipped.begin() + last, true);
      }
      if (!view.read) view.inactive = skipped;
      for (std::size_t i = 0; i < view.inactive.size(); ++i)
        if (i >= skipped.size() || !skipped[i]) view.inactive[i] = false;
      view.read = true;
      std::set<int> emitted;
      for (const ir::FunctionFacts& function : unit.facts.functions) emitted.insert(function.source);
      for (std::size_t i = 0; i < unit.facts.sources.size(); ++i) {
        const ir::WrittenFunction& source = unit.facts.sources[i];
        if (source.file == path)
          bodies[{source.line, source.endLine, source.name, source.isTemplate}] |=
              emitted.contains(static_cast<int>(i));
      }
    }
    for (const auto& [body, used] : bodies)
      if (!used) view.unused.push_back(body);
    return view;
  }

  const Program& program_;
  bool isBase_;
  const FileReader& reader_;
  std::map<std::string, std::size_t> lastLine_; ///< that a hunk has
  std::map<std::string, FileView> views_;
  std::map<std::string, std::vector<bool>> code_;
};

/// The code lines of one side of a hunk, and what keeps some of them from being looked at.
struct Side {
  std::size_t code = 0, looked = 0;
  std::string why;
};

Side lookAt(VersionView& version, const std::string& path, unsigned start, unsigned count) {
  Side side;
  if (path.empty() || count == 0) return side;
  const std::vector<bool>& code = version.codeOf(path);
  const FileView& view = version.viewOf(path);
  for (unsigned line = start; line < start + count; ++line) {
    if (line == 0 || line > code.size() || !code[line - 1]) continue;
    ++side.code;
    if (!view.read) {
      side.why = version.failedToCompile(path) ? "the unit does not compile" : "no unit of this build reads the file";
      continue;
    }
    if (line <= view.inactive.size() && view.inactive[line - 1]) {
      if (side.why.empty())
        side.why = fmt::format("{} {} is left out by the preprocessor in every configuration",
                               version.isBase() ? "old line" : "line", line);
      continue;
    }
    const auto unused =
        std::ranges::find_if(view.unused, [&](const FileView::Body& b) { return b.line <= line && line <= b.endLine; });
    if (unused != view.unused.end()) {
      if (side.why.empty())
        side.why = fmt::format("`{}` is {}, so no code is made of it", unused->name,
                               unused->isTemplate ? "never instantiated" : "never used");
      continue;
    }
    ++side.looked;
  }
  return side;
}

} // namespace

std::vector<AccountedHunk> accountHunks(const Program& base, const Program& head, const std::vector<HunkInput>& hunks,
                                        const FileReader& read) {
  VersionView before(base, true, read, hunks);
  VersionView after(head, false, read, hunks);
  std::vector<AccountedHunk> result;
  for (const HunkInput& hunk : hunks) {
    AccountedHunk row{hunk.range, HunkStatus::Analysed, {}};
    const std::string& path = hunk.range.headFile.empty() ? hunk.range.baseFile : hunk.range.headFile;
    const bool known =
        looksLikeC(path) || before.viewOf(hunk.range.baseFile).read || after.viewOf(hunk.range.headFile).read;
    if (hunk.excluded) {
      row.status = HunkStatus::Excluded;
    } else if (!hunk.text || !known) {
      row.status = HunkStatus::NonC;
    } else {
      const Side old = lookAt(before, hunk.range.baseFile, hunk.range.baseStart, hunk.range.baseLines);
      const Side now = lookAt(after, hunk.range.headFile, hunk.range.headStart, hunk.range.headLines);
      if (old.code + now.code == 0) row.status = HunkStatus::NoCode;
      else if (old.looked < old.code || now.looked < now.code) row.status = HunkStatus::NotCompiled;
      row.why = now.why.empty() ? old.why : now.why;
    }
    result.push_back(std::move(row));
  }
  return result;
}

} // namespace beagle::change
