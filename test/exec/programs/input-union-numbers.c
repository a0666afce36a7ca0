// entry: f
// native: replay
// paths: returned 3
// shows: bits[0].real = 1
// why: the bits of a float, and what they are as a number

union bits {
  float real;
  unsigned number;
  struct {
    unsigned short low, high;
  } halves;
};

int f(const union bits *bits) {
  if (bits->real == 1.0f) return bits->halves.high == 0x3f80;
  return bits->number == 0x40000000 ? bits->real == 2.0f : 5;
}
