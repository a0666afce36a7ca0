#pragma once

#include "analysis/ir/program.h"
#include "analysis/logic/term_manager.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace beagle::exec {

/// Functions of the C library whose results are the system's to say: its calls, its clocks, its users, its
/// network. Each call is one of a function without code (Harness::call): the same call gives the same in both
/// versions, and a native run is given what was found.
[[nodiscard]] std::span<const std::string_view> systemFunctions(); ///< ascending
[[nodiscard]] bool isOfSystem(std::string_view function);
/// Whether its code is the C library's, so that its name says what it is.
[[nodiscard]] bool isOfLibrary(const ir::Program& program, const ir::FunctionInfo& function);

/// What a function of the C library gives that says -1 where it failed.
struct Reply {
  enum class Kind : std::uint8_t {
    Status, ///< 0, where it did not fail
    Number, ///< one that is not negative, where it did not fail
    Works,  ///< 0: it cannot fail
    Clock,  ///< 0 for a clock that every system has
  };
  Kind kind = Kind::Status;
  std::optional<std::size_t> says; ///< the argument that says how large the number can be, or which clock it is

  /// That it gives the result; `said` is what the argument `says` has, as wide as the result, or nothing.
  [[nodiscard]] logic::Term allows(logic::TermManager& terms, logic::Term result, logic::Term said) const;
  [[nodiscard]] std::string_view words() const;
};
/// Nothing: it may give anything.
[[nodiscard]] std::optional<Reply> replyOf(std::string_view function);
/// Of these, the ones that also write behind arguments that their declaration does not name.
[[nodiscard]] bool writesUnnamed(std::string_view function);

} // namespace beagle::exec
