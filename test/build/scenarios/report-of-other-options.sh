#!/bin/sh
# What was answered once is not the answer to the same question with other options.
. "$(dirname "$0")/lib.sh"

cat > "$work/old.c" <<'EOF'
unsigned sum(const unsigned *p, unsigned n) { unsigned s = 0; if (n > 3) n = 3; for (unsigned i = 0; i < n && i < 1; i++) s += p[i]; return s; }
EOF
sed 's/i < 1/i < 2/' "$work/old.c" > "$work/new.c"
XDG_CACHE_HOME="$work/cache"
export XDG_CACHE_HOME

# differences OPTION...: how many there are.
differences() {
  "$BEAGLE" diff "$work/old.c" "$work/new.c" --format json --quiet "$@" > "$work/out" 2> "$work/err" || [ $? -eq 1 ]
  grep -c '"fingerprint"' "$work/out"
}

[ "$(differences)" -eq 1 ] || fail "with the size that the code suggests, the sum differs"
[ "$(differences --length p=none)" -eq 2 ] || fail "with any size, there is also a read behind the end"
[ "$(differences)" -eq 1 ] || fail "the first answer is no longer the same"

ok
