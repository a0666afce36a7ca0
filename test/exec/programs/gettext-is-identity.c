// entry: f
// paths: returned 2
// why: in the locale "C", texts are their own translations
// native: replay
#include <libintl.h>
#include <stdio.h>
#include <string.h>

int f(unsigned n) {
  printf("%s\n", ngettext("file", "files", n));
  return strcmp(gettext("text"), "text");
}
