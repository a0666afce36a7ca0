#include "analysis/report/explore_report.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

namespace beagle::report {

namespace {

using Json = nlohmann::ordered_json;

Json placeOf(const SourceLine& place) {
  if (place.line == 0) return nullptr;
  return Json{{"file", support::bytesToText(place.file)}, {"line", place.line}};
}

/// There may be very many, and none twice: no name is looked for.
Json inputsOf(const std::vector<std::pair<std::string, std::string>>& inputs) {
  Json::object_t object;
  for (const auto& [path, value] : inputs) object.emplace_back(path, value);
  return object;
}

Json pathOf(const ExploredPath& path) {
  Json json{{"ending", path.ending}};
  if (!path.detail.empty()) json["detail"] = support::bytesToText(path.detail);
  json["place"] = placeOf(path.place);
  if (path.allocated.line != 0) json["allocated"] = placeOf(path.allocated);
  if (path.freed.line != 0) json["freed"] = placeOf(path.freed);
  json["inputs"] = inputsOf(path.inputs);
  json["results"] = path.results;
  if (!path.output.empty()) json["output"] = support::bytesToText(path.output);
  if (!path.errors.empty()) json["errorOutput"] = support::bytesToText(path.errors);
  for (const ExploredApproximation& each : path.approximations)
    json["approximations"].push_back({{"what", support::bytesToText(each.what)}, {"place", placeOf(each.place)}});
  json["steps"] = path.steps;
  return json;
}

Json replayOf(const ExploreReplay& replay) {
  Json reasons = Json::object();
  std::uint64_t notComparable = 0;
  for (const auto& [reason, count] : replay.notComparable) {
    reasons[reason] = count;
    notComparable += count;
  }
  Json json{{"agree", replay.agree},
            {"disagree", replay.mismatches.size()},
            {"notComparable", notComparable},
            {"notComparableBy", std::move(reasons)},
            {"mismatches", Json::array()}};
  for (const ReplayMismatch& mismatch : replay.mismatches)
    json["mismatches"].push_back(
        {{"what", support::bytesToText(mismatch.what)}, {"inputs", inputsOf(mismatch.inputs)}});
  return json;
}

} // namespace

std::string exploreJson(const ExploreReport& report, bool withPaths) {
  Json json{{"schema", "beagle.explore/1"},
            {"entry", report.entry},
            {"order", report.order},
            {"merge", report.merge},
            {"seed", report.seed}};
  Json cut = Json::object();
  std::uint64_t cutTotal = 0;
  for (const auto& [bound, count] : report.cut) {
    cut[bound] = count;
    cutTotal += count;
  }
  json["paths"] = {{"complete", report.complete},
                   {"error", report.errors},
                   {"unsupported", report.unsupported},
                   {"cut", cutTotal},
                   {"cutBy", cut}};
  json["states"] = report.states;
  json["forks"] = report.forks;
  json["merged"] = report.merged;
  json["setAside"] = report.setAside;
  json["instructions"] = report.instructions;
  json["waitingStates"] = report.waiting;
  json["coverage"] = {{"lines", report.linesCovered},
                      {"linesTotal", report.linesTotal},
                      {"branches", report.branchesCovered},
                      {"branchesTotal", report.branchesTotal}};
  Json layers = Json::array();
  double solverSeconds = 0;
  for (const SolverLayer& layer : report.solver) {
    layers.push_back({{"name", layer.name},
                      {"queries", layer.queries},
                      {"answered", layer.answered},
                      {"unknown", layer.unknown},
                      {"seconds", layer.seconds}});
    solverSeconds += layer.seconds;
  }
  json["solver"] = {{"seconds", solverSeconds}, {"layers", layers}};
  json["seconds"] = report.seconds;
  json["peakMemory"] = report.peakMemory;
  json["assumptions"] = report.assumptions;
  json["valueFaults"] = Json::array();
  for (const ExploredFault& fault : report.faults)
    json["valueFaults"].push_back(
        {{"what", fault.what}, {"place", placeOf(fault.place)}, {"inputs", inputsOf(fault.inputs)}});
  json["approximations"] = Json::array();
  for (const ExploredApproximation& each : report.approximations)
    json["approximations"].push_back(
        {{"what", support::bytesToText(each.what)}, {"place", placeOf(each.place)}, {"paths", each.paths}});
  if (report.replay) json["replay"] = replayOf(*report.replay);
  json["details"] = Json::array();
  for (const ExploredPath& path : report.paths)
    if (withPaths || path.isError) json["details"].push_back(pathOf(path));
  return json.dump(2) + "\n";
}

} // namespace beagle::report
