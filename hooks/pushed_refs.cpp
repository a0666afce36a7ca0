#include "hooks/pushed_refs.h"

#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::hooks {

static bool isId(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

support::Result<std::vector<PushedRef>> readPushedRefs(std::string_view text) {
  std::vector<PushedRef> refs;
  std::size_t number = 0;
  for (const std::string_view line : support::lines(text)) {
    ++number;
    if (support::trim(line).empty()) continue;
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      words.emplace_back(line.substr(at, end - at));
      at = end + 1;
    }
    if (words.size() != 4 || !isId(words[1]) || !isId(words[3]))
      return support::usageError("line {} of what git writes to the hook is not `LOCAL-REF ID REMOTE-REF ID`: {}",
                                 number, support::printable(line, 200));
    refs.push_back({words[0], words[1], words[2], words[3]});
  }
  return refs;
}

} // namespace beagle::hooks
