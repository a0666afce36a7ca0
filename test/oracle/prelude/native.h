// The native meaning of checked.h, and how one run is started and stopped.

#ifndef BEAGLE_TEST_ORACLE_NATIVE_H
#define BEAGLE_TEST_ORACLE_NATIVE_H

#include <setjmp.h>

#include "outcome.h"

static jmp_buf oracle_back;
static struct oracle_outcome oracle_now;
static int oracle_alive[256]; // 1: lives; otherwise the fault of whoever uses it
static int oracle_objects;
static char oracle_arena[1 << 16] __attribute__((aligned(16)));
static size_t oracle_used;

struct oracle_block {
  char *low, *high;
  int* alive;
  int heap;
};

__attribute__((noreturn)) static void oracle_stop(int kind, int fault, int code) {
  oracle_now.kind = (uint32_t)kind;
  oracle_now.fault = (uint32_t)fault;
  oracle_now.code = code;
  longjmp(oracle_back, 1);
}
static inline void oracle_fault(int fault) {
  oracle_now.faults |= 1U << fault;
}
__attribute__((noreturn)) static inline void oracle_undefined(int fault) {
  oracle_fault(fault);
  oracle_stop(ORACLE_UNDEFINED, 0, 0);
}
static inline void oracle_emit(unsigned char byte) {
  oracle_now.text = (oracle_now.text ^ byte) * ORACLE_PRIME;
}

#undef assert
#define assert(c) ((c) ? (void)0 : oracle_stop(ORACLE_ASSERT, 0, 0))
#define abort() oracle_stop(ORACLE_ABORTED, 0, 0)
#define exit(n) oracle_stop(ORACLE_EXITED, 0, (n))

// Everything that a run may change and the next one must not see.
#define GLOBAL __attribute__((section(ORACLE_SECTION)))

#define ORACLE_SIGNED(x) (((__typeof__(x))-1) < ((__typeof__(x))1) && ((__typeof__(x))-1) < 0)
#define ORACLE_CHECKED(builtin, a, b, op)                                                                    \
  ({                                                                                                         \
    __auto_type a_ = (a);                                                                                    \
    __auto_type b_ = (b);                                                                                    \
    __typeof__(a_ op b_) x_ = a_, y_ = b_, r_;                                                               \
    if (builtin(x_, y_, &r_) && ORACLE_SIGNED(r_)) oracle_fault(ORACLE_SIGNED_OVERFLOW);                     \
    r_;                                                                                                      \
  })
#define ADD(a, b) ORACLE_CHECKED(__builtin_add_overflow, a, b, +)
#define SUB(a, b) ORACLE_CHECKED(__builtin_sub_overflow, a, b, -)
#define MUL(a, b) ORACLE_CHECKED(__builtin_mul_overflow, a, b, *)
#define NEG(a)                                                                                               \
  ({                                                                                                         \
    __auto_type a_ = (a);                                                                                    \
    __typeof__(-a_) x_ = a_, z_ = 0, r_;                                                                     \
    if (__builtin_sub_overflow(z_, x_, &r_) && ORACLE_SIGNED(r_)) oracle_fault(ORACLE_SIGNED_OVERFLOW);      \
    r_;                                                                                                      \
  })
#define ORACLE_DIVIDED(a, b, op)                                                                             \
  ({                                                                                                         \
    __auto_type a_ = (a);                                                                                    \
    __auto_type b_ = (b);                                                                                    \
    __typeof__(a_ op b_) x_ = a_, y_ = b_, n_;                                                               \
    if (y_ == 0) oracle_stop(ORACLE_DIVISION, 0, 0);                                                         \
    if (ORACLE_SIGNED(y_) && y_ == (__typeof__(y_))-1 && __builtin_sub_overflow((__typeof__(y_))0, x_, &n_)) \
      oracle_stop(ORACLE_DIVISION, 0, 0);                                                                    \
    (__typeof__(n_))(x_ op y_);                                                                              \
  })
