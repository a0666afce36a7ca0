#include "analysis/report/changes_report.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace beagle::report {

using support::Colour;
using support::counted;
using support::paint;
using support::printable;

namespace {

class TextView {
public:
  TextView(const ChangesReport& report, const support::Terminal& terminal, bool isWhole)
      : report_(report), terminal_(terminal), isWhole_(isWhole) {}

  std::string render() {
    heading();
    functions();
    items();
    entries();
    hunks();
    notes();
    return std::move(text_);
  }

private:
  template <class... Args> void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }
  std::string bold(std::string_view text) const { return paint(terminal_, Colour::Bold, text); }
  std::string dim(std::string_view text) const { return paint(terminal_, Colour::Dim, text); }

  static std::string shortId(const ChangesReport::Version& version) {
    return version.commit.empty() ? printable(version.spec) : version.commit.substr(0, 10);
  }

  void heading() {
    line("{} {} {}", bold(shortId(report_.base)), dim(".."), bold(shortId(report_.head)));
    if (!report_.head.summary.empty()) line("{}", dim(printable(report_.head.summary)));
    std::map<std::string_view, std::size_t> kinds;
    for (const auto& function : report_.functions) ++kinds[function.change];
    std::vector<std::string> parts;
    for (const char* kind : {"changed", "added", "removed", "renamed", "moved"})
      if (kinds.contains(kind)) parts.push_back(fmt::format("{} {}", kinds[kind], kind));
    if (parts.empty())
      line("{}", bold(allCompile() ? "No function changed." : "No function changed in the units that compile."));
    else line("{}", bold("Functions: " + support::join(parts, ", ")));
  }

  [[nodiscard]] bool allCompile() const { return report_.base.failed.empty() && report_.head.failed.empty(); }

  Colour colourOf(std::string_view change) const {
    return change == "added"     ? Colour::Green
           : change == "removed" ? Colour::Red
           : change == "changed" ? Colour::Yellow
                                 : Colour::Cyan;
  }

  /// Lines of the base are called old: they may be anywhere in the file that the reader has.
  static std::string place(std::string_view file, std::uint32_t line, bool old) {
    return fmt::format("{}:{}{}", printable(file), line, old ? " (old line)" : "");
  }

  static constexpr std::size_t mostOneByOne = 3; ///< functions of which the same is said

  /// What was edited first; of functions that only use what changed there may be hundreds, which come in groups.
  void functions() {
    std::map<std::string_view, std::size_t> names;
    std::map<std::string_view, std::vector<std::string>> alike; // by what is said of them
    for (const auto& function : report_.functions) {
      ++names[function.name];
      if (!isWhole_ && saysReasonOnly(function)) alike[function.reason].push_back(function.name);
    }
    std::erase_if(alike, [](const auto& group) { return group.second.size() <= mostOneByOne; });
    for (const auto& function : report_.functions)
      if (!saysReasonOnly(function) || !alike.contains(function.reason))
        oneFunction(function, names[function.name] > 1 ? function.signature : function.name);
    for (const auto& [reason, group] : alike) {
      line("");
      line("  {} {}", paint(terminal_, colourOf("changed"), fmt::format("{:<8}", "changed")), bold(listed(group)));
      line("           {}", printable(reason));
    }
  }

  void oneFunction(const ChangesReport::Function& function, const std::string& name) {
    std::string extra;
    if (function.instances.size() > 1)
      extra = dim(fmt::format("  {}", counted(function.instances.size(), "instantiation")));
    line("");
    line("  {} {}  {}{}", paint(terminal_, colourOf(function.change), fmt::format("{:<8}", function.change)),
         bold(printable(name)), dim(place(function.file, function.line, function.change == "removed")), extra);
    // What a function was may stand before its first detail.
    const bool reasonSaysMore = function.details.empty() || function.reason != function.details.front().sentence;
    if (reasonSaysMore) line("           {}", printable(function.reason));
    const bool reasonSaysFirst =
        !function.details.empty() && function.reason.ends_with(function.details.front().sentence);
    for (std::size_t i = reasonSaysMore && reasonSaysFirst ? 1 : 0; i < function.details.size(); ++i)
      line("           {}", printable(function.details[i].sentence));
  }

