// stdlib.h: the end.

#include "analysis/exec/runtime/runtime.h"

enum { MostHandlers = 128 };

struct Registered {
  enum { Plain, WithArgument, WithStatus } kind;
  void* function;
  void* argument;
};

static struct Registered handlers[MostHandlers];
static int handlerCount;

static int add(int kind, void* function, void* argument) {
  if (handlerCount == MostHandlers) beagle_unsupported("more than 128 functions to be called at exit");
  struct Registered* registered = &handlers[handlerCount++];
  registered->kind = kind;
  registered->function = function;
  registered->argument = argument;
  return 0;
}

int atexit(void (*function)(void)) {
  return add(Plain, (void*)function, NOTHING);
}
int on_exit(void (*function)(int, void*), void* argument) {
  return add(WithStatus, (void*)function, argument);
}
int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  (void)library;
  return add(WithArgument, (void*)function, argument);
}

/// Also called when `main` has returned.
void beagle_run_handlers(int status) {
  while (handlerCount > 0) { // a handler may add others
    const struct Registered* last = &handlers[--handlerCount];
    switch (last->kind) {
    case Plain:
      ((void (*)(void))last->function)();
      break;
    case WithArgument:
      ((void (*)(void*))last->function)(last->argument);
      break;
    case WithStatus:
      ((void (*)(int, void*))last->function)(status, last->argument);
      break;
    }
  }
}

__attribute__((noreturn)) void exit(int status) {
  beagle_run_handlers(status);
  beagle_keep_file(NOTHING);
  beagle_exit(status);
}
