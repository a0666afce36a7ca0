#pragma once

#include "test/schema.h"

#include <fstream>
#include <string>

namespace beagle::report {

/// Whether the document is what the schema of that name (below config/) describes.
inline bool fits(const nlohmann::json& document, const std::string& schemaName) {
  std::ifstream file(std::string(BEAGLE_SCHEMAS "/") + schemaName);
  return fitsSchema(document, nlohmann::json::parse(file));
}

} // namespace beagle::report
