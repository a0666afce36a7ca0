// entry: f
// paths: unsupported 1
// detail: waiting for a lock that the only thread holds
// why: the only thread waits for itself
// native: no: it never ends
#include <pthread.h>

int f(void) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, 0);
  pthread_mutex_lock(&own);
  pthread_mutex_lock(&own);
  return 0;
}
