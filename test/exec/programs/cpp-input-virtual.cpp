// entry: f
// paths: returned 1
// assumes: an object of type shapes::Shape is of no class that is derived from it
// why: an input of a class whose virtual table stands in this unit alone has that table

namespace shapes {
struct Shape {
  virtual int area(int scale) const;
  virtual ~Shape();
  int side = 3;
};
int Shape::area(int scale) const { return (side & 7) * (scale & 7); }
Shape::~Shape() {}
} // namespace shapes

int f(shapes::Shape &shape, int scale) { return shape.area(scale) + 1; }
