#!/bin/sh
# A repository that Beagle cannot read is one more push that could not be checked: it goes on, with a word, unless the
# settings say otherwise.
. "$(dirname "$0")/lib.sh"

repo "$work/sha256" --object-format=sha256
echo "int one(void) { return 1; }" > one.c
commit "Add one"
git init -q --bare --object-format=sha256 "$work/sha256.git"
git remote add origin "$work/sha256.git"
git push -q -u origin main
write .git/hooks/pre-push <<EOF
#!/bin/sh
exec "$BEAGLE" hook run "\$@"
EOF
chmod +x .git/hooks/pre-push
pushed_here() { [ "$(git rev-parse main)" = "$(git --git-dir="$work/sha256.git" rev-parse main)" ]; }

edit one.c 's/return 1/return 2/'
commit "Break one"
push
expect_exit 0
pushed_here || fail "nothing was pushed"
expect_said "this push could not be checked, and is pushed all the same"
expect_said "SHA-256"

printf 'hook:\n  on-error: block\n' > .beagle.yml
edit one.c 's/return 2/return 3/'
commit "Break it again"
push
[ "$code" -ne 0 ] || fail "the push went through"
! pushed_here || fail "it was pushed"
expect_said "this push could not be checked: "
expect_said "as \`on-error: block\` (.beagle.yml:2:13) says"

# What is deleted needs no look.
git push -q --no-verify origin HEAD:refs/heads/other
push origin --delete other
expect_exit 0
expect_silent

# Half a repository.
clamp_project
hook install
edit clamp.c 's/x > 10/x > 8/'
commit "Break clamp"
commit "Say so"
between=$(git rev-parse HEAD~1 | sed 's|^..|&/|')
mv ".git/objects/$between" "$work/lost"
called="beagle hook run origin"
code=0
echo "refs/heads/main $(git rev-parse HEAD) refs/heads/main $(git rev-parse origin/main)" | "$BEAGLE" hook run origin > "$work/out" 2> "$work/err" || code=$?
expect_exit 0
expect_message "refs/heads/main could not be checked, and is pushed all the same"
mv "$work/lost" ".git/objects/$between"

# The repository is the one that git names.
cd /
called="git --git-dir push"
code=0
PATH="$(dirname "$BEAGLE"):$PATH" git --git-dir="$work/repo/.git" push > "$work/out" 2> "$work/err" < /dev/null || code=$?
[ "$code" -ne 0 ] || fail "the push went through"
expect_said "x = 9"

ok
