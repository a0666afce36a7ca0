#!/bin/sh
# Several machines take a part of a check each; what they say together is what one machine says.
. "$(dirname "$0")/lib.sh"

# Six entries. `scale` is looked at by itself only because `hard`, which calls it, stays open; `callback` because
# nothing calls it.
repo
write lib.c <<'END'
static int scale(int x) { return x * 3; }
static int callback(int x) { return x - 1; }
int (*handler(void))(int) { return callback; }
int a(int x) { return x + 1; }
int b(int x) { return x > 4 ? 1 : 0; }
int c(int x) { return x & 3; }
int d(int x) { return scale(x) + 1; }
int hard(int x) { int y; __asm__ volatile("movl %1, %0" : "=r"(y) : "r"(x)); return scale(y); }
#ifdef _WIN32
int other(int x) { return x; }
#endif
END
commit "First"
write lib.c <<'END'
static int scale(int x) { return x * 3 + (x == 9); }
static int callback(int x) { return x - 2; }
int (*handler(void))(int) { return callback; }
int a(int x) { return 1 + x; }
int b(int x) { return x > 5 ? 1 : 0; }
int c(int x) { return x % 4; }
int d(int x) { return scale(x) + 1; }
int hard(int x) { int y; __asm__ volatile("movl %1, %0" : "=r"(y) : "r"(x)); return scale(y); }
#ifdef _WIN32
int other(int x) { return x + 1; }
#endif
END
commit "Second"

beagle check HEAD~1..HEAD --no-replay --report "$work/whole.json" --format markdown
expect_exit 1
for count in 3 7; do
  set --
  for index in $(seq "$count"); do
    beagle check HEAD~1..HEAD --no-replay --shard "$index/$count" --report "$work/shard-$index.json"
    expect_exit 0 1
    set -- "$work/shard-$index.json" "$@"
  done
  beagle report merge "$@" --report "$work/merged-$count.json"
  expect_exit 1
  "$python" - "$work/whole.json" "$work/merged-$count.json" <<'END' || fail "$count shards do not make the whole report"
import json, sys

whole, merged = (json.load(open(path)) for path in sys.argv[1:])
assert len(whole["functions"]) >= 6, [f["name"] for f in whole["functions"]]
assert {"scale", "callback"} <= {f["name"] for f in whole["functions"]}, [f["name"] for f in whole["functions"]]
del whole["stats"], merged["stats"]
if whole != merged:
    for key in whole:
        if whole[key] != merged.get(key):
            print(key, json.dumps(whole[key], indent=1), json.dumps(merged.get(key), indent=1), sep="\n")
    sys.exit(1)
END
done

# The second time it is the cache that answers, each shard for itself.
beagle check HEAD~1..HEAD --no-replay --shard 2/3 --format json
expect_json "d['shard']['index'] == 2 and d['shard']['count'] == 3"

beagle check HEAD~1..HEAD --no-replay --shard 1/3 --report "$work/shard-1.json"
beagle report merge "$work/shard-1.json" "$work/shard-3.json"
expect_exit 2
expect_one_line_error
expect_message "is one of 3 shards"
beagle check HEAD~1..HEAD --no-replay --shard 3/3 --report "$work/shard-3.json"
beagle report merge "$work/shard-1.json" "$work/shard-3.json"
expect_exit 2
expect_message "of 3 shards, 2 is missing"
beagle report merge "$work/shard-1.json" "$work/shard-1.json" "$work/shard-3.json"
expect_exit 2
expect_message "are both shard 1 of 3"
beagle check HEAD~1..HEAD~1 --shard 2/3 --report "$work/shard-2.json"
beagle report merge "$work/shard-1.json" "$work/shard-2.json" "$work/shard-3.json"
expect_exit 2
expect_message "and $work/shard-2.json is about"

for wrong in 0/3 4/3 x 1/ /3 1/3/4 -1/3 1.5/3; do
  beagle check HEAD~1..HEAD --shard="$wrong"
  expect_exit 2
  expect_one_line_error
  expect_message "write 2/4 for the second of four"
done

ok
