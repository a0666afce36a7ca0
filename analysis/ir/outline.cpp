#include "analysis/ir/outline.h"

#include "analysis/support/pack.h"

#include <algorithm>
#include <array>

namespace beagle::ir {

std::string_view nameOf(Construct construct) {
  // In the order of the enum.
  // clang-format off
  static constexpr std::array names{
      "function",       "block",       "`if`",     "`while`",    "`do`",           "`for`",      "range `for`",
      "`switch`",       "`case`",      "`default`", "`return`",  "`break`",        "`continue`", "`goto`",
      "label",          "`try`",       "`catch`",  "`throw`",    "declaration",    "variable",   "call",
      "assignment",     "operator",    "operator", "`?:`",       "literal",        "name",       "member",
      "subscript",      "cast",        "`sizeof`", "`new`",      "`delete`",       "lambda",     "initializer list",
      "construction",   "macro call",  "statement", "expression", "condition",     "branch",     "`else` branch",
      "initialization", "loop step",   "body",     "member initializer", "assembly", "empty statement"};
  // clang-format on
  static_assert(names.size() == static_cast<std::size_t>(Construct::Null) + 1);
  return names[static_cast<std::size_t>(construct)];
}

std::uint32_t Outline::lineAt(std::uint32_t offset) const {
  const auto end = text.begin() + std::min<std::ptrdiff_t>(offset, std::ssize(text));
  return firstLine + static_cast<std::uint32_t>(std::count(text.begin(), end, '\n'));
}

static void members(auto& pack, OutlineNode& node) { pack(node.construct, node.begin, node.end, node.children); }
static void members(auto& pack, Outline& outline) { pack(outline.text, outline.firstLine, outline.nodes); }

std::string packed(const Outline& outline) {
  support::Packer pack;
  pack(outline);
  return std::move(pack.bytes);
}

support::Result<Outline> unpackOutline(std::string_view bytes) {
  support::Unpacker unpack(bytes);
  Outline outline;
  unpack(outline);
  const auto inside = [&](const OutlineNode& node) {
    return node.construct <= Construct::Null && node.begin <= node.end && node.end <= outline.text.size();
  };
  if (unpack.damaged || !std::ranges::all_of(outline.nodes, inside)) return support::cannotRun("damaged outline");
  return outline;
}

} // namespace beagle::ir
