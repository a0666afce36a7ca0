#!/bin/sh
# Two programs are built from the same sources with other options: each consists of the units that are compiled alike.
. "$(dirname "$0")/lib.sh"

repo
write compile_commands.json <<'EOF2'
[
  {"directory": ".", "file": "each.c", "arguments": ["cc", "-c", "each.c", "-o", "plain/each.o"]},
  {"directory": ".", "file": "main.c", "arguments": ["cc", "-c", "main.c", "-o", "plain/main.o"]},
  {"directory": ".", "file": "each.c", "arguments": ["cc", "-DPLACES", "-c", "each.c", "-o", "places/each.o"]},
  {"directory": ".", "file": "main.c", "arguments": ["cc", "-DPLACES", "-c", "main.c", "-o", "places/main.o"]}
]
EOF2
write each.h <<'EOF2'
#ifdef PLACES
typedef int judge(int place, char letter, int *sum);
#else
typedef int judge(char letter, int *sum);
#endif
int each(const char *text, judge *fits, int *sum);
EOF2
write each.c <<'EOF2'
#include "each.h"
int each(const char *text, judge *fits, int *sum) {
  int bad = 0;
  for (int place = 0; text[place]; ++place)
#ifdef PLACES
    bad += !fits(place, text[place], sum);
#else
    bad += !fits(text[place], sum);
#endif
  return bad;
}
EOF2
write main.c <<'EOF2'
#include "each.h"
#include <stdio.h>
#ifdef PLACES
static int isLow(int place, char letter, int *sum) { return *sum += place, letter >= 'a'; }
#else
static int isLow(char letter, int *sum) { return ++*sum, letter >= 'a'; }
#endif
int main(int count, char **words) {
  int sum = 0;
  for (int i = 1; i < count; ++i) printf("%d\n", each(words[i], isLow, &sum));
  return sum > 2;
}
EOF2
commit "Begin"
edit main.c 's/sum > 2/sum > 3/'
commit "One more is fine"

beagle diff HEAD~1..HEAD --budget 20s --format json
expect_exit 1
# Each calls what it is given as the other unit of its program expects.
expect_json "sorted((f['name'], f.get('configuration', 1), f['verdict']) for f in d['functions']) == [('main', 1, 'changed'), ('main', 2, 'changed')]"
expect_json "all(c['replayed'] and c['replayedAsBuilt'] for f in d['functions'] for c in f['changes'])"
expect_json "all(c['base']['ending'] == 'returned' for f in d['functions'] for c in f['changes'])"

ok
