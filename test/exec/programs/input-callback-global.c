// entry: f
// native: replay
// paths: returned 4
// shows: ::log = null
// shows: ::log = count
// why: a function pointer of the program that is set at run time may be missing, the one function that is set somewhere,
//   or one that nobody has; the one that is there from the beginning stays

static int calls;
static void count(const char *text) { calls += text[0] == 'x'; }
static int doubled(int x) { return 2 * x; }
static void (*log)(const char *);
static int (*scale)(int) = doubled;

void set(int on) { log = on ? count : 0; }
void set_scale(int (*to)(int)) { scale = to; }

int f(int x) {
  calls = 0;
  if (log) log(x > 3 ? "x" : "y");
  return scale(x) + calls;
}
