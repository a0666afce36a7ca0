#!/bin/sh
# A hook that is there already is not touched unless it may be kept and run first; uninstalling puts it back.
. "$(dirname "$0")/lib.sh"

clamp_project
write .git/hooks/pre-push <<'EOF'
#!/bin/sh
cat > "$(git rev-parse --git-dir)/seen"
[ ! -f forbidden ] || { echo "other hook: no" >&2; exit 1; }
EOF
chmod +x .git/hooks/pre-push
hook install
expect_exit 2
expect_message "--force-with-backup"
hook install --force-with-backup
expect_exit 0
hook status
expect_exit 0
expect_contains "before"

echo "int one(void) { return 1; }" > one.c
commit "Add one"
push
expect_exit 0
grep -q refs/heads/main .git/seen || fail "the other hook did not see the ref"

touch forbidden
echo "int two(void) { return 2; }" > two.c
commit "Add two"
push
[ "$code" -ne 0 ] || fail "the other hook was not asked"
expect_said "other hook: no"
rm forbidden

hook uninstall
expect_exit 0
[ -x .git/hooks/pre-push ] || fail "the other hook is not back"
[ ! -e .git/hooks/pre-push.before-beagle ] || fail "the copy stayed"
hook uninstall
expect_exit 2

ok
