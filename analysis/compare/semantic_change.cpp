#include "analysis/compare/semantic_change.h"

#include "analysis/support/digest.h"

#include <fmt/format.h>

#include <set>

namespace beagle::compare {

std::string_view nameOf(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Output: return "output";
  case ChangeKind::CrashIntroduced: return "crash-introduced";
  case ChangeKind::CrashFixed: return "crash-fixed";
  case ChangeKind::Termination: return "termination";
  case ChangeKind::Effects: return "effects";
  case ChangeKind::Leak: return "leak";
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
  for (const std::string& path : change.differs) what.insert(withoutIndices(path));
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
