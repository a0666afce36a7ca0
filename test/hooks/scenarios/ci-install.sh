#!/bin/sh
# A job without a beagle builds one from its own checkout, and again only when the sources are other ones than those of
# the programs that a cache brought. The set-up script is a stand-in that notes what it is asked for.
. "$(dirname "$0")/lib.sh"

tool_repository hooks CMakeLists.txt analysis bot config contracts
cd "$work/tool"
cat > config/setup <<EOF
#!/bin/sh
echo "\$*" >> "$work/asked"
[ "\$1" != build ] || { mkdir -p "$work/tool/build/bin"; ln -sf "$BEAGLE" "$work/tool/build/bin/beagle"; }
EOF
# install [WORD...]: it succeeds, and asks the set-up script for just these things.
install() {
  called="hooks/ci/install.sh"
  : > "$work/asked"
  code=0
  PATH=/usr/bin:/bin hooks/ci/install.sh > "$work/out" 2> "$work/err" || code=$?
  expect_exit 0
  expect_contains "beagle "
  [ "$(tr '\n' ' ' < "$work/asked")" = "$*" ] || fail "asked the set-up script for: $(cat "$work/asked")"
}
key() { hooks/ci/key.sh | sed -n 's/^key=//p'; }

install "packages build "
install "packages "
before=$(key)
echo "/* other */" >> analysis/support/text.h
[ "$(key)" != "$before" ] || fail "other sources have the same key"
install "packages build "
install "packages "
PATH="$work/tool/build/bin:$PATH"
: > "$work/asked"
hooks/ci/install.sh > "$work/out" 2> "$work/err" || fail "it fails with a beagle on the path"
[ ! -s "$work/asked" ] || fail "it installs beside a beagle on the path"

# The other scripts do not go on without a program.
rm -r build
PATH=/usr/bin:/bin
for script in check report; do
  code=0
  mkdir -p beagle-reports
  : > beagle-reports/shard-1.json
  BEAGLE_BASE=main hooks/ci/$script.sh > "$work/out" 2> "$work/err" || code=$?
  expect_exit 2
  expect_message "hooks/ci/install.sh"
done

ok
