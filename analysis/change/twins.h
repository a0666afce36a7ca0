#pragma once

#include "analysis/change/entries.h"
#include "analysis/change/pairing.h"
#include "analysis/change/reached_code.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::change {

/// Functions that are written once and that several units have: static ones of a header, and those of a file that is
/// compiled several times. Where they lead to the same code, to compare one of them is to compare all; where they do
/// not, as under other macros, each is another function.
class Twins {
public:
  /// Both outlive it.
  Twins(const Program& base, const Program& head) : base_(base), head_(head) {}

  /// The number of the function that this one is a twin of; nothing: it is the first of its kind, by this number from
  /// now on. Both versions have it.
  [[nodiscard]] std::optional<std::size_t> firstOf(const FunctionPair& pair, std::size_t number);

  /// Leaves the first of those that are twins.
  void dropFrom(std::vector<Entry>& entries, const Pairing& pairing);

private:
  struct Known {
    SymbolPlace head;
    std::optional<SymbolPlace> base;
    std::size_t number;
    std::string code; ///< empty until there is another one to be told from
  };

  /// `writtenAt`: of all that may be twins.
  [[nodiscard]] std::optional<std::size_t> firstOf(const std::string& writtenAt, Known own);
  [[nodiscard]] const std::string& codeOf(Known& function);

  const Program& base_;
  const Program& head_;
  std::map<std::string, std::vector<Known>> known_; ///< by where they are written
  std::optional<ReachedCode> reached_;              ///< once it is asked for
};

} // namespace beagle::change
