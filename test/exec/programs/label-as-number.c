// entry: f
// paths: returned 2
// approximates: the address of an object is looked at, and is one of many that it can have
// native: no: it rests on an address
// why: a label as a number, and back

int f(int x) {
  void *place = &&end;
  unsigned long number = (unsigned long)place ^ 0x55;
  if (x == 3) goto *(void *)(number ^ 0x55);
  return 1;
end:
  return x;
}
