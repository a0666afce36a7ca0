// entry: f
// paths: returned 4
// why: three named values and all others

enum color { red, green = 5, blue };
int f(enum color c) {
  switch (c) {
  case red: return 1;
  case green: return 2;
  case blue: return 3;
  }
  return 4;
}
