// entry: f
// options: --max-string 1
// paths: returned 3
// why: the user is unknown, or has a home of one character or none, or no home at all
// native: replay
#include <pwd.h>

int f(void) {
  struct passwd *user = getpwnam("root");
  if (!user || !user->pw_dir) return -1;
  return user->pw_dir[0] == '/';
}
