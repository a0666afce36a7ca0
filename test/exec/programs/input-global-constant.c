// entry: f
// paths: returned 1
// why: nothing writes the limit, so it stays what it was; its neighbour may be anything

static int limit = 3;
static unsigned level = 1;
static const int table[4] = {1, 2, 3, 4};

void set_level(unsigned to) { level = to; }

unsigned f(void) { return level + limit + table[limit]; }
