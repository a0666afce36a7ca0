// A number less its sum with another one is that one's negative, in either order and any width.
// parameters: uint8_t in0 : 4, uint16_t in1 : 4
// result: 64
uint64_t entry(uint8_t in0, uint16_t in1) {
  const uint32_t a = in0 * 2654435761u, b = in1 * 40503u;
  const uint64_t wide = (uint64_t)a << 20, other = b;
  uint64_t result = a - (a + b);
  result = result * 31 + (b - (a + b));
  result = result * 31 + ((a + b) - a);
  return result * 31 + (wide - (wide + other));
}
