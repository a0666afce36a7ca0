// entry: f
// paths: returned 11, memory error: null pointer 8, memory error: use after free 1
// why: nothing is written where nothing is to be written, also to a null that is read at a symbolic place (there are
//   eight), and to memory that is gone

#include <stdlib.h>
#include <string.h>

struct row {
  int size;
  char *shown;
  char *colours;
};

struct row rows[8];

int f(unsigned at, unsigned n) {
  char *gone = malloc(4);
  if (!gone || at > 8 || n > 2) return 0;
  if (at == 8) {
    free(gone);
    memset(gone, 0, n);
    return 1;
  }
  rows[at].colours = 0;
  memset(rows[at].colours, 0, n);
  free(gone);
  return 2;
}
