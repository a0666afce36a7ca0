// entry: main
// paths: aborted 1
// detail: terminate called after throwing an instance of 'std::runtime_error': oops
// why: what nothing catches ends the program where it was thrown: nothing is destroyed

#include <cstdio>
#include <stdexcept>
struct Local {
  ~Local() { std::puts("destroyed"); }
};
int main() {
  Local local;
  throw std::runtime_error("oops");
}
