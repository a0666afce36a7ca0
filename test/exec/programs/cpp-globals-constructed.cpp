// entry: f
// paths: returned 2
// why: global objects are what their constructors made of them; a plain number may have changed since

struct Table {
  int values[3];
  Table() {
    for (int i = 0; i < 3; ++i) values[i] = i * i;
  }
};
static Table table;
static const int last = table.values[2];
static int counter = table.values[1];
int f(unsigned char) {
  if (counter == 17) return last;
  return table.values[1];
}
