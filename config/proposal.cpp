#include "analysis/support/text.h"
#include "config/key_tree.h"
#include "config/survey.h"
#include "config/value_check.h"

#include <algorithm>

namespace beagle::config {

namespace {

/// Sentences as comment lines of a bearable length.
void comment(std::string_view words, std::string& text) {
  std::string line = "#";
  for (const std::string_view word : support::split(words, ' ')) {
    if (line.size() + word.size() > 98) {
      text += line + "\n";
      line = "#";
    }
    line += fmt::format(" {}", word);
  }
  text += line + "\n";
}

std::string wordsOf(const KeyInfo& key) {
  std::vector<std::string> words;
  for (const auto& [word, doc] : key.type.words) words.emplace_back(word);
  return words.empty() ? "" : fmt::format(" One of {}.", support::join(words, ", "));
}

/// The key with its default, or where it has none, with a value as it could be.
std::string defaultLine(const KeyInfo& key) {
  const nlohmann::ordered_json& value = key.byDefault;
  const bool isNothing = value.is_null() || (value.is_array() && value.empty());
  return fmt::format("{}: {}", key.name,
                     isNothing           ? example(key.type)
                     : value.is_string() ? value.get<std::string>()
                                         : value.dump());
}

/// A key that stands there for those who want to change it.
void offer(const KeyInfo& key, std::string& text) {
  comment(key.doc + wordsOf(key), text);
  text += fmt::format("# {}\n", defaultLine(key));
}

/// A folder's pattern, as YAML; nothing for names that a pattern or the file cannot have.
std::optional<std::string> patternOf(const std::string& folder) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+";
  if (folder.find_first_of("*?!\\\"") != std::string::npos || support::bytesToText(folder) != folder ||
      std::ranges::any_of(folder, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
    return std::nullopt;
  // With a slash before it, only the folder at that place is meant.
  if (folder.find_first_not_of(plain) == std::string::npos) return fmt::format("/{}/**", folder);
  return fmt::format("\"/{}/**\"", folder);
}

/// False when there is nothing to write.
bool list(std::string_view key, const std::vector<KnownFolder>& folders, std::string& text) {
  std::string items;
  for (const KnownFolder& folder : folders)
    if (const auto pattern = patternOf(folder.path))
      items += fmt::format("  - {} # {}\n", *pattern, support::counted(folder.sources, "source"));
  if (items.empty()) return false;
  text += fmt::format("{}:\n{}", key, items);
  return true;
}

} // namespace

std::string proposal(const Survey& survey, const BuildGuess& build) {
  const std::vector<KeyInfo> keys = keyTree();
  const auto keyNamed = [&](std::string_view name) -> const KeyInfo& { return *findKey(keys, name); };
  std::string text;
  comment("Settings of Beagle. Every line may be left out; what is commented out shows what holds then.",
          text);
  comment(
      "All keys: `beagle config reference`. What holds for a file, and why: `beagle config explain FILE`.",
      text);
  comment(fmt::format("Found here: {}, {}, {}.", support::counted(survey.cSources, "C source"),
                      support::counted(survey.cxxSources, "C++ source"),
                      support::counted(survey.headers, "header")),
          text);

  text += "\n";
  const KeyInfo& buildKey = keyNamed("build");
  comment(fmt::format("{} It would take `{}`: {}.", buildKey.doc, build.method, build.why), text);
  text += fmt::format("# build:\n#   method: {}\n", build.method);
  for (const char* name : {"command", "prepare"})
    text += fmt::format("#   {} # {}\n", defaultLine(*findKey(buildKey.keys, name)),
                        findKey(buildKey.keys, name)->doc);

  text += "\n";
  comment(keyNamed("exclude").doc, text);
  if (!survey.vendored.empty()) comment("By their names, these hold code of other projects.", text);
  if (!list("exclude", survey.vendored, text))
    text += fmt::format("# {}\n", defaultLine(keyNamed("exclude")));

  text += "\n";
  comment(keyNamed("tests").doc, text);
  if (!list("tests", survey.tests, text)) text += "# tests: [tests/**]\n";

  for (const char* name : {"contract", "fail-level", "budget"}) {
    text += "\n";
    offer(keyNamed(name), text);
  }

  const KeyInfo& hook = keyNamed("hook");
  text += "\n";
  comment(hook.doc, text);
  text += "# hook:\n";
  for (const KeyInfo& key : hook.keys)
    text += fmt::format("#   {} # {}{}\n", defaultLine(key), key.doc, wordsOf(key));
  return text;
}

} // namespace beagle::config
