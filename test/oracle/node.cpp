#include "test/oracle/node.h"

namespace beagle::oracle {

namespace {

void append(const Node& node, bool isChanged, std::string& to) {
  if (isChanged && !node.changed.empty()) return append(node.changed.front(), isChanged, to);
  std::size_t child = 0;
  for (const char c : node.form)
    if (c == '$') append(node.children[child++], isChanged, to);
    else to += c;
}

} // namespace

std::string Node::text(bool isChanged) const {
  std::string result;
  append(*this, isChanged, result);
  return result;
}

Node sequence(std::vector<Node> children, std::string_view separator) {
  std::string form;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) form += separator;
    form += '$';
  }
  return text(std::move(form), std::move(children));
}

} // namespace beagle::oracle
