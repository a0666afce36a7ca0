#pragma once

#include "config/key_tree.h"
#include "config/node.h"

#include <string>
#include <vector>

namespace beagle::config {

/// What is wrong with a file, in the order of its lines; empty when its values can be taken over.
/// `isAtRoot`: it is the file of the project's root, which may have every key.
[[nodiscard]] std::vector<support::Error> checkKeys(const Node& document, const std::vector<KeyInfo>& keys,
                                                    const std::string& file, bool isAtRoot);

} // namespace beagle::config
