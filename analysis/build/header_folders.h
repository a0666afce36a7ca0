#pragma once

#include <functional>
#include <string>
#include <vector>

namespace beagle::build {

/// The folders of a tree in which the headers lie that its files include and that are found neither beside the file
/// that includes them nor in `known`, as "" for the root. What several folders have is taken from the one that is
/// nearest. By name, and of many only those that are needed most. `read` gives a file's text, or nothing where it
/// cannot be read.
[[nodiscard]] std::vector<std::string> headerFolders(const std::vector<std::string>& tree,
                                                     const std::vector<std::string>& known,
                                                     const std::function<std::string(const std::string&)>& read);

} // namespace beagle::build
