// entry: f
// paths: returned 1
// why: an object may be made in memory that is already there

#include <new>
struct Point {
  int x, y;
};
int f(short x) {
  alignas(Point) char memory[sizeof(Point)];
  Point *p = new (memory) Point{x, 2};
  const int sum = p->x + p->y;
  p->~Point();
  return sum;
}
