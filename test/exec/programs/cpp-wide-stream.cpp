// entry: f
// paths: unsupported 1
// why: what only the C++ library's own object file has is not taken for zeros

#include <sstream>

int f(int x) {
  std::wostringstream stream;
  stream << x;
  return stream.str().empty();
}
