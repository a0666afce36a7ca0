// entry: f
// paths: returned 1
// why: a mark in the lowest bit of an address, taken off before use

#include <stdint.h>

int f(int x) {
  _Alignas(8) int a = x & 7;
  uintptr_t bits = (uintptr_t)&a | 1;
  return *(int *)(bits & ~(uintptr_t)1) + (int)(bits & 1);
}
