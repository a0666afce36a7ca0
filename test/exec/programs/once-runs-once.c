// entry: f
// paths: returned 2
// why: whether it was asked once or twice, the function runs once
// native: replay
#include <pthread.h>

static int runs;
static void run(void) { runs++; }

int f(_Bool again) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  runs = 0;
  pthread_once(&once, run);
  if (again) pthread_once(&once, run);
  return runs;
}
