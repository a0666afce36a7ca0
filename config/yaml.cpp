// Where yaml-cpp ends. Its parser sends events; what they say is put together here, because its
// own nodes drop duplicate keys and unfold aliases without a limit.

#include "analysis/support/text.h"
#include "config/node.h"
#include "config/yaml_error.h"
#include "config/yaml_text.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <sstream>
#include <tuple>

namespace beagle::config {

using support::Error;
using support::Result;

namespace {

unsigned lineOf(const YAML::Mark& mark) {
  return static_cast<unsigned>(mark.line + 1);
}
unsigned columnOf(const YAML::Mark& mark) {
  return static_cast<unsigned>(mark.column + 1);
}

class TreeBuilder final : public YAML::EventHandler {
public:
  TreeBuilder(std::string_view content, const std::string& file, const YamlLimits& limits)
      : content_(content), file_(file), limits_(limits) {}

  /// The first thing that is wrong. Events that come after it are ignored: the parser cannot be told to stop.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] Node take() { return std::move(root_); }

  void refuse(Error error) {
    if (!error_) error_ = std::move(error);
  }
  void refuse(unsigned line, unsigned column, std::string message, std::string hint = {}) {
    refuse(
        Error(support::ErrorKind::Usage, std::move(message)).at({file_, line, column}).hint(std::move(hint)));
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    refuse(lineOf(mark), columnOf(mark), "the settings have ended before this line",
           "start every key of the outermost level in the first column, and leave out `---` and `...`");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (Node* node = begin(mark, Node::Kind::Nothing, anchor)) finish(*node);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    refuseTag(mark, tag);
    Node* node = begin(mark, Node::Kind::Scalar, anchor);
    if (!node) return;
    node->text = text;
    node->isQuoted = tag == "!";
    // The parser takes the end of the file for the end of a quoted text.
    if (node->isQuoted && !endsQuote(content_, node->line, node->column))
      refuse(node->line, node->column, "this quoted text has no end", "close it with the same quote");
    finish(*node);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuseTag(mark, tag);
    begin(mark, Node::Kind::List, anchor);
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuseTag(mark, tag);
    begin(mark, Node::Kind::Map, anchor);
  }
  void OnMapEnd() override { end(); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (error_) return;
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end())
      return refuse(lineOf(mark), columnOf(mark), "this alias stands inside of what it names");
    const auto [node, size] = known->second;
    if (!count(size, lineOf(mark), columnOf(mark))) return;
    if (open_.size() + size.depth > limits_.depth) return refuseDepth(lineOf(mark), columnOf(mark));
    open_.push_back({node, 0, {}});
    grown(size);
    attach();
  }

private:
  struct Size {
    std::size_t nodes = 0, bytes = 0, depth = 0;
  };
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    Size size;
    std::optional<Node> key = {}; ///< of a map: waits for its value
  };

  void refuseTag(const YAML::Mark& mark, const std::string& tag) {
    // "?" and "!" are the parser's own names for a plain and for a quoted one.
    if (!tag.empty() && tag != "?" && tag != "!")
      refuse(lineOf(mark), columnOf(mark), "tags such as `!!str` mean nothing here",
             "write the value alone, in quotes if it begins with `!`");
  }

  void refuseDepth(unsigned line, unsigned column) {
    refuse(line, column, fmt::format("more than {} levels inside one another", limits_.depth));
  }

  /// False when it is too much.
  bool count(const Size& size, unsigned line, unsigned column) {
    nodes_ += size.nodes;
    bytes_ += size.bytes;
    if (nodes_ > limits_.nodes)
      refuse(line, column,
             fmt::format("more than {} values, counting aliases as often as they are used", limits_.nodes));
    else if (bytes_ > 4 * limits_.bytes)
      refuse(line, column,
             fmt::format("more than {} bytes of text, counting aliases as often as they are used",
                         4 * limits_.bytes));
    else
      return true;
    return false;
  }

