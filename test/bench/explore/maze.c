// A walk through a maze: every sequence of moves, each of which hits a wall or not.
// Inputs: global moves.
// Paths: 76697.
#include "bench.h"

enum { Steps = 14 };

unsigned char moves[Steps];

static const char maze[7][12] = {
    "###########", "#   #     #", "# # # ### #", "# #     # #", "# ### # # #", "#     #  x#", "###########",
};

int bench_entry(void) {
  int row = 1, column = 1;
  for (int i = 0; i < Steps; i++) {
    int nextRow = row, nextColumn = column;
    switch (moves[i]) {
    case 'n':
      nextRow--;
      break;
    case 's':
      nextRow++;
      break;
    case 'w':
      nextColumn--;
      break;
    case 'e':
      nextColumn++;
      break;
    default:
      return -1;
    }
    if (maze[nextRow][nextColumn] == '#') return -2;
    if (maze[nextRow][nextColumn] == 'x') return i + 1;
    row = nextRow;
    column = nextColumn;
  }
  return 0;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(moves);
  BENCH_RETURN(bench_entry());
}
#endif
