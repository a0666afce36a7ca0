// entry: f
// paths: returned 1
// why: from a virtual base, the way down is found in the object

struct Top {
  virtual ~Top() {}
  int t = 1;
};
struct Left : virtual Top {
  int l = 2;
};
struct Right : virtual Top {
  int r = 3;
};
struct Bottom : Left, Right {
  int b = 4;
};
int f(int x) {
  Bottom bottom;
  bottom.r = x;
  Top *top = &bottom;
  return dynamic_cast<Right *>(top)->r == x && dynamic_cast<Bottom *>(top)->b == 4 &&
         dynamic_cast<Left *>(static_cast<Right *>(&bottom))->l == 2;
}
