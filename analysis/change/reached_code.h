#pragma once

#include "analysis/change/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::change {

/// What a function leads to in two versions: whether that is still the same change as it was. Where code stands, and
/// what its locals are called, does not matter.
class ReachedCode {
public:
  /// Both outlive it.
  ReachedCode(const Program& base, const Program& head);

  /// A name for all that differs in the functions, and the initial values of variables, that one leads to; of units
  /// that were not compiled, nothing is known. Where nothing differs in those, for all that differs anywhere.
  [[nodiscard]] std::string changeBehind(const std::string& symbol) const;

  /// A name for the code that a function of a version leads to, as its unit means it: two units may have different
  /// functions of one name, or the same one twice.
  [[nodiscard]] std::string codeOf(bool isBase, std::size_t unit, const std::string& symbol) const;

private:
  using Code = std::set<std::pair<std::string_view, std::string_view>>; ///< symbol, digest
  struct Definition {
    std::string_view symbol, digest;
    const std::vector<std::string>* symbols; ///< that it refers to
    std::size_t unit;
    bool isInternal; ///< no other unit means it by that name
    bool isItsOwn;   ///< its unit means it by that name, whatever others have
  };
  using Version = std::map<std::string_view, std::vector<Definition>>; ///< by symbol; several units may have one

  [[nodiscard]] static Version versionOf(const Program& program);
  [[nodiscard]] static Code from(const Version& version, std::string_view symbol,
                                 std::optional<std::size_t> unit = std::nullopt); ///< nothing: all that define it
  [[nodiscard]] static Code allOf(const Version& version);

  Version base_, head_;
};

} // namespace beagle::change
