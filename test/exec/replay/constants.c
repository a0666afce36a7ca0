// Writing to literals and constant tables.
// entry: write
static const int table[2] = {1, 2};

int write_to(char* text, int* numbers, int how) {
  if (how == 1) text[0] = 'x';
  if (how == 2) numbers[1] = 5;
  return text[0] + numbers[1];
}

int write(int how, char* own, int* mine) {
  if (how < 2) return write_to("literal", (int*)table, how);
  if (how == 2) return write_to(own, (int*)table, how);
  return write_to(own, mine, how);
}
