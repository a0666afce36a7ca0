// A local that is not written on every path is marked where it begins; one that always is has no mark.
int maybe(int c) {
  int r;
  if (c) r = 1;
  return r;
}
int always(int c) {
  int r;
  if (c) r = 1;
  else r = 2;
  return r;
}
int again(int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) {
    int fresh; // marked in each round
    if (i & 1) fresh = i;
    last = fresh;
  }
  return last;
}
// --- maybe
// maybe(i32 %0) -> i32
// b0:
//   %1 = MarkUninit.32
//   %2 = NotEqual.32 %0, 0
//   Branch %2, b1, b2
// b1:
//   %1 = Move.32 1
//   Jump b2
// b2:
//   Return %1
// --- always
// always(i32 %0) -> i32
// b0:
//   %2 = NotEqual.32 %0, 0
//   Branch %2, b2, b1
// b1:
//   %1 = Move.32 2
//   Jump b3
// b2:
//   %1 = Move.32 1
//   Jump b3
// b3:
//   Return %1
// --- again
// again(i32 %0) -> i32
// b0:
//   %1 = Move.32 0
//   %2 = Move.32 0
//   Jump b1
// b1:
//   %4 = SLess.32 %2, %0
//   Branch %4, b4, b2
// b2:
//   Jump b3
// b3:
//   Return %1
// b4:
//   %3 = MarkUninit.32
//   %4 = And.32 %2, 1
//   %5 = NotEqual.32 %4, 0
//   Branch %5, b5, b6
// b5:
//   %3 = Move.32 %2
//   Jump b6
// b6:
//   %1 = Move.32 %3
//   Jump b7
// b7:
//   %2 = Add.32 %2, 1 [1]
//   Jump b1
