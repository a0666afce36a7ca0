// Keys that are texts.
// entry: use
#include <map>
#include <string>
int use(std::map<std::string, int>& m, const std::string& key, int k) {
  if (k == 0) return static_cast<int>(m.count(key));
  if (k == 1) return m[key] += 2;
  return m.empty() ? 0 : static_cast<int>(m.begin()->first.size());
}
