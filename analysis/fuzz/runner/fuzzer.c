// A libFuzzer program that runs two versions of a function on the inputs that it makes up, and reports those on which
// they do not do the same. One unit of all its parts. What it reports is no more than a hint: one process runs
// everything, and whoever started it runs what was found once more, each version in a process of its own.
#define _GNU_SOURCE
#include "analysis/testgen/runner/types.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "analysis/testgen/runner/text.c"

_Noreturn static void fail(const char* text) {
  syscall(SYS_write, 2, text, strlen(text));
  syscall(SYS_write, 2, "\n", 1L);
  syscall(SYS_exit_group, 3);
  __builtin_unreachable();
}

#include "analysis/testgen/runner/outside.c"
#include "heap.c"
#include "version.c"
#include "form.c"
#include "run.c"
#include "compare.c"
#include "target.c"
