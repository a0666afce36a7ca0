#include "analysis/support/process_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

namespace beagle::support {

namespace {

// Short commands end before the first look. A fork bomb makes some thousand processes between two looks.
constexpr auto firstLook = std::chrono::milliseconds(40);
constexpr auto betweenLooks = std::chrono::milliseconds(60);

struct Entry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  std::uint64_t threads = 0;
};

/// A file of /proc in one read; empty when the process has gone.
std::string_view readInto(std::array<char, 1024>& buffer, const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t got = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

std::optional<Entry> entryOf(pid_t pid) {
  std::array<char, 1024> buffer;
  std::string_view text = readInto(buffer, fmt::format("/proc/{}/stat", pid));
  // "pid (name) state parent group session terminal ...", where the name may hold anything; threads are the 20th.
  const std::size_t name = text.rfind(')');
  if (name == std::string_view::npos) return std::nullopt;
  std::istringstream fields{std::string(text.substr(name + 1))};
  char state = 0;
  Entry entry{.pid = pid};
  fields >> state >> entry.parent >> entry.group;
  std::string skipped;
  for (int field = 6; field < 20; ++field) fields >> skipped;
  fields >> entry.threads;
  return entry;
}

std::vector<Entry> allProcesses() {
  std::vector<Entry> entries;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (!folder) return entries;
  while (const dirent* item = ::readdir(folder.get())) {
    const pid_t pid = std::atoi(item->d_name);
    if (pid <= 0) continue;
    if (const auto entry = entryOf(pid)) entries.push_back(*entry);
  }
  return entries;
}

/// The child, its descendants, and what stayed in its process group after its parent had gone.
std::vector<Entry> familyOf(pid_t child) {
  std::vector<Entry> rest = allProcesses();
  std::vector<Entry> family;
  std::vector<pid_t> parents{child}; // sorted
  const auto belongs = [&](const Entry& entry) {
    return entry.pid == child || entry.group == child || std::ranges::binary_search(parents, entry.parent);
  };
  for (;;) {
    const auto found = std::partition(rest.begin(), rest.end(), [&](const Entry& entry) { return !belongs(entry); });
    if (found == rest.end()) return family;
    parents.clear();
    for (auto entry = found; entry != rest.end(); ++entry) parents.push_back(entry->pid);
    std::ranges::sort(parents);
    family.insert(family.end(), found, rest.end());
    rest.erase(found, rest.end());
  }
}

/// Resident memory that is not shared with files: pages of programs and libraries do not count.
std::uint64_t privateMemory(pid_t pid) {
  std::array<char, 1024> buffer;
  std::istringstream fields{std::string(readInto(buffer, fmt::format("/proc/{}/statm", pid)))};
  std::uint64_t size = 0, resident = 0, shared = 0;
  fields >> size >> resident >> shared;
  return (resident - std::min(resident, shared)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

ProcessWatch::ProcessWatch(pid_t child, const ProcessLimits& limits)
    : child_(child), processes_(limits.processes), memory_(limits.memory), due_(Clock::now() + firstLook) {}

std::optional<std::string> ProcessWatch::exceeded() {
  if ((!processes_ && !memory_) || Clock::now() < due_) return std::nullopt;
  std::uint64_t threads = 0;
  std::uint64_t memory = 0;
  for (const Entry& entry : familyOf(child_)) {
    threads += entry.threads;
    if (processes_ && threads > *processes_) return fmt::format("more than {} processes at once", *processes_);
    if (!memory_) continue;
    memory += privateMemory(entry.pid);
    if (memory > *memory_) return fmt::format("more than {} MiB of memory", *memory_ >> 20);
  }
  due_ = Clock::now() + betweenLooks;
  return std::nullopt;
}

} // namespace beagle::support
