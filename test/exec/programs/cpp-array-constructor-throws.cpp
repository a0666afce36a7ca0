// entry: f
// paths: returned 1
// why: the elements of an array that were made before one throws are destroyed, the last first

static int made, destroyed;
struct Element {
  int number;
  Element() : number(++made) {
    if (number == 4) throw number;
  }
  ~Element() { destroyed = destroyed * 10 + number; }
};
int f() {
  made = destroyed = 0;
  try {
    delete[] new Element[6];
  } catch (int) {
  }
  return destroyed;
}
