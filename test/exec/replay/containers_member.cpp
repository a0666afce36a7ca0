// A member of a class, elements that are classes themselves, by value.
// entry: Store::best
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>
struct Item { int price; std::string name; };
class Store {
public:
  int best(std::multiset<int> limits) const;
  std::map<int, std::vector<int>> byShelf;
  std::list<Item> items;
};
int Store::best(std::multiset<int> limits) const {
  int most = limits.empty() ? 0 : *limits.rbegin();
  for (const Item& item : items) if (item.name == "a" && item.price > most) most = item.price;
  for (const auto& [shelf, counts] : byShelf) if (counts.size() == 1 && counts[0] > most) most = shelf;
  return most;
}
