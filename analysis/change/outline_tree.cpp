#include "analysis/change/outline_tree.h"

#include "analysis/change/local_names.h"

#include <algorithm>
#include <utility>

namespace beagle::change {

using ir::Construct;

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
  hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29);
}

bool opensScope(Construct construct) {
  switch (construct) {
  case Construct::Function:
  case Construct::Block:
  case Construct::If:
  case Construct::While:
  case Construct::For:
  case Construct::RangeFor:
  case Construct::Switch:
  case Construct::Catch:
  case Construct::Lambda: return true;
  default: return false;
  }
}

} // namespace

bool holdsStatements(Construct construct) {
  return construct == Construct::Block || construct == Construct::Then || construct == Construct::Else ||
         construct == Construct::Body;
}

bool isLabelled(Construct construct) {
  return construct == Construct::Case || construct == Construct::Default || construct == Construct::Label;
}

OutlineTree::OutlineTree(const ir::Outline& outline, TokenNames& names)
    : outline_(outline), tokens_(tokenise(outline.text)) {
  readLines();
  names_.reserve(tokens_.size());
  for (const Token& token : tokens_) names_.push_back(names.idOf(outline.text, token));
  keys_ = names_;
  readNodes();

  const NamedText text{outline_.text, tokens_};
  std::vector<ScopedName> scoped;
  const auto declare = [&](const std::vector<std::uint32_t>& found, std::uint32_t end) {
    for (const std::uint32_t token : found) scoped.push_back({token, end});
  };
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const TreeNode& node = nodes_[i];
    const std::uint32_t inner =
        node.children.empty() ? node.end : nodes_[static_cast<std::size_t>(node.children.front())].begin;
    switch (node.construct) {
    case Construct::Function: declare(parameterNames(text, node.begin, inner), node.end); break;
    case Construct::Lambda:
    case Construct::Catch: declare(parameterNames(text, node.begin, inner), node.end); break;
    case Construct::Label:
      if (node.begin < node.end) scoped.push_back({node.begin, node.end, true});
      break;
    case Construct::Variable: {
      std::int32_t scope = node.parent;
      while (scope > 0 && !opensScope(this->node(scope).construct)) scope = this->node(scope).parent;
      const std::uint32_t end = scope >= 0 ? this->node(scope).end : node.end;
      const std::uint32_t name = nameOfVariable(static_cast<std::int32_t>(i));
      if (name < node.end) scoped.push_back({name, end});
      else declare(bindingNames(text, node.begin, node.end), end);
      break;
    }
    default: break;
    }
  }
  std::ranges::sort(scoped, {}, &ScopedName::token);
  const auto repeated = std::ranges::unique(scoped, {}, &ScopedName::token);
  scoped.erase(repeated.begin(), repeated.end());
  localOf_ = resolveNames(text, scoped);
  for (const ScopedName& name : scoped) locals_.push_back({name.token, name.isLabel});
}

void OutlineTree::readLines() {
  lineStarts_.push_back(0);
  for (std::uint32_t i = 0; i < outline_.text.size(); ++i)
    if (outline_.text[i] == '\n') lineStarts_.push_back(i + 1);
}

std::uint32_t OutlineTree::lineOf(std::uint32_t token) const {
  if (tokens_.empty()) return outline_.firstLine;
  const std::uint32_t offset = tokens_[std::min<std::size_t>(token, tokens_.size() - 1)].begin;
  const auto after = std::ranges::upper_bound(lineStarts_, offset);
  return outline_.firstLine + static_cast<std::uint32_t>(after - lineStarts_.begin()) - 1;
}

std::string OutlineTree::text(std::uint32_t begin, std::uint32_t end) const {
  return onOneLine(outline_.text, tokens_, begin, end);
}

/// Children that do not stand inside their parent are dropped: the compiler lets a loop variable's initializer
/// point to the range, for example.
void OutlineTree::readNodes() {
  const auto tokenAt = [&](std::uint32_t offset) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(tokens_, offset, {}, &Token::begin) - tokens_.begin());
  };
  struct Open {
    std::int32_t node; ///< -1: dropped
    std::uint32_t left;
  };
  std::vector<Open> open;
  for (const ir::OutlineNode& source : outline_.nodes) {
    while (!open.empty() && open.back().left == 0) open.pop_back();
    if (open.empty() && !nodes_.empty()) break; // damaged: a second root
    const std::int32_t parent = open.empty() ? -1 : open.back().node;
    const bool isRoot = open.empty();
    if (!isRoot) --open.back().left;
    TreeNode node;
    node.construct = source.construct;
    node.begin = tokenAt(source.begin), node.end = std::max(node.begin, tokenAt(source.end));
    node.parent = parent;
    const bool kept =
        isRoot || (parent >= 0 && node.begin >= this->node(parent).begin && node.end <= this->node(parent).end);
    open.push_back({kept ? static_cast<std::int32_t>(nodes_.size()) : -1, source.children});
    if (!kept) continue;
    if (!isRoot) nodes_[static_cast<std::size_t>(parent)].children.push_back(static_cast<std::int32_t>(nodes_.size()));
    nodes_.push_back(std::move(node));
  }
  for (TreeNode& node : nodes_)
    std::ranges::sort(node.children, {}, [&](std::int32_t child) { return std::pair(this->node(child).begin, child); });
}

