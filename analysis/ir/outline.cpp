#include "analysis/ir/outline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace beagle::ir {

using nlohmann::json;

std::string_view nameOf(Construct construct) {
  // In the order of the enum.
  static constexpr std::array names{
      "function",       "block",       "`if`",     "`while`",    "`do`",           "`for`",      "range `for`",
      "`switch`",       "`case`",      "`default`", "`return`",  "`break`",        "`continue`", "`goto`",
      "label",          "`try`",       "`catch`",  "`throw`",    "declaration",    "variable",   "call",
      "assignment",     "operator",    "operator", "`?:`",       "literal",        "name",       "member",
      "subscript",      "cast",        "`sizeof`", "`new`",      "`delete`",       "lambda",     "initializer list",
      "construction",   "macro call",  "statement", "expression", "condition",     "branch",     "`else` branch",
      "initialization", "loop step",   "body",     "member initializer", "assembly", "empty statement"};
  static_assert(names.size() == static_cast<std::size_t>(Construct::Null) + 1);
  return names[static_cast<std::size_t>(construct)];
}

std::uint32_t Outline::lineAt(std::uint32_t offset) const {
  const auto end = text.begin() + std::min<std::ptrdiff_t>(offset, std::ssize(text));
  return firstLine + static_cast<std::uint32_t>(std::count(text.begin(), end, '\n'));
}

std::string toJson(const Outline& outline) {
  json nodes = json::array();
  for (const OutlineNode& node : outline.nodes) {
    nodes.push_back(static_cast<int>(node.construct));
    nodes.push_back(node.begin);
    nodes.push_back(node.end);
    nodes.push_back(node.children);
  }
  return json::array({outline.text, outline.firstLine, std::move(nodes)})
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

support::Result<Outline> outlineFromJson(std::string_view text) {
  try {
    const json document = json::parse(text.substr(0, text.find('\n')));
    Outline outline;
    document.at(0).get_to(outline.text);
    document.at(1).get_to(outline.firstLine);
    const auto numbers = document.at(2).get<std::vector<std::uint32_t>>();
    for (std::size_t i = 0; i + 4 <= numbers.size(); i += 4) {
      if (numbers[i] > static_cast<std::uint32_t>(Construct::Null) || numbers[i + 1] > numbers[i + 2] ||
          numbers[i + 2] > outline.text.size())
        return support::cannotRun("damaged outline: node {} is out of range", i / 4);
      outline.nodes.push_back(
          {static_cast<Construct>(numbers[i]), numbers[i + 1], numbers[i + 2], numbers[i + 3]});
    }
    return outline;
  } catch (const json::exception& problem) {
    return support::cannotRun("damaged outline: {}", problem.what());
  }
}

} // namespace beagle::ir
