// The bits of a struct that no field has are never written; code for its fields masks them away and uses nothing
// uninitialised.
// parameters: uint16_t in0 : 2, uint64_t in1 : 6
// result: 32
struct parts {
  uint32_t low : 9;
  uint32_t middle : 19;
  uint64_t high : 25;
};
static struct parts make(int32_t x, int32_t y) {
  struct parts r = {0};
  r.low = x;
  r.middle = x ^ y;
  r.high = x ^ y;
  return r;
}
int32_t entry(uint16_t in0, uint64_t in1) {
  if (make(in0 & 3, in1 & 63).middle > 3) return 1;
  return 2;
}
