#include "test/oracle/reduce.h"

#include <algorithm>

namespace beagle::oracle {

namespace {

class Reducer {
public:
  Reducer(GeneratedProgram program, const StillShows& stillShows, unsigned tries)
      : program_(std::move(program)), stillShows_(stillShows), tries_(tries) {}

  GeneratedProgram run() {
    bool smaller = true;
    while (smaller && tries_ > 0) {
      smaller = dropStatements();
      smaller = shrinkExpressions() || smaller;
    }
    return std::move(program_);
  }

private:
  std::vector<Node*> nodes(Node::Kind kind) {
    std::vector<Node*> found;
    forEachNode(program_.code, [&](Node& node) {
      if (node.kind == kind && !node.form.empty()) found.push_back(&node);
    });
    return found;
  }

  bool attempt(Node& node, Node replacement) {
    if (tries_ == 0) return false;
    --tries_;
    std::swap(node, replacement);
    if (stillShows_(program_)) return true;
    std::swap(node, replacement);
    return false;
  }

  /// The last ones first: what they use may go afterwards.
  bool dropStatements() {
    bool any = false;
    for (bool again = true; again && tries_ > 0;) {
      again = false;
      std::vector<Node*> candidates = nodes(Node::Kind::Statement);
      for (auto at = candidates.rbegin(); at != candidates.rend() && tries_ > 0; ++at)
        if (attempt(**at, statement(""))) {
          again = any = true;
          break; // pointers below it are gone
        }
      if (again) continue;
      // A body in the place of its statement.
      for (Node* node : candidates) {
        if (node->children.empty() || !attempt(*node, Node(node->children.back()))) continue;
        again = any = true;
        break;
      }
    }
    return any;
  }

  bool shrinkExpressions() {
    bool any = false;
    for (bool again = true; again && tries_ > 0;) {
      again = false;
      for (Node* node : nodes(Node::Kind::Expression)) {
        if (node->form == "1" || node->form == "0" || (node->children.empty() && !node->form.starts_with("(+")))
          continue;
        std::vector<Node> smaller = {expression("0"), expression("1")};
        for (const Node& child : node->children)
          if (child.kind == Node::Kind::Expression) smaller.push_back(child);
        again = std::ranges::any_of(smaller, [&](const Node& replacement) { return attempt(*node, replacement); });
        if (!again) continue;
        any = true;
        break;
      }
    }
    return any;
  }

  GeneratedProgram program_;
  const StillShows& stillShows_;
  unsigned tries_;
};

} // namespace

GeneratedProgram reduce(GeneratedProgram program, const StillShows& stillShows, unsigned tries) {
  return Reducer(std::move(program), stillShows, tries).run();
}

} // namespace beagle::oracle
