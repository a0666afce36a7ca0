#include "analysis/change/outline_diff.h"

#include "analysis/change/phrases.h"
#include "analysis/change/sequence_match.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace beagle::change {

using ir::Construct;

namespace {

/// How deep old statements are looked for in a new construct.
constexpr unsigned wrapDepth = 3;

bool hasParts(Construct construct) {
  return construct == Construct::If || construct == Construct::While || construct == Construct::Do ||
         construct == Construct::For || construct == Construct::RangeFor || construct == Construct::Switch;
}

bool isCompound(Construct construct) {
  return hasParts(construct) || construct == Construct::Block || construct == Construct::Try;
}

/// A list of statements somewhere in a compound statement.
struct InnerList {
  std::vector<ListItem> items;
  bool isElse = false;
};

void collectLists(const OutlineTree& tree, std::int32_t index, unsigned depth, bool isElse,
                  std::vector<InnerList>& lists) {
  const TreeNode& node = tree.node(index);
  if (holdsStatements(node.construct)) {
    lists.push_back({tree.items(index), isElse});
    if (depth == 0) return;
    const std::vector<ListItem> items = lists.back().items;
    for (const ListItem& item : items)
      if (!item.labelOnly && isCompound(tree.node(item.node).construct))
        collectLists(tree, item.node, depth - 1, isElse, lists);
    return;
  }
  for (const std::int32_t child : node.children) {
    const Construct construct = tree.node(child).construct;
    if (holdsStatements(construct)) collectLists(tree, child, depth, construct == Construct::Else, lists);
    else if (construct == Construct::Catch)
      for (const std::int32_t block : tree.node(child).children) collectLists(tree, block, depth, false, lists);
  }
}

std::vector<InnerList> listsIn(const OutlineTree& tree, const ListItem& item) {
  std::vector<InnerList> lists;
  if (!item.labelOnly && isCompound(tree.node(item.node).construct))
    collectLists(tree, item.node, wrapDepth, false, lists);
  return lists;
}

std::vector<std::uint64_t> hashesOf(std::span<const ListItem> items) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(items.size());
  for (const ListItem& item : items) hashes.push_back(item.hash);
  return hashes;
}

bool isTrivial(const OutlineTree& tree, const ListItem& item) {
  const Construct construct = tree.node(item.node).construct;
  return item.labelOnly || construct == Construct::Break || construct == Construct::Continue;
}

/// Which stretch of outer statements stands in an inner list.
struct Inside {
  std::size_t list = 0;            ///< of the compound statement's lists
  std::size_t first = 0, last = 0; ///< of the outer statements, inclusive
  std::size_t count = 0;           ///< how many of them are the same
};

std::optional<Inside> findInside(const OutlineTree& outerTree, std::span<const ListItem> outer,
                                 const std::vector<InnerList>& lists) {
  std::optional<Inside> best;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const std::vector<std::int32_t> partner = matchSequences(hashesOf(outer), hashesOf(lists[k].items));
    Inside inside{k, outer.size(), 0, 0};
    for (std::size_t i = 0; i < partner.size(); ++i) {
      if (partner[i] < 0 || isTrivial(outerTree, outer[i])) continue;
      inside.first = std::min(inside.first, i);
      inside.last = i;
      ++inside.count;
    }
    if (inside.count > 0 && (!best || inside.count > best->count)) best = inside;
  }
  return best;
}

} // namespace

OutlineDiff::OutlineDiff(const OutlineTree& base, const OutlineTree& head)
    : base_(base), head_(head), similar_(base, head) {}

std::vector<Difference> OutlineDiff::run() {
  if (base_.empty() || head_.empty() || base_.node(0).hash == head_.node(0).hash) return {};
  memberInits();
  const auto bodyOf = [](const OutlineTree& tree) {
    const std::vector<std::int32_t>& children = tree.node(0).children;
    return !children.empty() && tree.node(children.back()).construct != Construct::MemberInit ? children.back() : -1;
  };
  const std::int32_t base = bodyOf(base_), head = bodyOf(head_);
  if (base >= 0 && head >= 0) pair({base, false, base_.node(base).hash}, {head, false, head_.node(head).hash});
  findMoves();
  return std::move(found_);
}

void OutlineDiff::memberInits() {
  const auto list = [](const OutlineTree& tree) {
    std::map<std::string_view, std::int32_t> inits;
    for (const std::int32_t child : tree.node(0).children)
      if (const TreeNode& node = tree.node(child); node.construct == Construct::MemberInit && node.begin < node.end)
        inits.try_emplace(tree.tokenText(node.begin), child);
    return inits;
  };
  const auto base = list(base_), head = list(head_);
  for (const auto& [name, old] : base) {
    const auto it = head.find(name);
    if (it == head.end()) removed({old, false, base_.node(old).hash});
    else if (base_.node(old).children.size() == 1 && head_.node(it->second).children.size() == 1)
      expression(base_.node(old).children[0], head_.node(it->second).children[0],
                 "member initializer of " + quoted(name));
    else if (base_.node(old).hash != head_.node(it->second).hash)
      became(old, it->second, "member initializer of " + quoted(name));
  }
  for (const auto& [name, young] : head)
    if (!base.contains(name)) added({young, false, head_.node(young).hash});
}

