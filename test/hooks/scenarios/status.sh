#!/bin/sh
# `beagle hook status` says whether pushes are really checked.
. "$(dirname "$0")/lib.sh"

clamp_project
hook status
expect_exit 1
expect_contains "is missing; pushes are not checked"
hook install
expect_exit 0
hook status
expect_exit 0
expect_contains "pre-push is installed"
chmod -x .git/hooks/pre-push
hook status
expect_exit 1
expect_contains "is not executable"
hook install
expect_exit 0
hook status
expect_exit 0
sed -i '4i exit 0' .git/hooks/pre-push
hook status
expect_exit 1
expect_contains "is not what this version of Beagle installs"
hook install
expect_exit 0
sed -i "s|^beagle=.*|beagle=\$(command -v beagle) \|\| beagle='/elsewhere/beagle'|" .git/hooks/pre-push
hook status
expect_exit 0
hook uninstall
expect_exit 0
echo "#!/bin/sh" > .git/hooks/pre-push
hook status
expect_exit 1
expect_contains "somebody else's"

git config core.hooksPath "$work/everybody"
hook install
expect_exit 0
expect_contains "from every repository that takes its hooks from there"
ln -s . "$work/repo/again"
git config core.hooksPath "$work/repo/again/.git/own"
hook install
expect_exit 0
expect_not_contains "every repository"
for action in install status; do
  git config core.hooksPath ""
  hook $action
  expect_exit 2
  expect_message "core.hooksPath is empty, so git runs no hooks"
done
git config core.hooksPath /dev/null
hook install
expect_exit 2
expect_message "is no folder, so it runs none"

ok
