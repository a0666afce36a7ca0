// One thread: an atomic change is a load, a computation and a store.
int add(_Atomic int* p, int x) { return (*p += x); }
int nand(int* p, int x) { return __sync_fetch_and_nand(p, x); }
_Bool swap(_Atomic int* p, int from, int to) { return __c11_atomic_compare_exchange_strong(p, &from, to, 5, 5); }
// --- add
// add(ptr %0, i32 %1) -> i32
// b0:
//   %2 = Load.32 %0
//   %3 = Add.32 %2, %1
//   Store.32 %0, %3
//   %3 = Add.32 %2, %1
//   Return %3
// --- nand
// nand(ptr %0, i32 %1) -> i32
// b0:
//   %2 = Load.32 %0
//   %3 = And.32 %2, %1
//   %4 = Xor.32 %3, -1
//   Store.32 %0, %4
//   Return %2
// --- swap
// swap(ptr %0, i32 %1, i32 %2) -> i1
// b0:
//   %3 = Move.32 %2
//   %4, %5 = CompareExchange.32 %0, %1, %3
//   Branch %5, b2, b1
// b1:
//   %1 = Move.32 %4
//   Jump b2
// b2:
//   %3 = ZeroExtend.8 %5 [1]
//   %6 = Truncate.1 %3 [8]
//   Return %6
