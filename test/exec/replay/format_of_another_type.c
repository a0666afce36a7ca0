// What a format reads as another type is what a register happens to hold; what it reads as it should is not moved by it.
// entry: f
#include <stdio.h>

int f(float rate, int count) {
  if (count == 1) printf("%d %.1f\n", count, 0.5);
  if (count == 2) printf("%.1f %d\n", 1.5, count);
  if (count == 3) printf("%d\n", 2.5, count);
  if (count == 4) printf("%b %I8d %y|\n", 5, 6); // of which AddressSanitizer warns
  return rate > 0.5f;
}
