// A hash table of numbers.
// entry: use
#include <unordered_map>
int use(std::unordered_map<int, int>& m, int key, int k) {
  if (k == 0) return static_cast<int>(m.count(key));
  if (k == 1) return m[key] += 2;
  if (k == 2) return static_cast<int>(m.erase(key));
  int sum = 0;
  for (const auto& [each, value] : m) sum += each ^ value;
  m.clear();
  return sum;
}
