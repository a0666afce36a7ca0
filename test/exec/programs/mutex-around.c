// entry: f
// paths: returned 1
// why: one thread always gets the lock
// native: replay
#include <pthread.h>

static int shared;

int f(int n) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  shared = n > 0 ? 1 : 2;
  int result = shared;
  pthread_mutex_unlock(&lock);
  return result;
}
