#include "analysis/report/report.h"
#include "analysis/support/ordered_json.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

#include <set>
#include <string_view>

namespace beagle::report {

namespace {

using Json = nlohmann::ordered_json;

Json text(const std::string& bytes) { return support::bytesToText(bytes); }

Json placeOf(const SourceLine& place) {
  if (place.line == 0) return nullptr;
  return Json{{"file", text(place.file)}, {"line", place.line}};
}

/// Each has a path of its own; an object would look for it among all that it has.
Json valuesOf(const Report::Values& values) {
  Json::object_t object;
  std::set<std::string_view> paths;
  for (const auto& [path, value] : values)
    if (paths.insert(path).second) object.emplace_back(support::bytesToText(path), text(value));
  return object;
}

Json texts(const std::vector<std::string>& list) {
  Json array = Json::array();
  for (const std::string& entry : list) array.push_back(text(entry));
  return array;
}

Json outcomeOf(const Report::Outcome& outcome) {
  Json json{{"ending", outcome.ending}, {"detail", text(outcome.detail)}, {"place", placeOf(outcome.place)}};
  if (outcome.allocated.line != 0) json["allocated"] = placeOf(outcome.allocated);
  if (outcome.freed.line != 0) json["freed"] = placeOf(outcome.freed);
  json["values"] = valuesOf(outcome.values);
  json["output"] = text(outcome.output);
  return json;
}

Json eventOf(const Report::TraceEvent& event) {
  Json json{{"version", event.version}, {"index", Json::array()}};
  for (const Report::TraceEvent::Enclosing& enclosing : event.index)
    json["index"].push_back({{"place", placeOf(enclosing.place)}, {"instance", enclosing.instance}});
  json["hunk"] = event.hunk ? Json(*event.hunk) : Json(nullptr);
  return json;
}

Json changeOf(const Report::Change& change) {
  Json json{{"kind", change.kind},
            {"ubOnly", change.ubOnly},
            {"ubIntroduced", change.ubIntroduced},
            {"fingerprint", change.fingerprint},
            {"differs", texts(change.differs)},
            {"witness", valuesOf(change.witness)},
            {"input", change.input.empty() ? Json(nullptr) : support::parseOrdered(change.input)},
            {"level", change.level},
            {"base", outcomeOf(change.base)},
            {"head", outcomeOf(change.head)}};
  if (change.caller)
    json["caller"] = {{"name", text(change.caller->name)},
                      {"file", text(change.caller->file)},
                      {"line", change.caller->line},
                      {"witness", valuesOf(change.caller->witness)}};
  json["replayed"] = change.replayed ? Json(*change.replayed) : Json(nullptr);
  json["replayNote"] = text(change.replayNote);
  json["replayedAsBuilt"] = change.replayedAsBuilt ? Json(*change.replayedAsBuilt) : Json(nullptr);
  json["asBuiltNote"] = text(change.asBuiltNote);
  json["contract"] = change.contract;
  json["causes"] = Json::array();
  for (const Report::Cause& cause : change.causes)
    json["causes"].push_back({{"version", cause.version},
                              {"file", text(cause.file)},
                              {"line", cause.line},
                              {"rank", cause.rank},
                              {"why", text(cause.why)}});
  if (!change.trace.empty()) json["trace"] = Json::array();
  for (const Report::TraceEvent& event : change.trace) json["trace"].push_back(eventOf(event));
  json["test"] = text(change.test);
  json["testNote"] = text(change.testNote);
  json["condition"] = text(change.condition);
  json["fails"] = change.fails;
  json["allowed"] = text(change.allowed);
  if (change.isAccepted) json["accepted"] = true;
  return json;
}

Json functionOf(const Report::Function& function) {
  Json json{{"id", text(function.id)},
            {"name", text(function.name)},
            {"file", text(function.file)},
            {"line", function.line},
            {"verdict", function.verdict},
            {"proof", function.proof},
            {"bounds", texts(function.bounds)},
            {"assumptions", texts(function.assumptions)},
            {"reasons", texts(function.reasons)},
            {"settled", texts(function.settled)},
            {"open", texts(function.open)},
            {"cut", function.isCut},
            {"fails", function.fails},
            {"allowed", text(function.allowed)},
            {"changes", Json::array()}};
  if (function.configuration > 1) json["configuration"] = function.configuration;
  if (!function.code.empty()) json["code"] = function.code;
  for (const Report::Change& change : function.changes) json["changes"].push_back(changeOf(change));
  return json;
}

Json hunkOf(const Report::Hunk& hunk) {
  Json json{{"file", text(hunk.file)},
            {"baseFile", text(hunk.baseFile)},
            {"baseStart", hunk.baseStart},
            {"baseLines", hunk.baseLines},
            {"headStart", hunk.headStart},
            {"headLines", hunk.headLines},
            {"status", hunk.status},
            {"why", text(hunk.why)},
            {"removed", texts(hunk.removed)},
            {"added", texts(hunk.added)},
            {"fails", hunk.fails},
            {"allowed", text(hunk.allowed)}};
  for (const auto& [key, lines] : {std::pair("before", &hunk.before), std::pair("after", &hunk.after),
                                   std::pair("removedUse", &hunk.removedUse), std::pair("addedUse", &hunk.addedUse)})
    if (!lines->empty()) json[key] = texts(*lines);
  return json;
}

Json documentOf(const Report& report, bool withFunctions) {
  Json json{{"schema", "beagle.report/1"}, {"base", text(report.base)}, {"head", text(report.head)}};
  json["baseCommit"] = report.baseCommit;
  json["headCommit"] = report.headCommit;
  json["partial"] = report.isPartial;
  if (report.check)
    json["check"] = {{"passed", report.check->passed},
                     {"failures", report.check->failures},
                     {"allowed", report.check->allowed},
                     {"accepted", report.check->accepted},
                     {"unchecked", report.check->unchecked}};
  if (report.shard)
    json["shard"] = {{"index", report.shard->index},
                     {"count", report.shard->count},
                     {"entered", texts(report.shard->entered)},
                     {"own", texts(report.shard->own)}};
  json["functions"] = Json::array();
  if (withFunctions)
    for (const Report::Function& function : report.functions) json["functions"].push_back(functionOf(function));
  json["hunks"] = Json::array();
  for (const Report::Hunk& hunk : report.hunks) json["hunks"].push_back(hunkOf(hunk));
  json["notes"] = texts(report.notes);
  const Report::Statistics& stats = report.stats;
  Json layers = Json::array();
  for (const SolverLayer& layer : stats.solver)
    layers.push_back({{"name", layer.name},
                      {"queries", layer.queries},
                      {"answered", layer.answered},
                      {"unknown", layer.unknown},
                      {"seconds", layer.seconds}});
  json["stats"] = {{"strategy", stats.strategy},
                   {"comparison", stats.comparison},
                   {"paths", stats.paths},
                   {"states", stats.states},
                   {"instructions", stats.instructions},
                   {"solverCalls", stats.solverCalls},
                   {"solverSeconds", stats.solverSeconds},
                   {"seconds", stats.seconds},
                   {"peakMemory", stats.peakMemory},
                   {"inputs", stats.inputs},
                   {"firstSeconds", stats.firstSeconds ? Json(*stats.firstSeconds) : Json()},
                   {"solver", layers}};
  return json;
}

} // namespace

std::string functionLine(const Report::Function& function) { return functionOf(function).dump() + "\n"; }
std::string closingLine(const Report& report) { return documentOf(report, false).dump() + "\n"; }
std::string reportJson(const Report& report) { return documentOf(report, true).dump(2) + "\n"; }

} // namespace beagle::report
