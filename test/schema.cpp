#include "test/schema.h"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace beagle {

bool fitsSchema(const nlohmann::json& document, const nlohmann::json& schema) {
  valijson::Schema read;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), read);
  return valijson::Validator().validate(read, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}

} // namespace beagle
