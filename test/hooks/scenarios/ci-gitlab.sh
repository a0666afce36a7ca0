#!/bin/sh
# What the GitLab template runs for a merge request, job by job, with Beagle's sources fetched as it says.
. "$(dirname "$0")/lib.sh"

merge_request
export BEAGLE_SOURCE="$work/tool" BEAGLE_VERSION=v1.0
export CI_PROJECT_DIR="$PWD" CI_MERGE_REQUEST_DIFF_BASE_SHA="$(git merge-base main topic)" CI_COMMIT_SHA="$(git rev-parse topic)"

job gitlab beagle-install
expect_exit 0
[ -x .beagle-tool/hooks/ci/check.sh ] || fail "Beagle was not fetched"

export CI_NODE_TOTAL=2
for CI_NODE_INDEX in 1 2; do
  export CI_NODE_INDEX
  job gitlab beagle-check
  expect_exit 0
done
job gitlab beagle-report
expect_exit 1
expect_contains "x = 9"
grep -q "<testsuite" beagle-reports/beagle.xml || fail "there is no JUnit report"
grep -q "<html" beagle-reports/beagle.html || fail "there is no page"

# Merged results: what is checked out is more than the request.
rm -r beagle-reports
git checkout -q --detach main
git merge -q --no-edit topic
export CI_MERGE_REQUEST_SOURCE_BRANCH_SHA="$CI_COMMIT_SHA" CI_COMMIT_SHA="$(git rev-parse HEAD)"
export CI_NODE_INDEX=1 CI_NODE_TOTAL=1 BEAGLE_FAIL_LEVEL=never
job gitlab beagle-check
expect_exit 0
job gitlab beagle-report
expect_exit 0
expect_not_contains "four"

ok
