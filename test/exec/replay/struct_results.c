// A struct returned in memory.
// entry: make
struct wide {
  int count;
  long values[4];
};
struct wide make(int count, long first) {
  struct wide result;
  result.count = count;
  for (int i = 0; i < 4; i++) result.values[i] = i < count ? first + i : 0;
  return result;
}
