#include "analysis/change/local_names.h"

#include "analysis/change/sequence_match.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace beagle::change {

namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Words that take an argument list of their own without declaring anything.
bool takesArguments(std::string_view word) {
  return isOneOf(word, {"decltype", "typeof", "__typeof__", "__typeof", "alignas", "_Alignas", "__attribute__",
                        "__declspec", "noexcept", "explicit", "requires", "_Atomic"});
}

bool isTypeWord(std::string_view word) {
  return isOneOf(word, {"void",     "bool",       "_Bool",   "char",     "short",    "int",      "long",
                        "float",    "double",     "signed",  "unsigned", "const",    "volatile", "auto",
                        "struct",   "union",      "enum",    "class",    "typename", "static",   "register",
                        "restrict", "__restrict", "wchar_t", "char8_t",  "char16_t", "char32_t"});
}

bool opens(std::string_view token) { return isOneOf(token, {"(", "[", "{"}); }
bool closes(std::string_view token) { return isOneOf(token, {")", "]", "}"}); }

/// The token after the bracket that closes the one at `open`.
std::uint32_t afterBrackets(const NamedText& text, std::uint32_t open, std::uint32_t end) {
  unsigned depth = 0;
  for (std::uint32_t i = open; i < end; ++i) {
    if (opens(text.at(i))) ++depth;
    else if (closes(text.at(i)) && --depth == 0) return i + 1;
  }
  return end;
}

/// The token after the template arguments that begin with the `<` at `open`.
std::uint32_t afterAngles(const NamedText& text, std::uint32_t open, std::uint32_t end) {
  int depth = 0;
  for (std::uint32_t i = open; i < end; ++i) {
    const std::string_view token = text.at(i);
    if (token == "<") ++depth;
    else if (token == ">") --depth;
    else if (token == ">>") depth -= 2;
    else if (opens(token)) i = afterBrackets(text, i, end) - 1;
    if (depth <= 0) return i + 1;
  }
  return end;
}

std::uint32_t nameInParentheses(const NamedText& text, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t i = begin; i < end; ++i)
    if (text.tokens[i].kind == TokenKind::Word && !isTypeWord(text.at(i)) && isOneOf(text.at(i + 1), {")", "[", "("}))
      return i;
  return end;
}

} // namespace

std::uint32_t declaredName(const NamedText& text, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::string_view token = text.at(i);
    if (token == "=" || token == ":" || token == "{") return end;
    if (token == "<") {
      i = afterAngles(text, i, end) - 1;
    } else if (token == "(") {
      const std::uint32_t close = afterBrackets(text, i, end);
      if (isOneOf(text.at(i + 1), {"*", "&", "^", "&&"}))
        if (const std::uint32_t name = nameInParentheses(text, i + 1, close); name < close) return name;
      i = close - 1;
    } else if (token == "[") {
      i = afterBrackets(text, i, end) - 1;
    } else if (text.tokens[i].kind == TokenKind::Word) {
      const bool last = i + 1 >= end || isOneOf(text.at(i + 1), {"=", "[", "(", "{", ":", ",", ";"});
      if (takesArguments(token) && text.at(i + 1) == "(") i = afterBrackets(text, i + 1, end) - 1;
      else if (last && !isTypeWord(token) && !isOneOf(text.at(i + 1 < end ? i + 1 : i), {"::"})) {
        // `int (*f)(int)`: what stands before the bracket is the type.
        if (i + 2 < end && text.at(i + 1) == "(" && text.at(i + 2) == "*") continue;
        return i;
      }
    }
  }
  return end;
}

std::vector<std::uint32_t> parameterNames(const NamedText& text, std::uint32_t begin, std::uint32_t end) {
  std::uint32_t open = begin;
  for (; open < end; ++open) {
    const std::string_view token = text.at(open);
    if (takesArguments(token) && text.at(open + 1) == "(") open = afterBrackets(text, open + 1, end) - 1;
    else if (token == "[") open = afterBrackets(text, open, end) - 1; // attributes, captures
    else if (token == "operator" && text.at(open + 1) == "(") open += 2;
    else if (token == "(") break;
  }
  std::vector<std::uint32_t> names;
  if (open >= end) return names;
  const std::uint32_t close = afterBrackets(text, open, end) - 1;
  std::uint32_t first = open + 1;
  for (std::uint32_t i = first; i <= close && i < end; ++i) {
    const std::string_view token = text.at(i);
    if (i < close && opens(token)) i = afterBrackets(text, i, close) - 1;
    else if (i < close && token == "<") i = afterAngles(text, i, close) - 1;
    else if (i == close || token == ",") {
      const std::uint32_t name = declaredName(text, first, i);
      // A single word is a type without a name.
      if (name < i && name > first) names.push_back(name);
      first = i + 1;
    }
  }
  return names;
}

std::vector<std::uint32_t> bindingNames(const NamedText& text, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> names;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (!isOneOf(text.at(i), {"auto", "const", "&", "&&", "static", "["})) return {};
    if (text.at(i) != "[") continue;
    for (++i; i < end && text.at(i) != "]"; ++i)
      if (text.tokens[i].kind == TokenKind::Word) names.push_back(i);
    return names;
  }
  return names;
}

