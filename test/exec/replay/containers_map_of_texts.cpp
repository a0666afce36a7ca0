// Keys that are texts: they stand in order.
// entry: use
#include <map>
#include <string>
int use(std::map<std::string, int>& m, bool erases) {
  if (erases) return static_cast<int>(m.erase("b"));
  return m.size() < 2 ? 0 : m.begin()->first[0] <= m.rbegin()->first[0];
}
