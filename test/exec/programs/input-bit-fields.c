// entry: f
// native: replay
// paths: returned 5
// shows: flags[0].mode = 5
// shows: flags[0].small = -2
// why: bit fields are numbers of their own

struct flags {
  unsigned ready : 1;
  unsigned mode : 3;
  int small : 3;
  unsigned long wide : 40;
};

int f(struct flags *flags) {
  if (flags->ready && flags->mode == 5) return flags->wide > 1000000000000ul - 1 ? 9 : 1;
  if (flags->small == -2) flags->mode++;
  return 0;
}
