#!/bin/sh
# What the reusable workflow runs for a pull request, job by job: the shares are checked, the report of all of them says
# what is wrong and fails the last job, and only that; a share that is missing never passes.
. "$(dirname "$0")/lib.sh"

merge_request
ln -s "$work/tool" .beagle-tool
# context SHARD [INPUT]: of a pull request from topic into main
context() {
  cat > "$work/context.json" <<EOF
{"inputs": {"shards": 3, "prepare": "touch prepared"${2:+, $2}}, "matrix": {"shard": $1},
 "github": {"event": {"pull_request": {"base": {"sha": "$(git rev-parse main)"}, "head": {"sha": "$(git rev-parse topic)"}}}}}
EOF
}
github_job() { job github "$1" "$work/context.json"; }
export GITHUB_OUTPUT="$work/github-output" GITHUB_STEP_SUMMARY="$work/summary"

context 1
github_job install
expect_exit 0
expect_contains "beagle "
grep -qx 'shards=\[1,2,3\]' "$GITHUB_OUTPUT" || fail "the matrix is wrong"
grep -q '^key=beagle-' "$GITHUB_OUTPUT" || fail "there is no key for the cache"

github_job report
expect_exit 2
expect_contains "there is no report"

for shard in 1 2; do
  context $shard
  github_job check
  expect_exit 0
  [ -s beagle-reports/shard-$shard.json ] || fail "share $shard left no report"
done
[ -f prepared ] || fail "the project was not prepared"
github_job report
expect_exit 2
context 3
github_job check
expect_exit 0

github_job report
expect_exit 1
expect_contains "x = 9"
expect_contains "x = 11"
expect_not_contains "two (two.c:1): changed"
expect_not_contains "four"
for ending in json md html sarif xml; do [ -s beagle-reports/beagle.$ending ] || fail "there is no beagle.$ending"; done
grep -q "three" "$GITHUB_STEP_SUMMARY" || fail "the summary does not say what is wrong"
mv beagle-reports "$work/failed"

# The caller may let everything pass, and the branch may not.
echo "fail-level: never" > .beagle.yml
commit "Say that all is well"
context 1 '"fail-level": "never", "shards": 1'
github_job check
expect_exit 0
github_job report
expect_exit 0
context 1 '"shards": 1'
github_job check
expect_exit 0
github_job report
expect_exit 1

# A project that does not build was not checked.
rm -r beagle-reports
echo "all:; false" > Makefile
rm .beagle.yml
commit "Break the build"
context 1 '"shards": 1'
github_job check
expect_exit 3
[ ! -e beagle-reports/shard-1.json ] || fail "there is a report"

# An event that has no base.
echo '{"inputs": {}, "matrix": {"shard": 1}, "github": {"sha": "HEAD", "event": {"before": "0000000000000000000000000000000000000000"}}}' > "$work/context.json"
github_job check
expect_exit 2
expect_contains "what the change is compared with"

ok
