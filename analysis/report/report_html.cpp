#include "analysis/report/finding.h"
#include "analysis/report/html_page.h"
#include "analysis/report/markup.h"
#include "analysis/report/view.h"
#include "analysis/report/wording.h"
#include "analysis/support/digest.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace beagle::report {

namespace {

using Weight = Finding::Weight;
using support::counted;
using support::printable;

struct WeightWords {
  std::string_view name, tag, text, button;
};
/// In the order of Weight.
constexpr std::array<WeightWords, 3> weights{{{"fails", "bad", "fails the check", "Fails the check"},
                                              {"noted", "warn", "", "Others"},
                                              {"allowed", "good", "allowed", "Allowed"}}};

const WeightWords& wordsOf(Weight weight) { return weights.at(static_cast<std::size_t>(weight)); }

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", escaped(text)); }
/// Of a sentence of ours: what stands between backticks is code.
std::string withCode(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t begin = text.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('`', begin + 1);
    if (end == std::string_view::npos) return result + escaped(text);
    result += escaped(text.substr(0, begin)) + code(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(end + 1);
  }
}
std::string tag(std::string_view colour, std::string_view text) {
  return text.empty() ? "" : fmt::format(" <span class=\"tag {}\">{}</span>", colour, escaped(text));
}

/// Of findings, functions without one, changed places.
class HtmlView {
public:
  explicit HtmlView(const Report& report) : report_(report), findings_(findingsOf(report)) {
    for (const Report::Hunk& hunk : report_.hunks) hunksOfFile_[fileOf(hunk)].push_back(&hunk);
  }

  std::string render() {
    const std::string title = "Beagle: " + headline(report_);
    put("<header>\n<h1>{}</h1>\n<p>{}</p>\n", title, belowHeadline(report_));
    put("<p class=\"dim\">From {} to {}</p>\n</header>\n<main>\n", code(printable(report_.base, lengths::name)),
        code(printable(report_.head, lengths::name)));
    findings();
    others();
    places();
    list("Notes", notes());
    goingOn();
    put("</main>\n");
    statistics();
    // Nobody who writes a program can know the digest of the report about it.
    return htmlPage(title, text_, support::digestOf(reportJson(report_)).substr(0, 32));
  }

private:
  template <class... Args> void put(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...);
  }

  static const std::string& fileOf(const Report::Hunk& hunk) { return hunk.file.empty() ? hunk.baseFile : hunk.file; }

