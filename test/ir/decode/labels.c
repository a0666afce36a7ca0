// The address of a label is a block of its function, in code and in tables.
int run(const int* p) {
  static void* table[] = {&&stop, &&one};
  int s = 0;
  goto* table[*p];
one:
  s++;
  if (*++p) goto* table[*p];
stop:
  return s;
}
// --- run
// run(ptr %0) -> i32
// b0:
//   %2 = Move.32 0
//   %3 = Load.32 %0
//   %4 = PointerIndex.32 global0, %3, *8 [1]
//   %1 = Load.64 %4 [1]
//   Jump b1
// b1:
//   IndirectJump %1, label1238: b5, label3776: b2
// b2:
//   %2 = Add.32 %2, 1 [1]
//   %0 = PointerAdd.64 %0, 4 [1]
//   %3 = Load.32 %0
//   %4 = NotEqual.32 %3, 0
//   Branch %4, b4, b3
// b3:
//   Jump b5
// b4:
//   %3 = Load.32 %0
//   %4 = PointerIndex.32 global0, %3, *8 [1]
//   %1 = Load.64 %4 [1]
//   Jump b1
// b5:
//   Return %2
