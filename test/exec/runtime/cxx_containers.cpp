// The parts of containers that are no templates: trees, lists, hashes and numbers of buckets. What they do is written
// as one number for each step, into which the order of everything goes.

#include <cstdio>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

static unsigned long mixed = 1;
static void mix(unsigned long value) { mixed = mixed * 31 + value; }
static unsigned next() {
  static unsigned state = 12345;
  state = state * 1103515245 + 12345;
  return state >> 16;
}
static void show(const char* what) { std::printf("%s %lu\n", what, mixed); }

struct Less { // the shape of a tree shows in what is compared
  bool operator()(int a, int b) const {
    mix(static_cast<unsigned long>(a * 7 + b));
    return a < b;
  }
};

static void trees() {
  std::multiset<int, Less> set;
  for (int i = 0; i < 600; ++i) {
    const int key = static_cast<int>(next() % 60);
    if (next() % 2 == 0 || set.empty()) set.insert(key);
    else if (const auto found = set.lower_bound(key); found != set.end()) set.erase(found);
    else set.erase(std::prev(set.end()));
    if (i % 60 != 0) continue;
    for (const int x : set) mix(static_cast<unsigned long>(x));
    for (auto at = set.end(); at != set.begin();) mix(static_cast<unsigned long>(*--at));
    show("tree");
  }
  std::map<std::string, int> map;
  for (int i = 0; i < 40; ++i) map[std::string(next() % 5, static_cast<char>('a' + next() % 4))] += i;
  for (const auto& [key, value] : map) std::printf("%s=%d ", key.c_str(), value);
  show("map");
}

static void lists() {
  std::list<int> a, b;
  for (int i = 0; i < 300; ++i) {
    switch (next() % 9) {
    case 0: a.push_back(i); break;
    case 1: b.push_front(i); break;
    case 2: a.swap(b); break;
    case 3: a.reverse(); break;
    case 4: a.splice(a.begin(), b); break;
    case 5:
      if (!b.empty()) b.pop_back();
      break;
    case 6: a.sort(); break;
    case 7: a.sort(), b.sort(), a.merge(b); break;
    case 8:
      if (a.size() > 2) a.splice(a.begin(), a, std::prev(a.end()));
      break;
    }
    for (const int x : a) mix(static_cast<unsigned long>(x));
    for (const int x : b) mix(static_cast<unsigned long>(x) + 1);
    if (i % 30 == 0) show("lists");
  }
}

static void hashes() {
  std::unordered_map<std::string, int> map;
  for (int i = 0; i < 150; ++i) {
    map[std::string(next() % 20, static_cast<char>('a' + next() % 26))]++;
    if (i % 15 != 0) continue;
    for (const auto& [key, value] : map) mix(key.size() * 3 + static_cast<unsigned long>(value));
    mix(map.bucket_count());
    show("hash");
  }
  map.rehash(1000);
  std::unordered_multimap<double, int> numbers;
  numbers.max_load_factor(0.7F);
  for (int i = 0; i < 100; ++i) {
    numbers.emplace(next() % 20 / 7.0, i);
    mix(numbers.bucket_count());
  }
  for (const auto& [key, value] : numbers) mix(static_cast<unsigned long>(value));
  std::printf("%zu %zu %zu\n", map.bucket_count(), std::hash<std::string>()("abc"), std::hash<double>()(0.5));
  show("numbers");
}

int main() {
  trees();
  lists();
  hashes();
}
