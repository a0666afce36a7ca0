// entry: f
// paths: memory error: write to constant memory 1
// why: a string literal is constant

int f(void) {
  char *text = "abc";
  text[0] = 'x';
  return text[0];
}
