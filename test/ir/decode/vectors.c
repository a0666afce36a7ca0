// Vectors are taken apart; a variable index picks among slots side by side.
typedef int four __attribute__((vector_size(16)));
four add(four a, four b) { return a + b; }
int at(four a, int i) { return a[i]; }
four turned(four a) { return __builtin_shufflevector(a, a, 3, 0, 1, 2); }
typedef _Bool bits __attribute__((ext_vector_type(4)));
bits packed(bits* p) { return *p; }
// --- add
// add(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7) -> i32, i32, i32, i32
// b0:
//   %8 = Allocate.64 1, *16 align 16
//   %9 = Allocate.64 1, *16 align 16
//   Store.32 %8, %0
//   %10 = PointerAdd.64 %8, 4 [1]
//   Store.32 %10, %1
//   %10 = PointerAdd.64 %8, 8 [1]
//   Store.32 %10, %2
//   %10 = PointerAdd.64 %8, 12 [1]
//   Store.32 %10, %3
//   Store.32 %9, %4
//   %10 = PointerAdd.64 %9, 4 [1]
//   Store.32 %10, %5
//   %10 = PointerAdd.64 %9, 8 [1]
//   Store.32 %10, %6
//   %10 = PointerAdd.64 %9, 12 [1]
//   Store.32 %10, %7
//   %10 = Load.32 %8
//   %11 = PointerAdd.64 %8, 4 [1]
//   %12 = Load.32 %11
//   %11 = PointerAdd.64 %8, 8 [1]
//   %13 = Load.32 %11
//   %11 = PointerAdd.64 %8, 12 [1]
//   %8 = Load.32 %11
//   %11 = Load.32 %9
//   %14 = PointerAdd.64 %9, 4 [1]
//   %15 = Load.32 %14
//   %14 = PointerAdd.64 %9, 8 [1]
//   %16 = Load.32 %14
//   %14 = PointerAdd.64 %9, 12 [1]
//   %9 = Load.32 %14
//   %14 = Add.32 %10, %11
//   %10 = Add.32 %12, %15
//   %12 = Add.32 %13, %16
//   %13 = Add.32 %8, %9
//   Return %14, %10, %12, %13
// --- at
// at(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4) -> i32
// b0:
//   %5 = Allocate.64 1, *16 align 16
//   Store.32 %5, %0
//   %6 = PointerAdd.64 %5, 4 [1]
//   Store.32 %6, %1
//   %6 = PointerAdd.64 %5, 8 [1]
//   Store.32 %6, %2
//   %6 = PointerAdd.64 %5, 12 [1]
//   Store.32 %6, %3
//   %6 = Load.32 %5
//   %7 = PointerAdd.64 %5, 4 [1]
//   %8 = Load.32 %7
//   %7 = PointerAdd.64 %5, 8 [1]
//   %9 = Load.32 %7
//   %7 = PointerAdd.64 %5, 12 [1]
//   %5 = Load.32 %7
//   %10 = Move.32 %6
//   %11 = Move.32 %8
//   %12 = Move.32 %9
//   %13 = Move.32 %5
//   %5 = ZeroExtend.64 %4 [32]
//   %9 = PickSlot.32 %5, %10..+4
//   Return %9
// --- turned
// turned(i32 %0, i32 %1, i32 %2, i32 %3) -> i32, i32, i32, i32
// b0:
//   %4 = Allocate.64 1, *16 align 16
//   Store.32 %4, %0
//   %5 = PointerAdd.64 %4, 4 [1]
//   Store.32 %5, %1
//   %5 = PointerAdd.64 %4, 8 [1]
//   Store.32 %5, %2
//   %5 = PointerAdd.64 %4, 12 [1]
//   Store.32 %5, %3
//   %5 = Load.32 %4
//   %6 = PointerAdd.64 %4, 4 [1]
//   %7 = Load.32 %6
//   %6 = PointerAdd.64 %4, 8 [1]
//   %8 = Load.32 %6
//   %6 = PointerAdd.64 %4, 12 [1]
//   %9 = Load.32 %6
//   %6 = Load.32 %4
//   %6 = PointerAdd.64 %4, 4 [1]
//   %10 = Load.32 %6
//   %6 = PointerAdd.64 %4, 8 [1]
//   %10 = Load.32 %6
//   %6 = PointerAdd.64 %4, 12 [1]
//   %4 = Load.32 %6
//   Return %9, %5, %7, %8
// --- packed
// packed(ptr %0) -> i8
// b0:
//   %1 = Allocate.64 1, *1 align 1
//   %2 = Load.8 %0
//   %3 = Truncate.1 %2 [8]
//   %4 = LShr.8 %2, 1
//   %5 = Truncate.1 %4 [8]
//   %4 = LShr.8 %2, 2
//   %6 = Truncate.1 %4 [8]
//   %4 = LShr.8 %2, 3
//   %7 = Truncate.1 %4 [8]
//   %4 = LShr.8 %2, 4
//   %8 = Truncate.1 %4 [8]
//   %4 = LShr.8 %2, 5
//   %8 = Truncate.1 %4 [8]
//   %4 = LShr.8 %2, 6
//   %8 = Truncate.1 %4 [8]
//   %4 = LShr.8 %2, 7
//   %2 = Truncate.1 %4 [8]
//   %4 = ZeroExtend.4 %3 [1]
//   %3 = ZeroExtend.4 %5 [1]
//   %5 = Shl.4 %3, 1
//   %3 = Or.4 %4, %5
//   %4 = ZeroExtend.4 %6 [1]
//   %6 = Shl.4 %4, 2
//   %4 = Or.4 %3, %6
//   %3 = ZeroExtend.4 %7 [1]
//   %7 = Shl.4 %3, 3
//   %3 = Or.4 %4, %7
//   Store.4 %1, %3
//   %3 = Load.8 %1
//   Return %3
