// The old value is kept where somebody still wants it, and only there.
int take(const char** p) { return *(*p)++; }
int old(int i) {
  int a = i++;
  return a * i;
}
int swap(int a, int b) {
  int t = a;
  a = b;
  b = t;
  return a - b;
}
// --- take
// take(ptr %0) -> i32
// b0:
//   %1 = Load.64 %0 [1]
//   %2 = PointerAdd.64 %1, 1 [1]
//   Store.64 %0, %2 [1]
//   %2 = Load.8 %1
//   %1 = SignExtend.32 %2 [8]
//   Return %1
// --- old
// old(i32 %0) -> i32
// b0:
//   %1 = Move.32 %0
//   %0 = Add.32 %0, 1 [1]
//   %2 = Mul.32 %1, %0 [1]
//   Return %2
// --- swap
// swap(i32 %0, i32 %1) -> i32
// b0:
//   %2 = Move.32 %0
//   %0 = Move.32 %1
//   %1 = Move.32 %2
//   %2 = Sub.32 %0, %1 [1]
//   Return %2
