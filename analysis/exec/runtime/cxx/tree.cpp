// The red-black trees of std::map and std::set. Their shape is that of the textbook (Cormen, Leiserson,
// Rivest and Stein, "Introduction to Algorithms", chapter 13), so that orders are called with the same keys
// as natively. The header is the parent of the root, and knows the first node as its left and the last one as
// its right child.

#include <map>

namespace std {

using Node = _Rb_tree_node_base;

namespace {

bool isBlack(const Node* node) { return !node || node->_M_color == _S_black; }

/// The one that leads from the parent to the node.
Node*& linkTo(Node* node, Node*& root) {
  if (node == root) return root;
  Node* parent = node->_M_parent;
  return node == parent->_M_left ? parent->_M_left : parent->_M_right;
}

using Child = Node* Node::*;

/// The child on that side takes the node's place, and the node becomes its child on the other side.
void rotate(Node* node, Child side, Child other, Node*& root) {
  Node* child = node->*side;
  node->*side = child->*other;
  if (child->*other) (child->*other)->_M_parent = node;
  Node*& link = linkTo(node, root);
  child->_M_parent = node->_M_parent;
  link = child;
  child->*other = node;
  node->_M_parent = child;
}

/// No red node has a red child, once a red node has been put in.
void balanceInserted(Node* node, Node*& root) {
  while (node != root && node->_M_parent->_M_color == _S_red) {
    Node* parent = node->_M_parent;
    Node* grandparent = parent->_M_parent;
    const bool isLeft = parent == grandparent->_M_left;
    const Child side = isLeft ? &Node::_M_left : &Node::_M_right;
    const Child other = isLeft ? &Node::_M_right : &Node::_M_left;
    Node* uncle = grandparent->*other;
    if (!isBlack(uncle)) {
      parent->_M_color = uncle->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      node = grandparent;
      continue;
    }
    if (node == parent->*other) {
      rotate(parent, other, side, root);
      parent = node;
    }
    parent->_M_color = _S_black;
    grandparent->_M_color = _S_red;
    rotate(grandparent, side, other, root);
    return;
  }
  root->_M_color = _S_black;
}

/// All ways down have as many black nodes, once a black one was taken out above `node`, which may be null.
void balanceErased(Node* node, Node* parent, Node*& root) {
  while (node != root && isBlack(node)) {
    const bool isLeft = node == parent->_M_left;
    const Child side = isLeft ? &Node::_M_left : &Node::_M_right;
    const Child other = isLeft ? &Node::_M_right : &Node::_M_left;
    Node* sibling = parent->*other;
    if (!isBlack(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, other, side, root);
      sibling = parent->*other;
    }
    if (isBlack(sibling->_M_left) && isBlack(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      node = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (isBlack(sibling->*other)) {
      (sibling->*side)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, side, other, root);
      sibling = parent->*other;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    (sibling->*other)->_M_color = _S_black;
    rotate(parent, other, side, root);
    break;
  }
  if (node) node->_M_color = _S_black;
}

template <class N> N* next(N* node) noexcept {
  if (node->_M_right) {
    node = node->_M_right;
    while (node->_M_left) node = node->_M_left;
    return node;
  }
  N* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // From the last node when it is the root, that went up to the header and back.
  return node->_M_right == parent ? node : parent;
}

template <class N> N* previous(N* node) noexcept {
  const bool isHeader = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (isHeader) return node->_M_right;
  if (node->_M_left) {
    node = node->_M_left;
    while (node->_M_right) node = node->_M_right;
    return node;
  }
  N* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

} // namespace

Node* _Rb_tree_increment(Node* node) noexcept { return next(node); }
const Node* _Rb_tree_increment(const Node* node) noexcept { return next(const_cast<Node*>(node)); }
Node* _Rb_tree_decrement(Node* node) noexcept { return previous(node); }
const Node* _Rb_tree_decrement(const Node* node) noexcept { return previous(const_cast<Node*>(node)); }

void _Rb_tree_insert_and_rebalance(const bool isLeft, Node* node, Node* parent, Node& header) noexcept {
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = header._M_left = header._M_right = node;
  } else if (isLeft) {
    parent->_M_left = node;
    if (parent == header._M_left) header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  balanceInserted(node, header._M_parent);
}

Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) noexcept {
  Node*& root = header._M_parent;
  if (header._M_left == node) header._M_left = node->_M_right ? Node::_S_minimum(node->_M_right) : node->_M_parent;
  if (header._M_right == node) header._M_right = node->_M_left ? Node::_S_maximum(node->_M_left) : node->_M_parent;
  Node* moved = nullptr;  // takes the place of what is taken out
  Node* parent = nullptr; // of it
  _Rb_tree_color color = node->_M_color;
  if (node->_M_left && node->_M_right) { // its successor takes its place
    Node* successor = Node::_S_minimum(node->_M_right);
    color = successor->_M_color;
    moved = successor->_M_right;
    parent = successor;
    if (successor != node->_M_right) {
      parent = successor->_M_parent;
      parent->_M_left = moved;
      if (moved) moved->_M_parent = parent;
      successor->_M_right = node->_M_right;
      successor->_M_right->_M_parent = successor;
    }
    successor->_M_left = node->_M_left;
    successor->_M_left->_M_parent = successor;
    linkTo(node, root) = successor;
    successor->_M_parent = node->_M_parent;
    successor->_M_color = node->_M_color;
  } else {
    moved = node->_M_left ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    linkTo(node, root) = moved;
    if (moved) moved->_M_parent = parent;
  }
  if (color == _S_black) balanceErased(moved, parent, root);
  return node;
}

unsigned _Rb_tree_black_count(const Node* node, const Node* root) noexcept {
  unsigned count = 0;
  for (; node; node = node == root ? nullptr : node->_M_parent) count += node->_M_color == _S_black;
  return count;
}

} // namespace std
