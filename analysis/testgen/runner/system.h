// What the runner uses of its surroundings is little, and reading and writing go straight to the kernel: a program may
// define a function of such a name itself.
#pragma once

#include "types.h"

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern struct Entry beagle_entry;

// A program may have functions of these names without code, which are then ours to make up: not for this file.
#define open(...) (int)syscall(SYS_open, __VA_ARGS__)
#define dup2(...) (int)syscall(SYS_dup2, __VA_ARGS__)
#define lseek(...) syscall(SYS_lseek, __VA_ARGS__)
#define ftruncate(...) (int)syscall(SYS_ftruncate, __VA_ARGS__)
#define close_range(...) (int)syscall(SYS_close_range, __VA_ARGS__)
#define fcntl(...) (int)syscall(SYS_fcntl, __VA_ARGS__)
#define prctl(...) (int)syscall(SYS_prctl, __VA_ARGS__)
#define setrlimit(...) (int)syscall(SYS_setrlimit, __VA_ARGS__)
#define setitimer(...) (int)syscall(SYS_setitimer, __VA_ARGS__)
#define mprotect(...) (int)syscall(SYS_mprotect, __VA_ARGS__)
#define memfd_create(...) (int)syscall(SYS_memfd_create, __VA_ARGS__)
#define waitpid(CHILD, STATUS, OPTIONS) (pid_t)syscall(SYS_wait4, CHILD, STATUS, OPTIONS, 0)
