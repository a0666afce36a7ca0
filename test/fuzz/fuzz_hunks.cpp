// Any two texts: their hunks are all that differs, and lines of code are the same however many are asked for. The texts
// stand on both sides of a line of equals signs.

#include "analysis/build/tree_diff.h"
#include "analysis/change/code_lines.h"
#include "analysis/support/text.h"
#include "test/fuzz/require.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace beagle;
using fuzz::require;

constexpr std::string_view border = "\n====\n";

/// With the character that ends each, which may be missing at the end of the text.
std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void checkHunks(std::string_view base, std::string_view head) {
  const auto hunks = build::diffText(base, head);
  if (!hunks) return; // too long a line, say; the message is checked where it is written
  const auto before = linesOf(base), after = linesOf(head);
  std::size_t b = 0, h = 0; // lines that are done
  const auto skipTo = [&](std::size_t baseEnd, std::size_t headEnd) {
    require(baseEnd >= b && headEnd >= h && baseEnd <= before.size() && headEnd <= after.size(),
            "hunks are in order, and inside");
    require(baseEnd - b == headEnd - h, "as many lines stand between hunks on both sides");
    for (; b < baseEnd; ++b, ++h) require(before[b] == after[h], "lines between hunks are equal");
  };
  for (const build::Hunk& hunk : *hunks) {
    require(hunk.baseLines + hunk.headLines > 0, "a hunk has lines");
    skipTo(hunk.baseLines > 0 ? hunk.baseStart - 1 : hunk.baseStart,
           hunk.headLines > 0 ? hunk.headStart - 1 : hunk.headStart);
    b += hunk.baseLines;
    h += hunk.headLines;
  }
  skipTo(before.size(), after.size());
}

void checkCodeLines(std::string_view text) {
  const std::vector<bool> all = change::codeLines(text, text.size() + 1);
  require(all.size() <= text.size() + 1, "there are no more lines than characters");
  for (std::size_t lines = 0; lines <= all.size(); lines += 1 + lines / 4) {
    const std::vector<bool> some = change::codeLines(text, lines);
    require(some.size() == lines && std::equal(some.begin(), some.end(), all.begin()),
            "the first lines are what they are among all");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t at = text.find(border);
  const std::string_view base = text.substr(0, at);
  const std::string_view head = at == std::string_view::npos ? "" : text.substr(at + border.size());
  checkHunks(base, head);
  checkCodeLines(head.empty() ? base : head);
  return 0;
}
