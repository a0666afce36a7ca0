// entry: f
// paths: returned 1, never ended 1
// why: the rounds are counted, in a variable and in memory, and nobody looks at the numbers

struct scan {
  const char *at;
  unsigned long rounds;
};

static int isSpace(char c, int *asked) {
  ++*asked;
  return c == ' ';
}

int f(int isStuck) {
  static const char text[] = "a bc";
  struct scan scan = {text, 0};
  int words = 0, asked = 0;
  while (*scan.at) {
    scan.rounds += 3;
    if (isSpace(*scan.at, &asked)) {
      words++;
      if (isStuck) continue;
    }
    scan.at++;
  }
  return words;
}
