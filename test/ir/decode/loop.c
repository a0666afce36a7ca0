// A loop over locals has no moves left: loads of locals are gone, sums are computed where they are kept, and an index
// is extended by the address computation.
int sum(const int* a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i] ^ i;
  return s;
}
// --- sum
// sum(ptr %0, i32 %1) -> i32
// b0:
//   %2 = Move.32 0
//   %3 = Move.32 0
//   Jump b1
// b1:
//   %4 = SLess.32 %3, %1
//   Branch %4, b4, b2
// b2:
//   Jump b3
// b3:
//   Return %2
// b4:
//   %4 = PointerIndex.32 %0, %3, *4 [1]
//   %5 = Load.32 %4
//   %4 = Xor.32 %5, %3
//   %2 = Add.32 %2, %4 [1]
//   Jump b5
// b5:
//   %3 = Add.32 %3, 1 [1]
//   Jump b1
