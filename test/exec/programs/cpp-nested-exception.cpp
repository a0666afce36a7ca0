// entry: f
// paths: returned 1
// why: an exception may carry the one that was handled when it was thrown

#include <exception>
#include <stdexcept>

int f(int x) {
  try {
    try {
      throw x;
    } catch (int) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (const std::exception &outer) {
    try {
      std::rethrow_if_nested(outer);
    } catch (int inner) {
      return inner;
    }
  }
  return 0;
}