std::uint32_t OutlineTree::firstOwnToken(std::int32_t index) const {
  const TreeNode& variable = node(index);
  if (variable.construct != Construct::Variable || variable.parent < 0) return variable.begin;
  std::uint32_t begin = variable.begin;
  for (const std::int32_t sibling : node(variable.parent).children) {
    if (sibling == index) break;
    if (node(sibling).construct == Construct::Variable && node(sibling).begin == variable.begin)
      begin = std::max(begin, node(sibling).end + 1); // after the comma
  }
  return std::min(begin, variable.end);
}

std::uint32_t OutlineTree::nameOfVariable(std::int32_t index) const {
  return declaredName({outline_.text, tokens_}, firstOwnToken(index), node(index).end);
}

std::vector<Piece> OutlineTree::pieces(std::int32_t index) const {
  const TreeNode& parent = node(index);
  std::vector<Piece> list;
  std::uint32_t at = parent.begin;
  const auto is = [&](std::uint32_t token, std::string_view sign) { return tokenText(token) == sign; };
  const auto addTokens = [&](std::uint32_t end) {
    for (; at < end; ++at)
      if (!is(at, ";")) list.push_back({-1, at, at + 1});
  };
  if (const std::uint32_t own = firstOwnToken(index); own > at) {
    // `int *a, b`: what `b` shares with `a` is what stands before the declarator of `a`.
    std::uint32_t shared = declaredName({outline_.text, tokens_}, at, own);
    while (shared > at && (is(shared - 1, "*") || is(shared - 1, "&") || is(shared - 1, "("))) --shared;
    addTokens(std::min(shared, own));
    at = own;
  }
  for (std::size_t i = 0; i < parent.children.size(); ++i) {
    const std::int32_t child = parent.children[i];
    std::uint32_t begin = node(child).begin, end = node(child).end;
    const std::uint32_t limit =
        i + 1 < parent.children.size() ? std::max(end, node(parent.children[i + 1]).begin) : parent.end;
    while (begin > at && end < limit && is(begin - 1, "(") && is(end, ")")) --begin, ++end;
    addTokens(std::max(at, begin));
    list.push_back({child, begin, end});
    at = std::max(at, end);
  }
  addTokens(parent.end);
  return list;
}

std::uint32_t OutlineTree::endOfLabel(std::int32_t index) const {
  const TreeNode& label = node(index);
  const bool hasStatement = label.construct == Construct::Case ? label.children.size() > 1 : !label.children.empty();
  return hasStatement ? node(label.children.back()).begin : label.end;
}

std::vector<ListItem> OutlineTree::items(std::int32_t index) const {
  std::vector<ListItem> list;
  const TreeNode* parent = &node(index);
  if (parent->construct != Construct::Block && parent->children.size() == 1 &&
      node(parent->children.front()).construct == Construct::Block)
    parent = &node(parent->children.front());
  for (const std::int32_t child : parent->children) addItems(child, list);
  return list;
}

void OutlineTree::addItems(std::int32_t index, std::vector<ListItem>& list) const {
  const TreeNode* current = &node(index);
  while (isLabelled(current->construct)) {
    list.push_back({index, true, hashOfLabel(index)});
    if (endOfLabel(index) == current->end) return;
    index = current->children.back();
    current = &node(index);
  }
  if (current->construct == Construct::Null) return;
  const bool onlyVariables = current->construct == Construct::Declaration && !current->children.empty() &&
                             std::ranges::all_of(current->children, [&](std::int32_t child) {
                               return node(child).construct == Construct::Variable;
                             });
  if (onlyVariables)
    for (const std::int32_t child : current->children) list.push_back({child, false, node(child).hash});
  else list.push_back({index, false, current->hash});
}

std::uint64_t OutlineTree::hashOfLabel(std::int32_t index) const {
  const TreeNode& label = node(index);
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(label.construct), 1);
  if (label.construct == Construct::Case && !label.children.empty())
    return mixed(hash, node(label.children.front()).hash) +
           (label.children.size() > 2 ? node(label.children[1]).hash : 0);
  for (std::uint32_t i = label.begin; i < endOfLabel(index); ++i) hash = mixed(hash, keys_[i]);
  return hash;
}

std::uint64_t OutlineTree::hashOf(std::int32_t index) const {
  const Construct construct = node(index).construct;
  // With or without braces, the statements are what counts.
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(construct), 2);
  if (holdsStatements(construct)) {
    for (const ListItem& item : items(index)) hash = mixed(hash, item.hash);
    return hash;
  }
  for (const Piece& piece : pieces(index))
    hash = piece.child >= 0 ? mixed(hash, ~node(piece.child).hash) : mixed(hash, keys_[piece.begin]);
  return hash;
}

std::vector<std::uint64_t> OutlineTree::keysWithoutLocals() const {
  constexpr std::uint64_t variable = ~std::uint64_t{0}, label = variable - 1;
  std::vector<std::uint64_t> keys = names_;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (localOf_[i] >= 0) keys[i] = locals_[static_cast<std::size_t>(localOf_[i])].isLabel ? label : variable;
  return keys;
}

void OutlineTree::useLocalKeys(std::span<const std::uint64_t> keys) {
  for (std::size_t i = 0; i < keys_.size(); ++i)
    if (localOf_[i] >= 0 && keys[static_cast<std::size_t>(localOf_[i])] != 0)
      keys_[i] = keys[static_cast<std::size_t>(localOf_[i])];
  // Children stand after their parents.
  for (std::int32_t i = static_cast<std::int32_t>(nodes_.size()) - 1; i >= 0; --i)
    nodes_[static_cast<std::size_t>(i)].hash = hashOf(i);
}

} // namespace beagle::change
