#include "analysis/report/view.h"

#include <algorithm>
#include <array>

namespace beagle::report {

namespace {

struct ViewName {
  View view;
  std::string_view name, ending;
};
constexpr std::array<ViewName, 6> names{{{View::Text, "text", ".txt"},
                                         {View::Json, "json", ".json"},
                                         {View::Markdown, "markdown", ".md"},
                                         {View::Sarif, "sarif", ".sarif"},
                                         {View::Junit, "junit", ".xml"},
                                         {View::Html, "html", ".html"}}};

} // namespace

std::vector<std::string> viewNames() {
  std::vector<std::string> result;
  for (const ViewName& each : names) result.emplace_back(each.name);
  return result;
}

std::optional<View> viewNamed(std::string_view name) {
  const auto* const found = std::ranges::find(names, name, &ViewName::name);
  return found == names.end() ? std::nullopt : std::optional(found->view);
}

std::vector<std::string> viewEndings() {
  std::vector<std::string> result;
  for (const ViewName& each : names) result.emplace_back(each.ending);
  return result;
}

std::optional<View> viewOfFile(std::string_view path) {
  const auto* const found =
      std::ranges::find_if(names, [&](const ViewName& each) { return path.ends_with(each.ending); });
  return found == names.end() ? std::nullopt : std::optional(found->view);
}

std::string shown(const Report& report, View view, const ViewOptions& options) {
  switch (view) {
  case View::Text: return reportText(report, options.terminal, options.isWhole);
  case View::Json: return reportJson(report);
  case View::Markdown: return reportMarkdown(report);
  case View::Sarif: return reportSarif(report);
  case View::Junit: return reportJunit(report);
  case View::Html: return reportHtml(report);
  }
  return {};
}

} // namespace beagle::report
