// entry: f
// paths: returned 1
// why: a generic lambda that stands in the same line is no function of that name

int f(int x) { auto add = [](auto& a, auto& b) { return a + b; }; unsigned y = 4, z = x; return add(y, z) > 9 ? 1 : 2; }
