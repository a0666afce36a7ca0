#!/bin/sh
# A Meson project with a configured header and a dependency between targets.
. "$(dirname "$0")/lib.sh"

needs meson ninja
repo
write meson.build <<'EOF'
project('words', 'c', version: '1.0')
conf = configuration_data()
conf.set('MAX_WORDS', 100)
configure_file(output: 'config.h', configuration: conf)
lib = static_library('words', 'words.c')
executable('count', 'main.c', link_with: lib)
EOF
write words.c <<'EOF'
#include "config.h"
int words(const char *s) {
  int n = 0;
  while (*s) n += *s++ == ' ';
  return n > MAX_WORDS ? MAX_WORDS : n;
}
EOF
write main.c <<'EOF'
int words(const char *);
int main(int argc, char **argv) { return argc > 1 ? words(argv[1]) : 0; }
EOF
commit "Begin"
edit words.c "s/== ' '/== ','/"
commit "Split at commas"
edit meson.build "s/'MAX_WORDS', 100/'MAX_WORDS', 200/"
commit "Allow more words"

changes HEAD~2..HEAD~1
expect_exit 0
expect_changed words
expect_entries words
expect_hunk words.c analysed
grep -qi meson "$work/err" || fail "the choice of the build system is not printed"
changes HEAD~1..HEAD
expect_exit 0
expect_changed words
expect_hunk meson.build non-C

ok
