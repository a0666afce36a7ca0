#include "analysis/report/changes_report.h"

#include <nlohmann/json.hpp>

namespace beagle::report {

using nlohmann::ordered_json;

namespace {

ordered_json versionJson(const ChangesReport::Version& version) {
  ordered_json failed = ordered_json::array();
  for (const auto& failure : version.failed) failed.push_back({{"unit", failure.unit}, {"error", failure.error}});
  return {{"spec", version.spec},
          {"commit", version.commit},
          {"summary", version.summary},
          {"build",
           {{"method", version.method},
            {"why", version.why},
            {"units", version.units},
            {"compiled", version.compiled},
            {"failed", std::move(failed)}}}};
}

ordered_json countsJson(const ChangesReport::Counts& counts) {
  return {{"unchanged", counts.unchanged},
          {"changed", counts.changed},
          {"added", counts.added},
          {"removed", counts.removed}};
}

ordered_json functionJson(const ChangesReport::Function& function) {
  ordered_json details = ordered_json::array();
  for (const auto& detail : function.details) {
    ordered_json row{{"sentence", detail.sentence}};
    if (detail.baseLine) row["baseLine"] = detail.baseLine;
    if (detail.headLine) row["headLine"] = detail.headLine;
    details.push_back(std::move(row));
  }
  ordered_json row{{"id", function.id},
                   {"name", function.name},
                   {"signature", function.signature},
                   {"linkageName", function.linkageName},
                   {"change", function.change}};
  if (function.alsoChanged) row["alsoChanged"] = true;
  row["file"] = function.file;
  row["line"] = function.line;
  row["endLine"] = function.endLine;
  if (!function.baseName.empty()) {
    row["baseName"] = function.baseName;
    row["baseFile"] = function.baseFile;
    row["baseLine"] = function.baseLine;
  }
  row["reason"] = function.reason;
  row["details"] = std::move(details);
  if (!function.instances.empty()) row["instances"] = function.instances;
  row["units"] = function.units;
  if (function.aligned) {
    row["blocks"] = countsJson(function.blocks);
    row["instructions"] = countsJson(function.instructions);
  }
  row["hunks"] = function.hunks;
  row["items"] = function.items;
  return row;
}

} // namespace

std::string changesJson(const ChangesReport& report) {
  ordered_json functions = ordered_json::array(), items = ordered_json::array(), entries = ordered_json::array(),
               hunks = ordered_json::array();
  for (const auto& function : report.functions) functions.push_back(functionJson(function));
  for (const auto& item : report.items)
    items.push_back({{"kind", item.kind},
                     {"name", item.name},
                     {"file", item.file},
                     {"line", item.line},
                     {"change", item.change},
                     {"sentence", item.sentence},
                     {"functions", item.functions}});
  for (const auto& entry : report.entries)
    entries.push_back({{"id", entry.id},
                       {"name", entry.name},
                       {"file", entry.file},
                       {"line", entry.line},
                       {"reason", entry.reason},
                       {"chain", entry.chain}});
  for (const auto& hunk : report.hunks)
    hunks.push_back({{"file", hunk.file},
                     {"baseFile", hunk.baseFile},
                     {"baseStart", hunk.baseStart},
                     {"baseLines", hunk.baseLines},
                     {"headStart", hunk.headStart},
                     {"headLines", hunk.headLines},
                     {"status", hunk.status},
                     {"why", hunk.why}});
  const ordered_json document{{"schema", "beagle.changes/1"},
                              {"range", report.range},
                              {"base", versionJson(report.base)},
                              {"head", versionJson(report.head)},
                              {"functions", std::move(functions)},
                              {"items", std::move(items)},
                              {"entries", std::move(entries)},
                              {"entriesPastCap", report.entriesPastCap},
                              {"hunks", std::move(hunks)},
                              {"notes", report.notes},
                              {"stats", {{"equalFunctions", report.equalFunctions}}}};
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace beagle::report
