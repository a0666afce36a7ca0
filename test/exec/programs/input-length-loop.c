// entry: f
// paths: returned 4
// options: --max-buffer 3
// assumes: values has how_many elements
// why: the loop uses every index below the number: as many elements there are; none when it is negative

unsigned f(const unsigned *values, int how_many) {
  unsigned sum = 0;
  for (int i = 0; i < how_many; i++) sum += values[i];
  return sum;
}
