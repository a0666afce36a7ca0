// A deque that grows and shrinks at both ends.
// not comparable: 2
// entry: ends
#include <deque>
int ends(std::deque<int>& d, int k) {
  if (k == 0) d.push_back(4);
  if (k == 1) d.push_front(5);
  if (k == 2 && d.size() > 1) d.pop_front();
  if (k == 3 && !d.empty()) d.pop_back();
  if (k == 4) return d.at(2);
  return d.empty() ? 0 : d.front() - d.back();
}
