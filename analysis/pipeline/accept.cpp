#include "analysis/pipeline/accept.h"

#include "analysis/report/wording.h"
#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::pipeline {

using report::Report;
using support::Result;

namespace {

struct Finding {
  const Report::Function* function;
  const Report::Change* change;
};

Result<Finding> findingOf(const Report& report, const std::string& wanted) {
  std::vector<Finding> all, found;
  for (const Report::Function& function : report.functions)
    for (const Report::Change& change : function.changes) all.push_back({&function, &change});
  std::ranges::copy_if(all, std::back_inserter(found),
                       [&](const Finding& finding) { return finding.change->fingerprint.starts_with(wanted); });
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  for (const Finding& finding : found.empty() ? all : found)
    names.push_back(fmt::format("{} ({}: {})", report::shortFingerprint(*finding.change),
                                report::nameText(*finding.function), report::titleOf(*finding.change)));
  if (names.empty()) return support::usageError("there is no finding `{}`: these two versions do not differ", wanted);
  return support::usageError("{} `{}`; {}: {}", found.empty() ? "there is no finding" : "several findings begin with",
                             wanted, found.empty() ? "there is" : "say more of one of them",
                             support::join(names, ", "));
}

/// Lists and comments have a line for it.
std::string oneLine(std::string_view text) {
  std::string line;
  for (const char c : support::trim(text))
    if (const bool isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t'; !isSpace) line += c;
    else if (!line.ends_with(' ')) line += ' ';
  return line;
}

} // namespace

Result<std::string> acceptFinding(Env& env, const AcceptOptions& options) {
  const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (options.finding.size() < 4 || !std::ranges::all_of(options.finding, isHex))
    return support::usageError("`{}` is no finding: a report names each by 12 or more characters from 0 to "
                               "f; 4 of them are the least",
                               options.finding);
  if (!options.until.empty() && !config::isDate(options.until))
    return support::usageError("--until is a day such as 2027-01-31, not `{}`", options.until);
  if (!options.until.empty() && options.until < options.check.today)
    return support::usageError("--until {}: that day is over", options.until);
  const std::string reason = oneLine(options.reason.value_or(""));
  if (reason.empty() && options.reason) return support::usageError("--reason is given, but empty");
  if (reason.empty() && options.asComment) return support::usageError("a comment says why: --reason TEXT");
  auto compared = checkVersions(env, options.check);
  if (!compared) return std::unexpected(std::move(compared.error()));
  if (env.cancel.cancelled())
    return std::unexpected(
        support::Error(support::ErrorKind::Cancelled, "stopped before its end; nothing is accepted"));
  if (compared->folder.empty())
    return support::usageError("accepted findings are listed in a project's folder, and these versions have none");
  const auto finding = findingOf(compared->report, options.finding);
  if (!finding) return std::unexpected(finding.error());
  const Report::Change& change = *finding->change;
  const std::string what = fmt::format("{}: {}", report::nameText(*finding->function), report::titleOf(change));
  if (!change.allowed.empty()) return fmt::format("{}: that is allowed already: {}\n", what, change.allowed);
  config::Accepted accepted{change.fingerprint,
                            seenOf(*finding->function, change),
                            finding->function->name,
                            std::string(report::titleOf(change)),
                            reason,
                            options.until,
                            {}};
  const bool isOpen = !finding->function->open.empty();
  constexpr std::string_view openNote =
      "The function was not explored to its end: without another difference it is inconclusive, and not checked\n";
  if (options.asComment) {
    accepted.finding = report::shortFingerprint(change);
    return fmt::format("{}: put this line into {}, and commit it with the change:\n  // {}\n{}", what,
                       finding->function->file, config::acceptingComment(accepted), isOpen ? openNote : "");
  }
  const std::string path = support::joinPath(compared->folder, std::string(config::acceptedFileName));
  std::string content;
  if (env.files.exists(path)) {
    auto known = env.files.read(path);
    if (!known) return std::unexpected(std::move(known.error()));
    content = std::move(*known);
  }
  content = config::withAccepted(std::move(content), accepted);
  // What nobody can read would make every later check fail.
  if (auto list = config::readAccepted(content, std::string(config::acceptedFileName)); !list)
    return std::unexpected(std::move(list.error()));
  if (auto written = env.files.write(path, content); !written) return std::unexpected(std::move(written.error()));
  return fmt::format("{}: accepted{}. {} has it now; commit it with the change\n{}", what,
                     options.until.empty() ? "" : " until " + options.until, config::acceptedFileName,
                     isOpen ? openNote : "");
}

} // namespace beagle::pipeline
