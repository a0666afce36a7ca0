// entry: f
// paths: returned 1
// why: what was written is what is read; the file that was there before does not matter
// native: replay
#include <stdio.h>

int f(int n) {
  FILE *out = fopen("note", "w");
  fprintf(out, "%c!", n > 3 ? 'y' : 'n');
  fclose(out);
  FILE *in = fopen("note", "r");
  int c = fgetc(in);
  if (fgetc(in) != '!' || fgetc(in) != EOF) __builtin_trap();
  fclose(in);
  return c == 'y';
}