void OutlineDiff::lists(Items base, Items head) {
  const std::uint32_t outerList = std::exchange(list_, ++lists_);
  const std::vector<std::int32_t> partner = matchSequences(hashesOf(base), hashesOf(head));
  std::size_t i = 0, j = 0;
  while (i < base.size() || j < head.size()) {
    std::size_t toBase = i;
    while (toBase < base.size() && partner[toBase] < 0) ++toBase;
    const std::size_t toHead = toBase < base.size() ? static_cast<std::size_t>(partner[toBase]) : head.size();
    gap(base.subspan(i, toBase - i), head.subspan(j, toHead - j));
    ++place_; // what follows does not touch what was before
    i = toBase + 1, j = toHead + 1;
  }
  list_ = outerList;
}

void OutlineDiff::gap(Items base, Items head) {
  if (base.empty() && head.empty()) return;
  if (!base.empty() && !head.empty() && (wrapping(base, head) || unwrapping(base, head))) return;
  pairs(base, head);
}

/// Old statements that stand in a new construct now.
bool OutlineDiff::wrapping(Items base, Items head) {
  for (std::size_t h = 0; h < head.size(); ++h) {
    const std::vector<InnerList> inner = listsIn(head_, head[h]);
    std::optional<Inside> inside = findInside(base_, base, inner);
    if (!inside) continue;
    // An old construct of the same kind may have been extended instead.
    bool extended = false;
    for (std::size_t b = 0; b < base.size(); ++b) {
      const bool isInside = b >= inside->first && b <= inside->last;
      if (base_.node(base[b].node).construct == head_.node(head[h].node).construct && !isInside)
        extended |= similar_.likeness(base[b], head[h]).value_or(0) >= 0.5;
    }
    if (extended) continue;
    const InnerList& list = inner[inside->list];
    // Statements next to them may stand inside as well, edited.
    const auto isEdited = [&](const ListItem& item) {
      return std::ranges::any_of(list.items,
                                 [&](const ListItem& one) { return similar_.likeness(item, one).value_or(0) >= 0.6; });
    };
    while (inside->first > 0 && isEdited(base[inside->first - 1])) --inside->first;
    while (inside->last + 1 < base.size() && isEdited(base[inside->last + 1])) ++inside->last;
    gap(base.first(inside->first), head.first(h));
    Difference& difference = found_.emplace_back();
    difference.kind = list.isElse ? Difference::Kind::Added : Difference::Kind::Wrapped;
    difference.what = quoted(headOf(head_, head[h]));
    difference.headToken = static_cast<std::int32_t>(head_.node(head[h].node).begin);
    difference.baseToken = list.isElse ? -1 : static_cast<std::int32_t>(base_.node(base[inside->first].node).begin);
    difference.count = static_cast<std::uint32_t>(inside->count);
    difference.list = ++lists_;
    lists(base.subspan(inside->first, inside->last - inside->first + 1), list.items);
    gap(base.subspan(inside->last + 1), head.subspan(h + 1));
    return true;
  }
  return false;
}

bool OutlineDiff::unwrapping(Items base, Items head) {
  for (std::size_t b = 0; b < base.size(); ++b) {
    const std::vector<InnerList> inner = listsIn(base_, base[b]);
    const std::optional<Inside> inside = findInside(head_, head, inner);
    if (!inside) continue;
    bool shortened = false;
    for (std::size_t h = 0; h < head.size(); ++h) {
      const bool isInside = h >= inside->first && h <= inside->last;
      if (head_.node(head[h].node).construct == base_.node(base[b].node).construct && !isInside)
        shortened |= similar_.likeness(base[b], head[h]).value_or(0) >= 0.5;
    }
    if (shortened) continue;
    gap(base.first(b), head.first(inside->first));
    const InnerList& list = inner[inside->list];
    Difference& difference = found_.emplace_back();
    difference.kind = list.isElse ? Difference::Kind::Removed : Difference::Kind::Unwrapped;
    difference.what = quoted(headOf(base_, base[b]));
    difference.baseToken = static_cast<std::int32_t>(base_.node(base[b].node).begin);
    difference.headToken = list.isElse ? -1 : static_cast<std::int32_t>(head_.node(head[inside->first].node).begin);
    difference.count = static_cast<std::uint32_t>(inside->count);
    difference.list = ++lists_;
    lists(list.items, head.subspan(inside->first, inside->last - inside->first + 1));
    gap(base.subspan(b + 1), head.subspan(inside->last + 1));
    return true;
  }
  return false;
}

