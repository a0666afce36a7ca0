// entry: f
// paths: returned 2
// why: error() with status 0 goes on, and counts
// native: replay
#include <error.h>

int f(_Bool wrong) {
  unsigned before = error_message_count;
  if (wrong) error(0, 2, "file");
  return (int)(error_message_count - before);
}
