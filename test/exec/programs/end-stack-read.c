// entry: f
// paths: memory error: out of bounds 1, returned 1
// place: memory error: out of bounds at 9, allocated 8
// native: no: a sanitizer leaves padding between some objects only
// why: four elements, and an index that is not checked

int f(int i) {
  int a[4] = {1, 2, 3, 4};
  return a[i];
}
