#include "analysis/build/sandbox.h"

#include "analysis/build/process_cap.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

namespace beagle::build {

using support::cannotRun;
using support::ProcessResult;
using support::Result;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view insideHome = "/tmp/home";
constexpr std::string_view offHint = "`--sandbox=off` builds without a sandbox, for code that you trust";

/// A day in the past that zip files can express; builds that ask for the date get this one.
constexpr std::string_view sourceDate = "SOURCE_DATE_EPOCH=1000000000";

std::vector<std::string> environmentOf(const SandboxedCommand& command, std::string_view home,
                                       std::string_view temporary) {
  std::vector<std::string> environment{
      "PATH=" + support::join(Sandbox::programFolders(), ":"),
      fmt::format("HOME={}", home),
      fmt::format("TMPDIR={}", temporary),
      "LANG=C.UTF-8",
      "LC_ALL=C.UTF-8",
      "TZ=UTC",
      std::string(sourceDate),
      "USER=beagle",
      "CCACHE_DISABLE=1", // its folder would be empty each time
  };
  for (const std::string& entry : command.environment) {
    const std::string name = entry.substr(0, entry.find('=') + 1);
    std::erase_if(environment, [&](const std::string& own) { return own.starts_with(name); });
    environment.push_back(entry);
  }
  return environment;
}

/// What a compiler, a shell and a build tool need of the machine. On a merged-/usr system /bin and /lib are
/// symbolic links and stay so.
std::vector<std::string> toolchainOptions() {
  std::vector<std::string> options{"--ro-bind", "/usr", "/usr"};
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code problem;
    const fs::file_status status = fs::symlink_status(name, problem);
    if (fs::is_symlink(status)) options.insert(options.end(), {"--symlink", fs::read_symlink(name, problem), name});
    else if (fs::is_directory(status)) options.insert(options.end(), {"--ro-bind", name, name});
  }
  for (const char* name : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"})
    options.insert(options.end(), {"--ro-bind-try", name, name});
  return options;
}

std::vector<std::string> isolationOptions(const SandboxedCommand& command) {
  // As an ordinary user inside: no capability is left, and configure scripts do not meet root.
  std::vector<std::string> options{
      "bwrap",      "--unshare-all", "--unshare-user",    "--disable-userns", "--uid",      "1000",  "--gid", "1000",
      "--cap-drop", "ALL",           "--die-with-parent", "--new-session",    "--hostname", "beagle"};
  if (!command.network) return options;
  options.emplace_back("--share-net");
  for (const char* name : {"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates"})
    options.insert(options.end(), {"--ro-bind-try", name, name});
  return options;
}

std::vector<std::string> ownFolderOptions(const support::ProcessLimits& limits) {
  // Memory file systems count as memory: they may not grow past the limit on it.
  const std::string size = std::to_string(limits.memory.value_or(4ULL << 30));
  return {"--proc",       "/proc", "--dev",  "/dev", "--size",  size,   "--tmpfs", "/dev/shm",
          "--remount-ro", "/dev",  "--size", size,   "--tmpfs", "/tmp", "--dir",   std::string(insideHome)};
}

/// Stub users, so that programs find a name for 1000 and for the owner of /usr.
std::vector<std::string> userOptions(const std::string& folder) {
  return {"--ro-bind", folder + "/passwd", "/etc/passwd", "--ro-bind", folder + "/group", "/etc/group"};
}

Result<std::shared_ptr<const std::string>> temporaryFolder(const std::string& scratchFolder) {
  std::error_code problem;
  const fs::path place = scratchFolder.empty() ? fs::temp_directory_path(problem) : fs::path(scratchFolder);
  std::string path = (place / "sandbox-XXXXXX").string();
  if (!::mkdtemp(path.data())) return cannotRun("{}: cannot make a folder: {}", path, std::strerror(errno));
  return std::shared_ptr<const std::string>(new std::string(path), [](const std::string* folder) {
    std::error_code ignored;
    fs::remove_all(*folder, ignored);
    delete folder;
  });
}

Result<void> writeUsers(const std::string& folder) {
  support::DiskFiles files;
  if (auto done = files.write(folder + "/passwd", "root:x:0:0:root:/:/bin/sh\n"
                                                  "beagle:x:1000:1000::/tmp/home:/bin/sh\n"
                                                  "nobody:x:65534:65534::/:/bin/sh\n");
      !done)
    return done;
  return files.write(folder + "/group", "root:x:0:\nbeagle:x:1000:\nnogroup:x:65534:\n");
}

/// Why bubblewrap did not start, from its own words.
std::string reasonOf(const ProcessResult& result) {
  const auto said = support::lines(result.errors);
  std::string reason = said.empty() ? "bwrap " + result.describe() : support::printable(said.front());
  if (reason.find("Permission denied") != std::string::npos || reason.find("not permitted") != std::string::npos)
    reason += " (are user namespaces forbidden here?)";
  return reason;
}

/// The program that a shell in this folder with this environment would start; the name itself when there is none.
std::string programIn(const std::string& workingFolder, const std::vector<std::string>& environment,
                      const std::string& name) {
  if (name.find('/') != std::string::npos) return support::joinPath(workingFolder, name);
  for (const std::string_view entry : environment) {
    if (!entry.starts_with("PATH=")) continue;
    for (const std::string_view folder : support::split(entry.substr(5), ':'))
      if (auto found = support::findProgram(support::joinPath(folder, name))) return *found;
  }
  return name;
}

} // namespace

