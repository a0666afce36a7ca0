#!/bin/sh
# Between two runs nothing is committed, but something changes on the user's disk
# that the untracked compile database leads to: the database itself in a folder of
# any name that is searched, a header beside it, one outside of the repository, an
# untracked one among the sources, a folder that was not there. The next run sees it.
. "$(dirname "$0")/lib.sh"

repo
printf '%s\n' '/*build/' compile_commands.json untracked.h > .gitignore
for name in flag beside outside among late; do
  write $name.c <<EOF
#if __has_include("$name.h")
#include "$name.h"
#endif
int $name(int x) {
#ifdef ${name}_on
  return x + 1;
#else
  return x;
#endif
}
EOF
done
edit among.c 's/among.h/untracked.h/'
commit "Begin"
for name in flag beside outside among late; do edit $name.c 's/x + 1/x + 2/'; done
commit "Change what is off"

# database FLAG
database() {
  {
    echo '['
    for name in flag beside outside among; do entry $name "$1" ,; done
    entry late "$1" ""
    echo ']'
  } > "$folder/compile_commands.json"
}
entry() {
  echo "{\"directory\": \"$work/repo/_build\", \"file\": \"$work/repo/$1.c\","
  echo " \"command\": \"cc $2 -Iheaders/deep -I$work/sdk -I$work/later -c $work/repo/$1.c\"}$3"
}

mkdir -p _build/headers/deep "$work/sdk"
for folder in _build .; do
  rm -rf _build/compile_commands.json "$work/later"
  for header in _build/headers/deep/beside.h "$work/sdk/outside.h" untracked.h; do : > "$header"; done
  database -Doff
  changes HEAD~1..HEAD
  expect_exit 0
  expect_rows

  database -Dflag_on
  changes HEAD~1..HEAD
  expect_changed flag
  echo '#define beside_on' > _build/headers/deep/beside.h
  changes HEAD~1..HEAD
  expect_changed flag beside
  echo '#define outside_on' > "$work/sdk/outside.h"
  changes HEAD~1..HEAD
  expect_changed flag beside outside
  echo '#define among_on' > untracked.h
  changes HEAD~1..HEAD
  expect_changed flag beside outside among
  mkdir "$work/later"
  echo '#define late_on' > "$work/later/late.h"
  changes HEAD~1..HEAD
  expect_changed flag beside outside among late

  # And back again.
  : > "$work/sdk/outside.h"
  rm untracked.h
  changes HEAD~1..HEAD
  expect_changed flag beside late
done

ok
