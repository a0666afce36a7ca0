// The document back from its JSON: of a cache, of another machine. Nothing in it is trusted to be there.

#include "analysis/report/report.h"
#include "analysis/support/ordered_json.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

namespace beagle::report {

namespace {

using Json = nlohmann::ordered_json;
using support::Result;

/// Deeper than any report; a hostile document would cost the machine's stack.
constexpr int deepest = 32;

/// Takes fields out of objects, and remembers the first that is missing or of another type.
class Reader {
public:
  [[nodiscard]] const std::string& problem() const { return problem_; }

  const Json& field(const Json& object, const char* name, std::string_view what, bool (Json::*is)() const noexcept) {
    static const Json nothing;
    const auto found = object.is_object() ? object.find(name) : object.end();
    if (!object.is_object() || found == object.end() || !((*found).*is)()) {
      if (problem_.empty()) problem_ = fmt::format("`{}` is missing or is no {}", name, what);
      return nothing;
    }
    return *found;
  }

  std::string text(const Json& object, const char* name) {
    const Json& value = field(object, name, "text", &Json::is_string);
    return value.is_string() ? support::textToBytes(value.get<std::string>()) : std::string();
  }
  bool truth(const Json& object, const char* name) {
    const Json& value = field(object, name, "truth value", &Json::is_boolean);
    return value.is_boolean() && value.get<bool>();
  }
  std::uint64_t number(const Json& object, const char* name) {
    const Json& value = field(object, name, "number", &Json::is_number_unsigned);
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
  }
  unsigned line(const Json& object, const char* name) { return static_cast<unsigned>(number(object, name)); }
  double real(const Json& object, const char* name) {
    const Json& value = field(object, name, "number", &Json::is_number);
    return value.is_number() ? value.get<double>() : 0;
  }
  template <class Each> void list(const Json& object, const char* name, Each each) {
    for (const Json& entry : field(object, name, "list", &Json::is_array)) each(entry);
  }
  std::vector<std::string> texts(const Json& object, const char* name) {
    std::vector<std::string> result;
    list(object, name, [&](const Json& entry) {
      if (entry.is_string()) result.push_back(support::textToBytes(entry.get<std::string>()));
      else if (problem_.empty()) problem_ = fmt::format("`{}` holds what is no text", name);
    });
    return result;
  }
  Report::Values values(const Json& object, const char* name) {
    Report::Values result;
    const Json& all = field(object, name, "object", &Json::is_object);
    for (const auto& [path, value] : all.items()) {
      if (value.is_string())
        result.emplace_back(support::textToBytes(path), support::textToBytes(value.get<std::string>()));
      else if (problem_.empty()) problem_ = fmt::format("`{}` holds what is no text", name);
    }
    return result;
  }
  std::optional<bool> maybe(const Json& object, const char* name) {
    if (object.is_object() && object.contains(name) && object[name].is_null()) return {};
    return truth(object, name);
  }
  /// An object as its own text; "" when there is none.
  std::string document(const Json& object, const char* name) {
    if (object.is_object() && object.contains(name) && object[name].is_null()) return "";
    return field(object, name, "object", &Json::is_object).dump();
  }
  SourceLine place(const Json& object, const char* name) {
    if (!object.is_object() || !object.contains(name) || object[name].is_null()) return {};
    SourceLine place;
    place.file = text(object[name], "file");
    place.line = line(object[name], "line");
    return place;
  }

private:
  std::string problem_;
};

Report::Outcome outcomeOf(Reader& reader, const Json& change, const char* name) {
  const Json& json = reader.field(change, name, "object", &Json::is_object);
  Report::Outcome outcome;
  outcome.ending = reader.text(json, "ending");
  outcome.detail = reader.text(json, "detail");
  outcome.place = reader.place(json, "place");
  outcome.allocated = reader.place(json, "allocated");
  outcome.freed = reader.place(json, "freed");
  outcome.values = reader.values(json, "values");
  outcome.output = reader.text(json, "output");
  return outcome;
}

Report::TraceEvent eventOf(Reader& reader, const Json& json) {
  Report::TraceEvent event;
  event.version = reader.text(json, "version");
  reader.list(json, "index", [&](const Json& enclosing) {
    event.index.push_back({reader.place(enclosing, "place"), reader.number(enclosing, "instance")});
  });
  if (json.is_object() && json.contains("hunk") && !json["hunk"].is_null()) event.hunk = reader.number(json, "hunk");
  return event;
}

Report::Change changeOf(Reader& reader, const Json& json) {
  Report::Change change;
  change.kind = reader.text(json, "kind");
  change.ubOnly = reader.truth(json, "ubOnly");
  change.ubIntroduced = reader.truth(json, "ubIntroduced");
  change.fingerprint = reader.text(json, "fingerprint");
  change.differs = reader.texts(json, "differs");
  change.witness = reader.values(json, "witness");
  change.input = reader.document(json, "input");
  change.level = reader.text(json, "level");
  if (json.is_object() && json.contains("caller")) {
    const Json& caller = reader.field(json, "caller", "object", &Json::is_object);
    change.caller = Report::Change::Caller{reader.text(caller, "name"), reader.text(caller, "file"),
                                           reader.line(caller, "line"), reader.values(caller, "witness")};
  }
  change.base = outcomeOf(reader, json, "base");
  change.head = outcomeOf(reader, json, "head");
  change.replayed = reader.maybe(json, "replayed");
  change.replayNote = reader.text(json, "replayNote");
  change.replayedAsBuilt = reader.maybe(json, "replayedAsBuilt");
  change.asBuiltNote = reader.text(json, "asBuiltNote");
  change.contract = reader.text(json, "contract");
  reader.list(json, "causes", [&](const Json& cause) {
    change.causes.push_back({reader.text(cause, "version"), reader.text(cause, "file"), reader.text(cause, "why"),
                             reader.line(cause, "line"), reader.line(cause, "rank")});
  });
  if (json.is_object() && json.contains("trace"))
    reader.list(json, "trace", [&](const Json& event) { change.trace.push_back(eventOf(reader, event)); });
  change.test = reader.text(json, "test");
  change.testNote = reader.text(json, "testNote");
  change.condition = reader.text(json, "condition");
  change.fails = reader.truth(json, "fails");
  change.allowed = reader.text(json, "allowed");
  change.isAccepted = json.is_object() && json.contains("accepted") && reader.truth(json, "accepted");
  return change;
}

Report::Function functionOf(Reader& reader, const Json& json) {
  Report::Function function;
  function.id = reader.text(json, "id");
  function.name = reader.text(json, "name");
  function.file = reader.text(json, "file");
  function.line = reader.line(json, "line");
  if (json.is_object() && json.contains("configuration"))
    function.configuration = static_cast<unsigned>(reader.number(json, "configuration"));
  function.verdict = reader.text(json, "verdict");
  function.proof = reader.text(json, "proof");
  function.bounds = reader.texts(json, "bounds");
  function.assumptions = reader.texts(json, "assumptions");
  function.reasons = reader.texts(json, "reasons");
  function.settled = reader.texts(json, "settled");
  function.open = reader.texts(json, "open");
  if (json.is_object() && json.contains("code")) function.code = reader.text(json, "code");
  function.isCut = json.is_object() && json.contains("cut") && reader.truth(json, "cut");
  function.fails = reader.truth(json, "fails");
  if (json.is_object() && json.contains("allowed")) function.allowed = reader.text(json, "allowed");
  reader.list(json, "changes", [&](const Json& change) { function.changes.push_back(changeOf(reader, change)); });
  return function;
}

Report::Statistics statisticsOf(Reader& reader, const Json& json) {
  Report::Statistics stats;
  stats.strategy = reader.text(json, "strategy");
  stats.comparison = reader.text(json, "comparison");
  stats.paths = reader.number(json, "paths");
  stats.states = reader.number(json, "states");
  stats.instructions = reader.number(json, "instructions");
  stats.solverCalls = reader.number(json, "solverCalls");
  stats.solverSeconds = reader.real(json, "solverSeconds");
  stats.seconds = reader.real(json, "seconds");
  stats.peakMemory = reader.number(json, "peakMemory");
  stats.inputs = reader.number(json, "inputs");
  if (json.is_object() && json.contains("firstSeconds") && !json["firstSeconds"].is_null())
    stats.firstSeconds = reader.real(json, "firstSeconds");
  reader.list(json, "solver", [&](const Json& layer) {
    stats.solver.push_back({reader.text(layer, "name"), reader.number(layer, "queries"),
                            reader.number(layer, "answered"), reader.number(layer, "unknown"),
                            reader.real(layer, "seconds")});
  });
  return stats;
}

} // namespace

Result<Report> readReport(std::string_view text, const std::string& path) {
  const auto bad = [&](const std::string& why) {
    return support::usageError("{}: no report of Beagle: {}", support::printable(path), why);
  };
  bool isTooDeep = false;
  const Json json = support::parseOrdered(text, deepest, &isTooDeep);
  if (isTooDeep) return bad("it is nested too deeply");
  if (json.is_discarded()) return bad("it is not JSON");
  Reader reader;
  if (const std::string schema = reader.text(json, "schema"); reader.problem().empty() && schema != "beagle.report/1")
    return bad(fmt::format("its schema is `{}`, not `beagle.report/1`", support::printable(schema, 60)));
  Report report;
  report.base = reader.text(json, "base");
  report.head = reader.text(json, "head");
  report.baseCommit = reader.text(json, "baseCommit");
  report.headCommit = reader.text(json, "headCommit");
  report.isPartial = json.is_object() && json.contains("partial") && reader.truth(json, "partial");
  reader.list(json, "functions",
              [&](const Json& function) { report.functions.push_back(functionOf(reader, function)); });
  reader.list(json, "hunks", [&](const Json& hunk) {
    Report::Hunk& read = report.hunks.emplace_back();
    read = {reader.text(hunk, "file"),      reader.text(hunk, "baseFile"),  reader.line(hunk, "baseStart"),
            reader.line(hunk, "baseLines"), reader.line(hunk, "headStart"), reader.line(hunk, "headLines"),
            reader.text(hunk, "status"),    reader.text(hunk, "why"),       reader.texts(hunk, "removed"),
            reader.texts(hunk, "added"),    reader.truth(hunk, "fails"),    reader.text(hunk, "allowed")};
    for (const auto& [key, lines] : {std::pair("before", &read.before), std::pair("after", &read.after),
                                     std::pair("removedUse", &read.removedUse), std::pair("addedUse", &read.addedUse)})
      if (hunk.is_object() && hunk.contains(key)) *lines = reader.texts(hunk, key);
  });
  report.notes = reader.texts(json, "notes");
  report.stats = statisticsOf(reader, reader.field(json, "stats", "object", &Json::is_object));
  if (json.is_object() && json.contains("check")) {
    const Json& check = json["check"];
    report.check = Report::Check{reader.number(check, "failures"), reader.number(check, "allowed"),
                                 check.contains("accepted") ? reader.number(check, "accepted") : 0,
                                 reader.number(check, "unchecked"), reader.truth(check, "passed")};
  }
  if (json.is_object() && json.contains("shard")) {
    const Json& shard = json["shard"];
    report.shard = Report::Shard{reader.line(shard, "index"), reader.line(shard, "count"),
                                 reader.texts(shard, "entered"), reader.texts(shard, "own")};
  }
  if (!reader.problem().empty()) return bad(reader.problem());
  return report;
}

} // namespace beagle::report
