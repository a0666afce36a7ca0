// entry: f
// paths: memory error: out of bounds 1, returned 1
// place: memory error: out of bounds at 9
// native: no: a sanitizer leaves padding between some objects only
// why: an index without an upper bound

static const int table[3] = {7, 8, 9};

int f(unsigned i) { return table[i]; }
