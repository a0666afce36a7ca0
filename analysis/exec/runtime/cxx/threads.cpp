// There is one thread.

#include "analysis/exec/runtime/cxx/engine.h"

extern "C" {

char __libc_single_threaded = 1;

int __cxa_atexit(void (*function)(void*), void* argument, void* library) noexcept;

/// What is local to the thread ends with the program, before everything else that does.
int __cxa_thread_atexit(void (*function)(void*), void* argument, void* library) noexcept {
  return __cxa_atexit(function, argument, library);
}

void* __dso_handle;
}
