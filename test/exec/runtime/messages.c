#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <libgen.h>
#include <libintl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

static void atEnd(void) { printf("at the end\n"); }

static void paths(void) {
  static const char* const all[] = {"", "/", "//", "a", "a/", "/a", "a/b", "/a/b/", "//a", "a//b//", "///", ".", "..", "/a//"};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) {
    char one[16], other[16];
    strcpy(one, all[i]);
    strcpy(other, all[i]);
    printf("%s: basename %s", all[i], basename(one));
    printf(" dirname %s\n", dirname(other));
  }
}

static void signals(void) {
  sigset_t set;
  printf("sigemptyset %d", sigemptyset(&set));
  for (int i = -1; i < 67; i += 7) printf(" %d/%d", sigaddset(&set, i), sigismember(&set, i));
  printf("\nsigfillset %d", sigfillset(&set));
  for (int i = 0; i < 66; ++i) printf(" %d", sigismember(&set, i));
  printf("\nsigdelset %d %d %d\n", sigdelset(&set, 5), sigismember(&set, 5), sigdelset(&set, 65));
}

int main(void) {
  program_invocation_name = program_invocation_short_name = "program";
  dup2(1, 2);
  setvbuf(stdout, NULL, _IONBF, 0);
  atexit(atEnd);
  paths();
  signals();
  errno = ENOENT;
  warn("cannot open %s", "it");
  errno = EACCES;
  warn(NULL);
  warnx("plain %d", 5);
  error(0, EINVAL, "value %d", 3);
  error(0, 0, "no number");
  error_at_line(0, ENOMEM, "file.c", 12, "at a line");
  printf("count %u\n", error_message_count);
  printf("%s %s %s %s %s\n", gettext("one"), ngettext("file", "files", 1), ngettext("file", "files", 2), dgettext("d", "two"), dcgettext("d", "three", 5));
  printf("%s", textdomain(NULL));
  printf(" %s", textdomain("mine"));
  printf(" %s %s\n", textdomain(NULL), bindtextdomain("mine", "/usr/share"));
  setenv("BEAGLE_TEST", "yes", 1);
  setenv("BEAGLE_TEST", "no", 0);
  printf("getenv %s", getenv("BEAGLE_TEST"));
  putenv("BEAGLE_OTHER=put");
  printf(" %s", getenv("BEAGLE_OTHER"));
  errno = 0;
  printf(" %d errno %d", setenv("a=b", "c", 1), errno);
  unsetenv("BEAGLE_TEST");
  printf(" %s\n", getenv("BEAGLE_TEST") ? "set" : "unset");
  errno = ERANGE;
  err(3, "the %s", "end");
}
