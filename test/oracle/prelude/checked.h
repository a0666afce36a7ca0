// What generated programs are written with. The engine is given the plain meaning of each macro. In the
// native run (ORACLE_NATIVE) each of them also checks what C leaves undefined, so that the native run says,
// exactly and without sanitizers, how an input ends and which faults it shows.
//
// Names of macros end in what they check; their arguments are evaluated once, from left to right.

#ifndef BEAGLE_TEST_ORACLE_CHECKED_H
#define BEAGLE_TEST_ORACLE_CHECKED_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 int128_t;
typedef unsigned __int128 uint128_t;

#ifdef ORACLE_NATIVE
#include "native.h"
#else

void beagle_write(int stream, const void* bytes, size_t count);
static inline void oracle_emit(unsigned char byte) {
  beagle_write(1, &byte, 1);
}
__attribute__((noreturn)) void beagle_exit(int status);
#define exit(status) beagle_exit(status)

#define GLOBAL
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define NEG(a) (-(a))
#define DIV(a, b) ((a) / (b))
#define REM(a, b) ((a) % (b))
#define SHL(a, b) ((a) << (b))
#define SHR(a, b) ((a) >> (b))
#define BUILTIN(f, a) f(a)
#define TO_INTEGER(T, low, high, a) ((T)(a))

// An index into n elements; of two dimensions, the array is one object.
#define INDEX(i, n) (i)
#define INDEX2(i, m, j, n) [i][j]

// A local that may be read before it is written.
#define MAYBE(T, v) T v
#define PUT(v, e) (v = (e))
#define TAKE(v) (v)

// Pointers into objects. A SCOPED array can be pointed to after its scope.
#define POINTER(T, p) T* p = 0
#define PASSED(T, p) T* p
#define PASS(p) p
#define SCOPED(T, a, n) T a[n]
#define POINT(p, a, n, i) (p = (a) + (i))
#define POINT_SCOPED(p, a, n, i) (p = (a) + (i))
#define COPY_POINTER(p, q) (p = q)
#define MOVE(p, n) (p += (n))
#define AT(p, i) ((p)[i])
#define HEAP(p, n) (p = malloc((n) * sizeof *p))
#define HEAP_ZERO(p, n) (p = calloc((n), sizeof *p))
#define FREE(p) free(p)
#define DIFFERENCE(p, q) ((p) - (q))

// n bytes between, or into, arrays of so many bytes.
#define COPY(to, toSize, from, fromSize, n) memcpy(to, from, n)
#define SLIDE(a, size, to, from, n) memmove((char*)(a) + (to), (char*)(a) + (from), n)
#define FILL(to, toSize, byte, n) memset(to, byte, n)

#endif
#endif
