// entry: f
// options: --extra-flag=-std=c++20
// paths: unsupported 1
// detail: a coroutine
// native: no: the engine cannot go on
// why: coroutines are not supported, and said to be so

#include <coroutine>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
static Task run(int *out) {
  *out = 3;
  co_return;
}
int f() {
  int value = 0;
  run(&value);
  return value;
}
