// A map: found, inserted, erased; at() throws when there is no such key.
// entry: use
#include <map>
int use(std::map<int, long>& m, int key, int k) {
  if (k == 0) return static_cast<int>(m.count(key));
  if (k == 1) return static_cast<int>(m[key] += 2);
  if (k == 2) return static_cast<int>(m.erase(key));
  if (k == 3) return static_cast<int>(m.at(key));
  long sum = 0;
  for (const auto& [each, value] : m) sum += each * 3 + value;
  m.clear();
  return static_cast<int>(sum);
}
