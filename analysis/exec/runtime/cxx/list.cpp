// The nodes of std::list, which form a circle.

#include <list>

namespace std::__detail {

void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

/// What is in [first, last) goes in front of this one.
void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last || first == last) return;
  _List_node_base* back = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _M_prev->_M_next = first;
  first->_M_prev = _M_prev;
  back->_M_next = this;
  _M_prev = back;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

/// The circles change their heads.
void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const bool isEmptyA = a._M_next == &a;
  const bool isEmptyB = b._M_next == &b;
  const _List_node_base before = a;
  if (isEmptyB) a._M_next = a._M_prev = &a;
  else {
    a = b;
    a._M_next->_M_prev = a._M_prev->_M_next = &a;
  }
  if (isEmptyA) b._M_next = b._M_prev = &b;
  else {
    b = before;
    b._M_next->_M_prev = b._M_prev->_M_next = &b;
  }
}

} // namespace std::__detail
