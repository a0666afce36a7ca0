// Of two wide texts the C library says which one is greater; by how much, is another number where a text crosses a page.
// One number is as right as another, and the engine's is 1.

typedef __WCHAR_TYPE__ Wide;

static int compareWide(const Wide* left, const Wide* right, Word count, int endsAtZero) {
  for (Word i = 0; i < count; i++) {
    if (left[i] != right[i]) return left[i] > right[i] ? 1 : -1;
    if (endsAtZero && left[i] == 0) return 0;
  }
  return 0;
}

__attribute__((weak)) int wmemcmp(const Wide* left, const Wide* right, Word count) {
  return compareWide(left, right, count, 0);
}
__attribute__((weak)) int wcsncmp(const Wide* left, const Wide* right, Word count) {
  return compareWide(left, right, count, 1);
}
__attribute__((weak)) int wcscmp(const Wide* left, const Wide* right) { return compareWide(left, right, ~(Word)0, 1); }
