// Constant places of globals are constants; the rest is PointerAdd and PointerIndex.
struct item { int key; long values[4]; };
struct item table[10];
static int count = 3;
static int* where = &count;
long constant(void) { return table[2].values[1]; }
long variable(int i, int k) { return table[i].values[k]; }
long* step(struct item* p) { return &p[-1].values[3]; }
int* indirect(void) { return where; }
// --- constant
// constant() -> i64
// b0:
//   %0 = Load.64 global0+96
//   Return %0
// --- variable
// variable(i32 %0, i32 %1) -> i64
// b0:
//   %2 = PointerIndex.32 global0, %0, *40 [1]
//   %3 = PointerAdd.64 %2, 8 [1]
//   %2 = PointerIndex.32 %3, %1, *8 [1]
//   %3 = Load.64 %2
//   Return %3
// --- step
// step(ptr %0) -> ptr
// b0:
//   %1 = PointerAdd.64 %0, -40 [1]
//   %2 = PointerAdd.64 %1, 32 [1]
//   Return %2
// --- indirect
// indirect() -> ptr
// b0:
//   %0 = Load.64 global1 [1]
//   Return %0
