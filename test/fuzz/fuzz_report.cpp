// Any bytes as a report: an error, or a report that every view can show.

#include "analysis/report/report.h"
#include "analysis/report/view.h"
#include "analysis/support/text.h"
#include "test/fuzz/require.h"

#include <cstdint>
#include <string>

namespace {

using namespace beagle;
using fuzz::require;

/// Whether a terminal shows it and does nothing else.
bool isPlain(std::string_view text) {
  for (const char c : text)
    if (c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)) return false;
  return support::bytesToText(std::string(text)) == text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto report = report::readReport(text, "report.json");
  if (!report) {
    const std::string said = report.error().str();
    require(said.find("report.json") != std::string::npos, "an error names the file");
    require(isPlain(said), "a message does nothing to a terminal");
    return 0;
  }
  const std::string json = report::reportJson(*report);
  const auto again = report::readReport(json, "again.json");
  require(again.has_value(), "what is written can be read");
  require(report::reportJson(*again) == json, "and says the same");
  for (const auto view : {report::View::Markdown, report::View::Sarif, report::View::Junit, report::View::Html})
    require(!report::shown(*report, view).empty(), "every view shows something");
  require(isPlain(report::reportText(*report, support::Terminal{})), "the text does nothing to a terminal");
  return 0;
}
