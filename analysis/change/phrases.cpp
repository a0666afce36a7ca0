#include "analysis/change/phrases.h"

#include <algorithm>

namespace beagle::change {

using ir::Construct;

namespace {

constexpr std::size_t limit = 60;

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t charactersIn(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !continuesCharacter(c); }));
}

/// The first `count` characters.
std::string_view firstCharacters(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (!continuesCharacter(text[at]) && count-- == 0) break;
  return text.substr(0, at);
}

bool isWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

/// Where to begin so that a little of what both have in common is still seen.
std::size_t seenFrom(std::string_view base, std::string_view head) {
  constexpr std::size_t context = 16;
  const auto [differs, unused] = std::ranges::mismatch(base, head);
  auto at = static_cast<std::size_t>(differs - base.begin());
  if (at < limit / 2) return 0;
  at -= context;
  // Back to where a word begins, unless that is far away.
  const std::size_t nearest = at - std::min(at, context);
  std::size_t word = at;
  while (word > nearest && isWordByte(base[word]) && isWordByte(base[word - 1])) --word;
  if (word > nearest) return word;
  while (at > 0 && continuesCharacter(base[at])) --at;
  return at;
}

} // namespace

bool isLong(std::string_view code) { return charactersIn(code) > limit; }

std::string quoted(std::string_view code) {
  const std::string_view kept = isLong(code) ? firstCharacters(code, limit - 1) : code;
  return "`" + std::string(kept) + (kept.size() < code.size() ? "…`" : "`");
}

std::pair<std::string, std::string> quotedPair(std::string_view base, std::string_view head) {
  if (!isLong(base) && !isLong(head)) return {quoted(base), quoted(head)};
  const std::size_t from = seenFrom(base, head);
  const auto cut = [&](std::string_view code) {
    return quoted(from > 0 ? "…" + std::string(code.substr(from)) : std::string(code));
  };
  return {cut(base), cut(head)};
}

std::string headOf(const OutlineTree& tree, const ListItem& item) {
  const TreeNode& node = tree.node(item.node);
  if (item.labelOnly) {
    std::uint32_t end = tree.endOfLabel(item.node);
    if (end > node.begin && tree.tokenText(end - 1) == ":") --end;
    return tree.text(node.begin, end);
  }
  if (node.construct == Construct::Do) {
    for (const std::int32_t part : node.children)
      if (tree.node(part).construct == Construct::Condition) return "do … while (" + tree.text(part) + ")";
  }
  if (node.construct == Construct::Try) return "try";
  for (const std::int32_t part : node.children) {
    const Construct construct = tree.node(part).construct;
    const bool begins = construct == Construct::Then || construct == Construct::Body ||
                        (node.construct == Construct::Catch && construct == Construct::Block);
    if (begins) return tree.text(node.begin, tree.node(part).begin);
  }
  return tree.text(item.node);
}

std::string phraseOf(const OutlineTree& tree, const ListItem& item) {
  const std::string all = item.labelOnly ? std::string() : tree.text(item.node);
  const std::string code = quoted(all.empty() || isLong(all) ? headOf(tree, item) : all);
  const Construct construct = tree.node(item.node).construct;
  switch (construct) {
  case Construct::If:
  case Construct::While:
  case Construct::Do:
  case Construct::For:
  case Construct::RangeFor:
  case Construct::Switch:
  case Construct::Try:
  case Construct::Catch:
  case Construct::Case:
  case Construct::Default:
  case Construct::Return:
  case Construct::Break:
  case Construct::Continue:
  case Construct::Goto:
  case Construct::Throw:
  case Construct::Delete: return code;
  case Construct::Block: return isLong(all) ? "block" : code;
  case Construct::Variable:
  case Construct::Declaration: return "declaration " + code;
  case Construct::Call:
  case Construct::Assignment:
  case Construct::MacroCall:
  case Construct::MemberInit:
  case Construct::Label: return std::string(ir::nameOf(construct)) + " " + code;
  default: return "statement " + code;
  }
}

} // namespace beagle::change
