#pragma once

#include <string>

namespace beagle::config {

/// The JSON schema (draft-07) of `.beagle.yml`, for editors: `config/beagle.schema.json`. It accepts what the
/// reader accepts; what it cannot say, such as which keys only the root's file may have, stands in its
/// descriptions.
[[nodiscard]] std::string schemaText();

/// All keys in Markdown: `config/reference.md`.
[[nodiscard]] std::string referenceText();

} // namespace beagle::config
