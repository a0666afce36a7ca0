#!/bin/sh
# Without a build system the folders of headers are those that have what the sources include; a header of the project
# never takes the place of one of the system.
. "$(dirname "$0")/lib.sh"

repo
write src/vm/a.c <<'EOF'
#include "api.h"
#include <limits.h>
int limit(int x) { return x > API_LIMIT ? INT_MAX : x; }
EOF
write src/include/api.h <<'EOF'
#define API_LIMIT 10
EOF
write src/include/limits.h <<'EOF'
#error "the project's"
EOF
commit "First"
edit src/include/api.h 's/10/11/'
commit "A higher limit"

beagle changes HEAD~1..HEAD
expect_exit 0
expect_contains limit
expect_message "plain"

ok
