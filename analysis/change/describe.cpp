#include "analysis/change/describe.h"

#include "analysis/change/outline_diff.h"
#include "analysis/change/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace beagle::change {

namespace {

constexpr std::size_t mostSentences = 12;
/// So many statements added or removed one after the other become one sentence.
constexpr std::size_t shortestRun = 4;

class Writer {
public:
  Writer(const OutlineTree& base, const OutlineTree& head) : base_(base), head_(head) {}

  std::vector<ChangeSentence> write(const std::vector<Difference>& differences) {
    std::size_t at = 0;
    while (at < differences.size() && sentences_.size() < mostSentences) at += sentence(differences, at);
    std::size_t left = 0;
    for (; at < differences.size(); at += runAt(differences, at)) ++left;
    if (left > 0) sentences_.push_back({fmt::format("and {} more {}", left, left == 1 ? "place" : "places")});
    return std::move(sentences_);
  }

private:
  using Kind = Difference::Kind;

  [[nodiscard]] std::uint32_t baseLine(const Difference& d) const {
    return d.baseToken < 0 ? 0 : base_.lineOf(static_cast<std::uint32_t>(d.baseToken));
  }
  [[nodiscard]] std::uint32_t headLine(const Difference& d) const {
    return d.headToken < 0 ? 0 : head_.lineOf(static_cast<std::uint32_t>(d.headToken));
  }

  /// How many differences from here on are one run of added or of removed statements.
  [[nodiscard]] static std::size_t runAt(const std::vector<Difference>& all, std::size_t at) {
    std::size_t end = at + 1;
    if (all[at].kind == Kind::Added || all[at].kind == Kind::Removed)
      while (end < all.size() && all[end].kind == all[at].kind && all[end].list == all[at].list &&
             all[end].place == all[at].place)
        ++end;
    return end - at >= shortestRun ? end - at : 1;
  }

  void run(const Difference& first, const Difference& last, std::size_t length, ChangeSentence& s) const {
    if (first.kind == Kind::Added)
      s.text = fmt::format("{} statements added at lines {} to {}, from {} to {}", length, s.headLine, headLine(last),
                           first.what, last.what);
    else
      s.text = fmt::format("{} statements removed (old lines {} to {}), from {} to {}", length, s.baseLine,
                           baseLine(last), first.what, last.what);
  }

  /// Says what stands at `at`; returns how many differences that were.
  std::size_t sentence(const std::vector<Difference>& all, std::size_t at) {
    const std::size_t length = runAt(all, at);
    const Difference& d = all[at];
    ChangeSentence& s = sentences_.emplace_back();
    s.baseLine = baseLine(d), s.headLine = headLine(d);
    const std::string_view noun = d.count == 1 ? "statement" : "statements";
    if (length > 1) {
      run(d, all[at + length - 1], length, s);
      return length;
    }
    switch (d.kind) {
    case Kind::Became: s.text = fmt::format("{} at line {}{}", d.what, s.headLine, d.detail); break;
    case Kind::Added: s.text = fmt::format("{} added at line {}", d.what, s.headLine); break;
    case Kind::Removed: s.text = fmt::format("{} removed (old line {})", d.what, s.baseLine); break;
    case Kind::Moved:
      s.text = fmt::format("{} moved from old line {} to line {}{}", d.what, s.baseLine, s.headLine, d.detail);
      break;
    case Kind::Wrapped:
      s.text = fmt::format("{} {} wrapped in {} at line {}", d.count, noun, d.what, s.headLine);
      break;
    case Kind::Unwrapped:
      s.text = fmt::format("{} {} taken out of {} (old line {})", d.count, noun, d.what, s.baseLine);
      break;
    }
    return 1;
  }

