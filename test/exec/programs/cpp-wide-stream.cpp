// entry: f
// paths: unsupported 1
// detail: no unit has it
// native: no: the engine cannot go on
// why: what only the C++ library's own object file has is not taken for zeros

#include <sstream>

int f(int x) {
  std::wostringstream stream;
  stream << x;
  return stream.str().empty();
}
