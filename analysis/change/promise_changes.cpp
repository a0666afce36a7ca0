#include "analysis/change/promise_changes.h"

#include "analysis/change/phrases.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace beagle::change {

using ir::Declaration;

namespace {

using Promises = std::vector<std::string>;
using Name = std::pair<Declaration::Kind, std::string>;

/// Of several of one name (overloads), what they promise together.
struct Declared {
  std::multiset<std::string> promises;
  std::set<std::string> types;
  const Declaration* example = nullptr;
};

std::map<Name, Declared> declaredFor(const WrittenIn& side) {
  std::map<Name, Declared> all;
  for (const std::uint32_t index : side.function.declarations) {
    const Declaration& declaration = side.unit.declarations[index];
    Declared& entry = all[{declaration.kind, declaration.name}];
    entry.promises.insert(declaration.promises.begin(), declaration.promises.end());
    entry.types.insert(declaration.type);
    if (!entry.example) entry.example = &declaration;
  }
  return all;
}

const Declared& declaredAs(const std::map<Name, Declared>& all, const Name& name) {
  static const Declared nothing;
  const auto it = all.find(name);
  return it == all.end() ? nothing : it->second;
}

/// What only some declarations of one side promise, by kind: names apart, so that a renamed one is itself.
std::multiset<std::pair<Declaration::Kind, Promises>> promisesOfOthers(const std::map<Name, Declared>& all,
                                                                       const std::map<Name, Declared>& others) {
  std::multiset<std::pair<Declaration::Kind, Promises>> promises;
  for (const auto& [name, declared] : all)
    if (!others.contains(name) && !declared.promises.empty())
      promises.emplace(name.first, Promises(declared.promises.begin(), declared.promises.end()));
  return promises;
}

bool sameUsed(const WrittenIn& base, const WrittenIn& head) {
  const auto before = declaredFor(base), after = declaredFor(head);
  for (const auto& [name, declared] : before)
    if (const auto it = after.find(name); it != after.end() && it->second.promises != declared.promises) return false;
  return promisesOfOthers(before, after) == promisesOfOthers(after, before);
}

/// "nonnull" of "nonnull(1)".
std::string_view wordOf(std::string_view promise) { return promise.substr(0, promise.find('(')); }

/// "is `const` now", "is no longer `pure`", "is `nonnull(1)` now, not `nonnull(2)`"; and whether that is about the
/// base.
struct Said {
  std::string text;
  bool old = false;
};

std::string listedPromises(const Promises& promises) {
  std::string text;
  for (std::size_t i = 0; i < promises.size(); ++i)
    text += (i == 0 ? "" : i + 1 == promises.size() ? " and " : ", ") + quoted(promises[i]);
  return text;
}

template <class All> std::vector<Said> changesBetween(const All& before, const All& after) {
  Promises gone, come;
  std::ranges::set_difference(before, after, std::back_inserter(gone));
  std::ranges::set_difference(after, before, std::back_inserter(come));
  std::vector<Said> said;
  std::erase_if(come, [&](const std::string& is) {
    const auto was = std::ranges::find(gone, wordOf(is), wordOf);
    if (was == gone.end()) return false;
    said.push_back({fmt::format("is {} now, not {}", quoted(is), quoted(*was))});
    gone.erase(was);
    return true;
  });
  if (!come.empty()) said.push_back({fmt::format("is {} now", listedPromises(come))});
  if (!gone.empty()) said.push_back({fmt::format("is no longer {}", listedPromises(gone)), true});
  return said;
}

std::string placeOf(const Declaration& declaration) { return fmt::format("{}:{}", declaration.file, declaration.line); }

} // namespace

bool samePromises(const WrittenIn& base, const WrittenIn& head) {
  const auto ofParameter = [](const ir::WrittenParameter& parameter) { return parameter.promises; };
  return base.function.promises == head.function.promises &&
         std::ranges::equal(base.function.parameters, head.function.parameters, {}, ofParameter, ofParameter) &&
         sameUsed(base, head);
}

std::vector<ChangeSentence> describePromises(const WrittenIn& base, const WrittenIn& head) {
  std::vector<ChangeSentence> sentences;
  const ir::WrittenFunction &was = base.function, &is = head.function;
  const auto say = [&](const std::string& subject, const std::vector<Said>& said) {
    for (const Said& one : said) {
      const std::string line = one.old ? fmt::format("old line {}", was.line) : fmt::format("line {}", is.line);
      sentences.push_back(
          {fmt::format("{} {} ({})", subject, one.text, line), one.old ? was.line : 0, one.old ? 0 : is.line});
    }
  };
  say("it", changesBetween(was.promises, is.promises));
  if (was.parameters.size() == is.parameters.size())
    for (std::size_t i = 0; i < is.parameters.size(); ++i) {
      const ir::WrittenParameter& parameter = is.parameters[i];
      say(parameter.name.empty() ? fmt::format("parameter {}", i + 1) : "parameter " + quoted(parameter.name),
          changesBetween(was.parameters[i].promises, parameter.promises));
    }
  const auto before = declaredFor(base), after = declaredFor(head);
  std::set<Name> names;
  for (const auto* side : {&before, &after})
    for (const auto& [name, unused] : *side) names.insert(name);
  // Of what another name stands for now, and its promises with it, there is nothing to say.
  const bool othersKept = promisesOfOthers(before, after) == promisesOfOthers(after, before);
  for (const Name& name : names) {
    const Declared &old = declaredAs(before, name), &young = declaredAs(after, name);
    if ((!old.example || !young.example) && othersKept) continue;
    // A call that came or went is told where the text is.
    const bool isUsed = name.first == Declaration::Kind::Function || name.first == Declaration::Kind::Variable;
    if (isUsed && (!old.example || !young.example)) continue;
    const bool isLocal = name.first == Declaration::Kind::Local;
    for (const Said& one : changesBetween(old.promises, young.promises)) {
      const Declared& seen = one.old ? old : young;
      const std::string place = isLocal ? fmt::format("line {}", seen.example->line) : placeOf(*seen.example);
      const std::string what = isLocal ? "local " + quoted(name.second) : quoted(name.second) + ", which it uses,";
      const std::string_view when = !one.old ? "" : isLocal ? "old " : "old line ";
      sentences.push_back({fmt::format("{} {} ({}{})", what, one.text, when, place)});
    }
  }
  return sentences;
}

std::string changedDeclarations(const WrittenIn& base, const WrittenIn& head) {
  const auto before = declaredFor(base), after = declaredFor(head);
  std::vector<std::string> said;
  for (const auto& [name, young] : after) {
    const Declared& old = declaredAs(before, name);
    if (name.first == Declaration::Kind::Type || name.first == Declaration::Kind::Local || !old.example) continue;
    if (old.types.size() != 1 || young.types.size() != 1 || old.types == young.types) continue;
    const auto [was, is] = quotedPair(*old.types.begin(), *young.types.begin());
    said.push_back(
        fmt::format("{}, which it uses: {} became {} ({})", quoted(name.second), was, is, placeOf(*young.example)));
    if (said.size() == 3) break;
  }
  return support::join(said, "; ");
}

} // namespace beagle::change
