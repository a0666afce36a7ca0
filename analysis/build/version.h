#pragma once

#include "analysis/build/includes.h"
#include "analysis/build/planner.h"
#include "analysis/build/repository.h"
#include "analysis/build/store.h"
#include "analysis/build/toolchain.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace beagle::build {

/// One version of the project with the way each of its units is compiled. The built tree itself is only made,
/// or taken from the cache, when something has to be compiled.
class Version {
public:
  [[nodiscard]] const Revision& revision() const { return revision_; }
  [[nodiscard]] const Tree& tree() const { return revision_.tree; }
  [[nodiscard]] const BuildPlan& plan() const { return plan_; }
  /// What the build made and units may read, by name: relative to the tree, or an inside path.
  [[nodiscard]] const std::map<std::string, GeneratedFile>& generated() const { return generated_->files(); }
  [[nodiscard]] IncludeGraph& includes() const { return *includes_; }
  [[nodiscard]] const std::string& key() const { return key_; }

  /// One more unit, that the plan has not.
  void add(CompileCommand command) { plan_.commands.push_back(std::move(command)); }

  /// What identifies the content of a file of the tree or of a generated one; empty when there is none.
  [[nodiscard]] std::string idOf(const std::string& path) const;

private:
  friend class VersionBuilder;

  Revision revision_;
  BuildPlan plan_;
  std::shared_ptr<GeneratedFiles> generated_;
  std::shared_ptr<IncludeGraph> includes_;
  std::string key_;
  std::string folderKey_;
  std::string workingFolder_;
  std::vector<std::string> trackedElsewhere_;
  std::shared_ptr<FolderLease> folder_;
};

/// Prepares versions: checkout, prepare step, configure, recorded build, whatever the method takes.
class VersionBuilder {
public:
  struct Options {
    PlanOptions plan;
    std::string scratchFolder; ///< of this run
  };

  VersionBuilder(const Sandbox& sandbox, Store& store, const Toolchain& toolchain, support::Files& files,
                 support::Log& log, support::Progress& progress, Options options)
      : sandbox_(sandbox), store_(store), toolchain_(toolchain), files_(files), log_(log), progress_(progress),
        options_(std::move(options)) {}

  /// `workingFolder`: the user's own checkout, whose untracked compile database may be used; or empty.
  /// `trackedElsewhere`: paths of the other version, which must not be taken from there.
  [[nodiscard]] support::Result<Version> prepare(const Revision& revision, const std::string& workingFolder,
                                                 const std::vector<std::string>& trackedElsewhere,
                                                 const support::CancelToken& cancel = {});
  /// That building a version may take, and a unit of the processor's time.
  [[nodiscard]] std::chrono::milliseconds timeLimit() const { return options_.plan.timeout; }
  /// The folder that holds `src/` and `build/`; built again when the cache no longer has it.
  [[nodiscard]] support::Result<std::string> folderOf(Version& version, const support::CancelToken& cancel = {});

private:
  /// As it was when the mounts were listed.
  struct MountedFile {
    std::string name; ///< as Version::generated says
    std::string place;
    support::FileStatus status;
    bool isBehindLink = false; ///< units may see it there, or not
  };

  [[nodiscard]] support::Result<void> build(Version& version, const std::string& folder,
                                            const support::CancelToken& cancel);
  [[nodiscard]] std::string keyOf(const Version& version) const;
  [[nodiscard]] static std::string stampOf(const std::vector<MountedFile>& mounted, const Version& version);
  [[nodiscard]] std::string takenBy(const Version& version, const BuildPlan& plan) const;
  [[nodiscard]] std::vector<MountedFile> listMounts(const BuildPlan& plan) const;
  void forgetFiles(Version& version) const;
  [[nodiscard]] std::string loadStored(Version& version);
  void keepStored(const Version& version, const std::string& mounted);
  [[nodiscard]] support::Result<void> loadBuilt(Version& version, const support::CancelToken& cancel);
  void findFiles(Version& version, const std::string& folder, const std::vector<MountedFile>& mounted) const;
  void joinUnits(Version& version, const std::string& folder) const;
  void listGenerated(Version& version, const std::string& folder, const std::vector<MountedFile>& mounted) const;

  const Sandbox& sandbox_;
  Store& store_;
  const Toolchain& toolchain_;
  support::Files& files_;
  support::Log& log_;
  support::Progress& progress_;
  Options options_;
};

} // namespace beagle::build