  void findings() {
    put("<h2>Findings</h2>\n");
    if (findings_.empty()) put("<p>There is none.</p>\n");
    std::array<std::size_t, weights.size()> counts{};
    for (const Finding& finding : findings_) ++counts.at(static_cast<std::size_t>(finding.weight));
    if (std::ranges::count_if(counts, [](std::size_t count) { return count > 0; }) > 1) {
      put("<div id=\"filter\" role=\"group\" aria-label=\"Which findings are shown\" hidden>\n<button "
          "type=\"button\" aria-pressed=\"true\">All {}</button>\n",
          findings_.size());
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts.at(i) > 0)
          put("<button type=\"button\" aria-pressed=\"false\" data-weight=\"{}\">{} {}</button>\n", weights.at(i).name,
              weights.at(i).button, counts.at(i));
      put("</div>\n");
    }
    for (const Finding& finding : findings_) add(finding);
  }

  void add(const Finding& finding) {
    const WeightWords& words = wordsOf(finding.weight);
    const SourceLine place = placeOf(finding);
    put("<article class=\"{}\">\n", words.name);
    if (finding.hunk) put("<h3>A change that is not compiled here</h3>\n");
    else
      put("<h3>{} {}</h3>\n", code(nameText(*finding.function)),
          finding.change ? titleOf(*finding.change) : "could not be settled");
    put("<p>{}{}{}</p>\n", code(placeText(place.file, place.line)), tag(words.tag, words.text), changeLink(place.file));
    if (finding.hunk) put("<p>{}</p>\n", code(hunkText(*finding.hunk)));
    else if (finding.change) addChange(*finding.change);
    else items(openRemarks(*finding.function));
    if (finding.function)
      folded("What this rests on", finding.change
                                       ? joined(openRemarks(*finding.function), otherRemarks(*finding.function))
                                       : otherRemarks(*finding.function));
    put("</article>\n");
  }

  void addChange(const Report::Change& change) {
    if (change.witness.empty()) put("<p>It shows with every input.</p>\n");
    else {
      put("<table><thead><tr><th scope=\"col\" class=\"path\">input</th><th "
          "scope=\"col\">value</th></tr></thead>\n<tbody>\n");
      for (const InputRow& row : witnessRows(change))
        put("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", code(row.path), code(row.value));
      put("</tbody></table>\n");
    }
    put("<table><thead><tr><th scope=\"col\" class=\"what\">outcome</th><th scope=\"col\">before</th><th "
        "scope=\"col\">after</th></tr></thead>\n<tbody>\n");
    for (const ComparedRow& row : outcomeRows(change))
      put("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", code(row.what), code(row.base), code(row.head));
    put("</tbody></table>\n");
    if (change.ubIntroduced) put("<p>The new version is undefined for this input.</p>\n");
    if (const std::string replay = replayText(change); !replay.empty()) put("<p>{}</p>\n", escaped(replay));
    if (!change.allowed.empty()) put("<p>Allowed: {}</p>\n", code(printable(change.allowed, lengths::sentence)));
    std::vector<std::string> causes;
    for (const Report::Cause& cause : change.causes) causes.push_back("cause: " + causeText(cause));
    items(causes);
    if (!change.test.empty()) put("<p>Test: {}</p>\n", code(printable(change.test, lengths::file)));
    put("<p class=\"dim\">{}</p>\n", withCode(report::goingOn(change)));
  }

  void others() {
    std::string rows;
    for (const Report::Function& function : report_.functions)
      if (function.changes.empty() && function.verdict != "inconclusive")
        rows += fmt::format("<tr><th scope=\"row\">{}<br>{}</th><td>{}</td></tr>\n", code(nameText(function)),
                            code(placeText(function.file, function.line)), escaped(verdictText(function)));
    if (rows.empty()) return;
    put("<h2>Other functions</h2>\n<table><thead><tr><th scope=\"col\">function</th><th "
        "scope=\"col\">verdict</th></tr></thead>\n<tbody>\n{}</tbody></table>\n",
        rows);
  }

  void places() {
    if (report_.hunks.empty()) return;
    std::map<std::string_view, std::size_t> counts;
    for (const Report::Hunk& hunk : report_.hunks) ++counts[hunk.status];
    std::vector<std::string> parts;
    for (const auto& [status, count] : counts)
      parts.push_back(fmt::format("{} {}", count, escaped(printable(status, lengths::name))));
    put("<h2>Changed places</h2>\n<p>{}</p>\n", support::join(parts, ", "));
    if (const std::string uses = usesText(); !uses.empty()) put("<p>{}</p>\n", uses);
    std::size_t number = 0;
    for (const auto& [file, hunks] : hunksOfFile_) {
      put("<details id=\"file-{}\"{}>\n<summary>{} <span class=\"dim\">{}</span></summary>\n", number,
          hunksOfFile_.size() <= 5 ? " open" : "", code(printable(file, lengths::file)),
          counted(hunks.size(), "place"));
      ++number;
      for (const Report::Hunk* hunk : hunks) add(*hunk);
      put("</details>\n");
    }
  }

  void add(const Report::Hunk& hunk) {
    const std::string_view colour = hunk.status == "not-compiled" ? "warn" : hunk.status == "analysed" ? "good" : "";
    put("<p>{}{} <span class=\"dim\">{}</span></p>\n", code(placeText(hunk)), tag(colour, hunk.status),
        escaped(printable(hunk.why, lengths::sentence)));
    if (hunk.removed.empty() && hunk.added.empty()) return;
    const unsigned first = hunk.headStart + (hunk.headLines == 0 ? 1 : 0);
    put("<pre>");
    lines("span", hunk.before, first - static_cast<unsigned>(hunk.before.size()), hunk.before.size(), {});
    lines("del", hunk.removed, hunk.baseStart, hunk.baseLines, hunk.removedUse);
    lines("ins", hunk.added, hunk.headStart, hunk.headLines, hunk.addedUse);
    if (hunk.added.size() == hunk.headLines) lines("span", hunk.after, first + hunk.headLines, hunk.after.size(), {});
    put("</pre>\n");
  }

  void lines(std::string_view element, const std::vector<std::string>& shown, unsigned number, std::size_t all,
             const std::vector<std::string>& uses) {
    for (std::size_t i = 0; i < shown.size(); ++i)
      put("<{0}><b>{1}</b>{2}{3}</{0}>", element, number + i,
          escaped(printable(withoutTabs(shown[i]), lengths::sourceLine)),
          i < uses.size() && uses[i] == "missed" ? tag("warn", "no run came here") : "");
    if (!shown.empty() && shown.size() < all)
      put("<{0}>… ({1})</{0}>", element, counted(all - shown.size(), "more line"));
  }

  /// What became of the changed lines with code that are shown: of the new ones, and of those that are gone.
  std::string usesText() const {
    std::size_t run = 0, proved = 0, missed = 0;
    for (const Report::Hunk& hunk : report_.hunks)
      for (const std::vector<std::string>* uses : {&hunk.removedUse, &hunk.addedUse}) {
        run += static_cast<std::size_t>(std::ranges::count(*uses, "run"));
        proved += static_cast<std::size_t>(std::ranges::count(*uses, "proved"));
        missed += static_cast<std::size_t>(std::ranges::count(*uses, "missed"));
      }
    if (run + proved + missed == 0) return "";
    return fmt::format("Changed lines with code: {} run, {} proved equal without being run, {} met by no run", run,
                       proved, missed);
  }

  static std::string withoutTabs(const std::string& line) {
    std::string result;
    for (const char c : line) result += c == '\t' ? std::string(4, ' ') : std::string(1, c);
    return result;
  }

  std::string changeLink(const std::string& file) const {
    const auto found = hunksOfFile_.find(file);
    return found == hunksOfFile_.end() ? ""
                                       : fmt::format(" <a href=\"#file-{}\">what changed in this file</a>",
                                                     std::distance(hunksOfFile_.begin(), found));
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> texts;
    for (const std::string& note : report_.notes) texts.push_back(printable(note, lengths::sentence));
    return texts;
  }

  static std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }

  void items(const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    put("<ul>\n");
    for (const std::string& text : texts) put("<li>{}</li>\n", escaped(text));
    put("</ul>\n");
  }
  void goingOn() {
    const std::vector<std::string> sentences = advice(report_);
    if (sentences.empty()) return;
    put("<h2>How to go on</h2>\n<ul>\n");
    for (const std::string& text : sentences) put("<li>{}</li>\n", withCode(text));
    put("</ul>\n");
  }
  void list(std::string_view title, const std::vector<std::string>& texts) {
    if (!texts.empty()) put("<h2>{}</h2>\n", title);
    items(texts);
  }
  void folded(std::string_view title, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    put("<details>\n<summary>{}</summary>\n", title);
    items(texts);
    put("</details>\n");
  }

  void statistics() {
    const Report::Statistics& stats = report_.stats;
    put("<footer>\n<p>{}, {}, {} ({:.2f} s), {:.2f} s in all</p>\n</footer>\n", counted(stats.paths, "path"),
        counted(stats.instructions, "instruction"), counted(stats.solverCalls, "solver call"), stats.solverSeconds,
        stats.seconds);
  }

  const Report& report_;
  std::vector<Finding> findings_;
  std::map<std::string, std::vector<const Report::Hunk*>> hunksOfFile_;
  std::string text_;
};

} // namespace

std::string reportHtml(const Report& report) { return HtmlView(report).render(); }

} // namespace beagle::report
