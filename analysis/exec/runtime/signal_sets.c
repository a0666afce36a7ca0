// signal.h: sets of signals.

#include "analysis/exec/runtime/runtime.h"

enum { MostSignals = 64 };

static int isSignal(int signal) {
  if (signal > 0 && signal <= MostSignals) return 1;
  *__errno_location() = E_INVAL;
  return 0;
}

static int isOurs(int signal) {
  if (signal != 32 && signal != 33) return isSignal(signal);
  *__errno_location() = E_INVAL; // of the C library's own
  return 0;
}

int sigemptyset(u64* set) {
  set[0] = 0;
  return 0;
}
int sigfillset(u64* set) {
  set[0] = ~(3ULL << 31);
  return 0;
}
int sigaddset(u64* set, int signal) {
  if (!isOurs(signal)) return -1;
  set[0] |= 1ULL << (signal - 1);
  return 0;
}
int sigdelset(u64* set, int signal) {
  if (!isOurs(signal)) return -1;
  set[0] &= ~(1ULL << (signal - 1));
  return 0;
}
int sigismember(const u64* set, int signal) {
  return isSignal(signal) ? (int)(set[0] >> (signal - 1) & 1) : -1;
}
int sigisemptyset(const u64* set) {
  return set[0] == 0;
}

int __libc_current_sigrtmin(void) {
  return 34;
}
int __libc_current_sigrtmax(void) {
  return 64;
}
