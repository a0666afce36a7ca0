#include "analysis/change/outline_diff.h"
#include "analysis/change/phrases.h"
#include "analysis/change/sequence_match.h"

#include <algorithm>

namespace beagle::change {

using ir::Construct;

namespace {

/// What is called, without the object: "f", "push_back".
std::string calleeOf(const OutlineTree& tree, std::int32_t call) {
  const TreeNode& node = tree.node(call);
  if (node.children.empty()) return tree.text(call);
  const TreeNode& callee = tree.node(node.children.front());
  if (callee.construct == Construct::Member && callee.begin < callee.end && callee.children.size() == 1)
    return tree.text(std::min(tree.node(callee.children[0]).end + 1, callee.end - 1), callee.end);
  return tree.text(node.children.front());
}

bool hasOperator(Construct construct) {
  return construct == Construct::Binary || construct == Construct::Unary || construct == Construct::Assignment;
}

bool isLeaf(Construct construct) { return construct == Construct::Name || construct == Construct::Literal; }

/// The operator of `a && b` or `a || b`; nothing for anything else.
std::string_view logicalOperator(const OutlineTree& tree, std::int32_t index) {
  const TreeNode& node = tree.node(index);
  if (node.construct != Construct::Binary || node.children.size() != 2) return {};
  for (const Piece& piece : tree.pieces(index)) {
    if (piece.child >= 0) continue;
    const std::string_view sign = tree.tokenText(piece.begin);
    return sign == "&&" || sign == "||" ? sign : std::string_view();
  }
  return {};
}

void collectOperands(const OutlineTree& tree, std::int32_t index, std::string_view sign,
                     std::vector<std::int32_t>& operands) {
  if (logicalOperator(tree, index) != sign) {
    operands.push_back(index);
    return;
  }
  for (const std::int32_t child : tree.node(index).children) collectOperands(tree, child, sign, operands);
}

std::vector<std::uint64_t> hashesOf(const OutlineTree& tree, const std::vector<std::int32_t>& nodes) {
  std::vector<std::uint64_t> hashes;
  for (const std::int32_t index : nodes) hashes.push_back(tree.node(index).hash);
  return hashes;
}

/// The code between the brackets of a call.
std::string argumentsOf(const OutlineTree& tree, std::int32_t call) {
  const std::vector<std::int32_t>& children = tree.node(call).children;
  if (children.size() < 2) return "()";
  return tree.text(tree.node(children[1]).begin, tree.node(children.back()).end);
}

} // namespace

void OutlineDiff::statement(std::int32_t base, std::int32_t head) {
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  switch (young.construct) {
  case Construct::Return:
  case Construct::Throw:
    if (old.children.size() == 1 && young.children.size() == 1)
      return expression(old.children[0], young.children[0], std::string(ir::nameOf(young.construct)));
    return became(base, head, std::string(ir::nameOf(young.construct)));
  case Construct::Catch: {
    if (old.children.empty() || young.children.empty()) return became(base, head, "`catch`");
    const std::string was = headOf(base_, {base, false, 0}), is = headOf(head_, {head, false, 0});
    if (was != is) became("`catch`", was, is, old.begin, young.begin);
    return lists(base_.items(old.children.back()), head_.items(young.children.back()));
  }
  case Construct::Call: return expression(base, head, "call");
  case Construct::MacroCall: return expression(base, head, "macro call");
  case Construct::Declaration: return became(base, head, "declaration");
  default: return expression(base, head, "statement");
  }
}

void OutlineDiff::expression(std::int32_t base, std::int32_t head, const std::string& place) {
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  if (old.hash == young.hash || logicalChain(base, head, place)) return;
  if (old.construct != young.construct || old.construct == Construct::MacroCall) return became(base, head, place);
  if (old.construct == Construct::Block) return lists(base_.items(base), head_.items(head));
  if (old.construct == Construct::Lambda) return lambdas(base, head, place);

  const std::vector<Piece> was = base_.pieces(base), is = head_.pieces(head);
  const auto isChild = [](const Piece& piece) { return piece.child >= 0; };
  if (!std::ranges::equal(was, is, {}, isChild, isChild)) {
    if (old.construct == Construct::Call && arguments(base, head, place)) return;
    return became(base, head, place);
  }
  std::vector<std::size_t> differing, own; // children, and pieces that are none
  for (std::size_t i = 0, child = 0; i < was.size(); ++i) {
    if (was[i].child < 0) {
      if (base_.keys()[was[i].begin] != head_.keys()[is[i].begin]) own.push_back(i);
      continue;
    }
    if (base_.node(was[i].child).hash != head_.node(is[i].child).hash) differing.push_back(child);
    ++child;
  }
  if (own.empty() && !differing.empty()) return children(base, head, differing, place);
  if (!differing.empty() || own.size() != 1 || !hasOperator(old.construct)) return became(base, head, place);

  const Piece &a = was[own[0]], &b = is[own[0]];
  const bool assigns = old.construct == Construct::Assignment;
  const std::string where = assigns ? "assignment to " + quoted(head_.text(young.children.front())) : place;
  const std::string within = assigns || isLong(head_.text(head)) ? "" : " in " + quoted(head_.text(head));
  became(where, base_.text(a.begin, a.end), head_.text(b.begin, b.end), a.begin, b.begin, within);
}

void OutlineDiff::children(std::int32_t base, std::int32_t head, const std::vector<std::size_t>& differing,
                           const std::string& place) {
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  const bool shortEnough = !isLong(base_.text(base)) && !isLong(head_.text(head));
  if (differing.size() == 1) {
    const std::size_t k = differing[0];
    const std::int32_t was = old.children[k], is = young.children[k];
    const bool leaf = isLeaf(base_.node(was).construct) && isLeaf(head_.node(is).construct);
    // A name or a number says little without what is done with it.
    if (leaf && shortEnough && (young.construct == Construct::Unary || young.construct == Construct::Sizeof))
      return became(base, head, place);
    if (leaf && shortEnough && young.construct == Construct::Binary)
      return became(place, base_.text(was), head_.text(is), base_.node(was).begin, head_.node(is).begin,
                    " in " + quoted(head_.text(head)));
    if (young.construct == Construct::Sizeof && shortEnough) return became(base, head, place);
    return expression(was, is, placeOfChild(head, k, place));
  }
  if (young.construct == Construct::Call && differing[0] > 0 && shortEnough)
    return became("arguments of call " + quoted(calleeOf(head_, head)), argumentsOf(base_, base),
                  argumentsOf(head_, head), old.begin, young.begin);
  if (shortEnough || differing.size() > 4)
    return became(base, head, young.construct == Construct::Assignment ? "assignment" : place);
  for (const std::size_t k : differing) expression(old.children[k], young.children[k], placeOfChild(head, k, place));
}

std::string OutlineDiff::placeOfChild(std::int32_t head, std::size_t child, const std::string& place) const {
  const TreeNode& node = head_.node(head);
  switch (node.construct) {
  case Construct::Call:
    if (child == 0) return place == "statement" ? "call" : place;
    return "argument " + std::to_string(child) + " of call " + quoted(calleeOf(head_, head));
  case Construct::Subscript: return child == 1 ? "index of " + quoted(head_.text(node.children[0])) : place;
  case Construct::Conditional: return child == 0 ? "condition of `?:`" : place;
  case Construct::Assignment:
    return child == 0 ? "target of assignment" : "assignment to " + quoted(head_.text(node.children[0]));
  default: return place;
  }
}

/// Calls of one function that differ in how many arguments they have.
bool OutlineDiff::arguments(std::int32_t base, std::int32_t head, const std::string& place) {
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  if (old.children.empty() || young.children.empty()) return false;
  if (base_.node(old.children[0]).hash != head_.node(young.children[0]).hash) return false;
  const std::vector<std::int32_t> partner =
      matchSequences(hashesOf(base_, old.children), hashesOf(head_, young.children));
  const auto kept = static_cast<std::size_t>(std::ranges::count_if(partner, [](std::int32_t p) { return p >= 0; }));
  const bool onlyAdded = kept == old.children.size() && young.children.size() == kept + 1;
  const bool onlyRemoved = kept == young.children.size() && old.children.size() == kept + 1;
  const std::string callee = quoted(calleeOf(head_, head));
  if (!onlyAdded && !onlyRemoved) {
    became(place == "call" || place == "statement" ? "arguments of call " + callee : place, argumentsOf(base_, base),
           argumentsOf(head_, head), old.begin, young.begin);
    return true;
  }
  std::size_t k = 0;
  if (onlyRemoved)
    while (partner[k] >= 0) ++k;
  else
    while (std::ranges::find(partner, static_cast<std::int32_t>(k)) != partner.end()) ++k;
  const std::string code = quoted(onlyAdded ? head_.text(young.children[k]) : base_.text(old.children[k]));
  part(onlyAdded ? Difference::Kind::Added : Difference::Kind::Removed,
       "argument " + std::to_string(k) + " " + code + " of call " + callee,
       onlyAdded ? head_.node(young.children[k]).begin : base_.node(old.children[k]).begin);
  return true;
}

/// Long conditions: the operands of `&&` or `||` that came or went.
bool OutlineDiff::logicalChain(std::int32_t base, std::int32_t head, const std::string& place) {
  std::string_view sign = logicalOperator(head_, head);
  if (sign.empty()) sign = logicalOperator(base_, base);
  if (sign.empty() || (!isLong(base_.text(base)) && !isLong(head_.text(head)))) return false;
  std::vector<std::int32_t> old, young;
  collectOperands(base_, base, sign, old);
  collectOperands(head_, head, sign, young);
  const std::vector<std::int32_t> partner = matchSequences(hashesOf(base_, old), hashesOf(head_, young));
  std::vector<bool> isNew(young.size(), true);
  for (const std::int32_t p : partner)
    if (p >= 0) isNew[static_cast<std::size_t>(p)] = false;
  if (std::ranges::count(isNew, false) == 0) return false;
  const auto what = [&](const OutlineTree& tree, std::int32_t operand) {
    return quoted(std::string(sign) + " " + tree.text(operand)) + " in " + place;
  };
  for (std::size_t i = 0, j = 0; i < old.size() || j < young.size();) {
    const bool oldDiffers = i < old.size() && partner[i] < 0, newDiffers = j < young.size() && isNew[j];
    if (oldDiffers && newDiffers) {
      expression(old[i++], young[j++], place);
    } else if (oldDiffers) {
      part(Difference::Kind::Removed, what(base_, old[i]), base_.node(old[i]).begin);
      ++i;
    } else if (newDiffers) {
      part(Difference::Kind::Added, what(head_, young[j]), head_.node(young[j]).begin);
      ++j;
    } else {
      ++i, ++j;
    }
  }
  return true;
}

void OutlineDiff::lambdas(std::int32_t base, std::int32_t head, const std::string& place) {
  const TreeNode& old = base_.node(base);
  const TreeNode& young = head_.node(head);
  if (old.children.size() != 1 || young.children.size() != 1) return became(base, head, place);
  const std::uint32_t oldBody = base_.node(old.children[0]).begin, newBody = head_.node(young.children[0]).begin;
  if (!std::ranges::equal(base_.keys().subspan(old.begin, oldBody - old.begin),
                          head_.keys().subspan(young.begin, newBody - young.begin)))
    became("lambda", base_.text(old.begin, oldBody), head_.text(young.begin, newBody), old.begin, young.begin);
  lists(base_.items(old.children[0]), head_.items(young.children[0]));
}

void OutlineDiff::became(std::int32_t base, std::int32_t head, const std::string& place) {
  became(place, base_.text(base), head_.text(head), base_.node(base).begin, head_.node(head).begin);
}

void OutlineDiff::became(const std::string& place, const std::string& base, const std::string& head,
                         std::uint32_t baseToken, std::uint32_t headToken, const std::string& after) {
  // Code that looks the same differs in what its names stand for, or in what its macros say; that is described where
  // they are.
  if (base == head) {
    if (!standsForAnother(baseToken, headToken)) unsaid_ = true;
    return;
  }
  Difference& difference = found_.emplace_back();
  const auto [was, is] = quotedPair(base, head);
  difference.what = place;
  difference.detail = ": " + was + " became " + is + after;
  difference.baseToken = static_cast<std::int32_t>(baseToken);
  difference.headToken = static_cast<std::int32_t>(headToken);
}

bool OutlineDiff::standsForAnother(std::uint32_t baseToken, std::uint32_t headToken) {
  const auto lineOfLocal = [](const OutlineTree& tree, std::uint32_t token) {
    const std::int32_t local = tree.localOf(token);
    return local < 0 ? 0 : tree.lineOf(tree.locals()[static_cast<std::size_t>(local)].token);
  };
  std::uint32_t b = baseToken, h = headToken;
  while (b < base_.tokens().size() && h < head_.tokens().size() && base_.tokenText(b) == head_.tokenText(h) &&
         base_.keys()[b] == head_.keys()[h])
    ++b, ++h;
  if (b == base_.tokens().size() || h == head_.tokens().size() || base_.tokenText(b) != head_.tokenText(h))
    return false;
  const std::uint32_t was = lineOfLocal(base_, b), is = lineOfLocal(head_, h);
  if (was == 0 && is == 0) return false;
  if (!renamed_.insert(head_.tokenText(h)).second) return true;
  Difference& difference = found_.emplace_back();
  difference.what = quoted(head_.tokenText(h));
  difference.detail = is == 0    ? " no longer means the local of old line " + std::to_string(was)
                      : was == 0 ? " means the local of line " + std::to_string(is) + " now"
                                 : " means the local of line " + std::to_string(is) + " now, not that of old line " +
                                       std::to_string(was);
  difference.baseToken = static_cast<std::int32_t>(b);
  difference.headToken = static_cast<std::int32_t>(h);
  return true;
}

void OutlineDiff::part(Difference::Kind kind, std::string what, std::uint32_t token) {
  Difference& difference = found_.emplace_back();
  difference.kind = kind;
  difference.what = std::move(what);
  difference.list = ++lists_; // never one of a run
  (kind == Difference::Kind::Added ? difference.headToken : difference.baseToken) = static_cast<std::int32_t>(token);
}

} // namespace beagle::change
