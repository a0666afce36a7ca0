#include "analysis/pipeline/replay_findings.h"

#include "analysis/pipeline/change_replay.h"
#include "analysis/pipeline/diff_subject.h"
#include "analysis/pipeline/entry_comparer.h"
#include "analysis/support/ordered_json.h"
#include "analysis/support/text.h"
#include "analysis/testgen/input_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace beagle::pipeline {

using report::Report;
using support::Result;

namespace {

constexpr std::size_t shownFingerprint = 12;

/// A finding with its input as both versions get it.
struct Wanted {
  const Report::Function* function = nullptr;
  const Report::Change* change = nullptr;
  testgen::RecordedInput base, head;
};

Result<std::vector<Wanted>> wantedOf(const Report& report, const ReplayOptions& options) {
  std::vector<Wanted> wanted;
  std::vector<std::string> known;
  for (const Report::Function& function : report.functions)
    for (const Report::Change& change : function.changes) {
      known.push_back(change.fingerprint.substr(0, std::max(shownFingerprint, options.finding.size())));
      if (change.fingerprint.starts_with(options.finding)) wanted.push_back({&function, &change, {}, {}});
    }
  if (known.empty()) return support::usageError("{}: there is no difference in this report", options.report);
  if (wanted.empty()) {
    const auto near = support::nearest(options.finding, known);
    return support::usageError("{}: no finding has the fingerprint {}; {}", options.report, options.finding,
                               near ? fmt::format("did you mean {}?", *near)
                                    : "there are " + support::join(known, ", "));
  }
  const auto isOther = [&](const Wanted& each) {
    return each.change->fingerprint != wanted.front().change->fingerprint;
  };
  if (!options.finding.empty() && std::ranges::any_of(wanted, isOther)) {
    std::vector<std::string> names;
    for (const Wanted& each : wanted)
      names.push_back(each.change->fingerprint.substr(0, std::max(shownFingerprint, options.finding.size() + 4)));
    return support::usageError("{}: several findings begin with {}: {}", options.report, options.finding,
                               support::join(names, ", "));
  }
  return wanted;
}

/// Fills in the inputs of a finding.
Result<void> readInputs(Wanted& wanted) {
  const std::string& text = wanted.change->input;
  if (text.empty()) return support::cannotRun("the report has no input of it: it was written with --no-replay");
  const nlohmann::ordered_json json = support::parseOrdered(text);
  for (const char* side : {"base", "head"}) {
    if (!json.is_object() || !json.contains(side)) return support::cannotRun("its input has no `{}`", side);
    auto read = testgen::readInputJson(json[side].dump());
    if (!read) return std::unexpected(std::move(read.error()));
    (std::string_view(side) == "base" ? wanted.base : wanted.head) = std::move(*read);
  }
  return {};
}

/// Without the unit that tells internal functions of one name apart.
std::string entryName(const std::string& name) { return name.substr(0, name.find('@')); }

class Replay {
public:
  Replay(Env& env, DiffSubject subject)
      : env_(env), subject_(std::move(subject)),
        replay_(env, *subject_.bench, subject_.base, subject_.head,
                support::joinPath(subject_.bench->folder.path(), "replay"), subject_.fieldsMoved) {}

  void run(const Wanted& wanted, ReplayedFinding& finding) {
    const auto base = indexOf(wanted, true), head = indexOf(wanted, false);
    if (!base || !head) {
      finding.rows = {{"function", base ? "there" : "gone", head ? "there" : "gone"}};
      return;
    }
    const ConcreteRun baseRun{wanted.base.input, wanted.base.expected, ""},
        headRun{wanted.head.input, wanted.head.expected, ""};
    for (const bool isAsBuilt : {false, true}) {
      auto outcomes = replay_.outcomes(*base, *head, baseRun, headRun, isAsBuilt);
      if (!outcomes) {
        if (finding.rows.empty()) finding.obstacle = outcomes.error().str();
        return;
      }
      std::vector<NativeRow> rows = nativeRows(nativeValues(subject_.base, *base, wanted.base.input, outcomes->first),
                                               nativeValues(subject_.head, *head, wanted.head.input, outcomes->second));
      const bool differs = ChangeReplay::differ(*outcomes, baseRun, headRun) ||
                           (subject_.fieldsMoved && std::ranges::any_of(rows, &NativeRow::differs));
      if (finding.rows.empty() || differs) {
        finding.rows = std::move(rows);
        finding.isAsBuilt = isAsBuilt;
      }
      finding.isReproduced = differs;
      if (differs) return;
    }
  }

private:
  /// Of several functions of that name, the one in the finding's file and configuration.
  std::optional<ir::FunctionIndex> indexOf(const Wanted& wanted, bool isBase) const {
    const std::string name = entryName((isBase ? wanted.base : wanted.head).input.entry);
    const DiffEntry* found = nullptr;
    for (const DiffEntry& entry : subject_.entries) {
      if (entry.name != name) continue;
      const Report::Function shown = reportedEntry(subject_, entry);
      const bool isIt = shown.file == wanted.function->file && shown.configuration == wanted.function->configuration;
      if (!found || isIt) found = &entry;
      if (isIt) break;
    }
    return !found ? std::nullopt : isBase ? found->base : found->head;
  }

