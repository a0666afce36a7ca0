// Buffers behind pointers, read and written, null never; one that is too short is an error.
// entry: sum
int sum(int* values, int count, int* total) {
  if (count < 0 || count > 3) return -1;
  *total = 0;
  for (int i = 0; i < count; i++) *total += values[i];
  if (*total == 42) values[0] = 7;
  return *total > 100;
}
