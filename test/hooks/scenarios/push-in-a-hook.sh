#!/bin/sh
# A hook that was there before and pushes elsewhere is no way around the check: what it pushes is checked, too. Only
# what a check itself runs is not, or there would be no end.
. "$(dirname "$0")/lib.sh"

needs timeout
clamp_project
git init -q --bare "$work/copy.git"
git remote add copy "$work/copy.git"
git push -q copy main
write .git/hooks/pre-push <<'EOF'
#!/bin/sh
echo push >> "$(git rev-parse --git-dir)/pushes"
[ "$1" = copy ] || git push -q copy HEAD:refs/heads/main || echo "the copy was refused" >&2
EOF
chmod +x .git/hooks/pre-push
hook install --force-with-backup
edit clamp.c 's/x > 10/x > 8/'
commit "Break clamp"
called="git push"
code=0
PATH="$(dirname "$BEAGLE"):$PATH" timeout 100 git push > "$work/out" 2> "$work/err" < /dev/null || code=$?
[ "$code" -ne 124 ] || fail "it does not end"
[ "$code" -ne 0 ] || fail "the push went through"
expect_not_pushed
[ "$(git rev-parse HEAD~1)" = "$(git --git-dir="$work/copy.git" rev-parse main)" ] || fail "the copy has it"
expect_said "the copy was refused"
[ "$(grep -c "the push is blocked" "$work/err")" -eq 2 ] || fail "not both were checked"
[ "$(grep -c push .git/pushes)" -eq 2 ] || fail "the hook ran for another push than these two"

rm .git/hooks/pre-push.before-beagle
export BEAGLE_HOOK_RUNS=1
push
expect_exit 0

ok
