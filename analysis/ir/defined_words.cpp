#include "analysis/ir/defined_words.h"

#include <cctype>
#include <vector>

namespace beagle::ir {

namespace {

using Words = std::set<std::string, std::less<>>;

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Reads declarations one after the other and skips bodies.
class DefinitionScanner {
public:
  explicit DefinitionScanner(std::string_view text) : text_(text) {}

  Words run() {
    while (next()) declare();
    return std::move(found_);
  }

private:
  /// Moves to the next token; comments and preprocessor lines are none.
  bool next() {
    at_ += token_.size();
    token_ = {};
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        lineBegins_ = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (c == '#' && lineBegins_) {
        skipLine();
      } else if (text_.substr(at_, 2) == "//") {
        skipLine();
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        column_ = at_ == 0 || text_[at_ - 1] == '\n' ? 0 : 1;
        lineBegins_ = false;
        token_ = text_.substr(at_, length());
        return true;
      }
    }
    return false;
  }

  void skipLine() {
    while (at_ < text_.size() && text_[at_] != '\n') at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
  }

  [[nodiscard]] std::size_t length() const {
    std::size_t end = at_ + 1;
    if (isWordCharacter(text_[at_])) {
      while (end < text_.size() && isWordCharacter(text_[end])) ++end;
    } else if (text_[at_] == '"' || text_[at_] == '\'') {
      while (end < text_.size() && text_[end] != text_[at_] && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
      end = end < text_.size() ? end + 1 : text_.size();
    }
    return end - at_;
  }

  /// One token of a declaration outside of bodies.
  void declare() {
    if (isWordCharacter(token_.front())) {
      if (token_ == "extern" || token_ == "typedef" || token_ == "using") isDefinition_ = false;
      if (token_ == "default" && isInitialiser_) noteFunctions();
      if (token_ == "struct" || token_ == "union" || token_ == "enum" || token_ == "class") isTagged_ = true;
      word_ = token_;
      ++words_;
      return;
    }
    switch (token_.front()) {
    case '(':
      // Macros and attributes have parentheses, too: each word before one may be the function.
      if (!word_.empty()) functions_.push_back(word_);
      words_ = 0;
      skipNested('(', ')');
      return;
    case ':': scope_ = word_; return;
    case '[':
      noteVariable();
      skipNested('[', ']');
      return;
    case '=':
      noteVariable();
      isInitialiser_ = true;
      return;
    case ',':
      noteVariable();
      isInitialiser_ = false;
      return;
    case '{': openBrace(); return;
    case ';':
      if (!functions_.empty() && words_ > 1 && !isInitialiser_) { // the type of an old-style parameter
        words_ = 0;
        return;
      }
      noteVariable();
      begin();
      return;
    case '}': begin(); return;
    default: return;
    }
  }

  void openBrace() {
    if (isInitialiser_) {
      skipNested('{', '}');
    } else if (!functions_.empty()) {
      noteFunctions();
      skipBody();
      begin();
    } else if (isTagged_) {
      skipNested('{', '}');
      word_ = {};
    } else {
      begin(); // of a namespace or an `extern "C"`: what is in it stands outside of bodies as well
    }
  }

  void noteFunctions() {
    found_.insert(functions_.begin(), functions_.end());
    if (!functions_.empty() && !scope_.empty()) found_.insert(std::string(scope_) + "::");
  }

  void noteVariable() {
    if (isDefinition_ && !isInitialiser_ && functions_.empty() && !word_.empty()) found_.emplace(word_);
  }

  void begin() {
    word_ = scope_ = {};
    functions_.clear();
    words_ = 0;
    isDefinition_ = true;
    isInitialiser_ = isTagged_ = false;
  }

  void skipNested(char open, char close) {
    for (int depth = 1; depth > 0 && next();) {
      if (token_.front() == open) ++depth;
      if (token_.front() == close) --depth;
    }
  }

  /// Conditional code may open a brace twice: one that closes in the first column closes all.
  void skipBody() {
    for (int depth = 1; depth > 0 && next();) {
      if (token_.front() == '{') ++depth;
      if (token_.front() == '}' && (--depth, column_ == 0)) return;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view token_;
  std::string_view word_;                   ///< the last one of this declaration
  std::string_view scope_;                  ///< the last one in front of a colon
  std::vector<std::string_view> functions_; ///< words before parentheses
  int words_ = 0;                           ///< since the last parenthesis
  int column_ = 0;
  bool lineBegins_ = true;
  bool isDefinition_ = true;
  bool isInitialiser_ = false;
  bool isTagged_ = false;
  Words found_;
};

} // namespace

Words definedWords(std::string_view source) { return DefinitionScanner(source).run(); }

} // namespace beagle::ir