std::vector<std::string> Sandbox::programFolders() {
  return {"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"};
}

support::ProcessLimits buildLimits() {
  const auto machine =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return {.fileSize = 4ULL << 30, .processes = 1000, .memory = machine / 4 * 3, .output = 16U << 20};
}

Result<Sandbox> Sandbox::open(SandboxMode mode, support::Processes& processes, const std::string& scratchFolder) {
  Sandbox sandbox(mode, processes);
  auto folder = temporaryFolder(scratchFolder);
  if (!folder) return support::within(folder, "sandbox");
  sandbox.folder_ = *folder;
  if (mode == SandboxMode::Off) return sandbox;
  if (auto users = writeUsers(**folder); !users) return support::within(users, "sandbox");
  sandbox.trial_ = std::async(std::launch::deferred, [sandbox] { return sandbox.tryOut(); }).share();
  return sandbox;
}

Result<void> Sandbox::tryOut() const {
  const auto refuse = [](const std::string& reason) {
    support::Error error(support::ErrorKind::CannotRun, "the sandbox cannot start: " + reason);
    return std::unexpected(std::move(error).hint(std::string(offHint)));
  };
  const auto tried = runInside({.arguments = {"true"}, .limits = {.wallTime = std::chrono::seconds(20)}}, {});
  if (!tried && tried.error().message().find("no such program") != std::string::npos)
    return refuse("bwrap: no such program; install the package bubblewrap");
  if (!tried) return refuse(tried.error().str());
  if (!tried->ok()) return refuse(reasonOf(*tried));
  return {};
}

Result<void> Sandbox::ready() const { return trial_.valid() ? trial_.get() : Result<void>(); }

PathMap Sandbox::paths(const std::vector<Bind>& binds) const {
  return mode_ == SandboxMode::On ? PathMap() : PathMap(binds);
}

Result<ProcessResult> Sandbox::run(const SandboxedCommand& command, const support::CancelToken& cancel) const {
  if (mode_ == SandboxMode::Off) return runDirectly(command, cancel);
  auto result = runInside(command, cancel);
  if (result) return result;
  // Is it this command, or any?
  if (auto started = ready(); !started) return std::unexpected(std::move(started.error()));
  return result;
}

Result<ProcessResult> Sandbox::runInside(const SandboxedCommand& command, const support::CancelToken& cancel) const {
  if (!support::findProgram("bwrap")) return cannotRun("bwrap: no such program");
  std::vector<std::string> arguments = isolationOptions(command);
  const auto add = [&](const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  add(toolchainOptions());
  add(ownFolderOptions(command.limits));
  add(userOptions(*folder_));
  for (const Bind& bind : command.binds) add({bind.writable ? "--bind" : "--ro-bind", bind.outside, bind.inside});
  add({"--remount-ro", "/", "--chdir", command.folder.empty() ? "/" : command.folder, "--"});
  std::optional<ProcessCap> cap;
  if (command.limits.processes) {
    cap.emplace(*command.limits.processes);
    add(cap->inner());
  }
  add(command.arguments);

  // The environment is bubblewrap's own as well: it hands it on.
  auto result = processes_->run({.arguments = std::move(arguments),
                                 .folder = {},
                                 .environment = environmentOf(command, insideHome, "/tmp"),
                                 .input = command.input,
                                 .group = cap ? cap->group() : "",
                                 .limits = command.limits,
                                 .onLine = command.onLine},
                                cancel);
  if (result && result->end == ProcessResult::End::Exited && result->code != 0 && cap &&
      cap->wasReached(result->errors)) {
    result->end = ProcessResult::End::OverLimit;
    result->limit = fmt::format("more than {} processes at once", *command.limits.processes);
  }
  const bool itself =
      result && result->end == ProcessResult::End::Exited && result->code == 1 && result->errors.starts_with("bwrap: ");
  if (!itself) return result;
  return cannotRun("{}: {}", command.arguments.front(), reasonOf(*result));
}

Result<ProcessResult> Sandbox::runDirectly(const SandboxedCommand& command, const support::CancelToken& cancel) const {
  const PathMap map(command.binds);
  support::Command direct{.arguments = {},
                          .folder = map.outward(command.folder),
                          .environment = {},
                          .input = command.input,
                          .limits = command.limits,
                          .onLine = {}};
  for (const std::string& argument : command.arguments) direct.arguments.push_back(map.outward(argument));
  std::vector<std::string> environment = environmentOf(command, *folder_, *folder_);
  for (std::string& entry : environment) entry = map.outward(entry);
  direct.arguments.front() = programIn(direct.folder, environment, direct.arguments.front());
  direct.environment = std::move(environment);
  if (command.onLine) direct.onLine = [&](std::string_view line) { command.onLine(map.inward(line)); };

  auto result = processes_->run(direct, cancel);
  if (!result || command.rawOutput) return result;
  result->output = map.inward(result->output);
  result->errors = map.inward(result->errors);
  return result;
}

} // namespace beagle::build