#define DIV(a, b) ORACLE_DIVIDED(a, b, /)
#define REM(a, b) ORACLE_DIVIDED(a, b, %)
#define ORACLE_SHIFTED(a, b, op)                                                                             \
  ({                                                                                                         \
    __auto_type a_ = (a);                                                                                    \
    __auto_type b_ = (b);                                                                                    \
    __typeof__(+a_) x_ = a_;                                                                                 \
    if (b_ < 0 || b_ >= ORACLE_WIDTH(x_)) oracle_undefined(ORACLE_OVERSIZED_SHIFT);                          \
    (__typeof__(x_))(x_ op b_);                                                                              \
  })
#define ORACLE_WIDTH(x) ((int)(sizeof(x) * 8)) // shifts are of types that fill their bytes
#define SHL(a, b) ORACLE_SHIFTED(a, b, <<)
#define SHR(a, b) ORACLE_SHIFTED(a, b, >>)
#define BUILTIN(f, a)                                                                                        \
  ({                                                                                                         \
    __auto_type a_ = (a);                                                                                    \
    if (a_ == 0) oracle_undefined(ORACLE_BUILTIN_ARGUMENT);                                                  \
    f(a_);                                                                                                   \
  })
#define TO_INTEGER(T, low, high, a)                                                                          \
  ({                                                                                                         \
    __auto_type a_ = (a);                                                                                    \
    if (!(a_ > (low) && a_ < (high))) oracle_undefined(ORACLE_FLOAT_TO_INTEGER);                             \
    (T) a_;                                                                                                  \
  })

static inline void oracle_bounds(int within) {
  if (!within) oracle_stop(ORACLE_MEMORY, ORACLE_OUT_OF_BOUNDS, 0);
}
#define INDEX(i, n)                                                                                          \
  ({                                                                                                         \
    __auto_type i_ = (i);                                                                                    \
    oracle_bounds(i_ >= 0 && i_ < (n));                                                                      \
    i_;                                                                                                      \
  })
#define INDEX2(i, m, j, n)                                                                                   \
  [0][({                                                                                                     \
    int64_t i_ = (i);                                                                                        \
    int64_t j_ = (j);                                                                                        \
    oracle_bounds(i_*(n) + j_ >= 0 && i_ * (n) + j_ < (m) * (n));                                            \
    i_*(n) + j_;                                                                                             \
  })]

#define MAYBE(T, v)                                                                                          \
  T v = 0;                                                                                                   \
  int v##_set = 0
#define PUT(v, e) (v = (e), v##_set = 1)
#define TAKE(v) (v##_set ? v : (oracle_undefined(ORACLE_UNINITIALISED), v))

static int oracle_always = 1;
static inline int* oracle_new(void) {
  int* alive = &oracle_alive[oracle_objects++ % 256];
  *alive = 1;
  return alive;
}
static inline void oracle_out_of_scope(int** alive) {
  **alive = ORACLE_USE_AFTER_SCOPE;
}
static inline void* oracle_check(void* at, size_t size, struct oracle_block block) {
  if (!block.alive) oracle_stop(ORACLE_MEMORY, ORACLE_NULL_POINTER, 0);
  if (*block.alive != 1) oracle_stop(ORACLE_MEMORY, *block.alive, 0);
  if ((char*)at < block.low || (char*)at + size > block.high)
    oracle_stop(ORACLE_MEMORY, ORACLE_OUT_OF_BOUNDS, 0);
  return at;
}
static inline void* oracle_heap(size_t size, struct oracle_block* block) {
  char* low = oracle_arena + oracle_used;
  oracle_used = (oracle_used + size + 63) / 16 * 16;
  if (oracle_used > sizeof oracle_arena) oracle_stop(ORACLE_LIMIT, 0, 0);
  memset(low, 0, size);
  *block = (struct oracle_block){low, low + size, oracle_new(), 1};
  return low;
}
static inline void oracle_free(void* p, struct oracle_block* block) {
  if (!block->alive) return;
  if (!block->heap) oracle_stop(ORACLE_MEMORY, ORACLE_BAD_FREE, 0);
  if (*block->alive != 1) oracle_stop(ORACLE_MEMORY, ORACLE_DOUBLE_FREE, 0);
  if ((char*)p != block->low) oracle_stop(ORACLE_MEMORY, ORACLE_BAD_FREE, 0);
  *block->alive = ORACLE_USE_AFTER_FREE;
}

