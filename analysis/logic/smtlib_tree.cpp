#include "analysis/logic/smtlib_tree.h"

#include <optional>
#include <utility>

namespace beagle::logic {

namespace {

class TreeParser {
public:
  TreeParser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  support::Result<SmtTree> parse() {
    while (skipBlank()) {
      if (!step()) return std::unexpected(std::move(*error_));
    }
    if (!open_.empty()) {
      const SmtNode& list = tree_.nodes[open_.back()];
      return std::unexpected(support::Error(support::ErrorKind::Usage, "this list is never closed")
                                 .at({file_, list.line, list.column})
                                 .hint("close it with )"));
    }
    return std::move(tree_);
  }

private:
  [[nodiscard]] bool atEnd() const { return position_ == text_.size(); }
  [[nodiscard]] char peek() const { return text_[position_]; }
  char next() {
    const char c = text_[position_++];
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else ++column_;
    return c;
  }
  bool fail(std::string message, std::string hint) {
    error_ =
        support::Error(support::ErrorKind::Usage, std::move(message)).at({file_, line_, column_}).hint(std::move(hint));
    return false;
  }

  /// To the next thing; false at the end.
  bool skipBlank() {
    while (!atEnd()) {
      if (peek() == ';')
        while (!atEnd() && peek() != '\n') next();
      else if (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') next();
      else return true;
    }
    return false;
  }

  std::uint32_t add(SmtNode::Kind kind) {
    const auto id = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back({kind, {}, {}, line_, column_});
    if (!open_.empty()) tree_.nodes[open_.back()].children.push_back(id);
    else tree_.commands.push_back(id);
    return id;
  }

  bool step() {
    const char c = peek();
    if (c == ')') {
      if (open_.empty()) return fail("a ) without its (", "remove it");
      open_.pop_back();
      next();
      return true;
    }
    if (c == '(') {
      if (open_.size() == deepestNesting) return fail("lists are nested too deep", "name subterms by define-fun");
      open_.push_back(add(SmtNode::Kind::List));
      next();
      return true;
    }
    if (open_.empty())
      return fail(std::string("a command begins with (, not with ") + c, "write (assert ...) or the like");
    return c == '|' || c == '"' ? delimited(c) : atom();
  }

  bool delimited(char delimiter) {
    const std::uint32_t id = add(delimiter == '|' ? SmtNode::Kind::Quoted : SmtNode::Kind::String);
    next();
    while (!atEnd()) {
      const char c = next();
      if (c != delimiter) tree_.nodes[id].text += c;
      else if (delimiter == '"' && !atEnd() && peek() == '"') tree_.nodes[id].text += next();
      else return true;
    }
    return fail(delimiter == '|' ? "a quoted name is never closed" : "a string is never closed",
                std::string("close it with ") + delimiter);
  }

  bool atom() {
    const bool isNumber = peek() == '#' || (peek() >= '0' && peek() <= '9');
    const std::uint32_t id = add(isNumber ? SmtNode::Kind::Number : SmtNode::Kind::Symbol);
    static constexpr std::string_view ends = " \t\r\n()|\";";
    while (!atEnd() && ends.find(peek()) == std::string_view::npos) tree_.nodes[id].text += next();
    return true;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
  unsigned line_ = 1;
  unsigned column_ = 1;
  SmtTree tree_;
  std::vector<std::uint32_t> open_;
  std::optional<support::Error> error_;
};

} // namespace

support::Result<SmtTree> parseSmtTree(std::string_view text, const std::string& file) {
  return TreeParser(text, file).parse();
}

} // namespace beagle::logic
