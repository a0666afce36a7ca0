#include "analysis/exec/name_words.h"

#include <cctype>

namespace beagle::exec {

std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool startsWord = std::isupper(c) && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1]));
    if (!std::isalnum(c) || startsWord) words.emplace_back();
    if (std::isalnum(c)) words.back() += static_cast<char>(std::tolower(c));
  }
  std::erase(words, "");
  return words;
}

} // namespace beagle::exec
