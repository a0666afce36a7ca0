#include "analysis/report/access_path.h"

#include <algorithm>
#include <array>
#include <vector>

namespace beagle::report {

namespace {

/// Where the next of `marks` is that stands outside of angle brackets.
std::size_t nextOutside(std::string_view text, std::string_view marks) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (depth == 0 && marks.find(text[at]) != std::string_view::npos) return at;
    if (text[at] == '<') ++depth;
    else if (text[at] == '>' && depth > 0) --depth;
  }
  return text.size();
}

/// A class of the library as the part of another, or a member with a name that programs may not use.
bool isInternal(std::string_view name) {
  constexpr std::array<std::string_view, 4> beginnings{"std::", "__gnu_cxx::", "_M_", "__"};
  const bool isReserved = name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z';
  return isReserved || std::ranges::any_of(beginnings, [&](std::string_view begin) { return name.starts_with(begin); });
}

std::string shortPath(std::string_view path) {
  struct Piece {
    std::string_view name, index; ///< "next" and "[0]"
  };
  std::vector<Piece> pieces;
  for (;;) {
    const std::size_t end = nextOutside(path, ".");
    const std::string_view piece = path.substr(0, end);
    const std::size_t bracket = nextOutside(piece, "[");
    pieces.push_back({piece.substr(0, bracket), piece.substr(bracket)});
    if (end == path.size()) break;
    path.remove_prefix(end + 1);
  }
  std::string shorter;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i == 0 || i + 1 == pieces.size() || !isInternal(pieces[i].name)) {
      if (i > 0) shorter += '.';
      shorter += pieces[i].name;
    }
    shorter += pieces[i].index;
  }
  return shorter;
}

} // namespace

std::string withoutInternals(std::string_view text) {
  if (text.find("._") == std::string_view::npos && text.find(".std::") == std::string_view::npos) return std::string(text);
  std::string shorter;
  for (;;) {
    const std::size_t end = nextOutside(text, " ");
    shorter += shortPath(text.substr(0, end));
    if (end == text.size()) return shorter;
    shorter += ' ';
    text.remove_prefix(end + 1);
  }
}

} // namespace beagle::report
