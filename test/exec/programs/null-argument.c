// entry: f
// options: --null-arguments --max-string 2
// paths: returned 5, memory error: null pointer 2
// place: memory error: null pointer at 12
// place: memory error: null pointer at 14
// why: 1 where the limit is null and the text is not; of the rest 1 with a small limit, and 3 lengths of the text
#include <stddef.h>
#include <string.h>

int f(const char *text, const int *limit) {
  if (limit == NULL) {
    return text[0];
  }
  return *limit > 3 && strlen(text) > 3;
}
