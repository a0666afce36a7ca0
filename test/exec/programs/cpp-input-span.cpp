// entry: f
// options: --max-buffer 4 --extra-flag -std=c++20
// paths: returned 4
// shows: some = {4}
// why: a span without elements, one of a single 4, one of several that ends with a 4, and one that ends otherwise; of
//      the other span, all three elements are always there

#include <span>

int f(const std::span<const int>& some, std::span<int, 3> three) {
  three[2] = 1;
  if (some.empty()) return 0;
  if (some.back() == 4 && some.size() == 1) return 1;
  return 2;
}
