#pragma once

#include "analysis/change/pairing.h"
#include "analysis/change/reached_code.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// Functions that are written once and that several units have: static ones of a header, or of a file that is compiled
/// several times. Where they lead to the same code, to compare one of them is to compare all.
class Twins {
public:
  /// Both outlive it.
  Twins(const change::Program& base, const change::Program& head) : base_(base), head_(head) {}

  /// The number of the function that this one is a twin of; nothing: it is the first of its kind, by this number from
  /// now on. Both versions have it.
  [[nodiscard]] std::optional<std::size_t> firstOf(const change::FunctionPair& pair, std::size_t number);

private:
  struct Known {
    const change::FunctionPair* pair;
    std::size_t number;
    std::string code; ///< empty until there is another one to be told from
  };

  [[nodiscard]] std::string codeOf(const change::FunctionPair& pair);

  const change::Program& base_;
  const change::Program& head_;
  std::map<std::string, std::vector<Known>> known_; ///< by where they are written
  std::optional<change::ReachedCode> reached_;      ///< once it is asked for
};

} // namespace beagle::pipeline
