#include "config/key_check.h"

#include "analysis/support/text.h"
#include "config/value_check.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace beagle::config {

using support::Error;

namespace {

using Kind = Node::Kind;

/// The names of a level, for suggestions.
std::vector<std::string> namesOf(const std::vector<KeyInfo>& keys) {
  std::vector<std::string> names;
  for (const KeyInfo& key : keys) names.push_back(key.name);
  return names;
}

class Check {
public:
  Check(const std::vector<KeyInfo>& keys, const std::string& file, bool isAtRoot)
      : all_(keys), file_(file), isAtRoot_(isAtRoot) {}

  std::vector<Error> run(const Node& document) {
    if (document.kind == Kind::Scalar && document.text.find(':') != std::string::npos)
      add(document, "settings are written as `key: value`", "a space belongs behind the `:`");
    else if (document.kind != Kind::Map && document.kind != Kind::Nothing)
      add(document, "settings are written as `key: value`, one on each line", "");
    else
      level(document, all_, nullptr);
    return std::move(errors_);
  }

private:
  void add(const Node& at, std::string message, std::string hint) {
    errors_.push_back(Error(support::ErrorKind::Usage, std::move(message))
                          .at({file_, at.line, at.column})
                          .hint(std::move(hint)));
  }

  /// All keys of one map; `group` is what they stand below.
  void level(const Node& map, const std::vector<KeyInfo>& keys, const KeyInfo* group) {
    std::map<std::string, const Node*> seen;
    for (const auto& [key, value] : map.entries) {
      if (isRepeated(seen, key)) continue;
      const KeyInfo* info = findKey(keys, key.text);
      if (!info)
        unknown(key, keys, group);
      else if (info->isProjectWide && !isAtRoot_)
        add(key, fmt::format("`{}` holds for the whole project", key.text),
            "write it into the .beagle.yml at the project's root");
      else
        known(*info, value, group ? group->name + "." + info->name : info->name);
    }
    if (group && group->name == "build") checkBuild(map);
  }

  bool isRepeated(std::map<std::string, const Node*>& seen, const Node& key) {
    const auto [first, isNew] = seen.emplace(key.text, &key);
    if (!isNew)
      add(key, fmt::format("`{}` stands here a second time", support::printable(key.text, 60)),
          fmt::format("the first is in line {}; keep one of them", first->second->line));
    return !isNew;
  }

  void unknown(const Node& key, const std::vector<KeyInfo>& keys, const KeyInfo* group) {
    const std::string shown = support::printable(key.text, 60);
    const std::string message = group ? fmt::format("`{}` has no key `{}`", group->name, shown)
                                      : fmt::format("unknown key `{}`", shown);
    // The right word in the wrong place is more likely than a slip of the fingers.
    if (group && findKey(all_, key.text))
      return add(key, message, fmt::format("`{}` belongs to the outermost level", shown));
    for (const KeyInfo& other : all_)
      if (&other != group && findKey(other.keys, key.text))
        return add(key, message, fmt::format("it belongs below `{}`", other.name));
    // "build.method: cmake"
    const auto [heading, below] = std::pair(key.text.substr(0, key.text.find('.')), key.text.find('.'));
    if (const KeyInfo* other = findKey(keys, heading);
        other && below != std::string::npos && other->shape != KeyInfo::Shape::Value)
      return add(key, message,
                 fmt::format("write `{}:`, and `{}` below it, indented", heading,
                             support::printable(key.text.substr(below + 1), 60)));
    const std::vector<std::string> names = namesOf(keys);
    auto near = support::nearest(key.text, names);
    // "max-buffer", as the option is called
    if (!near)
      if (const auto part = std::ranges::find_if(
              names, [&](const std::string& name) { return key.text.ends_with("-" + name); });
          part != names.end())
        near = *part;
    add(key, message,
        near ? fmt::format("did you mean `{}`?", *near)
             : fmt::format("the keys here are {}", fmt::join(names, ", ")));
  }

  void known(const KeyInfo& info, const Node& value, const std::string& path) {
    if (info.shape == KeyInfo::Shape::Value) {
      if (auto wrong = checkValue(info.type, value, path)) add(wrong->at, wrong->message, wrong->hint);
      return;
    }
    // Nothing below it is fine: all of it may be commented out.
    if (value.kind == Kind::Nothing) return;
    if (value.kind != Kind::Map)
      return add(value, fmt::format("`{}` is no value but a heading", path),
                 info.shape == KeyInfo::Shape::Group
                     ? "write its keys below it, indented: " + info.keys.front().name + ": ..."
                     : "write functions below it, indented: parse_header: " + example(info.type));
    if (info.shape == KeyInfo::Shape::Group) return level(value, info.keys, &info);
    std::map<std::string, const Node*> seen;
    for (const auto& [name, use] : value.entries) {
      if (isRepeated(seen, name)) continue;
      if (auto wrong = checkFunctionName(name))
        add(wrong->at, wrong->message, wrong->hint);
      else if (auto unfit = checkValue(info.type, use, path + "." + support::printable(name.text, 60)))
        add(unfit->at, unfit->message, unfit->hint);
    }
  }

  static const Node* valueAt(const Node& map, std::string_view key) {
    for (const auto& [name, value] : map.entries)
      if (name.text == key) return &value;
    return nullptr;
  }

  /// What no key can say alone.
  void checkBuild(const Node& build) {
    const Node* method = valueAt(build, "method");
    const Node* command = valueAt(build, "command");
    if (method && method->text == "command" && !command)
      add(*method, "the method `command` needs the command itself", "add a line such as `command: make all`");
    if (command && method && method->text != "command" && method->text != "auto")
      add(*command,
          fmt::format("a command is not used with the method `{}`", support::printable(method->text, 60)),
          "remove one of the two, or write `method: command`");
    const Node* network = valueAt(build, "network");
    if (network && network->text == "true" && !valueAt(build, "prepare"))
      add(*network, "only `prepare` may use the network, and there is none",
          "add `prepare`, or remove this line");
  }

  const std::vector<KeyInfo>& all_;
  const std::string& file_;
  bool isAtRoot_;
  std::vector<Error> errors_;
};

} // namespace

std::vector<Error> checkKeys(const Node& document, const std::vector<KeyInfo>& keys, const std::string& file,
                             bool isAtRoot) {
  constexpr std::size_t mostShown = 50;
  std::vector<Error> errors = Check(keys, file, isAtRoot).run(document);
  std::ranges::sort(errors, {}, [](const Error& error) {
    return std::tuple(error.position().line, error.position().column, error.message());
  });
  if (errors.size() > mostShown + 1) {
    const std::size_t others = errors.size() - mostShown;
    errors.erase(errors.begin() + mostShown + 1, errors.end());
    errors.back() =
        Error(support::ErrorKind::Usage, fmt::format("{} more things are wrong from here on", others))
            .at(errors.back().position());
  }
  return errors;
}

} // namespace beagle::config