  /// Null once something is wrong.
  Node* begin(const YAML::Mark& mark, Node::Kind kind, YAML::anchor_t anchor) {
    if (error_) return nullptr;
    if (open_.size() >= limits_.depth) {
      refuseDepth(lineOf(mark), columnOf(mark));
      return nullptr;
    }
    Node node;
    node.kind = kind;
    node.line = lineOf(mark);
    node.column = columnOf(mark);
    open_.push_back({std::move(node), anchor, {}});
    return &open_.back().node;
  }

  void finish(const Node& node) {
    if (error_) return;
    if (count({1, node.text.size(), 1}, node.line, node.column)) end();
  }

  /// The innermost open one is complete.
  void end() {
    if (error_) return;
    Open& done = open_.back();
    const bool isLeaf = done.node.kind == Node::Kind::Nothing || done.node.kind == Node::Kind::Scalar;
    if (!isLeaf && !count({1, 0, 1}, done.node.line, done.node.column)) return;
    Size own = done.size;
    own.nodes += 1;
    own.bytes += done.node.text.size();
    own.depth += 1;
    if (done.anchor != 0) anchors_[done.anchor] = {done.node, own};
    grown(own);
    attach();
  }

  /// What is around the innermost open one has become larger by it.
  void grown(const Size& size) {
    if (open_.size() < 2) return;
    Size& around = open_[open_.size() - 2].size;
    around.nodes += size.nodes;
    around.bytes += size.bytes;
    around.depth = std::max(around.depth, size.depth);
  }

  /// Puts the innermost open one where it belongs.
  void attach() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    if (open_.empty()) {
      if (documents_ == 1) root_ = std::move(node);
      return;
    }
    Open& around = open_.back();
    if (around.node.kind == Node::Kind::List) {
      around.node.items.push_back(std::move(node));
    } else if (around.key) {
      // The parser noticed that it is missing where the next thing stands.
      if (node.kind == Node::Kind::Nothing && node.line != around.key->line)
        std::tie(node.line, node.column) = std::pair(around.key->line, around.key->column);
      around.node.entries.push_back({std::move(*around.key), std::move(node)});
      around.key.reset();
    } else {
      if (node.kind == Node::Kind::Nothing)
        return refuse(node.line, node.column, "a key is missing, or is no word",
                      "write `key: value`, and `null` in quotes");
      if (node.kind != Node::Kind::Scalar)
        return refuse(node.line, node.column, "a key is one word", "quote it if it begins with `[` or `{`");
      if (!node.isQuoted && node.text == "<<")
        return refuse(node.line, node.column, "`<<` (merging) means nothing here", "write the keys out");
      around.key = std::move(node);
    }
  }

  std::string_view content_;
  const std::string& file_;
  const YamlLimits& limits_;
  std::optional<Error> error_;
  Node root_;
  std::vector<Open> open_; ///< from the outside in
  std::map<YAML::anchor_t, std::pair<Node, Size>> anchors_;
  std::size_t documents_ = 0, nodes_ = 0, bytes_ = 0;
};

} // namespace

Result<Node> readYaml(std::string_view content, const std::string& file, const YamlLimits& limits) {
  if (content.starts_with("\xef\xbb\xbf")) content.remove_prefix(3); // editors on Windows like to begin so
  if (auto fine = checkText(content, file, limits.bytes); !fine)
    return std::unexpected(std::move(fine.error()));
  TreeBuilder builder(content, file, limits);
  try {
    std::istringstream stream{std::string(content)};
    YAML::Parser parser(stream);
    // A second document is one too many, and the parser never comes to an end of what it cannot read.
    if (parser.HandleNextDocument(builder) && !builder.error()) parser.HandleNextDocument(builder);
  } catch (const YAML::Exception& problem) {
    const bool isKnown = !problem.mark.is_null();
    builder.refuse(yamlError(problem.msg,
                             {file, isKnown ? lineOf(problem.mark) : 0, isKnown ? columnOf(problem.mark) : 0},
                             content));
  }
  if (builder.error()) return std::unexpected(*builder.error());
  return builder.take();
}

} // namespace beagle::config
