// A forward list, and what is put behind its first element.
// entry: second
#include <forward_list>
int second(std::forward_list<short>& l) {
  if (l.empty()) { l.push_front(3); return -1; }
  auto at = l.begin();
  l.insert_after(at, 9);
  ++at; ++at;
  return at == l.end() ? 0 : *at;
}
