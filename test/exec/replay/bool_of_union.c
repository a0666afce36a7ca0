// What stands where a bool may stand is neither 0 nor 1 after another member was written: natively anything happens then.
// entry: number
#include <stdbool.h>

struct Value {
  union {
    unsigned char byte;
    bool truth;
  } as;
  int kind;
};

int number(const struct Value* value) {
  switch (value->kind) {
  case 0: return value->as.byte > 7;
  case 1: return value->as.truth ? 10 : 11;
  case 2: return value->as.truth + 20;
  default: return -1;
  }
}
