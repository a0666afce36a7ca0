// entry: f
// paths: unsupported 1
// detail: a second thread
// native: no: the engine cannot go on
// why: what a second thread does is not left out in silence

#include <thread>

int f(int x) {
  int result = 0;
  std::thread other([&] { result = x; });
  other.join();
  return result;
}
