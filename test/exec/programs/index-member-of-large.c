// entry: f
// paths: returned 8
// why: which element is meant is asked one by one also where elements are large, and their number is no power of two:
//      all offsets of the member have their low bits in common

struct part {
  char name[700];
  int *value;
  char rest[4];
};

static int one = 1, two = 2, three = 3;

int f(unsigned which, int x) {
  struct part parts[3];
  parts[0].value = &one;
  parts[1].value = &two;
  parts[2].value = x > 5 ? &three : &two;
  if (which > 2) return 0;
  return *parts[which].value;
}