#define POINTER(T, p)                                                                                        \
  T* p = 0;                                                                                                  \
  struct oracle_block p##_b = {0, 0, 0, 0}
#define PASSED(T, p) T *p, struct oracle_block p##_b
#define PASS(p) p, p##_b
#define SCOPED(T, a, n)                                                                                      \
  __attribute__((cleanup(oracle_out_of_scope))) int* a##_alive = oracle_new();                               \
  T a[n]
#define POINT(p, a, n, i)                                                                                    \
  (p = (a) + (i), p##_b = (struct oracle_block){(char*)(a), (char*)((a) + (n)), &oracle_always, 0})
#define POINT_SCOPED(p, a, n, i)                                                                             \
  (p = (a) + (i), p##_b = (struct oracle_block){(char*)(a), (char*)((a) + (n)), a##_alive, 0})
#define COPY_POINTER(p, q) (p = q, p##_b = q##_b)
#define MOVE(p, n) (p += (n))
#define AT(p, i)                                                                                             \
  (*(__typeof__(p))({                                                                                        \
    __typeof__(p) q_ = (p) + (i);                                                                            \
    oracle_check(q_, sizeof *q_, p##_b);                                                                     \
  }))
#define HEAP(p, n) (p = oracle_heap((n) * sizeof *p, &p##_b))
#define HEAP_ZERO(p, n) (p = oracle_heap((n) * sizeof *p, &p##_b))
#define FREE(p) oracle_free(p, &p##_b)
#define DIFFERENCE(p, q) ((p) - (q))

#define COPY(to, toSize, from, fromSize, n)                                                                  \
  ({                                                                                                         \
    size_t n_ = (n);                                                                                         \
    oracle_bounds(n_ <= (toSize) && n_ <= (fromSize));                                                       \
    memcpy(to, from, n_);                                                                                    \
  })
#define SLIDE(a, size, to, from, n)                                                                          \
  ({                                                                                                         \
    size_t t_ = (to), f_ = (from), n_ = (n);                                                                 \
    oracle_bounds(n_ == 0 || (t_ <= (size) && f_ <= (size) && n_ <= (size) - t_ && n_ <= (size) - f_));      \
    memmove((char*)(a) + t_, (char*)(a) + f_, n_);                                                           \
  })
#define FILL(to, toSize, byte, n)                                                                            \
  ({                                                                                                         \
    int b_ = (byte);                                                                                         \
    size_t n_ = (n);                                                                                         \
    oracle_bounds(n_ <= (toSize));                                                                           \
    memset(to, b_, n_);                                                                                      \
  })

struct oracle_entry {
  void (*call)(const uint64_t* arguments); // stores what the entry returns in oracle_now
  void (*after)(void);                     // stores the digest of the globals
  char *globals, *globalsEnd;
};

static inline void oracle_digest(uint64_t* digest, const void* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) *digest = (*digest ^ ((const unsigned char*)bytes)[i]) * ORACLE_PRIME;
}

// One run. The globals have their first contents before and after it.
static void oracle_run(const struct oracle_entry* entry, const uint64_t* arguments,
                       struct oracle_outcome* outcome) {
  static char saved[1 << 20];
  const size_t size = (size_t)(entry->globalsEnd - entry->globals);
  memcpy(saved, entry->globals, size);
  memset(&oracle_now, 0, sizeof oracle_now);
  oracle_now.text = ORACLE_BASIS;
  oracle_objects = 0;
  oracle_used = 0;
  if (setjmp(oracle_back) == 0) entry->call(arguments);
  entry->after();
  *outcome = oracle_now;
  memcpy(entry->globals, saved, size);
}

#endif
