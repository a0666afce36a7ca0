// entry: f
// paths: returned 2
// why: a place in a buffer is rounded up to the next one that is aligned, as arenas do

#include <stdint.h>
#include <stdlib.h>

long f(unsigned used) {
  if (used > 40) return -2;
  char *arena = malloc(64);
  if (!arena) return -1;
  char *place = (char *)(((uintptr_t)(arena + used) + 7) & ~(uintptr_t)7);
  place[0] = 1;
  const long offset = place - arena;
  free(arena);
  return offset;
}
