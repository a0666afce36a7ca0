// entry: f
// paths: returned 1, threw std::runtime_error 1, threw std::invalid_argument 1, threw Own 1
// detail: bad number
// detail: bad text
// detail: own text
// why: the text of an exception of the standard library is part of how the function ends

#include <stdexcept>

struct Own : std::exception {
  const char *what() const noexcept override { return "own text"; }
};
int f(int x) {
  if (x == 1) throw std::runtime_error("bad number");
  if (x == 2) throw std::invalid_argument(std::string("bad ") + "text");
  if (x == 3) throw Own();
  return 0;
}
