// What was never written may be copied; a decision that depends on it is a fault, one that masks it away is none.
// parameters: uint8_t in0 : 8
// result: 32
int32_t entry(uint8_t in0) {
  MAYBE(uint32_t, v);
  if (in0 & 1) PUT(v, in0);
  if ((in0 & 6) == 6)
    if (TAKE(v) > 77) return 1;
  if ((in0 & 24) == 24)
    if ((TAKE(v) & 7) == 3) return 3;
  return 2;
}
