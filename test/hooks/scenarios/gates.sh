#!/bin/sh
# Each thing that could not be checked is judged by its own setting: time that is over excuses no code that nobody
# compiles, and the other way round.
. "$(dirname "$0")/lib.sh"

clamp_project
rounds
hook install
write ticks.c <<'EOF'
#ifdef _WIN32
int ticks(void) { return 64; }
#else
int ticks(void) { return 100; }
#endif
EOF
printf 'hook:\n  patience: 1s\n  on-error: block\n' > .beagle.yml
commit "Add rounds and ticks"
git push -q --no-verify

edit rounds.c 's/count < 100000/count < 100001/'
commit "Go round once more"
push
expect_exit 0
expect_pushed
expect_said "its time is over"
expect_said "something could not be checked; the push goes on"

edit rounds.c 's/count < 100001/count < 100002/'
edit ticks.c 's/64/65/'
commit "Go round once more, and tick faster elsewhere"
push
[ "$code" -ne 0 ] || fail "the push went through"
expect_not_pushed
expect_said "its time is over"
expect_said "this change is not compiled here"
expect_said "as \`on-error: block\` (.beagle.yml:3:13) says"

printf 'hook:\n  patience: 1s\n  on-timeout: block\n' > .beagle.yml
git commit -qa --amend --no-edit
push
[ "$code" -ne 0 ] || fail "the push went through, though time was over"
expect_said "as \`on-timeout: block\` (.beagle.yml:3:15) says"

ok
