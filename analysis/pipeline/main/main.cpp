// The `beagle` command: puts the parts together, and turns results into output and exit codes.

#include "analysis/build/push.h"
#include "analysis/build/toolchain.h"
#include "analysis/build/workspace.h"
#include "analysis/pipeline/main/command_line.h"
#include "analysis/pipeline/main/interrupt.h"
#include "analysis/support/process_memory.h"
#include "analysis/support/text.h"
#include "hooks/install.h"
#include "hooks/pre_push.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace beagle;

constexpr int exitUsage = 2;
constexpr int exitCannotRun = 3;

/// "2027-01-31", in UTC
std::string today() {
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

int fail(const support::Error& error, const support::Terminal& terminal) {
  support::tell(stderr, fmt::format("{}{}{}\n", terminal.interactive ? "\r\x1b[K" : "",
                                    support::paint(terminal, support::Colour::Red, "beagle: "), error.str()));
  return error.kind() == support::ErrorKind::Usage ? exitUsage : exitCannotRun;
}

bool put(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

/// "": it is not set.
std::string environment(const char* name) {
  const char* value = ::getenv(name);
  return value ? value : "";
}

std::string programFolder() {
  std::error_code code;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
  return program.parent_path().string();
}

int showEnvironment(pipeline::Env& env) {
  bool good = true;
  std::string text;
  auto row = [&](std::string_view what, const support::Result<std::string>& found) {
    good &= found.has_value();
    text += fmt::format("{:<10} {}\n", what, found ? *found : "missing: " + found.error().str());
  };
  const auto toolchain = build::Toolchain::find(env.files, env.programFolder);
  row("compiler", toolchain ? support::Result<std::string>(toolchain->compiler) : std::unexpected(toolchain.error()));
  const auto sandbox = build::Sandbox::open(build::SandboxMode::On, env.processes);
  const auto started = sandbox ? sandbox->ready() : std::unexpected(sandbox.error());
  row("sandbox", started ? support::Result<std::string>("bubblewrap works") : std::unexpected(started.error()));
  const auto root = build::CacheRoot::open(env.cacheFolder, env.log);
  row("cache", root.folder());
  for (const char* program : {"cmake", "ninja", "meson", "make"})
    text += fmt::format("{:<10} {}\n", program,
                        support::findProgram(program).value_or("not installed (only needed for projects that use it)"));
  return put(text) && good ? 0 : exitCannotRun;
}

/// Shows the report, writes its files, and ends with its exit code.
int deliver(pipeline::Env& env, const report::Report& report, const pipeline::ReportOutput& output,
            const support::Terminal& out, const support::Terminal& err) {
  if (output.view && !put(report::shown(report, *output.view, {out, output.isWhole})))
    return fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
  if (const auto written = pipeline::writeFiles(env.files, report, output); !written) return fail(written.error(), err);
  return report::exitCodeOf(report);
}

int diffCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& out,
                const support::Terminal& err) {
  if (const auto good = pipeline::checkFolders(env.files, line.output); !good) return fail(good.error(), err);
  bool written = true;
  const auto onFunction = [&](const report::Report::Function& function, const pipeline::ChangesOptions&) {
    if (!line.output.view) written = put(report::functionLine(function)) && written;
  };
  const bool isCheck = line.action == pipeline::CommandLine::Action::Check;
  const auto compared = isCheck ? pipeline::checkVersions(env, {line.diff, line.failLevel, today()}, onFunction)
                                : pipeline::compareVersions(env, line.diff, onFunction);
  env.progress.finish();
  if (!compared) return fail(compared.error(), err);
  if (!line.output.view) written = put(report::closingLine(compared->report)) && written;
  if (!written) return fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
  return deliver(env, compared->report, line.output, out, err);
}

int acceptCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& err) {
  pipeline::AcceptOptions options = line.accept;
  options.check = {line.diff, line.failLevel, today()};
  const auto answer = pipeline::acceptFinding(env, options);
  env.progress.finish();
  if (!answer) return fail(answer.error(), err);
  return put(*answer) ? 0
                      : fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
}

int reportCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& out,
                  const support::Terminal& err) {
  if (const auto good = pipeline::checkFolders(env.files, line.output); !good) return fail(good.error(), err);
  const auto report = pipeline::openReports(env.files, line.report);
  return report ? deliver(env, *report, line.output, out, err) : fail(report.error(), err);
}

std::string standardInput() {
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin))
    text.append(buffer.data(), count);
  return text;
}

int hookCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& err) {
  using Action = pipeline::HookCommand::Action;
  const pipeline::HookCommand& command = line.hook;
  if (command.action == Action::Run) {
    const std::string skip = environment("BEAGLE_SKIP");
    hooks::PrePushOptions options{
        command.remote, standardInput(), {line.diff, {}, today()}, !skip.empty() && skip != "0"};
    // git names the repository where it is not the one that the folder lies in.
    const std::string named = environment("GIT_DIR");
    options.check.diff.changes.repository = named.empty() || command.repository != "." ? command.repository : named;
    const auto answer = hooks::prePush(env, options, err);
    env.progress.finish();
    if (!answer) return fail(answer.error(), err);
    support::tell(stderr, answer->text); // standard output belongs to git
    return answer->blocks ? 1 : 0;
  }
  const auto repository = build::Repository::open(command.repository);
  if (!repository) return fail(repository.error(), err);
  const auto folder = build::hooksFolder(*repository);
  if (!folder) return fail(folder.error(), err);
  if (command.action == Action::Install) {
    if (auto done = hooks::installHook(env.files, *folder, env.programFolder + "/beagle", command.keepsOther); !done)
      return fail(done.error(), err);
    const bool isShared = !build::isInside(*repository, *folder);
    return put(fmt::format("{}/pre-push checks what you push from now on{}\n", *folder,
                           isShared ? ", from every repository that takes its hooks from there" : ""))
               ? 0
               : exitCannotRun;
  }
  if (command.action == Action::Uninstall) {
    if (auto done = hooks::uninstallHook(env.files, *folder); !done) return fail(done.error(), err);
    return put(fmt::format("{}/pre-push is removed\n", *folder)) ? 0 : exitCannotRun;
  }
  using State = hooks::HookState;
  const State state = hooks::hookState(env.files, *folder);
  const std::string_view text =
      state == State::Ours      ? "is installed"
      : state == State::Chained ? "is installed, and runs the hook that was there before"
      : state == State::Altered ? "is not what this version of Beagle installs; `beagle hook install` writes it anew"
      : state == State::Idle    ? "is not executable, so pushes are not checked; `beagle hook install` mends it"
      : state == State::Foreign ? "is somebody else's; pushes are not checked"
                                : "is missing; pushes are not checked";
  if (!put(fmt::format("{}/pre-push {}\n", *folder, text))) return exitCannotRun;
  return state == State::Ours || state == State::Chained ? 0 : 1;
}

int configCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& err) {
  const auto answer = pipeline::runConfig(env, line.config);
  if (!answer) return fail(answer.error(), err);
  if (!put(answer->text))
    return fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
  int code = 0;
  for (const support::Error& problem : answer->problems) code = std::max(code, fail(problem, err));
  return code;
}

/// 0: every path ends well; 1: some end in an error; what was left out stands in the report. 3: the engine is wrong.
int exploreCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& out,
                   const support::Terminal& err) {
  const auto report = pipeline::exploreEntry(env, line.explore);
  env.progress.finish();
  if (!report) return fail(report.error(), err);
  if (!put(line.json ? report::exploreJson(*report, line.explore.keepPaths) : report::exploreText(*report, out)))
    return fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
  if (report->replay && !report->replay->mismatches.empty())
    return fail(
        support::Error(
            support::ErrorKind::CannotRun,
            fmt::format("on {} the program does something else than this report says. That is a defect of Beagle",
                        support::counted(report->replay->mismatches.size(), "path")))
            .hint("please report it, with the source"),
        err);
  return report->errors > 0 ? 1 : 0;
}

int replayCommand(pipeline::Env& env, const pipeline::CommandLine& line, const support::Terminal& out,
                  const support::Terminal& err) {
  const auto findings = pipeline::replayFindings(env, line.replay);
  env.progress.finish();
  if (!findings) return fail(findings.error(), err);
  if (!put(pipeline::replayText(*findings, out)))
    return fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
  return pipeline::exitCodeOf(*findings);
}

} // namespace

int main(int argc, char** argv) {
  support::useLargePages();
  support::keepNoFreedMemory();
  const support::Terminal out = support::Terminal::of(STDOUT_FILENO);
  const support::Terminal err = support::Terminal::of(STDERR_FILENO);
  const auto line = pipeline::readCommandLine(argc, argv);
  if (!line) return fail(line.error(), err);
  if (line->action == pipeline::CommandLine::Action::Show) return put(line->text) ? 0 : exitCannotRun;

  using Level = support::Log::Level;
  support::StreamLog log(stderr, err, line->quiet ? Level::Quiet : line->verbose ? Level::Verbose : Level::Normal);
  support::DiskFiles files;
  support::SystemProcesses processes;
  const support::SystemClock clock;
  support::Progress progress(line->quiet ? nullptr : stderr, err, clock);
  pipeline::Env env{files,
                    processes,
                    log,
                    progress,
                    {},
                    programFolder(),
                    build::CacheRoot::defaultFolder(::getenv("XDG_CACHE_HOME"), ::getenv("HOME"))};
  pipeline::cancelOnSignals(*env.cancel.raw());
  ::signal(SIGPIPE, SIG_IGN);

  if (line->action == pipeline::CommandLine::Action::Environment) return showEnvironment(env);
  if (line->action == pipeline::CommandLine::Action::Config) return configCommand(env, *line, err);
  using Action = pipeline::CommandLine::Action;
  if (line->action == Action::Report) return reportCommand(env, *line, out, err);
  if (line->action == Action::Accept) return acceptCommand(env, *line, err);
  if (line->action == Action::Hook) return hookCommand(env, *line, err);
  if (line->action == Action::Diff || line->action == Action::Check) return diffCommand(env, *line, out, err);
  if (line->action == Action::Replay) return replayCommand(env, *line, out, err);
  if (line->action == pipeline::CommandLine::Action::Explore) return exploreCommand(env, *line, out, err);
  const auto report = pipeline::findChanges(env, line->changes);
  progress.finish();
  if (!report) return fail(report.error(), err);
  const bool written =
      put(line->json ? report::changesJson(*report) : report::changesText(*report, out, line->verbose));
  if (!written) return fail(support::Error(support::ErrorKind::CannotRun, "standard output cannot be written"), err);
  return 0;
}