  Env& env_;
  DiffSubject subject_;
  ChangeReplay replay_;
};

std::string listed(const Report::Values& values) {
  std::string text;
  for (const auto& [path, value] : values) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", path, value);
  return text.empty() ? "every input" : support::printable(text, 1000);
}

} // namespace

Result<std::vector<ReplayedFinding>> replayFindings(Env& env, const ReplayOptions& options) {
  auto text = env.files.read(options.report);
  if (!text) return support::usageError("{}", text.error().str());
  const auto report = report::readReport(*text, options.report);
  if (!report) return std::unexpected(report.error());
  auto wanted = wantedOf(*report, options);
  if (!wanted) return std::unexpected(std::move(wanted.error()));
  std::vector<ReplayedFinding> findings;
  DiffOptions diff;
  for (Wanted& each : *wanted) {
    findings.push_back({each.function->name,
                        each.function->file,
                        each.change->kind,
                        each.change->fingerprint,
                        each.change->witness,
                        {},
                        false,
                        false,
                        ""});
    if (auto read = readInputs(each); !read) {
      findings.back().obstacle = read.error().str();
      continue;
    }
    for (const std::string& name : {entryName(each.base.input.entry), entryName(each.head.input.entry)})
      if (std::ranges::find(diff.entries, name) == diff.entries.end()) diff.entries.push_back(name);
  }
  if (diff.entries.empty()) return findings; // none has an input
  const auto version = [](const std::string& given, const std::string& commit, const std::string& name) {
    return !given.empty() ? given : !commit.empty() ? commit : name;
  };
  diff.changes = options.changes;
  diff.changes.what = {version(options.base, report->baseCommit, report->base),
                       version(options.head, report->headCommit, report->head)};
  diff.usesCache = false;
  auto subject = openDiff(env, diff);
  if (!subject) return std::unexpected(std::move(subject.error()));
  Replay replay(env, std::move(*subject));
  env.progress.begin("replaying", findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].obstacle.empty()) replay.run((*wanted)[i], findings[i]);
    env.progress.step();
  }
  env.progress.finish();
  return findings;
}

std::string replayText(const std::vector<ReplayedFinding>& findings, const support::Terminal& terminal) {
  using support::Colour;
  std::string text;
  for (const ReplayedFinding& finding : findings) {
    text += fmt::format("{} ({}): {} [{}]\n  for {}\n", support::paint(terminal, Colour::Bold, finding.function),
                        support::printable(finding.file), finding.kind, finding.fingerprint.substr(0, shownFingerprint),
                        listed(finding.witness));
    if (!finding.obstacle.empty()) {
      text += fmt::format("  {}: {}\n", support::paint(terminal, Colour::Yellow, "could not be run"),
                          support::printable(finding.obstacle));
      continue;
    }
    const auto cell = [](const std::string& value) {
      return value.empty() ? std::string("-") : support::printable(value, 200);
    };
    std::size_t name = 0, column = std::string_view("before").size();
    for (const NativeRow& row : finding.rows) {
      name = std::max(name, row.what.size());
      column = std::max(column, cell(row.base).size());
    }
    text += fmt::format("    {:{}}  {:{}}  after\n", "", name, "before", column);
    for (const NativeRow& row : finding.rows)
      text += fmt::format("  {} {:{}}  {:{}}  {}\n", row.differs() ? "*" : " ", row.what, name, cell(row.base), column,
                          cell(row.head));
    const std::string answer = support::paint(terminal, finding.isReproduced ? Colour::Red : Colour::Green,
                                              finding.isReproduced ? "it still shows" : "it does not show any more");
    text +=
        fmt::format("  {}{}\n", answer,
                    finding.isReproduced && finding.isAsBuilt ? ", as the project builds it and with sanitizers" : "");
  }
  return text;
}

int exitCodeOf(const std::vector<ReplayedFinding>& findings) {
  const auto isBlocked = [](const ReplayedFinding& finding) { return !finding.obstacle.empty(); };
  if (std::ranges::any_of(findings, isBlocked)) return 3;
  return std::ranges::all_of(findings, &ReplayedFinding::isReproduced) ? 0 : 1;
}

} // namespace beagle::pipeline
