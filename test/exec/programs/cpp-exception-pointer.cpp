// entry: f
// paths: returned 2
// why: an exception that is kept lives on, and can be thrown again, also twice

#include <exception>
#include <stdexcept>

static std::exception_ptr keep(int x) {
  try {
    if (x > 0) throw std::runtime_error("kept");
    throw x;
  } catch (...) {
    return std::current_exception();
  }
}
int f(int x) {
  std::exception_ptr kept = keep(x);
  int result = 0;
  for (int i = 0; i < 2; ++i) {
    try {
      std::rethrow_exception(kept);
    } catch (const std::exception &e) {
      result += e.what()[0];
    } catch (int code) {
      result += code == x;
    }
  }
  return result;
}
