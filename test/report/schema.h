#pragma once

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <fstream>
#include <string>

namespace beagle::report {

/// Whether the document is what the schema of that name (below config/) describes.
inline bool fits(const nlohmann::json& document, const std::string& schemaName) {
  std::ifstream file(std::string(BEAGLE_SCHEMAS "/") + schemaName);
  const nlohmann::json text = nlohmann::json::parse(file);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  return valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}

} // namespace beagle::report
