// The same source for three readers, with the same inputs for each:
//
//   beagle explore FILE.c --entry bench_entry    the parameters of bench_entry and the globals are the inputs
//   clang -DBENCH_KLEE ...; klee FILE.bc         a main makes exactly these objects symbolic
//   cc -DBENCH_NATIVE FILE.c; ./a.out 6162ff     a main fills them, in order, with the bytes written in hex
//
// So a global that is no input has to be const, and nothing but inputs may be left to chance.
#pragma once

#if defined(BENCH_KLEE)

void klee_make_symbolic(void* object, unsigned long size, const char* name);

#define BENCH_MAIN int main(void)
#define BENCH_INPUT(object) klee_make_symbolic(&(object), sizeof(object), #object)
#define BENCH_RETURN(result) return (result)

#elif defined(BENCH_NATIVE)

#include <stdio.h>

static inline void benchRead(char** text, unsigned char* object, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned value = 0;
    if (*text && sscanf(*text, "%2x", &value) == 1) *text += (*text)[1] ? 2 : 1;
    object[i] = (unsigned char)value;
  }
}

#define BENCH_MAIN int main(int argc, char** argv)
#define BENCH_INPUT(object)                                                                                  \
  benchRead(argc > 1 ? &argv[1] : &(char*){0}, (unsigned char*)&(object), sizeof(object))
#define BENCH_RETURN(result) return (void)argc, (void)argv, printf("%d\n", (result)) < 0

#endif
