// entry: f
// paths: returned 3
// why: what the system says is any value; a clock of the C++ library is no function that nobody knows

#include <chrono>
#include <thread>

unsigned f(unsigned x) {
  const auto start = std::chrono::steady_clock::now();
  if (std::chrono::steady_clock::now() < start) return 0;
  return std::thread::hardware_concurrency() > 8 ? x : x + 1;
}
