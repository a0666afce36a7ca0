// Any bytes as what git writes to the hook: refs with ids, or an error that names the line.

#include "analysis/support/text.h"
#include "hooks/pushed_refs.h"
#include "test/fuzz/require.h"

#include <algorithm>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beagle;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto refs = hooks::readPushedRefs(text);
  if (!refs) {
    const std::string said = refs.error().str();
    require(refs.error().kind() == support::ErrorKind::Usage, "what git says wrongly is not our failure");
    require(said.starts_with("line "), "an error names its line");
    require(support::printable(said, said.size()) == said, "a message does nothing to a terminal");
    return 0;
  }
  const auto filled =
      std::ranges::count_if(support::lines(text), [](std::string_view line) { return !support::trim(line).empty(); });
  require(static_cast<std::size_t>(filled) == refs->size(), "no line is lost");
  for (const hooks::PushedRef& ref : *refs)
    for (const std::string& id : {ref.localId, ref.remoteId}) {
      require(id.size() == 40 || id.size() == 64, "an id has 40 or 64 digits");
      require(id.find_first_not_of("0123456789abcdef") == std::string::npos, "an id is hexadecimal");
    }
  return 0;
}
