// entry: f
// paths: returned 1
// why: a half has ten bits behind the point, and is computed with as such

int f(unsigned char x) {
  _Float16 h = (_Float16)x;
  h = h / (_Float16)3;
  return (int)(h * (_Float16)8);
}
