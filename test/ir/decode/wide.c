// Integers of any width.
__int128 product(__int128 a, long b) { return a * b; }
_BitInt(37) odd(_BitInt(37)* p) { return *p += 1; }
unsigned flags(unsigned a) { return __builtin_popcount(a) + __builtin_bswap32(a); }
int checked(int a, int b) {
  int r;
  return __builtin_add_overflow(a, b, &r) ? -1 : r;
}
// --- product
// product(i64 %0, i64 %1, i64 %2) -> i64, i64
// b0:
//   %3 = Allocate.64 1, *16 align 16
//   %4 = Allocate.64 1, *16 align 16
//   Store.64 %4, %0
//   %5 = PointerAdd.64 %4, 8 [1]
//   Store.64 %5, %1
//   %5 = Load.128 %4
//   %4 = SignExtend.128 %2 [64]
//   %6 = Mul.128 %5, %4 [1]
//   Store.128 %3, %6
//   %6 = Load.64 %3
//   %5 = PointerAdd.64 %3, 8 [1]
//   %3 = Load.64 %5
//   Return %6, %3
// --- odd
// odd(ptr %0) -> i64
// b0:
//   %1 = Load.64 %0
//   %2 = Truncate.37 %1 [64]
//   %1 = Add.37 %2, 1 [1]
//   %2 = SignExtend.64 %1 [37]
//   Store.64 %0, %2
//   %2 = ZeroExtend.64 %1 [37]
//   Return %2
// --- flags
// flags(i32 %0) -> i32
// b0:
//   %1 = PopCount.32 %0
//   %2 = ByteSwap.32 %0
//   %3 = Add.32 %1, %2
//   Return %3
// --- checked
// checked(i32 %0, i32 %1) -> i32
// b0:
//   %4, %5 = SAddOverflow.32 %0, %1
//   %3 = Move.32 %4
//   Branch %5, b2, b1
// b1:
//   %2 = Move.32 %3
//   Jump b3
// b2:
//   %2 = Move.32 -1
//   Jump b3
// b3:
//   Return %2
