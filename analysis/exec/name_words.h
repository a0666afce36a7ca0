#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace beagle::exec {

/// The words that a name is made of, in small letters: of "dataLen" and "data_len", data and len; of "DATALEN", one.
[[nodiscard]] std::vector<std::string> wordsOf(std::string_view name);

} // namespace beagle::exec