void OutlineDiff::pairs(Items base, Items head) {
  std::size_t i = 0, j = 0;
  const auto rest = [&](std::size_t toBase, std::size_t toHead) {
    for (; i < toBase; ++i) removed(base[i]);
    for (; j < toHead; ++j) added(head[j]);
  };
  for (const auto& [b, h] : similar_.find(base, head)) {
    rest(b, h);
    ++place_;
    pair(base[b], head[h]);
    ++place_;
    i = b + 1, j = h + 1;
  }
  rest(base.size(), head.size());
}

void OutlineDiff::added(const ListItem& item) {
  Difference& difference = found_.emplace_back();
  difference.kind = Difference::Kind::Added;
  difference.what = phraseOf(head_, item);
  difference.headToken = static_cast<std::int32_t>(head_.node(item.node).begin);
  difference.item = item;
  difference.list = list_, difference.place = place_;
}

void OutlineDiff::removed(const ListItem& item) {
  Difference& difference = found_.emplace_back();
  difference.kind = Difference::Kind::Removed;
  difference.what = phraseOf(base_, item);
  difference.baseToken = static_cast<std::int32_t>(base_.node(item.node).begin);
  difference.item = item;
  difference.list = list_, difference.place = place_;
}

void OutlineDiff::pair(const ListItem& base, const ListItem& head) {
  if (base.hash == head.hash) return;
  const TreeNode& old = base_.node(base.node);
  const TreeNode& young = head_.node(head.node);
  if (base.labelOnly) return became("label", headOf(base_, base), headOf(head_, head), old.begin, young.begin);
  if (hasParts(old.construct) && hasParts(young.construct)) {
    if (old.construct != young.construct) {
      Difference& difference = found_.emplace_back();
      difference.what = std::string(ir::nameOf(old.construct));
      difference.detail = " became " + std::string(ir::nameOf(young.construct));
      difference.baseToken = static_cast<std::int32_t>(old.begin),
      difference.headToken = static_cast<std::int32_t>(young.begin);
    }
    return parts(base.node, head.node);
  }
  if (old.construct != young.construct) return became(base.node, head.node, "statement");
  if (old.construct == Construct::Block) return lists(base_.items(base.node), head_.items(head.node));
  if (old.construct == Construct::Try) return tryBlocks(base.node, head.node);
  if (old.construct == Construct::Variable) return variables(base.node, head.node);
  statement(base.node, head.node);
}

void OutlineDiff::tryBlocks(std::int32_t base, std::int32_t head) {
  std::vector<ListItem> oldHandlers, newHandlers;
  const auto split = [](const OutlineTree& tree, std::int32_t index, std::vector<ListItem>& handlers) {
    std::vector<ListItem> body;
    for (const std::int32_t child : tree.node(index).children) {
      if (tree.node(child).construct == Construct::Catch) handlers.push_back({child, false, tree.node(child).hash});
      else if (body.empty()) body = tree.items(child);
    }
    return body;
  };
  const std::vector<ListItem> oldBody = split(base_, base, oldHandlers), newBody = split(head_, head, newHandlers);
  lists(oldBody, newBody);
  lists(oldHandlers, newHandlers);
}

void OutlineDiff::parts(std::int32_t base, std::int32_t head) {
  const auto find = [](const OutlineTree& tree, std::int32_t index, Construct wanted) {
    for (const std::int32_t child : tree.node(index).children) {
      const Construct construct = tree.node(child).construct;
      // What an `if` does is what a loop does when one became the other.
      if (construct == wanted || (wanted == Construct::Body && construct == Construct::Then)) return child;
    }
    return -1;
  };
  const std::string owner(ir::nameOf(head_.node(head).construct));
  for (const Construct kind :
       {Construct::Init, Construct::Condition, Construct::Step, Construct::Body, Construct::Else})
    parts(kind, find(base_, base, kind), find(head_, head, kind), owner);
}

void OutlineDiff::parts(Construct kind, std::int32_t base, std::int32_t head, const std::string& owner) {
  if (base < 0 && head < 0) return;
  const std::string name = kind == Construct::Else ? "`else` branch" : std::string(ir::nameOf(kind)) + " of " + owner;
  if (base < 0 || head < 0) {
    const std::string code =
        kind == Construct::Else ? "" : " " + quoted(base < 0 ? head_.text(head) : base_.text(base));
    part(base < 0 ? Difference::Kind::Added : Difference::Kind::Removed, name + code,
         base < 0 ? head_.node(head).begin : base_.node(base).begin);
    return;
  }
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  if (old.hash == young.hash) return;
  const auto isDeclaration = [](const OutlineTree& tree, const TreeNode& node) {
    return node.children.size() == 1 && tree.node(node.children[0]).construct == Construct::Declaration;
  };
  const bool declarations = isDeclaration(base_, old) && isDeclaration(head_, young);
  if (holdsStatements(old.construct) || declarations) lists(base_.items(base), head_.items(head));
  else if (old.children.size() == 1 && young.children.size() == 1) expression(old.children[0], young.children[0], name);
  else became(base, head, name);
}

