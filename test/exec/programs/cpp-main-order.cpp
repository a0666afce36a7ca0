// entry: main
// paths: returned 1
// why: globals are made before main in the order of the file, and destroyed after it the other way round

#include <cstdio>
struct Noisy {
  const char *name;
  explicit Noisy(const char *n) : name(n) { std::printf("+%s\n", name); }
  ~Noisy() { std::printf("-%s\n", name); }
};
static Noisy first("first");
static Noisy second("second");
static Noisy &local() {
  static Noisy made("local");
  return made;
}
int main() {
  std::puts(local().name);
  return 0;
}
