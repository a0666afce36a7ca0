// entry: f
// paths: returned 1, memory error: call of what is no such function 1
// native: no: it jumps to anywhere
// why: a jump to what is no label of the function

int f(unsigned char wrong) {
  void *place = wrong ? (void *)&f : &&end;
  goto *place;
end:
  return 1;
}