std::vector<std::int32_t> resolveNames(const NamedText& text, const std::vector<ScopedName>& names) {
  std::vector<std::int32_t> local(text.tokens.size(), -1);
  std::unordered_map<std::string_view, std::vector<std::int32_t>> visible;
  std::unordered_map<std::string_view, std::int32_t> labels;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].isLabel) labels.try_emplace(text.at(names[i].token), static_cast<std::int32_t>(i));
  std::size_t next = 0;
  for (std::uint32_t token = 0; token < text.tokens.size(); ++token) {
    for (; next < names.size() && names[next].token == token; ++next) {
      local[token] = static_cast<std::int32_t>(next);
      if (!names[next].isLabel) visible[text.at(token)].push_back(static_cast<std::int32_t>(next));
    }
    if (local[token] >= 0 || text.tokens[token].kind != TokenKind::Word) continue;
    const std::string_view before = token > 0 ? text.at(token - 1) : std::string_view();
    if (before == "goto" || before == "&&") {
      if (const auto it = labels.find(text.at(token)); it != labels.end()) {
        local[token] = it->second;
        continue;
      }
    }
    if (isOneOf(before, {".", "->", "::", "struct", "union", "enum", "class"}) || text.at(token + 1) == "::") continue;
    const auto it = visible.find(text.at(token));
    if (it == visible.end()) continue;
    while (!it->second.empty() && names[static_cast<std::size_t>(it->second.back())].scopeEnd <= token)
      it->second.pop_back();
    if (!it->second.empty()) local[token] = it->second.back();
  }
  return local;
}

namespace {

struct Vote {
  std::int32_t base, head;
  int count = 0;
  bool declarations = false; ///< the two declarations stand at the same place
};

/// How often two locals stand at the same place in two sequences of keys; most often first.
std::vector<Vote> votesOf(const OutlineTree& base, const OutlineTree& head, std::span<const std::uint64_t> baseKeys,
                          std::span<const std::uint64_t> headKeys) {
  const std::vector<std::int32_t> partner = matchSequences(baseKeys, headKeys);
  std::map<std::pair<std::int32_t, std::int32_t>, Vote> votes;
  for (std::uint32_t token = 0; token < partner.size(); ++token) {
    if (partner[token] < 0) continue;
    const auto other = static_cast<std::uint32_t>(partner[token]);
    const std::int32_t old = base.localOf(token), young = head.localOf(other);
    if (old < 0 || young < 0) continue;
    Vote& vote = votes.try_emplace({old, young}, Vote{old, young}).first->second;
    ++vote.count;
    vote.declarations |= base.locals()[static_cast<std::size_t>(old)].token == token &&
                         head.locals()[static_cast<std::size_t>(young)].token == other;
  }
  std::vector<Vote> list;
  for (const auto& [pair, vote] : votes) list.push_back(vote);
  std::ranges::sort(list, {}, [](const Vote& vote) { return std::tuple(-vote.count, vote.base, vote.head); });
  return list;
}

class LocalMatcher {
public:
  LocalMatcher(OutlineTree& base, OutlineTree& head)
      : base_(base), head_(head), baseKeys_(base.locals().size()), headKeys_(head.locals().size()) {}

  void run() {
    // Once by name, and once with all locals alike: there, renamed ones meet.
    const std::vector<Vote> byName = votesOf(base_, head_, base_.keys(), head_.keys());
    const std::vector<Vote> votes = votesOf(base_, head_, base_.keysWithoutLocals(), head_.keysWithoutLocals());
    std::map<std::int32_t, int> otherwise; // most votes for a name of its own
    for (const Vote& vote : votes)
      if (!sameName(vote.base, vote.head)) otherwise.try_emplace(vote.base, vote.count);
    for (const Vote& vote : byName)
      if (sameName(vote.base, vote.head) && !(otherwise.contains(vote.base) && otherwise[vote.base] > vote.count))
        join(vote.base, vote.head);
    for (const Vote& vote : votes)
      if (sameName(vote.base, vote.head)) join(vote.base, vote.head);
    for (const Vote& vote : votes)
      if (vote.declarations) join(vote.base, vote.head);
    joinEqualNames();
    base_.useLocalKeys(baseKeys_);
    head_.useLocalKeys(headKeys_);
  }

private:
  [[nodiscard]] std::string_view nameOf(const OutlineTree& tree, std::int32_t local) const {
    return tree.tokenText(tree.locals()[static_cast<std::size_t>(local)].token);
  }
  [[nodiscard]] bool sameName(std::int32_t base, std::int32_t head) const {
    return nameOf(base_, base) == nameOf(head_, head);
  }

  void join(std::int32_t base, std::int32_t head) {
    std::uint64_t& baseKey = baseKeys_[static_cast<std::size_t>(base)];
    std::uint64_t& headKey = headKeys_[static_cast<std::size_t>(head)];
    if (baseKey != 0 || headKey != 0) return;
    // Far from the numbers of token texts.
    baseKey = headKey = (std::uint64_t{1} << 40) + ++joined_;
  }

  /// Locals that never met, in the order of their declarations.
  void joinEqualNames() {
    std::map<std::string_view, std::vector<std::int32_t>> left;
    for (std::int32_t i = std::ssize(headKeys_) - 1; i >= 0; --i)
      if (headKeys_[static_cast<std::size_t>(i)] == 0) left[nameOf(head_, i)].push_back(i);
    for (std::int32_t i = 0; i < std::ssize(baseKeys_); ++i) {
      if (baseKeys_[static_cast<std::size_t>(i)] != 0) continue;
      const auto it = left.find(nameOf(base_, i));
      if (it == left.end() || it->second.empty()) continue;
      join(i, it->second.back());
      it->second.pop_back();
    }
  }

  OutlineTree& base_;
  OutlineTree& head_;
  std::vector<std::uint64_t> baseKeys_, headKeys_;
  std::uint64_t joined_ = 0;
};

} // namespace

void matchLocals(OutlineTree& base, OutlineTree& head) { LocalMatcher(base, head).run(); }

} // namespace beagle::change
