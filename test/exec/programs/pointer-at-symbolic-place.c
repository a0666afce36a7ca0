// entry: f
// paths: returned 42
// why: elements of 24 bytes begin at one of forty places, and at no other of the thousand at which a pointer may stand;
//   two paths are those of other numbers

struct local {
  const char *name;
  int length, depth;
  _Bool isUpvalue;
};

struct compiler {
  struct compiler *parent;
  struct local locals[40];
  int count, slots[2048];
};

struct compiler c;

int f(int count) {
  if (count < 0 || count >= 40) return -1;
  c.locals[count].name = "this";
  return count > 39 || c.locals[count].name[3] == 's';
}
