// entry: f
// paths: returned 1, threw std::out_of_range 1
// detail: vector::_M_range_check: __n (which is
// why: a range check of the library throws at the line that called it, as one text with the number in it

#include <vector>

int f(unsigned long index) {
  std::vector<int> values{1, 2, 3};
  return values.at(index);
}
