// An invoke ends its block; what unwinds arrives at a landing pad.
struct Guard { ~Guard(); };
int risky(int);
int guarded(int x) {
  Guard guard;
  try {
    return risky(x);
  } catch (int e) {
    return e;
  }
}
// --- guarded
// _Z7guardedi(i32 %0) -> i32
// b0:
//   %5 = Allocate.64 1, *1 align 1
//   LifetimeStart %5
//   %6 = Call function1(i32 %0) to b6, unwind b1
// b1:
//   %7, %8 = LandingPad catch global0, cleanup
//   %2 = Move.64 %7
//   %3 = Move.32 %8
//   Jump b2
// b2:
//   %9 = TypeIdFor.32 global0
//   %10 = Equal.32 %3, %9
//   Branch %10, b5, b3
// b3:
//   Call function5(ptr %5)
//   LifetimeEnd %5
//   Jump b4
// b4:
//   Resume %2, %3
// b5:
//   %9 = Call function3(ptr %2)
//   %10 = Load.32 %9
//   %1 = Move.32 %10
//   %4 = Move.32 1
//   Call function4()
//   Jump b7
// b6:
//   %1 = Move.32 %6
//   %4 = Move.32 1
//   Jump b7
// b7:
//   Call function5(ptr %5)
//   LifetimeEnd %5
//   Return %1
