// What was never written is not compared; the rest of it is.
// entry: partly
struct part {
  int set, unset;
  char tail[8];
};
struct part partly(int a) {
  struct part p;
  p.set = a;
  if (a > 4) p.tail[3] = 'c';
  return p;
}
