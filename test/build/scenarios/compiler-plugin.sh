#!/bin/sh
# A plugin that the project gives to clang is loaded where its code is compiled for
# analysis, too: in the sandbox, where it cannot write into the user's folders.
. "$(dirname "$0")/lib.sh"

needs make clang-19
repo
write plugin.c <<'EOF'
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((constructor)) static void load(void) {
  FILE *file = fopen(STOLEN, "w");
  if (file) fclose(file);
  if (strcmp(program_invocation_short_name, "beagle-cc") == 0) abort();
}
EOF
write Makefile <<EOF
a.o: a.c plugin.so
	clang-19 -fplugin=\$(CURDIR)/plugin.so -c a.c
plugin.so: plugin.c
	clang-19 -shared -fPIC -DSTOLEN='"$work/stolen"' -o plugin.so plugin.c
EOF
write a.c <<'EOF'
int a(int x) { return x + 1; }
EOF
commit "Begin"
edit a.c 's/x + 1/x + 2/'
commit "Change"

# The plugin ends who loads it, so that it shows.
changes HEAD~1..HEAD
expect_exit 3
expect_matches 'a\.c: the compiler was ended by signal Aborted'
[ ! -e "$work/stolen" ] || fail "the plugin wrote outside of the sandbox"

ok
