// stdlib.h: sorting and searching. Elements are compared in the order in which glibc does it, as a comparison
// may have effects; qsort keeps the order of equal elements.

#include "analysis/exec/runtime/runtime.h"

typedef int Compare(const void* left, const void* right);
typedef int CompareWith(const void* left, const void* right, void* extra);

struct Order {
  size_t size;
  CompareWith* compare;
  void* extra;
  byte* scratch; ///< as large as all elements
};

static void sort(const struct Order* order, byte* elements, size_t count) {
  if (count <= 1) return;
  const size_t size = order->size;
  size_t left = count / 2, right = count - left;
  byte *a = elements, *b = elements + left * size, *to = order->scratch;
  sort(order, a, left);
  sort(order, b, right);
  while (left > 0 && right > 0) {
    if (order->compare(a, b, order->extra) <= 0) {
      __builtin_memcpy(to, a, size);
      a += size;
      --left;
    } else {
      __builtin_memcpy(to, b, size);
      b += size;
      --right;
    }
    to += size;
  }
  // What is left of the second half stands where it belongs.
  if (left > 0) __builtin_memcpy(to, a, left * size);
  __builtin_memcpy(elements, order->scratch, (count - right) * size);
}

void qsort_r(void* elements, size_t count, size_t size, CompareWith* compare, void* extra) {
  if (count <= 1 || size == 0) return;
  struct Order order = {size, compare, extra, malloc(count * size)};
  sort(&order, elements, count);
  free(order.scratch);
}

static int withoutExtra(const void* left, const void* right, void* compare) {
  return (*(Compare**)compare)(left, right);
}

void qsort(void* elements, size_t count, size_t size, Compare* compare) {
  qsort_r(elements, count, size, withoutExtra, &compare);
}

void* bsearch(const void* key, const void* elements, size_t count, size_t size, Compare* compare) {
  size_t first = 0, behind = count;
  while (first < behind) {
    const size_t middle = (first + behind) / 2;
    const byte* at = (const byte*)elements + middle * size;
    const int order = compare(key, at);
    if (order == 0) return (void*)at;
    if (order < 0)
      behind = middle;
    else
      first = middle + 1;
  }
  return NOTHING;
}

void* lfind(const void* key, const void* elements, size_t* count, size_t size, Compare* compare) {
  for (size_t i = 0; i < *count; ++i) {
    const byte* at = (const byte*)elements + i * size;
    if (compare(key, at) == 0) return (void*)at;
  }
  return NOTHING;
}
