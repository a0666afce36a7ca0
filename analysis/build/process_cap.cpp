#include "analysis/build/process_cap.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

namespace beagle::build {

namespace {

/// /proc and control groups are no ordinary files: sizes are unknown and renaming is not possible.
std::string readText(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool writeText(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.flush();
  return file.good();
}

/// Our own group in the hierarchy that counts processes, with either version of control groups.
std::optional<std::string> ownGroup() {
  const std::string groups = readText("/proc/self/cgroup");
  for (const std::string_view line : support::lines(groups)) { // "id:controllers:path"
    const auto fields = support::split(line, ':');
    if (fields.size() != 3 || !fields[2].starts_with('/')) continue;
    if (fields[1] == "pids") return support::normalPath(fmt::format("/sys/fs/cgroup/pids{}", fields[2]));
  }
  // Version 2 allows groups with limits only below groups without processes; the root is the one we know.
  const std::string controllers = readText("/sys/fs/cgroup/cgroup.subtree_control");
  if (controllers.find("pids") != std::string::npos) return "/sys/fs/cgroup";
  return std::nullopt;
}

std::optional<std::string> makeGroup(std::uint64_t most) {
  const auto parent = ownGroup();
  if (!parent) return std::nullopt;
  std::string folder = *parent + "/beagle-XXXXXX";
  if (!::mkdtemp(folder.data())) return std::nullopt;
  if (writeText(folder + "/pids.max", std::to_string(most))) return folder;
  ::rmdir(folder.c_str());
  return std::nullopt;
}

} // namespace

ProcessCap::ProcessCap(std::uint64_t most) {
  if (::geteuid() != 0) {
    inner_ = {"prlimit", fmt::format("--nproc={}", most), "--"};
    return;
  }
  group_ = makeGroup(most + 3).value_or(""); // bubblewrap itself is three processes
}

bool ProcessCap::tellsOfNoProcess(std::string_view errors) {
  return errors.find("Cannot fork") != std::string_view::npos ||
         errors.find(std::strerror(EAGAIN)) != std::string_view::npos;
}

bool ProcessCap::wasReached(std::string_view errors) const {
  if (!inner_.empty()) return tellsOfNoProcess(errors);
  const std::string events = group_.empty() ? "" : readText(group_ + "/pids.events");
  return events.starts_with("max ") && !events.starts_with("max 0");
}

ProcessCap::~ProcessCap() {
  if (group_.empty()) return;
  // The last processes may still be leaving; a group that stays behind holds nothing.
  for (int attempt = 0; attempt < 1000 && ::rmdir(group_.c_str()) != 0; ++attempt)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

} // namespace beagle::build
