// entry: f
// paths: returned 3
// why: what is called once runs until it has come to its end, and whatever it threw before arrives
// native: replay
#include <mutex>
#include <stdexcept>

int f(int fails, bool again) {
  std::once_flag once;
  int runs = 0;
  const auto run = [&](int more) {
    runs += more;
    if (fails) throw std::runtime_error("not yet");
  };
  try {
    std::call_once(once, run, 1);
    if (again) std::call_once(once, run, 10);
  } catch (const std::runtime_error &) {
    fails = 0;
    std::call_once(once, run, 100);
  }
  return runs;
}
