// A hash map with open addressing in an array of four: keys decide which element is read and written.
// Inputs: global keys, parameter wanted.
// Paths: 62.
#include "bench.h"

enum { Slots = 4, Count = 3 };

unsigned short keys[Count];

typedef struct {
  unsigned short key;
  unsigned short times;
} Slot;

static unsigned hash(unsigned short key) {
  return (key * 40503u >> 7) % Slots;
}

static unsigned slotOf(const Slot* map, unsigned short key) {
  unsigned at = hash(key);
  while (map[at].times && map[at].key != key) at = (at + 1) % Slots;
  return at;
}

int bench_entry(unsigned short wanted) {
  Slot map[Slots];
  for (int i = 0; i < Slots; i++) map[i] = (Slot){0, 0};
  for (int i = 0; i < Count; i++) {
    unsigned at = slotOf(map, keys[i]);
    map[at].key = keys[i];
    map[at].times++;
  }
  int total = 0;
  for (int i = 0; i < Slots; i++) total += map[i].times;
  if (total != Count) return -1;
  return map[slotOf(map, wanted)].times;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  unsigned short wanted;
  BENCH_INPUT(wanted);
  BENCH_INPUT(keys);
  BENCH_RETURN(bench_entry(wanted));
}
#endif
