// Accesses so far from their object that another one may be there: inputs are preferred that a sanitizer sees.
// entry: at
static const short table[8] = {1, 2, 3};

int at(const int* numbers, unsigned short index, unsigned char step, int how) {
  if (how == 0) return numbers[index];
  if (how == 1) return numbers[step * 64 + 4096];
  return table[index];
}