  const OutlineTree& base_;
  const OutlineTree& head_;
  std::vector<ChangeSentence> sentences_;
};

/// Where the body, or the list of member initializers before it, begins.
std::uint32_t endOfHeader(const OutlineTree& tree) {
  return tree.empty() || tree.node(0).children.empty() ? 0U : tree.node(tree.node(0).children.front()).begin;
}

/// The words around name and parameters that are part of what a function is: `noexcept`, `constexpr`, ...
std::set<std::string_view> specifiersOf(const OutlineTree& tree) {
  static constexpr std::array anywhere{"constexpr", "consteval", "virtual", "explicit",
                                       "noexcept",  "override",  "final"};
  static constexpr std::array behind{"const", "volatile"}; // in front, they are part of the type
  std::set<std::string_view> words;
  int depth = 0;
  bool hadParameters = false;
  for (std::uint32_t i = 0; i < endOfHeader(tree); ++i) {
    const std::string_view word = tree.tokenText(i);
    if (word == "(") ++depth;
    else if (word == ")") --depth, hadParameters = true;
    const bool counts = std::ranges::find(anywhere, word) != anywhere.end() ||
                        (hadParameters && std::ranges::find(behind, word) != behind.end());
    if (depth == 0 && counts) words.insert(word);
  }
  return words;
}

void describeSpecifiers(const OutlineTree& base, const OutlineTree& head, std::vector<ChangeSentence>& sentences) {
  const std::set<std::string_view> old = specifiersOf(base), young = specifiersOf(head);
  const std::uint32_t oldLine = base.lineOf(0), newLine = head.lineOf(0);
  for (const std::string_view word : young)
    if (!old.contains(word))
      sentences.push_back({fmt::format("{} added at line {}", quoted(word), newLine), 0, newLine});
  for (const std::string_view word : old)
    if (!young.contains(word))
      sentences.push_back({fmt::format("{} removed (old line {})", quoted(word), oldLine), oldLine, 0});
}

/// Where the pieces of the outlines do not tell, the tokens do: one sentence about the stretch that differs.
/// What stands before the body is described from the signature.
std::vector<ChangeSentence> describeText(const OutlineTree& base, const OutlineTree& head) {
  const std::uint32_t oldBegin = endOfHeader(base), newBegin = endOfHeader(head);
  const auto was = base.keys().subspan(oldBegin), is = head.keys().subspan(newBegin);
  if (std::ranges::equal(was, is)) return {};
  const auto same = static_cast<std::uint32_t>(std::ranges::mismatch(was, is).in1 - was.begin());
  std::size_t oldEnd = was.size(), newEnd = is.size();
  while (oldEnd > same && newEnd > same && was[oldEnd - 1] == is[newEnd - 1]) --oldEnd, --newEnd;
  const std::uint32_t oldFrom = oldBegin + same, newFrom = newBegin + same;
  const std::string old = base.text(oldFrom, oldBegin + static_cast<std::uint32_t>(oldEnd));
  const std::string young = head.text(newFrom, newBegin + static_cast<std::uint32_t>(newEnd));
  const std::uint32_t oldLine = base.lineOf(oldFrom), newLine = head.lineOf(newFrom);
  if (old.empty()) return {{fmt::format("{} added at line {}", quoted(young), newLine), 0, newLine}};
  if (young.empty()) return {{fmt::format("{} removed (old line {})", quoted(old), oldLine), oldLine, 0}};
  const auto [wasCode, isCode] = quotedPair(old, young);
  return {{fmt::format("code at line {}: {} became {}", newLine, wasCode, isCode), oldLine, newLine}};
}

} // namespace

bool sameTokens(const ir::Outline& base, const ir::Outline& head) {
  const std::vector<Token> old = tokenise(base.text), young = tokenise(head.text);
  return std::ranges::equal(old, young, [&](const Token& a, const Token& b) {
    return std::string_view(base.text).substr(a.begin, a.end - a.begin) ==
           std::string_view(head.text).substr(b.begin, b.end - b.begin);
  });
}

std::vector<ChangeSentence> describeChange(const ir::Outline& base, const ir::Outline& head) {
  TokenNames names;
  OutlineTree old(base, names), young(head, names);
  matchLocals(old, young);
  OutlineDiff diff(old, young);
  const std::vector<Difference> differences = diff.run();
  std::vector<ChangeSentence> sentences;
  describeSpecifiers(old, young, sentences);
  std::vector<ChangeSentence> more;
  const bool sameTree = !old.empty() && !young.empty() && old.node(0).hash == young.node(0).hash;
  if (!differences.empty()) more = Writer(old, young).write(differences);
  else if (!sameTree && !diff.unsaid()) more = describeText(old, young);
  sentences.insert(sentences.end(), more.begin(), more.end());
  return sentences;
}

} // namespace beagle::change
