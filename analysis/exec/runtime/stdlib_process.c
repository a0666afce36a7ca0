// stdlib.h: the end.

#include "analysis/exec/runtime/runtime.h"

enum { MostHandlers = 128 };

struct Registered {
  enum { Plain, WithStatus } kind;
  void* function;
  void* argument;
};

static struct Registered handlers[MostHandlers];
static int handlerCount;

// Destructors of static objects, by themselves: which ones of the library's there are is nobody's business.
struct ObjectEnd {
  void (*function)(void*);
  void* argument;
  int behind; // so many handlers
};

static struct ObjectEnd objectEnds[MostHandlers];
static int objectEndCount;

static void limit(int count) {
  if (count == MostHandlers) beagle_unsupported("more than 128 functions to be called at exit");
}

static int add(int kind, void* function, void* argument) {
  limit(handlerCount);
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
  limit(objectEndCount);
  struct ObjectEnd* end = &objectEnds[objectEndCount++];
  end->function = function;
  end->argument = argument;
  end->behind = handlerCount;
  return 0;
}

/// Also called when `main` has returned.
void beagle_run_handlers(int status) {
  while (handlerCount > 0 || objectEndCount > 0) { // which may add others
    if (objectEndCount > 0 && objectEnds[objectEndCount - 1].behind >= handlerCount) {
      const struct ObjectEnd* end = &objectEnds[--objectEndCount];
      end->function(end->argument);
      continue;
    }
    const struct Registered* last = &handlers[--handlerCount];
    switch (last->kind) {
    case Plain:
      ((void (*)(void))last->function)();
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
