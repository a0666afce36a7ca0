// SARIF 2.1.0. A rule for each kind of change, and for what could not be checked.

#include "analysis/report/finding.h"
#include "analysis/report/markup.h"
#include "analysis/report/view.h"
#include "analysis/report/wording.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace beagle::report {

namespace {

using Json = nlohmann::ordered_json;
using Weight = Finding::Weight;

struct Rule {
  std::string_view id, name, text;
};
constexpr std::array<Rule, 10> rules{{
    {"output", "OutputChanged", "A function gives another result"},
    {"crash-introduced", "CrashIntroduced", "A function fails where it did not fail before"},
    {"crash-fixed", "CrashFixed", "A function no longer fails"},
    {"termination", "TerminationChanged", "A function ends another way"},
    {"effects", "EffectsChanged", "A function writes or calls something else"},
    {"leak", "LeakIntroduced", "A function leaks memory"},
    {"leak-fixed", "LeakFixed", "A function leaks less memory"},
    {"abi", "InterfaceChanged", "A function has another binary interface"},
    {"inconclusive", "NotSettled", "It could not be settled whether a function behaves as before"},
    {"not-compiled", "NotCompiled", "A changed place was not compiled, so nothing is known about it"},
}};

std::string_view ruleOf(const Finding& finding) {
  return finding.hunk ? "not-compiled" : finding.change ? std::string_view(finding.change->kind) : "inconclusive";
}

/// In a message of SARIF braces are placeholders and `[text](target)` is a link.
Json messageOf(std::string_view text) {
  const bool hasLink = text.find("](") != std::string_view::npos;
  std::string plain;
  for (const char c : text) {
    if (c == '{' || c == '}') plain += c;
    if (hasLink && (c == '[' || c == ']' || c == '\\')) plain += '\\';
    plain += c;
  }
  return {{"text", plain}};
}

Json locationOf(const SourceLine& place) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", relativeUri(place.file)}, {"uriBaseId", "SRCROOT"}}},
            {"region", {{"startLine", std::max(1U, place.line)}}}}}};
}

std::string sentenceOf(const Finding& finding) {
  if (finding.hunk) return hunkText(*finding.hunk);
  if (!finding.change) {
    std::string text = nameText(*finding.function) + " could not be settled";
    for (const std::string& remark : openRemarks(*finding.function)) text += "\n" + remark;
    return text;
  }
  const Report::Change& change = *finding.change;
  std::string text = fmt::format("{} {} for {}\nbefore: {}\nafter: {}", nameText(*finding.function), titleOf(change),
                                 witnessText(change), outcomeText(change.base), outcomeText(change.head));
  if (const std::string replay = replayText(change); !replay.empty()) text += "\n" + replay;
  return text;
}

/// Stays the same when lines move.
std::string identityOf(const Finding& finding) {
  if (finding.change) return support::printable(finding.change->fingerprint, lengths::name);
  return support::printable(finding.function ? finding.function->id : placeText(*finding.hunk), lengths::file);
}

Json resultOf(const Finding& finding) {
  const std::string_view id = ruleOf(finding);
  const auto* const rule = std::ranges::find(rules, id, &Rule::id);
  // What could not be checked is no defect unless the settings say so.
  const bool isLight = finding.weight == Weight::Allowed || (!finding.change && finding.weight == Weight::Noted);
  Json result{{"ruleId", rule == rules.end() ? "output" : id}};
  result["ruleIndex"] = rule == rules.end() ? 0 : rule - rules.begin();
  result["level"] = finding.weight == Weight::Fails ? "error" : isLight ? "note" : "warning";
  result["message"] = messageOf(sentenceOf(finding));
  result["locations"] = Json::array({locationOf(placeOf(finding))});
  if (finding.function)
    result["locations"][0]["logicalLocations"] =
        Json::array({{{"name", nameText(*finding.function)}, {"kind", "function"}}});
  result["partialFingerprints"] = {{"beagleFinding/v1", identityOf(finding)}};
  if (!finding.change) return result;
  Json causes = Json::array();
  for (const Report::Cause& cause : finding.change->causes) {
    if (causes.size() == lengths::causes || cause.version == "base") continue;
    Json location = locationOf({cause.file, cause.line});
    location["message"] = messageOf(support::printable(cause.why, lengths::sentence));
    causes.push_back(std::move(location));
  }
  if (!causes.empty()) result["relatedLocations"] = std::move(causes);
  if (finding.weight == Weight::Allowed)
    result["suppressions"] =
        Json::array({{{"kind", "external"},
                      {"status", "accepted"},
                      {"justification", support::printable(finding.change->allowed, lengths::sentence)}}});
  return result;
}

} // namespace

std::string reportSarif(const Report& report) {
  Json driver{{"name", "Beagle"}};
  driver["rules"] = Json::array();
  for (const Rule& rule : rules)
    driver["rules"].push_back(
        {{"id", rule.id},
         {"name", rule.name},
         {"shortDescription", {{"text", fmt::format("{}.", rule.text)}}},
         {"fullDescription",
          {{"text",
            fmt::format("{}. Base and head were compared; the message has an input where there is one.", rule.text)}}},
         {"help", {{"text", "How to read a finding stands in the README of Beagle."}}}});
  Json run{{"tool", {{"driver", std::move(driver)}}}};
  run["originalUriBaseIds"] = {{"SRCROOT", {{"description", {{"text", "The root of the analysed project."}}}}}};
  Json notes = Json::array();
  for (const std::string& note : report.notes)
    notes.push_back({{"level", "note"}, {"message", messageOf(support::printable(note, lengths::sentence))}});
  if (report.isPartial) notes.push_back({{"level", "error"}, {"message", messageOf(headline(report))}});
  run["invocations"] =
      Json::array({{{"executionSuccessful", !report.isPartial}, {"toolExecutionNotifications", std::move(notes)}}});
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const Finding& finding : findingsOf(report)) run["results"].push_back(resultOf(finding));
  return Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
              {"version", "2.1.0"},
              {"runs", Json::array({std::move(run)})}}
             .dump(2) +
         "\n";
}

} // namespace beagle::report