  void items() {
    if (report_.items.empty()) return;
    line("");
    line("{}", bold("Beside functions:"));
    for (const auto& item : report_.items) {
      const std::string where = dim(place(item.file, item.line, item.change == "removed"));
      // Many sentences begin with what the heading would say.
      const std::string name = fmt::format("{} `{}`", item.kind, item.name);
      const bool wholeStory = item.sentence.starts_with(name);
      line("  {}  {}", wholeStory ? printable(item.sentence) : fmt::format("{} {}", printable(name), item.change),
           where);
      if (!wholeStory && !item.sentence.empty()) line("           {}", printable(item.sentence));
      if (!item.functions.empty()) line("           {}", dim("concerns " + listed(item.functions)));
    }
  }

  /// As functions that use a type whose layout changed: there may be hundreds.
  static bool saysReasonOnly(const ChangesReport::Function& function) {
    return function.change == "changed" && function.details.empty() && function.instances.size() <= 1;
  }

  [[nodiscard]] std::string listed(const std::vector<std::string>& names) const {
    const std::size_t most = isWhole_ ? names.size() : 6;
    std::vector<std::string> shown(names.begin(),
                                   names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most)));
    std::string text = printable(support::join(shown, ", "));
    if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
    return text;
  }

  void entries() {
    if (report_.entries.empty()) return;
    line("");
    line("{}", bold("To look at:"));
    for (const auto& entry : report_.entries) {
      line("  {}  {}", printable(entry.name), dim(fmt::format("{}:{}", printable(entry.file), entry.line)));
      if (entry.chain.size() > 1) line("           {}", printable(entry.reason));
    }
    if (!report_.entriesPastCap.empty())
      line("  {}", dim(fmt::format("and past the limit: {}", listed(report_.entriesPastCap))));
  }

  void hunks() {
    if (report_.hunks.empty()) return;
    std::map<std::string_view, std::size_t> byStatus;
    for (const auto& hunk : report_.hunks) ++byStatus[hunk.status];
    std::vector<std::string> parts;
    for (const char* status : {"analysed", "no-code", "non-C", "excluded", "not-compiled"})
      if (byStatus.contains(status)) parts.push_back(fmt::format("{} {}", byStatus[status], status));
    line("");
    line("{} {}", bold("Changed places:"), support::join(parts, ", "));
    std::size_t shown = 0;
    for (const auto& hunk : report_.hunks) {
      if (hunk.status != "not-compiled") continue;
      if (++shown > mostHunks()) break;
      const bool old = hunk.headLines == 0, saysOld = hunk.why.starts_with("old line");
      line("  {} {}  {}", paint(terminal_, Colour::Yellow, "not compiled"),
           place(hunk.file.empty() ? hunk.baseFile : hunk.file, old ? hunk.baseStart : hunk.headStart, old && !saysOld),
           printable(hunk.why));
    }
    if (byStatus["not-compiled"] > mostHunks())
      line("  {}", dim(fmt::format("and {} more", byStatus["not-compiled"] - mostHunks())));
  }
  [[nodiscard]] std::size_t mostHunks() const { return isWhole_ ? report_.hunks.size() : 20; }

  void notes() {
    for (const auto* version : {&report_.base, &report_.head})
      for (const auto& failure : version->failed)
        line("{} {} ({}) does not compile: {}", paint(terminal_, Colour::Red, "!"), printable(failure.unit),
             version == &report_.base ? "base" : "head", printable(failure.error));
    for (const std::string& note : report_.notes) line("{} {}", dim("note:"), printable(note));
  }

  const ChangesReport& report_;
  const support::Terminal& terminal_;
  bool isWhole_;
  std::string text_;
};

} // namespace

std::string changesText(const ChangesReport& report, const support::Terminal& terminal, bool isWhole) {
  return TextView(report, terminal, isWhole).render();
}

} // namespace beagle::report
