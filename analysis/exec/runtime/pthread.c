// pthread.h: locks of a program that has one thread, which always gets them.

#include "analysis/exec/runtime/runtime.h"

enum { E_BUSY = 16, E_PERM = 1, E_DEADLOCK = 35, Recursive = 1, Checks = 2, MostKeys = 128 };

/// As glibc lays it out.
struct Mutex {
  int lock;
  u32 count;
  int owner;
  u32 users;
  int kind;
};

/// One that nobody knows may be locked: it is not.
static int isKnown(const struct Mutex* mutex) {
  if (beagle_is_known(mutex->lock) && beagle_is_known(mutex->kind)) return 1;
  // One of several, perhaps: as an input has it, or as it has been taken.
  if (mutex->kind == 0 && ((mutex->lock == 0 && mutex->users == 0) || (mutex->lock == 1 && mutex->users == 1))) return 1;
  beagle_approximate("a lock of the input is not locked");
  return 0;
}

static int lock(struct Mutex* mutex, int waits) {
  if (!isKnown(mutex)) return 0;
  const int isRecursive = (mutex->kind & 3) == Recursive;
  if (mutex->lock && isRecursive) {
    ++mutex->count;
    return 0;
  }
  if (mutex->lock) {
    if (!waits) return E_BUSY;
    if ((mutex->kind & 3) == Checks) return E_DEADLOCK;
    beagle_unsupported("waiting for a lock that the only thread holds");
  }
  int thread[1]; // its number is the system's
  mutex->lock = 1;
  mutex->owner = thread[0];
  ++mutex->users;
  if (isRecursive) mutex->count = 1;
  return 0;
}

int pthread_mutex_init(struct Mutex* mutex, const int* attributes) {
  byte* bytes = (byte*)mutex;
  for (int i = 0; i < 40; ++i) bytes[i] = 0;
  if (attributes) mutex->kind = *attributes & 3;
  return 0;
}
int pthread_mutex_destroy(struct Mutex* mutex) {
  if (isKnown(mutex) && mutex->users) return E_BUSY;
  mutex->kind = -1;
  return 0;
}
int pthread_mutex_lock(struct Mutex* mutex) {
  return lock(mutex, 1);
}
int pthread_mutex_trylock(struct Mutex* mutex) {
  return lock(mutex, 0);
}
int pthread_mutex_timedlock(struct Mutex* mutex, const void* until) {
  (void)until;
  return lock(mutex, 1);
}
int pthread_mutex_unlock(struct Mutex* mutex) {
  if (!isKnown(mutex)) return 0;
  const int kind = mutex->kind & 3;
  if (!mutex->lock && (kind == Recursive || kind == Checks)) return E_PERM;
  if (kind == Recursive && --mutex->count > 0) return 0;
  mutex->owner = 0;
  --mutex->users;
  mutex->lock = 0;
  return 0;
}

int pthread_mutexattr_init(int* attributes) {
  *attributes = 0;
  return 0;
}
int pthread_mutexattr_destroy(int* attributes) {
  (void)attributes;
  return 0;
}
int pthread_mutexattr_settype(int* attributes, int kind) {
  if (kind < 0 || kind > 3) return E_INVAL;
  *attributes = kind;
  return 0;
}
int pthread_mutexattr_gettype(const int* attributes, int* kind) {
  *kind = *attributes;
  return 0;
}

// Nobody waits for a condition, and nobody else reads or writes.

int pthread_cond_init(void* condition, const void* attributes) {
  (void)attributes;
  byte* bytes = condition;
  for (int i = 0; i < 48; ++i) bytes[i] = 0;
  return 0;
}
int pthread_cond_destroy(u32* condition) {
  enum { References = 9, IsDestroyed = 4 }; // as glibc lays it out
  condition[References] |= IsDestroyed;
  return 0;
}
int pthread_cond_signal(void* condition) {
  (void)condition;
  return 0;
}
int pthread_cond_broadcast(void* condition) {
  (void)condition;
  return 0;
}

/// As glibc lays it out.
struct Table {
  u32 readers; ///< the last writer's phase, whether one holds it, and how many readers do
  u32 writers, phase, turn, others[2];
  int writer;
};
enum { WriterPhase = 1, HasWriter = 2, Reader = 8 };

static int isKnownTable(const struct Table* table) {
  if (beagle_is_known(table->readers) || table->readers == 0) return 1;
  beagle_approximate("a lock of the input is not locked");
  return 0;
}
static int isHeld(const struct Table* table, int waits) {
  if (table->readers < HasWriter) return 0;
  if (waits) beagle_unsupported("waiting for a lock that the only thread holds");
  return 1;
}
static int readLock(struct Table* table, int waits) {
  if (!isKnownTable(table)) return 0;
  if (table->readers & HasWriter) return waits ? E_DEADLOCK : E_BUSY;
  table->readers = (table->readers & ~(u32)WriterPhase) + Reader;
  table->phase = 0;
  return 0;
}
static int writeLock(struct Table* table, int waits) {
  if (!isKnownTable(table)) return 0;
  if (table->readers & HasWriter) return waits ? E_DEADLOCK : E_BUSY;
  if (isHeld(table, waits)) return E_BUSY;
  int thread[1]; // its number is the system's
  table->readers = WriterPhase | HasWriter;
  table->phase = 1;
  table->turn = 1;
  table->writer = thread[0];
  return 0;
}

int pthread_rwlock_init(struct Table* table, const void* attributes) {
  (void)attributes;
  byte* bytes = (byte*)table;
  for (int i = 0; i < 56; ++i) bytes[i] = 0;
  return 0;
}
int pthread_rwlock_destroy(void* table) {
  (void)table;
  return 0;
}
int pthread_rwlock_rdlock(struct Table* table) {
  return readLock(table, 1);
}
int pthread_rwlock_tryrdlock(struct Table* table) {
  return readLock(table, 0);
}
int pthread_rwlock_wrlock(struct Table* table) {
  return writeLock(table, 1);
}
int pthread_rwlock_trywrlock(struct Table* table) {
  return writeLock(table, 0);
}
int pthread_rwlock_unlock(struct Table* table) {
  if (!isKnownTable(table)) return 0;
  if (table->readers & HasWriter) {
    table->writer = 0;
    table->turn = 0;
    table->readers &= ~(u32)HasWriter;
  } else if (table->readers >= Reader) {
    table->readers -= Reader;
  }
  return 0;
}

int pthread_once(int* isDone, void (*function)(void)) {
  if (*isDone == 2) return 0;
  function();
  *isDone = 2;
  return 0;
}

u64 pthread_self(void) {
  return 1;
}
int pthread_equal(u64 one, u64 other) {
  return one == other;
}
int pthread_setcancelstate(int state, int* old) {
  static int current;
  if (state != 0 && state != 1) return E_INVAL;
  if (old) *old = current;
  current = state;
  return 0;
}
void pthread_testcancel(void) {}

static const void* values[MostKeys];
static u32 keyCount;

int pthread_key_create(u32* key, void (*destructor)(void*)) {
  (void)destructor; // the thread does not end
  if (keyCount == MostKeys) beagle_unsupported("more than 128 keys of threads");
  values[keyCount] = NOTHING;
  *key = keyCount++;
  return 0;
}
int pthread_key_delete(u32 key) {
  return key < keyCount ? 0 : E_INVAL;
}
int pthread_setspecific(u32 key, const void* value) {
  if (key >= keyCount) return E_INVAL;
  values[key] = value;
  return 0;
}
void* pthread_getspecific(u32 key) {
  return key < keyCount ? (void*)values[key] : NOTHING;
}
