#include "analysis/compare/semantic_change.h"

#include "analysis/support/digest.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

namespace beagle::compare {

namespace {

/// A path up to its first member: what differs deeper inside, all along a list, is of one sort.
std::string beginningOf(std::string_view path) {
  std::string whole = withoutIndices(path);
  const bool isName =
      !whole.empty() && (std::isalpha(static_cast<unsigned char>(whole[0])) || whole[0] == '_' || whole[0] == ':');
  const std::size_t member = isName ? whole.find_first_of(". ") : std::string::npos;
  if (member == std::string::npos || whole[member] != '.') return whole;
  return whole.substr(0, whole.find_first_of("[. ", member + 1));
}

} // namespace

std::string_view nameOf(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Output: return "output";
  case ChangeKind::CrashIntroduced: return "crash-introduced";
  case ChangeKind::CrashFixed: return "crash-fixed";
  case ChangeKind::Termination: return "termination";
  case ChangeKind::Effects: return "effects";
  case ChangeKind::Leak: return "leak";
  case ChangeKind::LeakFixed: return "leak-fixed";
  case ChangeKind::Abi: return "abi";
  }
  return "";
}

std::string withoutIndices(std::string_view path) {
  std::string result;
  bool inside = false;
  for (const char c : path) {
    if (c == ']') inside = false;
    if (!inside) result += c;
    if (c == '[') inside = true;
  }
  return result;
}

std::string sortOf(std::string_view entry, const SemanticChange& change, const exec::Ending& base,
                   const exec::Ending& head) {
  std::set<std::string> what;
  for (const std::string& path : change.differs) what.insert(beginningOf(path));
  const auto ending = [](const exec::Ending& e) {
    return fmt::format("{}/{}", e.kind == exec::EndKind::Thrown ? describe(e) : describe(e.kind), describe(e.fault));
  };
  const std::string_view undefined = change.ubOnly ? "\nub-only" : change.ubIntroduced ? "\nub-introduced" : "";
  const std::string text = fmt::format("{}\n{}\n{}\n{}\n{}{}", entry, nameOf(change.kind), fmt::join(what, ","),
                                       ending(base), ending(head), undefined);
  return support::digestOf(text).substr(0, 32);
}

std::string fingerprintOf(const SemanticChange& change) {
  if (change.places.none()) return change.sort;
  return support::digestOf(fmt::format("{}\n{:x}/{:x}", change.sort, change.places.base, change.places.head))
      .substr(0, 32);
}

} // namespace beagle::compare
