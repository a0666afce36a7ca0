// Lists of numbers: walked, grown at both ends, and emptied.
// entry: walk
#include <list>
int walk(std::list<int>& l, int k) {
  int sum = 0;
  for (const int each : l) sum += each;
  if (k == 0) l.push_back(sum);
  if (k == 1) l.push_front(7);
  if (k == 2 && !l.empty()) l.pop_front();
  if (k == 3) l.clear();
  if (k == 4) l.reverse();
  return sum + static_cast<int>(l.size());
}
