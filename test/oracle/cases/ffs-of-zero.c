// clang counts zeros of an argument that is never zero, and then takes another value for zero: no fault.
// parameters: uint8_t in0 : 8
// result: 32
int entry(uint8_t in0) { return __builtin_ffs(in0 & 0xf0) * 3 + __builtin_ffsll((uint64_t)(in0 & 15) << 40); }
