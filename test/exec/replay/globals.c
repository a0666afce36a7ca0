// Globals that are inputs, that start with their initialisers, and internal ones.
// entry: step
// shows: ::history[2]
int level = 3;
static short history[4];
struct {
  char kind;
  unsigned flags : 3, rest : 5;
  long count;
} state;
static const int limits[3] = {10, 20, 30};
static int* current = &level;

int step(int amount) {
  history[1] = (short)amount;
  if (state.kind == 'a') state.count += amount;
  if (state.flags == 5) level = limits[state.rest % 3u];
  if (amount == 4) current = 0;
  if (history[2] == 9) history[3] = history[2];
  return current ? *current : -1;
}
