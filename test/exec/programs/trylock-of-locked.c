// entry: f
// paths: returned 2
// why: a lock that is held is busy
// native: replay
#include <errno.h>
#include <pthread.h>

int f(_Bool first) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  if (first) pthread_mutex_lock(&lock);
  int result = pthread_mutex_trylock(&lock);
  pthread_mutex_unlock(&lock);
  return result == EBUSY ? 1 : result;
}
