// entry: f
// native: replay
// paths: returned 4
// options: --max-buffer 3
// shows: end = begin + 3
// why: two pointers enclose one range, of no to three elements

unsigned f(const unsigned *begin, const unsigned *end) {
  unsigned sum = 0;
  for (; begin != end; ++begin) sum += *begin;
  return sum;
}
