#define _GNU_SOURCE
#include <pthread.h>

#include "common.h"

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void say(void) { printf("once\n"); }

static void use(pthread_mutex_t* mutex) {
  printf("lock %d", pthread_mutex_lock(mutex));
  printf(" trylock %d", pthread_mutex_trylock(mutex));
  printf(" unlock %d", pthread_mutex_unlock(mutex));
  printf(" trylock %d", pthread_mutex_trylock(mutex));
  printf(" unlock %d\n", pthread_mutex_unlock(mutex));
}

int main(void) {
  use(&plain);
  static const int kinds[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
  for (int i = 0; i < 3; ++i) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    int kind = -1;
    printf("attr %d", pthread_mutexattr_init(&attributes));
    printf(" %d", pthread_mutexattr_settype(&attributes, kinds[i]));
    printf(" %d", pthread_mutexattr_gettype(&attributes, &kind));
    printf(" kind %d init %d\n", kind, pthread_mutex_init(&mutex, &attributes));
    use(&mutex);
    if (i == 1) use(&mutex);
    if (i == 2) {
      printf("unlock %d", pthread_mutex_unlock(&mutex));
      pthread_mutex_lock(&mutex);
      printf(" again %d unlock %d\n", pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex));
    }
  }
  for (int i = 0; i < 3; ++i) printf("once %d\n", pthread_once(&once, say));
  pthread_key_t key;
  printf("key %d", pthread_key_create(&key, NULL));
  printf(" %d", pthread_getspecific(key) != NULL);
  printf(" %d %d\n", pthread_setspecific(key, &once), pthread_getspecific(key) == &once);
  printf("self %d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  printf("cond %d %d %d\n", pthread_cond_signal(&condition), pthread_cond_broadcast(&condition), pthread_cond_destroy(&condition));
  pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
  printf("rwlock %d %d %d\n", pthread_rwlock_rdlock(&rw), pthread_rwlock_unlock(&rw), pthread_rwlock_wrlock(&rw));
  printf("written %d %d %d", pthread_rwlock_trywrlock(&rw), pthread_rwlock_tryrdlock(&rw), pthread_rwlock_rdlock(&rw));
  printf(" %d", pthread_rwlock_unlock(&rw));
  printf(" %d", pthread_rwlock_tryrdlock(&rw));
  printf(" %d", pthread_rwlock_tryrdlock(&rw));
  printf(" %d", pthread_rwlock_trywrlock(&rw));
  printf(" %d %d", pthread_rwlock_unlock(&rw), pthread_rwlock_unlock(&rw));
  printf(" %d\n", pthread_rwlock_trywrlock(&rw));
  int old = -1;
  printf("cancel %d %d\n", pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old), old);
  return 0;
}
