#!/bin/sh
# A makefile that says nothing of how sources are compiled: it fails without a
# tool that is not here, or compiles nothing. Each source is compiled by itself
# then, and the report says so. Where make is asked for, that is an error.
. "$(dirname "$0")/lib.sh"

needs make
repo
write Makefile <<'EOF'
all:
	no-such-container-tool run cc json.c
EOF
write json.c <<'EOF'
int depth(int n) { return n > 10; }
EOF
commit "Begin"
edit json.c 's/n > 10/n >= 10/'
commit "Less deep"

changes HEAD~1..HEAD
expect_exit 0
expect_changed depth
expect_json "d['head']['build']['method'] == 'plain'"
expect_json "len(d['notes']) == 1 and d['notes'][0].startswith('make: \`make -k\` exited with status 2: ') and d['notes'][0].endswith('; each source file was compiled by itself. \`build.command\` in .beagle.yml, or \`--build-command\`, says how it is built')"

changes HEAD~1..HEAD --build make
expect_exit 3
expect_message "no-such-container-tool"

write Makefile <<'EOF'
all:
	@echo "see the manual"
EOF
edit json.c 's/n >= 10/n >= 9/'
commit "Say more"
changes HEAD~1..HEAD
expect_exit 0
expect_changed depth
expect_json "[n for n in d['notes'] if n.startswith('make: \`make\` called no compiler that is found through PATH; each source file')] != []"

# A makefile that is broken on the way does not go unnoticed.
write Makefile <<'EOF'
all: json.o
EOF
commit "Build it"
write Makefile <<'EOF'
all: json.o
  $(CC) -o json json.o
EOF
commit "Break it"
changes HEAD~1..HEAD
expect_exit 3
expect_message "building head (HEAD): make: \`make -k\` exited with status 2: Makefile:2: *** missing separator"

write Makefile <<'EOF'
all:
EOF
commit "Build nothing"

# What then does not compile names the reason, too.
edit json.c '1s/^/#include "made_by_the_tool.h"\n/'
commit "Need more"
changes HEAD~1..HEAD
expect_exit 3
expect_message "made_by_the_tool.h"
expect_message "called no compiler"

ok
