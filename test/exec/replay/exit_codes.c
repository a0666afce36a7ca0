// exit from deep inside, with the memory as it was then; _exit says no more than its code.
// entry: run
_Noreturn void beagle_exit(int);
_Noreturn void _exit(int);
int progress;

static void leave(int code) {
  progress = code + 1;
  if (code > 5) beagle_exit(code);
}

int run(int code, int* slot) {
  *slot = 77;
  leave(code);
  if (code == -2) _exit(300);
  return 0;
}