void OutlineDiff::variables(std::int32_t base, std::int32_t head) {
  const auto typeOf = [](const OutlineTree& tree, std::int32_t index) {
    const std::uint32_t name = tree.nameOfVariable(index);
    std::pair<std::string, std::vector<std::uint64_t>> type;
    bool before = true;
    for (const Piece& piece : tree.pieces(index)) {
      if (piece.child >= 0 || tree.tokenText(piece.begin) == "=") break;
      if (piece.begin == name) {
        before = false;
        continue;
      }
      if (!type.first.empty() && before) type.first += ' ';
      type.first += tree.tokenText(piece.begin);
      type.second.push_back(tree.keys()[piece.begin]);
    }
    return type;
  };
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  const std::uint32_t token = head_.nameOfVariable(head);
  const std::string name = quoted(token < young.end ? head_.text(token, token + 1) : headOf(head_, {head, false, 0}));
  const auto oldType = typeOf(base_, base), newType = typeOf(head_, head);
  if (oldType.second != newType.second)
    became("type of local " + name, oldType.first, newType.first, old.begin, young.begin);
  const std::string place = "initializer of " + name;
  if (old.children.size() == 1 && young.children.size() == 1)
    return expression(old.children[0], young.children[0], place);
  if (old.children.empty() != young.children.empty()) {
    const bool isNew = old.children.empty();
    part(isNew ? Difference::Kind::Added : Difference::Kind::Removed,
         place + " " + quoted(isNew ? head_.text(young.children[0]) : base_.text(old.children[0])),
         isNew ? young.begin : old.begin);
    return;
  }
  if (oldType.second == newType.second) became(base, head, "declaration of " + name);
}

/// A statement that was removed here and added there was moved; so was one that stands in a new construct now.
void OutlineDiff::findMoves() {
  const auto canMove = [&](const OutlineTree& tree, const Difference& difference) {
    if (difference.item.node < 0 || isTrivial(tree, difference.item)) return false;
    const TreeNode& node = tree.node(difference.item.node);
    return node.end - node.begin > 1;
  };
  std::unordered_multimap<std::uint64_t, std::size_t> gone;
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (found_[i].kind == Difference::Kind::Removed && canMove(base_, found_[i])) gone.emplace(found_[i].item.hash, i);
  if (gone.empty()) return;
  std::vector<bool> drop(found_.size(), false);
  const auto take = [&](std::uint64_t hash) -> std::optional<std::size_t> {
    std::optional<std::size_t> first;
    for (auto [it, end] = gone.equal_range(hash); it != end; ++it)
      if (!drop[it->second] && (!first || it->second < *first)) first = it->second;
    if (first) drop[*first] = true;
    return first;
  };
  const std::size_t known = found_.size();
  for (std::size_t i = 0; i < known; ++i) {
    if (found_[i].kind != Difference::Kind::Added || !canMove(head_, found_[i])) continue;
    if (const auto from = take(found_[i].item.hash)) {
      found_[i].kind = Difference::Kind::Moved;
      found_[i].baseToken = found_[*from].baseToken;
      continue;
    }
    const ListItem into = found_[i].item;
    for (const InnerList& list : listsIn(head_, into))
      for (const ListItem& item : list.items)
        if (const auto from = take(item.hash)) {
          Difference moved = found_[*from];
          moved.kind = Difference::Kind::Moved;
          moved.headToken = static_cast<std::int32_t>(head_.node(item.node).begin);
          moved.detail = " into " + quoted(headOf(head_, into));
          found_.push_back(std::move(moved));
          drop.push_back(false);
        }
  }
  // Where a local is declared does not matter while it holds nothing.
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (found_[i].kind != Difference::Kind::Moved || found_[i].item.node < 0 || i >= known) continue;
    const TreeNode& node = head_.node(found_[i].item.node);
    drop[i] = node.construct == Construct::Variable &&
              (node.children.empty() || head_.node(node.children[0]).construct == Construct::Literal);
  }
  std::vector<Difference> kept;
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (!drop[i]) kept.push_back(std::move(found_[i]));
  unsaid_ |= kept.size() < found_.size();
  found_ = std::move(kept);
}

} // namespace beagle::change
