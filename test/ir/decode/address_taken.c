// A local whose address goes elsewhere stays in memory, with its lifetime; a struct that is only used field by field
// does not.
void fill(int*);
int memory(void) {
  int x;
  fill(&x);
  return x;
}
int fields(int a) {
  struct { int x, y; } p;
  p.x = a;
  p.y = a + 1;
  return p.x * p.y;
}
int outside(void) { // the read past the end must stay a read
  int a[2];
  a[0] = 1;
  return a[2];
}
// --- memory
// memory() -> i32
// b0:
//   %0 = Allocate.64 1, *4 align 4
//   LifetimeStart %0
//   Call function1(ptr %0)
//   %1 = Load.32 %0
//   LifetimeEnd %0
//   Return %1
// --- fields
// fields(i32 %0) -> i32
// b0:
//   %1 = Move.32 %0
//   %2 = Add.32 %0, 1 [1]
//   %3 = Mul.32 %1, %2 [1]
//   Return %3
// --- outside
// outside() -> i32
// b0:
//   %0 = Allocate.64 1, *8 align 4
//   LifetimeStart %0
//   Store.32 %0, 1
//   %1 = PointerAdd.64 %0, 8 [1]
//   %2 = Load.32 %1
//   LifetimeEnd %0
//   Return %2
