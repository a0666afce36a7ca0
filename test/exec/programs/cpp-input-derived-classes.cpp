// entry: f
// paths: returned 7
// assumes: an object of type Shape is of type Circle, Square or Rect
// why: an object of the input is of each class that is derived from what its pointer says, also for dynamic_cast

struct Shape {
  int id;
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Circle : Shape {
  int radius;
  int area() const override { return 3 * (radius & 15); }
};
struct Square : Shape {
  int side;
  int area() const override { return side == 7 ? 49 : 1; }
};
struct Rect : Square {
  int width;
  int area() const override { return width > 3 ? 12 : 2; }
};

int f(const Shape *shape) {
  if (shape->id == 4) return 0;
  const int area = shape->area();
  if (auto *rect = dynamic_cast<const Rect *>(shape)) return rect->side == 5 ? area : -1;
  return area;
}

Shape *made(int which) {
  if (which == 0) return new Circle();
  if (which == 1) return new Square();
  return new Rect();
}
