// entry: f
// options: --file conf=3
// paths: returned 21
// why: the file is missing, or has its first line of at most three characters
// native: replay
#include <fstream>
#include <string>

int f() {
  std::ifstream in("conf");
  std::string line;
  if (!std::getline(in, line)) return -1;
  return line == "v=1" ? 1 : 0;
}
