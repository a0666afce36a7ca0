#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// A cap on the processes of one sandboxed command that the kernel holds. Watching alone is not enough: a fork
/// bomb grows faster than a starved watcher can act.
///   - As root a control group of its own, made below ours, counts them.
///   - As an ordinary user RLIMIT_NPROC does, since a sandbox has a user namespace to count in (Linux 5.14).
/// Where neither works only the watching is left.
class ProcessCap {
public:
  explicit ProcessCap(std::uint64_t most);
  ProcessCap(const ProcessCap&) = delete;
  ProcessCap& operator=(const ProcessCap&) = delete;
  ~ProcessCap(); ///< all processes of the command must be on their way out

  /// The folder of the control group in which the sandbox is to be started; empty without one.
  [[nodiscard]] const std::string& group() const { return group_; }
  /// What to put before the command that runs inside the sandbox.
  [[nodiscard]] const std::vector<std::string>& inner() const { return inner_; }
  /// True when the cap has kept a process from being made. Only control groups count that; of RLIMIT_NPROC nothing is
  /// left but what the command said on standard error.
  [[nodiscard]] bool wasReached(std::string_view errors) const;

  /// Whether a shell or build tool says that it could not make a process.
  [[nodiscard]] static bool tellsOfNoProcess(std::string_view errors);

private:
  std::string group_;
  std::vector<std::string> inner_;
};

} // namespace beagle::build
