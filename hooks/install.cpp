#include "hooks/install.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace beagle::hooks {

using support::Result;

namespace {

constexpr std::string_view mark = "# Installed by `beagle hook install`";

std::string hookOf(const std::string& folder) { return support::joinPath(folder, "pre-push"); }
std::string formerOf(const std::string& folder) { return support::joinPath(folder, "pre-push.before-beagle"); }

/// As a word of a shell.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string script(const std::string& program) {
  return fmt::format(R"(#!/bin/sh
{}; `beagle hook uninstall` removes it.
# git writes a line for each ref that is pushed. Checks what they add, and blocks the push when that breaks a contract.
lines=$(cat)
former=$(dirname "$0")/pre-push.before-beagle
if [ -x "$former" ]; then
  if [ -n "$lines" ]; then printf '%s\n' "$lines" | "$former" "$@" || exit $?; else "$former" "$@" < /dev/null || exit $?; fi
fi
[ -n "$lines" ] || exit 0
if [ -n "${{BEAGLE_HOOK_RUNS:-}}" ]; then exit 0; fi # a push that the check itself makes
BEAGLE_HOOK_RUNS=1
export BEAGLE_HOOK_RUNS
beagle=$(command -v beagle) || beagle={}
if [ ! -x "$beagle" ]; then
  if [ "${{BEAGLE_SKIP:-0}}" != 0 ]; then
    echo "beagle: skipped, as BEAGLE_SKIP says. The program is gone" >&2
    exit 0
  fi
  echo "beagle: the program is gone, so this push is not checked and is blocked." >&2
  echo "Install it again, or run: BEAGLE_SKIP=1 git push. To remove the hook, delete $0" >&2
  exit 1
fi
printf '%s\n' "$lines" | "$beagle" hook run "$@"
)",
                     mark, quoted(program));
}

bool isOurs(HookState state) { return state != HookState::Missing && state != HookState::Foreign; }

/// Whichever program it calls.
bool isAsWritten(const std::string& text) {
  constexpr std::string_view call = "\nbeagle=$(command -v beagle) || beagle=";
  const auto around = [&](const std::string& whole) {
    const std::size_t at = whole.find(call);
    return at == std::string::npos ? std::pair<std::string, std::string>()
                                   : std::pair(whole.substr(0, at), whole.substr(whole.find('\n', at + 1)));
  };
  return around(text) == around(script(""));
}

} // namespace

HookState hookState(const support::Files& files, const std::string& folder) {
  if (!files.exists(hookOf(folder))) return HookState::Missing;
  const auto text = files.read(hookOf(folder));
  if (!text || text->find(mark) == std::string::npos) return HookState::Foreign;
  if (::access(hookOf(folder).c_str(), X_OK) != 0) return HookState::Idle;
  if (!isAsWritten(*text)) return HookState::Altered;
  return files.exists(formerOf(folder)) ? HookState::Chained : HookState::Ours;
}

Result<void> installHook(support::Files& files, const std::string& folder, const std::string& program,
                         bool keepsOther) {
  const std::string hook = hookOf(folder);
  if (files.exists(folder) && !files.isFolder(folder))
    return std::unexpected(
        support::Error(support::ErrorKind::Usage,
                       fmt::format("git looks for hooks in {}, which is no folder, so it runs none", folder))
            .hint("`git config --show-origin core.hooksPath` tells who says so"));
  if (hookState(files, folder) == HookState::Foreign) {
    if (!keepsOther)
      return std::unexpected(
          support::Error(support::ErrorKind::Usage, fmt::format("{} is there already, and is not Beagle's", hook))
              .hint("`beagle hook install --force-with-backup` keeps it as pre-push.before-beagle and runs it first"));
    if (files.exists(formerOf(folder)))
      return support::usageError("{} is there already: remove one of the two", formerOf(folder));
    if (auto moved = files.rename(hook, formerOf(folder)); !moved) return moved;
  }
  if (auto made = files.makeFolders(folder); !made) return made;
  if (auto written = files.write(hook, script(program)); !written) return written;
  std::error_code code;
  std::filesystem::permissions(hook, std::filesystem::perms(0755), code);
  if (code) return support::cannotRun("{}: cannot be made executable: {}", hook, code.message());
  return {};
}

Result<void> uninstallHook(support::Files& files, const std::string& folder) {
  const HookState state = hookState(files, folder);
  if (state == HookState::Missing) return support::usageError("there is no hook {}", hookOf(folder));
  if (!isOurs(state)) return support::usageError("{} is not Beagle's and stays", hookOf(folder));
  if (auto removed = files.remove(hookOf(folder)); !removed) return removed;
  return files.exists(formerOf(folder)) ? files.rename(formerOf(folder), hookOf(folder)) : Result<void>();
}

} // namespace beagle::hooks
