// entry: f
// native: replay
// paths: returned 5
// shows: ::log = null
// shows: ::log = count
// why: a function pointer of the program that is set at run time may be missing, the one function that is set somewhere,
//   or one that nobody has, and those see a small x or a large one; the one that is there from the beginning stays

static unsigned calls;
static void count(const char *text) { calls += text[0] == 'x'; }
static unsigned doubled(unsigned x) { return 2 * x; }
static void (*log)(const char *);
static unsigned (*scale)(unsigned) = doubled;

void set(int on) { log = on ? count : 0; }
void set_scale(unsigned (*to)(unsigned)) { scale = to; }

unsigned f(unsigned x) {
  calls = 0;
  if (log) log(x > 3 ? "x" : "y");
  return scale(x) + calls;
}
