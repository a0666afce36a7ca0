// Phis become moves on the edges; an edge that would need a block of its own gets one.
int both(int a, int b) { return a && b; }
int pick(int c, int a, int b) { return c ? a + 1 : b; }
int cases(int k) {
  switch (k) {
  case 1: return 10;
  case 2:
  case 5: return 20;
  default: return -1;
  }
}
// --- both
// both(i32 %0, i32 %1) -> i32
// b0:
//   %3 = NotEqual.32 %0, 0
//   Branch %3, b1, b3
// b1:
//   %2 = NotEqual.32 %1, 0
//   Jump b2
// b2:
//   %3 = ZeroExtend.32 %2 [1]
//   Return %3
// b3: edge
//   %2 = Move.1 0
//   Jump b2
// --- pick
// pick(i32 %0, i32 %1, i32 %2) -> i32
// b0:
//   %4 = NotEqual.32 %0, 0
//   Branch %4, b2, b1
// b1:
//   %3 = Move.32 %2
//   Jump b3
// b2:
//   %3 = Add.32 %1, 1 [1]
//   Jump b3
// b3:
//   Return %3
// --- cases
// cases(i32 %0) -> i32
// b0:
//   Switch.32 %0, 1: b2, 2: b1, 5: b1, else b3
// b1:
//   %1 = Move.32 20
//   Jump b4
// b2:
//   %1 = Move.32 10
//   Jump b4
// b3:
//   %1 = Move.32 -1
//   Jump b4
// b4:
//   Return %1
