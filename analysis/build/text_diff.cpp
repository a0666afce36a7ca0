#include "analysis/build/git_objects.h"
#include "analysis/build/tree_diff.h"

namespace beagle::build {

using support::cannotRun;
using support::Result;

bool isBinary(std::string_view content) {
  return content.substr(0, 8000).find('\0') != std::string_view::npos;
}

namespace {

/// Walks over the lines of a text in ascending order.
class LineReader {
public:
  explicit LineReader(std::string_view text) : text_(text) {}

  /// The lines from number `first` (from 1) on, `count` of them; never an earlier line than before.
  std::string_view take(unsigned first, unsigned count) {
    skip(first - line_);
    const std::size_t begin = at_;
    skip(count);
    return text_.substr(begin, at_ - begin);
  }

private:
  void skip(unsigned count) {
    for (; count > 0; --count, ++line_) {
      const std::size_t end = text_.find('\n', at_);
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
};

/// Whether two blocks of lines are equal without the carriage returns that end lines.
bool equalWithoutReturns(std::string_view a, std::string_view b) {
  const auto endsLine = [](std::string_view text) {
    return text.starts_with('\r') && (text.size() == 1 || text[1] == '\n');
  };
  while (!a.empty() || !b.empty()) {
    if (endsLine(a)) a.remove_prefix(1);
    if (endsLine(b)) b.remove_prefix(1);
    if (a.empty() || b.empty()) return a.empty() && b.empty();
    if (a.front() != b.front()) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return true;
}

int collectHunk(const git_diff_delta*, const git_diff_hunk* hunk, void* out) {
  static_cast<std::vector<Hunk>*>(out)->push_back(
      {static_cast<unsigned>(hunk->old_start), static_cast<unsigned>(hunk->old_lines),
       static_cast<unsigned>(hunk->new_start), static_cast<unsigned>(hunk->new_lines)});
  return 0;
}

} // namespace

Result<std::vector<Hunk>> diffText(std::string_view base, std::string_view head) {
  startGit();
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  // The indent heuristic is git's default; binary files were sorted out before.
  options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
  options.context_lines = 0;
  options.interhunk_lines = 0;
  std::vector<Hunk> hunks;
  // Without a name no attribute of any repository is looked up.
  if (git_diff_buffers(base.data(), base.size(), nullptr, head.data(), head.size(), nullptr, &options,
                       nullptr, nullptr, collectHunk, nullptr, &hunks) != 0)
    return cannotRun("two texts cannot be compared: {}", gitMessage());
  LineReader baseLines(base);
  LineReader headLines(head);
  for (Hunk& hunk : hunks)
    if (hunk.baseLines > 0 && hunk.headLines > 0)
      hunk.onlyLineEndings = equalWithoutReturns(baseLines.take(hunk.baseStart, hunk.baseLines),
                                                 headLines.take(hunk.headStart, hunk.headLines));
  return hunks;
}

} // namespace beagle::build
