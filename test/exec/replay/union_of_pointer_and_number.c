// What stands where a pointer may stand, taken for a number.
// entry: truth
struct Value {
  union {
    long whole;
    double number;
    char* text;
  } as;
  int kind;
};

int truth(const struct Value* value) {
  switch (value->kind) {
  case 0: return value->as.whole > 2;
  case 1: return value->as.number > 0.5 ? value->as.number < 2.5 ? 1 : 2 : 0;
  case 2: return value->as.text != 0 && value->as.text[0] == 'y';
  default: return -1;
  }
}
