// entry: f
// paths: returned 4
// why: of a large buffer, most is filled, with numbers that are known, and read at unknown places; what stands behind
//   them was never written, and nobody reads it

int f(unsigned at) {
  unsigned char filled[12000];
  for (int i = 0; i < 10000; i++) filled[i] = i * 7 + i / 255;
  if (at >= 9000) return 0;
  if (filled[at] == 9 && filled[at + 700] == 77) return 1;
  return filled[at] % 2 == 0 && filled[at + 1] % 2 == 0 ? 2 : 3;
}
