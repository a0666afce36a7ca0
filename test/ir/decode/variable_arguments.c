// A vector given as a variable argument stays one piece.
typedef float pair __attribute__((vector_size(8)));
int take(int n, ...);
int give(pair p, int i, double d) { return take(3, i, d, p); }
int sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  __builtin_va_end(list);
  return n;
}
// --- give
// give(double %0, i32 %1, double %2) -> i32
// b0:
//   %3 = Allocate.64 1, *8 align 8
//   %4 = Allocate.64 1, *8 align 8
//   %5 = Allocate.64 1, *8 align 8
//   Store.64 %3, %0 [2]
//   %6 = Load.32 %3 [2]
//   %7 = PointerAdd.64 %3, 4 [1]
//   %3 = Load.32 %7 [2]
//   Store.32 %4, %6 [2]
//   %6 = PointerAdd.64 %4, 4 [1]
//   Store.32 %6, %3 [2]
//   %6 = Load.32 %4 [2]
//   %3 = PointerAdd.64 %4, 4 [1]
//   %4 = Load.32 %3 [2]
//   Store.32 %5, %6 [2]
//   %6 = PointerAdd.64 %5, 4 [1]
//   Store.32 %6, %4 [2]
//   %6 = Load.64 %5 [2]
//   %5 = Call function1(i32 3, i32 %1, double %2, double %6) fixed 1
//   Return %5
// --- sum
// sum(i32 %0, ...) -> i32
// b0:
//   %1 = Allocate.64 1, *24 align 16
//   LifetimeStart %1
//   VaStart %1
//   VaEnd %1
//   LifetimeEnd %1
//   Return %0
