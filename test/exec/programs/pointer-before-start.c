// entry: f
// paths: returned 4
// why: a loop that goes backwards ends when the pointer is in front of the first element, which is lower than all of them

int f(unsigned char a, unsigned char b, unsigned char c) {
  char text[3] = {(char)(a & 1), (char)(b & 1), (char)(c & 1)};
  char *at = text + 3;
  while (--at >= text && *at == 0)
    ;
  return (int)(at - text) + 1;
}
