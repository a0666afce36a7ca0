// entry: f
// paths: returned 2
// shows: time()#1 = 7
// why: the clock says 7 at first, or not; what it says then is a part of the result
// native: replay
#include <time.h>

int f(void) {
  time_t start = time(0), end = time(0);
  return start == 7 && end == 9;
}
