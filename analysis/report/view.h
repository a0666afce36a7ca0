#pragma once

#include "analysis/report/report.h"
#include "analysis/support/terminal.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::report {

/// The forms that a report is shown in.
enum class View { Text, Json, Markdown, Sarif, Junit, Html };

[[nodiscard]] std::vector<std::string> viewNames(); ///< "text", "json", ...
[[nodiscard]] std::optional<View> viewNamed(std::string_view name);
[[nodiscard]] std::vector<std::string> viewEndings();                ///< of files, with their dots
[[nodiscard]] std::optional<View> viewOfFile(std::string_view path); ///< as its ending says

struct ViewOptions {
  support::Terminal terminal; ///< Text
  bool isWhole = false;       ///< Text: everything, not only what somebody has to know
};
[[nodiscard]] std::string shown(const Report& report, View view, const ViewOptions& options = {});

/// `file` has the report; "": it lies nowhere.
[[nodiscard]] std::string reportText(const Report& report, const support::Terminal& terminal, bool isWhole = false,
                                     const std::string& file = "");
/// All that the text says of one function.
[[nodiscard]] std::string functionText(const Report& report, const Report::Function& function);
/// For a comment of a forge, or a file.
[[nodiscard]] std::string reportMarkdown(const Report& report);
/// SARIF 2.1.0, for the code scanning of forges and for editors.
[[nodiscard]] std::string reportSarif(const Report& report);
/// What test runners write: a test case for each function.
[[nodiscard]] std::string reportJunit(const Report& report);
/// One file that needs no other and no network.
[[nodiscard]] std::string reportHtml(const Report& report);

} // namespace beagle::report
