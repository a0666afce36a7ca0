// The smallest number of each width divided by -1 has no result; its neighbours have one. Generated programs divide
// numbers of 16 bits only.
// parameters: int32_t in0 : 3, int8_t in1 : 2, uint8_t in2 : 2
// result: 64
int64_t entry(int32_t in0, int8_t in1, uint8_t in2) {
  const int32_t smallest = -2147483647 - 1;
  const int32_t divisor = (in1 & 3) - 2;
  switch (in2 & 3) {
  case 0: return DIV(smallest + (in0 & 7), divisor);
  case 1: return REM(smallest + (in0 & 7), divisor);
  case 2: return DIV((int64_t)smallest * 4294967296 + (in0 & 7), (int64_t)divisor);
  default: return DIV((int8_t)((in0 & 7) - 128), divisor);
  }
}
