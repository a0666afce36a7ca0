#include "analysis/report/explore_report.h"
#include "analysis/report/text_values.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace beagle::report {

namespace {

using support::Colour;
using support::counted;
using support::Terminal;

std::string at(const SourceLine& place) {
  return place.line == 0 ? std::string("?") : fmt::format("{}:{}", support::printable(place.file), place.line);
}

using Inputs = std::vector<std::pair<std::string, std::string>>;

/// Most of a large structure has no part in how a path ends.
void addInputs(std::string& text, const Inputs& inputs, const std::set<std::string>& mattering) {
  constexpr std::size_t most = 12;
  Inputs those;
  std::ranges::copy_if(inputs, std::back_inserter(those),
                       [&](const auto& input) { return mattering.contains(input.first); });
  std::vector<std::string> shown;
  for (const auto& [path, value] : withTexts(those)) shown.push_back(fmt::format("{} = {}", path, value));
  if (shown.empty()) {
    text += inputs.empty() ? "      there is no input\n" : "      with any input\n";
    return;
  }
  const std::size_t left = shown.size() - std::min(most, shown.size());
  shown.resize(shown.size() - left);
  text += fmt::format("      with {}", support::printable(support::join(shown, ", "), 1000));
  text += left == 0 ? "\n" : fmt::format(" and {} more (--format json)\n", left);
}

void addInputs(std::string& text, const Inputs& inputs) {
  std::set<std::string> all;
  for (const auto& [path, value] : inputs) all.insert(path);
  addInputs(text, inputs, all);
}

/// Paths that end in the same way in the same place are one line, with the input of the first.
void addEndings(std::string& text, const ExploreReport& report, const Terminal& terminal) {
  struct Group {
    std::string line, objects;
    const ExploredPath* first = nullptr;
    std::uint64_t paths = 0;
  };
  std::vector<Group> groups;
  std::map<std::string, std::size_t> known;
  for (const ExploredPath& path : report.paths) {
    if (!path.isError && path.ending != "unsupported") continue;
    std::string line =
        fmt::format("{} at {}{}", support::paint(terminal, path.isError ? Colour::Red : Colour::Yellow, path.ending),
                    at(path.place), path.detail.empty() ? "" : ": " + support::printable(path.detail));
    std::string objects;
    if (path.allocated.line != 0) objects += fmt::format("      allocated at {}\n", at(path.allocated));
    if (path.freed.line != 0) objects += fmt::format("      ended at {}\n", at(path.freed));
    const auto [it, isNew] = known.try_emplace(line + objects, groups.size());
    if (isNew) groups.push_back({std::move(line), std::move(objects), &path, 0});
    ++groups[it->second].paths;
  }
  for (const Group& group : groups) {
    text += fmt::format("  {}{}\n{}", group.line,
                        group.paths > 1 ? fmt::format(" ({})", counted(group.paths, "path")) : "", group.objects);
    addInputs(text, group.first->inputs, group.first->mattering);
  }
}

std::string summary(const ExploreReport& report) {
  std::string text =
      fmt::format("{} {}", counted(report.complete, "path"), report.complete == 1 ? "ends well" : "end well");
  if (report.errors > 0) text += fmt::format(", {} {} in an error", report.errors, report.errors == 1 ? "ends" : "end");
  if (report.unsupported > 0) text += fmt::format(", {} could not be followed", report.unsupported);
  return text;
}

void addReplay(std::string& text, const ExploreReplay& replay, const Terminal& terminal) {
  std::uint64_t notComparable = 0;
  std::string reasons;
  for (const auto& [reason, count] : replay.notComparable) {
    notComparable += count;
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : ", ", reason, count);
  }
  text += fmt::format("  replay: {} agree, {} disagree, {} not comparable{}\n", replay.agree, replay.mismatches.size(),
                      notComparable, reasons.empty() ? "" : " (" + reasons + ")");
  for (const ReplayMismatch& mismatch : replay.mismatches) {
    text += fmt::format("    {} {}\n", support::paint(terminal, Colour::Red, "disagrees:"),
                        support::printable(mismatch.what, 1000));
    addInputs(text, mismatch.inputs);
  }
}

} // namespace

std::string exploreText(const ExploreReport& report, const Terminal& terminal) {
  std::string text = fmt::format("{}: {}\n", support::paint(terminal, Colour::Bold, report.entry), summary(report));
  addEndings(text, report, terminal);
  for (const ExploredFault& fault : report.faults) {
    text += fmt::format("  {} at {}\n", support::paint(terminal, Colour::Yellow, fault.what), at(fault.place));
    addInputs(text, fault.inputs, fault.mattering);
  }
  if (report.merged > 0)
    text += fmt::format("  merged: {} became one with another one, so a path may stand for several\n",
                        counted(report.merged, "run"));
  if (report.setAside > 0)
    text += fmt::format("  set aside to save memory, and made again: {}\n", counted(report.setAside, "state"));
  for (const auto& [bound, count] : report.cut)
    text += fmt::format("  left out: {} ({})\n", counted(count, "path"), bound);
  for (const std::string& assumption : report.assumptions) text += fmt::format("  assumed: {}\n", assumption);
  for (const ExploredApproximation& each : report.approximations)
    text += fmt::format("  approximated at {}: {} ({})\n", at(each.place), support::printable(each.what),
                        counted(each.paths, "path"));
  if (report.replay) addReplay(text, *report.replay, terminal);
  std::uint64_t queries = report.solver.empty() ? 0 : report.solver.front().queries;
  double seconds = 0;
  for (const SolverLayer& layer : report.solver) seconds += layer.seconds;
  text += fmt::format("  {} in {:.2f} s, {} ({:.2f} s), {} of {} lines, {} of {} branch sides, {} MB\n",
                      counted(report.instructions, "instruction"), report.seconds, counted(queries, "solver call"),
                      seconds, report.linesCovered, report.linesTotal, report.branchesCovered, report.branchesTotal,
                      report.peakMemory >> 20);
  return text;
}

} // namespace beagle::report
