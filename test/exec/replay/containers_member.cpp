// Members of a class, elements that are classes themselves, and a set by value.
// entry: Store::best
#include <list>
#include <set>
struct Item {
  int price;
  bool sold;
};
class Store {
public:
  int best(std::multiset<int> limits) const;
  std::list<Item> items;
};
int Store::best(std::multiset<int> limits) const {
  int most = limits.empty() ? 0 : *limits.rbegin();
  for (const Item& item : items)
    if (item.sold) most = item.price;
  return most;
}
