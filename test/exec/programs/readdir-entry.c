// entry: f
// options: --max-string 1
// paths: returned 3
// why: no folder, no entry, an entry whose name starts with a point, and another one
// native: replay
#include <dirent.h>

int f(void) {
  DIR *folder = opendir(".");
  if (!folder) return -1;
  struct dirent *entry = readdir(folder);
  int result = !entry ? 0 : entry->d_name[0] == '.' ? 1 : 2;
  closedir(folder);
  return result;
}
