#include "analysis/report/access_path.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>

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

/// Without the lists of parameters of the functions that it stands in; "(anonymous namespace)" is none.
std::string withoutParameters(std::string_view name) {
  std::string shorter;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (name[at] == '(' && (depth > 0 || name.compare(at, 11, "(anonymous ") != 0)) ++depth;
    if (depth == 0) shorter += name[at];
    if (name[at] == ')' && depth > 0) --depth;
  }
  return shorter;
}

/// What a compiler calls the things of C++, as the source does.
std::string withSourceNames(std::string_view text) {
  const auto isOfName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; };
  std::string named;
  for (;;) {
    const std::size_t start = text.find("_Z");
    named += text.substr(0, start);
    if (start == std::string_view::npos) return named;
    const bool isWhole = named.empty() || !isOfName(named.back());
    text.remove_prefix(start);
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, isOfName) - text.begin());
    const std::string symbol(text.substr(0, size));
    int status = isWhole ? 0 : -1;
    std::unique_ptr<char, void (*)(void*)> name(nullptr, std::free);
    if (isWhole) name.reset(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
    named += status == 0 ? withoutParameters(name.get()) : symbol;
    text.remove_prefix(size);
  }
}

std::string withShortPaths(std::string_view text) {
  if (text.find("._") == std::string_view::npos && text.find(".std::") == std::string_view::npos)
    return std::string(text);
  std::string shorter;
  for (;;) {
    const std::size_t end = nextOutside(text, " ");
    shorter += shortPath(text.substr(0, end));
    if (end == text.size()) return shorter;
    shorter += ' ';
    text.remove_prefix(end + 1);
  }
}

} // namespace

std::string withoutInternals(std::string_view text) { return withSourceNames(withShortPaths(text)); }

std::vector<std::string> togetherOverElements(std::span<const std::string> texts) {
  using Pieces = std::vector<std::string>; // a sentence without the numbers in brackets, and these alone
  std::vector<std::pair<Pieces, std::vector<Pieces>>> groups;
  std::map<Pieces, std::size_t> known;
  for (const std::string& text : texts) {
    Pieces pieces{""}, numbers;
    for (std::size_t i = 0; i < text.size(); ++i) {
      pieces.back() += text[i];
      const std::size_t end = text[i] == '[' ? text.find_first_not_of("0123456789", i + 1) : std::string::npos;
      if (end == std::string::npos || end == i + 1 || text[end] != ']') continue;
      numbers.push_back(text.substr(i + 1, end - i - 1));
      pieces.emplace_back();
      i = end - 1;
    }
    const auto [at, isNew] = known.try_emplace(pieces, groups.size());
    if (isNew) groups.push_back({std::move(pieces), {}});
    groups[at->second].second.push_back(std::move(numbers));
  }
  std::vector<std::string> result;
  for (const auto& [pieces, all] : groups) {
    std::string& text = result.emplace_back(pieces.front());
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
      const auto isSame = [&](const Pieces& numbers) { return numbers[k] == all.front()[k]; };
      text += (std::ranges::all_of(all, isSame) ? all.front()[k] : "*") + pieces[k + 1];
    }
  }
  return result;
}

} // namespace beagle::report
