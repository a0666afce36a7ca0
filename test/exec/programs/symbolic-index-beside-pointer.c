// entry: f
// paths: returned 3
// why: the array of a record is read and written at a symbolic place although the record has pointers, too; -1, and
//   the two results behind it

#include <string.h>

struct input {
  const char *name;
  unsigned char bytes[2000];
  struct input *next;
};

int f(unsigned at, unsigned char value) {
  struct input in;
  memset(&in, 0, sizeof in);
  in.name = "in";
  in.next = &in;
  if (at >= 2000) return -1;
  in.bytes[at] = value;
  if (in.next->bytes[(at + 1) % 2000] != 0) return -2; // never
  return in.bytes[at / 2 * 2] == 7 ? in.name[0] : in.next == &in;
}
