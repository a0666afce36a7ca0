// entry: f
// native: replay
// paths: returned 4
// options: --max-buffer 3 --max-string 2
// why: the code looks for a null behind the last text, so there is one

int f(char **names) {
  int count = 0;
  while (names[count]) count++;
  return count;
}
