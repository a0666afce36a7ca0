// entry: f
// paths: returned 1
// why: structs of every size come back: in one register, in two, in memory

struct a { int x; };
struct b { long x, y; };
struct c { long x, y, z; };
static struct a ga(int x) { return (struct a){x}; }
static struct b gb(int x) { return (struct b){x, 2}; }
static struct c gc(int x) { return (struct c){1, x, 3}; }
long f(int x) { return ga(x).x + 2 * gb(x).x + gb(x).y + 4 * gc(x).y + gc(x).z; }
