#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

struct Item {
  int key, place;
  char padding[36];
};

static unsigned long compared;

static int byKey(const void* left, const void* right) {
  const struct Item *a = left, *b = right;
  compared = compared * 31 + (unsigned long)(a->place * 64 + b->place);
  return a->key - b->key;
}

static int byValue(const void* left, const void* right) {
  const int a = *(const int*)left, b = *(const int*)right;
  return (a > b) - (a < b);
}

static int byByte(const void* left, const void* right, void* extra) {
  ++*(int*)extra;
  return *(const char*)left - *(const char*)right;
}

int main(void) {
  for (int round = 0; round < 60; ++round) {
    struct Item items[24];
    int values[24];
    char letters[24];
    const size_t n = nextNumber(25);
    for (size_t i = 0; i < n; ++i) {
      items[i] = (struct Item){(int)nextNumber(8), (int)i, ""};
      values[i] = (int)nextNumber(50);
      letters[i] = (char)('a' + nextNumber(26));
    }
    compared = 0;
    int calls = 0;
    qsort(items, n, sizeof *items, byKey);
    qsort(values, n, sizeof *values, byValue);
    qsort_r(letters, n, 1, byByte, &calls);
    printf("%d:", round);
    for (size_t i = 0; i < n; ++i)
      printf(" %d.%d/%d/%c", items[i].key, items[i].place, values[i], letters[i]);
    printf(" compared %lu calls %d\n", compared, calls);
    for (int key = 0; key < 50; key += 7) {
      size_t count = n;
      printf(" bsearch %ld", at(bsearch(&key, values, n, sizeof *values, byValue), values));
      printf(" lfind %ld", at(lfind(&key, values, &count, sizeof *values, byValue), values));
    }
    printf("\n");
  }
  return 0;
}
