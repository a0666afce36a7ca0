#!/bin/sh
# A hook that pushes is no endless loop: what is pushed while a push is checked is not checked again.
. "$(dirname "$0")/lib.sh"

needs timeout
clamp_project
git init -q --bare "$work/copy.git"
git remote add copy "$work/copy.git"
write .git/hooks/pre-push <<'EOF'
#!/bin/sh
echo push >> "$(git rev-parse --git-dir)/pushes"
[ "$1" = copy ] || git push -q copy HEAD:refs/heads/main
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
[ "$(git rev-parse HEAD)" = "$(git --git-dir="$work/copy.git" rev-parse main)" ] || fail "the hook could not push"
[ "$(grep -c "the push is blocked" "$work/err")" -eq 1 ] || fail "it was checked more than once"
[ "$(grep -c push .git/pushes)" -eq 1 ] || fail "the hook ran more than once"

ok
