#pragma once

#include "analysis/build/path_map.h"
#include "analysis/support/process.h"

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

enum class SandboxMode { On, Off };

/// A program of the analysed project (or one that reads its files) and all it may see. Every path is an
/// inside one.
struct SandboxedCommand {
  std::vector<std::string> arguments;   ///< the program first; looked up in the sandbox's PATH
  std::string folder;                   ///< where it runs; below one of the binds
  std::vector<std::string> environment; ///< "NAME=value", over the sandbox's own small environment
  std::vector<Bind> binds;              ///< outer folders before what is mounted inside them
  bool network = false;
  support::ProcessLimits limits = {};
  std::string input = {};
  std::function<void(std::string_view)> onLine = {}; ///< each line of standard output, with inside paths
  bool rawOutput = false;                            ///< leave the collected streams alone: they are no text
};

/// Where project code runs: without network, with a read-only toolchain, its own /tmp and HOME, no inherited
/// environment, and nothing of the machine but the binds. Switched off, the same commands run directly: inside
/// paths do not exist then and are translated on the way in and out; environment and limits still hold.
/// May be used from several threads.
class Sandbox {
public:
  /// A few small files are kept below `scratchFolder` (empty: the machine's folder for temporary files).
  /// A sandbox that does not start here is found by the first command, whose error says why not and what to do.
  /// Never falls back.
  [[nodiscard]] static support::Result<Sandbox> open(SandboxMode mode, support::Processes& processes,
                                                     const std::string& scratchFolder = {});

  /// Whether commands can be run here. Tries it, once.
  [[nodiscard]] support::Result<void> ready() const;

  /// An error only when the command could not be started at all.
  [[nodiscard]] support::Result<support::ProcessResult> run(const SandboxedCommand& command,
                                                            const support::CancelToken& cancel = {}) const;

  [[nodiscard]] SandboxMode mode() const { return mode_; }
  /// For files that commands with these binds wrote: what paths in them must go through. Changes nothing when
  /// the sandbox is on.
  [[nodiscard]] PathMap paths(const std::vector<Bind>& binds) const;

  /// The folders in which programs are looked up; the same in both modes.
  [[nodiscard]] static std::vector<std::string> programFolders();

private:
  Sandbox(SandboxMode mode, support::Processes& processes) : mode_(mode), processes_(&processes) {}

  [[nodiscard]] support::Result<void> tryOut() const;
  [[nodiscard]] support::Result<support::ProcessResult> runInside(const SandboxedCommand& command,
                                                                  const support::CancelToken& cancel) const;
  [[nodiscard]] support::Result<support::ProcessResult> runDirectly(const SandboxedCommand& command,
                                                                    const support::CancelToken& cancel) const;

  SandboxMode mode_;
  support::Processes* processes_;
  /// Files the sandbox shows; without a sandbox, HOME and TMPDIR. Removed with the last copy.
  std::shared_ptr<const std::string> folder_;
  std::shared_future<support::Result<void>> trial_; ///< runs when it is asked for; not there when the sandbox is off
};

/// Limits for the building of a project: generous for any honest build. No time limit.
[[nodiscard]] support::ProcessLimits buildLimits();

} // namespace beagle::build
