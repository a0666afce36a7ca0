#pragma once

#include "analysis/support/error.h"

#include <functional>
#include <optional>
#include <string>

namespace beagle::ir {

/// How calls of a function are handled instead of running its code.
struct Treatment {
  enum class Kind : std::uint8_t {
    Outside, ///< like one without code
    Pure,    ///< the same, and it does nothing else than return a result, the same one for the same arguments
    Like,    ///< the library's `model` is called
  } kind = Kind::Outside;
  std::string model;
};
/// By the name in the source; nothing: its code runs.
using TreatmentOf = std::function<std::optional<Treatment>(const std::string& function)>;

/// The unit's bitcode with something else called where such functions are. Their code stays, for who asks for it by its
/// name.
[[nodiscard]] support::Result<std::string> withTreatments(std::string bitcode, const TreatmentOf& treatmentOf);

} // namespace beagle::ir
