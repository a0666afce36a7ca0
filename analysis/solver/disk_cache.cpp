#include "analysis/logic/smtlib.h"
#include "analysis/solver/assignments.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/model_text.h"
#include "analysis/support/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <tuple>

namespace beagle::solver {

namespace {

constexpr std::string_view firstLine = "beagle solver answer 1\n";

/// A file of the cache: what was asked, word for word, and the answer.
///
///   beagle solver answer 1
///   SHA-256 of all that follows
///   LENGTH of the formula
///   the formula, as it was asked
///   sat                    or:   unsat
///   the model                    the places of the core's constraints in the formula
struct Entry {
  std::string_view formula;
  std::string_view answer;
};

std::string entryText(std::string_view formula, std::string_view answer) {
  const std::string rest = fmt::format("{}\n{}{}", formula.size(), formula, answer);
  return fmt::format("{}{}\n{}", firstLine, support::digestOf(rest), rest);
}

/// Nothing when it is damaged.
std::optional<Entry> readEntry(std::string_view text) {
  if (!text.starts_with(firstLine)) return std::nullopt;
  text.remove_prefix(firstLine.size());
  const std::string_view digest = text.substr(0, 64);
  if (text.size() < 65 || text[64] != '\n') return std::nullopt;
  text.remove_prefix(65);
  if (support::digestOf(text) != digest) return std::nullopt;
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end == text.data() + text.size() || *end != '\n') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  if (text.size() < length) return std::nullopt;
  return Entry{text.substr(0, length), text.substr(length)};
}

/// Keeps the folder below its limit: the files that were written longest ago go first.
class Sweeper {
public:
  Sweeper(support::Files& files, const DiskCacheOptions& options) : files_(files), options_(options) {}

  void wrote() {
    if (writes_++ % 256 == 0) sweep();
  }

private:
  struct File {
    std::int64_t modified = 0;
    std::uint64_t size = 0;
    std::string path;
  };

  void sweep() {
    std::vector<File> found;
    std::uint64_t total = 0;
    for (const std::string& group : files_.list(options_.folder)) {
      const std::string folder = support::joinPath(options_.folder, group);
      for (const std::string& name : files_.list(folder)) {
        const std::string path = support::joinPath(folder, name);
        const auto status = files_.status(path);
        if (!status) continue;
        found.push_back({status->modifiedNs, status->size, path});
        total += status->size;
      }
    }
    if (total <= options_.maxBytes) return;
    std::ranges::sort(found, {}, [](const File& file) { return std::tie(file.modified, file.path); });
    for (const File& file : found) {
      if (total <= options_.maxBytes / 4 * 3) break;
      if (files_.remove(file.path)) total -= file.size;
    }
  }

  support::Files& files_;
  const DiskCacheOptions& options_;
  std::uint64_t writes_ = 0;
};

class DiskCache final : public Layer {
public:
  DiskCache(TermManager& terms, support::Files& files, std::unique_ptr<Solver> below, DiskCacheOptions options)
      : Layer("disk cache", terms, std::move(below)), files_(files), options_(std::move(options)),
        sweeper_(files_, options_), check_(terms) {}

private:
  Answer answer(const Query& query) override {
    std::vector<Term> constraints = constraintsOf(terms(), query);
    std::ranges::sort(constraints, {}, [&](Term term) { return terms().structuralHash(term); });
    std::string formula = query.canonical ? "; canonical\n" : "";
    formula += logic::toSmtLib(terms(), constraints);
    const std::string key = support::digestOf(formula);
    const std::string path = support::joinPath(support::joinPath(options_.folder, key.substr(0, 2)), key.substr(2));
    if (auto known = lookUp(path, formula, constraints)) return std::move(*known);
    Answer answer = ask(query);
    if (!options_.readOnly) store(path, formula, constraints, answer);
    return answer;
  }

  std::optional<Answer> lookUp(const std::string& path, const std::string& formula,
                               const std::vector<Term>& constraints) {
    const auto text = files_.read(path);
    if (!text) return std::nullopt;
    const auto entry = readEntry(*text);
    if (entry && entry->formula != formula) return std::nullopt; // a stranger with the same digest
    if (entry)
      if (auto answer = readAnswer(entry->answer, constraints)) return answer;
    // Nobody may read it again; where it cannot be removed, it is found damaged again.
    if (!options_.readOnly) (void)files_.remove(path);
    return std::nullopt;
  }

  std::optional<Answer> readAnswer(std::string_view text, const std::vector<Term>& constraints) {
    if (text.starts_with("sat\n")) {
      text.remove_prefix(4);
      auto model = readModelText(terms(), constraints, text);
      if (!model || !check_.satisfies(*model, constraints)) return std::nullopt;
      return Sat{std::make_shared<const Assignment>(std::move(*model))};
    }
    if (!text.starts_with("unsat\n")) return std::nullopt;
    Unsat unsat;
    const auto places = readNumbers(text.substr(6));
    if (!places) return std::nullopt;
    for (const std::uint64_t place : *places) {
      if (place >= constraints.size()) return std::nullopt;
      unsat.core.push_back(constraints[place]);
    }
    return unsat;
  }

  void store(const std::string& path, const std::string& formula, const std::vector<Term>& constraints,
             const Answer& answer) {
    std::string text;
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      if (!sat->model) return;
      text = "sat\n" + modelText(terms(), constraints, *sat->model);
    } else if (const auto* unsat = std::get_if<Unsat>(&answer)) {
      text = "unsat\n";
      for (std::size_t i = 0; i != constraints.size(); ++i)
        if (std::ranges::find(unsat->core, constraints[i]) != unsat->core.end()) text += fmt::format("{} ", i);
    } else return; // somebody with more resources may do better
    // A cache that cannot be written is a slow cache, no error.
    if (files_.write(path, entryText(formula, text))) sweeper_.wrote();
  }

  support::Files& files_;
  DiskCacheOptions options_;
  Sweeper sweeper_;
  ModelCheck check_;
};

} // namespace

std::unique_ptr<Solver> makeDiskCache(TermManager& terms, support::Files& files, std::unique_ptr<Solver> below,
                                      DiskCacheOptions options) {
  return std::make_unique<DiskCache>(terms, files, std::move(below), std::move(options));
}

} // namespace beagle::solver
