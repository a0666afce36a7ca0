// A hash table of texts.
// entry: use
#include <string>
#include <unordered_map>
int use(std::unordered_map<std::string, int>& m, const std::string& key, int k) {
  if (k == 0) return static_cast<int>(m.count(key));
  if (k == 1) return static_cast<int>(m.erase(key));
  int sum = 0;
  for (const auto& [each, value] : m) sum += static_cast<int>(each.size()) ^ value;
  return sum;
}
