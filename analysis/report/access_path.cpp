#include "analysis/report/access_path.h"

#include <algorithm>
#include <array>
#include <map>

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

std::vector<std::string> togetherOverElements(std::span<const std::string> texts) {
  struct Group {
    std::string together;
    std::vector<std::string> texts;
  };
  std::vector<Group> groups;
  std::map<std::string, std::size_t> known; // by the sentence without numbers
  for (const std::string& text : texts) {
    std::string bare;
    for (std::size_t i = 0; i < text.size(); ++i) {
      bare += text[i];
      const std::size_t end = text[i] == '[' ? text.find_first_not_of("0123456789", i + 1) : std::string::npos;
      if (end == std::string::npos || end == i + 1 || text[end] != ']') continue;
      bare += '*';
      i = end - 1;
    }
    const auto [at, isNew] = known.try_emplace(bare, groups.size());
    if (isNew) groups.push_back({bare, {}});
    groups[at->second].texts.push_back(text);
  }
  std::vector<std::string> result;
  for (Group& group : groups) {
    if (group.texts.size() == 1) {
      result.push_back(std::move(group.texts.front()));
      continue;
    }
    // Numbers that all of them have say where it is.
    std::string together;
    std::string_view first = group.texts.front();
    const auto numberAt = [](std::string_view text, std::size_t bracket) { // the number of the n-th bracket
      std::size_t at = 0;
      for (std::size_t n = 0; (at = text.find('[', at)) != std::string_view::npos; ++at, ++n)
        if (n == bracket) return text.substr(at + 1, text.find(']', at) - at - 1);
      return std::string_view();
    };
    std::size_t bracket = 0;
    for (std::size_t i = 0; i < group.together.size(); ++i) {
      const bool isNumber = group.together[i] == '*' && i > 0 && group.together[i - 1] == '[';
      if (group.together[i] == '[') ++bracket;
      if (!isNumber) {
        together += group.together[i];
        continue;
      }
      const std::string_view number = numberAt(first, bracket - 1);
      const bool isSame = std::ranges::all_of(group.texts, [&](const std::string& text) { return numberAt(text, bracket - 1) == number; });
      together += isSame ? number : "*";
    }
    result.push_back(std::move(together));
  }
  return result;
}

} // namespace beagle::report
