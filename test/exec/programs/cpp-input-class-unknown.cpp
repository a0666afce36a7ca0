// entry: f
// paths: returned 1, unsupported 1
// detail: what an object's class is, of which no virtual table is here
// native: no: the engine cannot go on
// why: of what class an object is whose virtual table is in no unit, nobody knows; no error either

struct Shape {
  int id;
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  int area() const override { return side * side; }
};

int f(const Shape &shape) {
  if (shape.id == 4) return 0;
  if (auto *square = dynamic_cast<const Square *>(&shape)) return square->side;
  return -1;
}
