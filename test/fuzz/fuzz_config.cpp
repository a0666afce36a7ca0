// Any bytes as settings: no crash, and an answer that can be shown.

#include "analysis/support/text.h"
#include "config/configuration.h"
#include "config/explain.h"
#include "config/node.h"
#include "test/fuzz/require.h"

#include <cstdint>

namespace {

using namespace beagle;
using fuzz::require;

void checkErrors(const config::Errors& errors) {
  require(!errors.empty(), "what is refused has a reason");
  for (const support::Error& error : errors) {
    require(error.kind() == support::ErrorKind::Usage, "bad settings are for the user to correct");
    require(error.position().file == ".beagle.yml", "an error names its file");
    const std::string text = error.str();
    require(!error.message().empty() && support::bytesToText(text) == text, "a message is text");
    require(support::printable(text, text.size()) == text, "a message does nothing to a terminal");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  support::FakeFiles files;
  const std::string content(reinterpret_cast<const char*>(data), size);
  files.content["/project/.beagle.yml"] = content;
  if (const auto below = config::readConfigFile(content, ".beagle.yml", "src"); !below) checkErrors(below.error());
  const auto configuration = config::Configuration::load(config::FolderSource(files, "/project"));
  if (!configuration) {
    checkErrors(configuration.error());
    return 0;
  }
  for (const char* path : {".", "src/parser.c"}) {
    require(!config::explainText(*configuration, {path}).empty(), "what is accepted can be explained");
    require(!config::explainJson(*configuration, {path}).empty(), "what is accepted can be explained in JSON");
  }
  const config::Settings settings = configuration->settingsFor("src/parser.c");
  (void)config::valueFor(settings.entries, "parse_header");
  (void)config::valueFor(settings.functions, "parse_header");
  return 0;
}
