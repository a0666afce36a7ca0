// A struct returned in two registers of two kinds.
// entry: make
struct both {
  double ratio;
  int code;
};
struct both make(int code, double ratio) {
  struct both result = {ratio, code};
  if (code > 9) result.ratio = -1.0;
  if (ratio == 2.0) result.code = 0;
  return result;
}
