#pragma once

#include <nlohmann/json.hpp>

namespace beagle {

/// Whether a document is what a JSON schema describes. Here and not in a header, as the validator takes long to
/// compile.
bool fitsSchema(const nlohmann::json& document, const nlohmann::json& schema);

} // namespace beagle
