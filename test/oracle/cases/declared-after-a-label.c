// A declaration that is reached again leaves its variable without a value. After a label, C's locals have no marks of
// their lifetimes.
// parameters: int64_t in0 : 4
// result: 64
uint64_t entry(int64_t in0) {
  in0 = in0 & 15;
  uint64_t acc = 1;
  for (int32_t i = 0; i < 6; i++) {
    if (i == in0) goto next;
    acc = acc + 1;
  next:;
    MAYBE(int32_t, u);
    if (i < (in0 & 7)) PUT(u, i);
    if (in0 > 1 && TAKE(u) > 3) acc = acc * 3;
  }
  return acc;
}
