// entry: f
// options: --max-buffer 3
// paths: returned 5
// shows: flags = {1, 1, 1}
// why: fewer than three flags, three that are set, or the first of them that is not; the vector gives its block back

#include <vector>

int f(std::vector<bool> flags) {
  const unsigned long before = flags.size();
  flags.push_back(true);
  if (before < 3) return 1;
  if (flags[0] && flags[1] && flags[2]) return 2;
  return 3;
}
