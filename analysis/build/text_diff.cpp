#include "analysis/build/git_objects.h"
#include "analysis/build/tree_diff.h"

#include <algorithm>

namespace beagle::build {

using support::cannotRun;
using support::Result;

bool isBinary(std::string_view content) { return content.substr(0, 8000).find('\0') != std::string_view::npos; }

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

/// How much of two texts is compared: all but most of the lines that they have in common at both ends, which in a large
/// file is nearly all of it. Enough lines stay for git's rules on where a hunk among equal lines is shown.
struct Middle {
  std::string_view base, head;
  unsigned linesBefore = 0;
};

Middle middleOf(std::string_view base, std::string_view head) {
  constexpr int kept = 2000;
  const std::size_t shorter = std::min(base.size(), head.size());
  std::size_t before = std::mismatch(base.begin(), base.begin() + shorter, head.begin()).first - base.begin();
  for (int lines = 0; before > 0 && (base[before - 1] != '\n' || lines++ < kept);) --before;
  const std::size_t rest = shorter - before;
  std::size_t after = std::mismatch(base.rbegin(), base.rbegin() + rest, head.rbegin()).first - base.rbegin();
  for (int lines = 0; after > 0 && (after == base.size() || base[base.size() - after - 1] != '\n' || lines++ < kept);)
    --after;
  return {base.substr(before, base.size() - before - after), head.substr(before, head.size() - before - after),
          static_cast<unsigned>(std::count(base.begin(), base.begin() + before, '\n'))};
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
  const Middle middle = middleOf(base, head);
  if (git_diff_buffers(middle.base.data(), middle.base.size(), nullptr, middle.head.data(), middle.head.size(), nullptr,
                       &options, nullptr, nullptr, collectHunk, nullptr, &hunks) != 0)
    return cannotRun("two texts cannot be compared: {}", gitMessage());
  for (Hunk& hunk : hunks) {
    hunk.baseStart += middle.linesBefore;
    hunk.headStart += middle.linesBefore;
  }
  LineReader baseLines(base);
  LineReader headLines(head);
  for (Hunk& hunk : hunks)
    if (hunk.baseLines > 0 && hunk.headLines > 0)
      hunk.onlyLineEndings = equalWithoutReturns(baseLines.take(hunk.baseStart, hunk.baseLines),
                                                 headLines.take(hunk.headStart, hunk.headLines));
  return hunks;
}

} // namespace beagle::build
