// entry: f
// options: --initial-globals
// native: no: the entry is a function here, before which nothing is run
// paths: returned 1
// why: an entry starts with the initialisers of globals

static int ready = 1;
__attribute__((constructor)) static void prepare(void) { ready = 7; }
int f(int x) { return ready > 0 ? 1 : x; }
