// A switch on more than 64 bits has no table.
// parameters: uint8_t in0 : 8
// result: 32
int entry(uint8_t in0) {
  switch ((int128_t)(in0 & 15) * 0x123456789abcdef1 - (in0 >> 4)) {
  case 0: return 1;
  case -1:
  case -2: return 2;
  case (int128_t)0x123456789abcdef1: return 3;
  case (int128_t)0x123456789abcdef1 * 15 - 3: return 4;
  default: return 5;
  }
}
