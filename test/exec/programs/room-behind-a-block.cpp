// entry: f
// paths: returned 7
// native: no: what stands behind the 64 bytes of the block is taken to be zero, and written natively by nobody
// why: what an instruction that asks has given a block of an allocator is not there when it is executed again
#include <cstddef>
#include <cstring>

struct level {
  int merge, count;
  void *segments;
};
struct levels {
  int references;
  unsigned long counter;
  int segments, count;
  level all[1];
};

extern "C" void *level_realloc(void *, std::size_t);

int f(levels *all) {
  if (!all) return 0;
  const int count = all->count;
  if (count < 2 || count > 5) return 0;
  all = static_cast<levels *>(level_realloc(all, sizeof(levels) + sizeof(level) * count));
  if (!all) return -1;
  std::memset(&all->all[count], 0, sizeof(level));
  return all->all[count].count;
}
