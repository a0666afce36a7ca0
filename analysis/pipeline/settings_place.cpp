#include "analysis/pipeline/settings_place.h"

#include "analysis/pipeline/tree_source.h"
#include "analysis/support/text.h"
#include "config/accepted.h"

#include <algorithm>
#include <set>

namespace beagle::pipeline {

using config::FolderSource;
using support::Result;

namespace {

/// What a version has, and files of settings beside it, in folders that it has, that git does not have: neither in the
/// commit that is checked out, nor in the index.
class WithUnversioned final : public config::ConfigSource {
public:
  WithUnversioned(const support::Files& files, const build::Repository& repository, const build::Tree& tree,
                  const std::string& folder)
      : tree_(tree), folder_(files, folder) {
    std::set<std::string> folders{""};
    for (const build::TreeFile& file : tree.files())
      for (std::string at = support::parentPath(file.path); at != "." && folders.insert(at).second;)
        at = support::parentPath(at);
    for (const std::string& at : folders) {
      const std::string path = support::joinPath(at, config::fileName);
      if (!tree_.has(path) && files.exists(support::joinPath(folder, path)) && !repository.tracks(path))
        unversioned_.push_back(path);
    }
  }

  [[nodiscard]] Result<std::vector<std::string>> files() const override {
    auto all = tree_.files();
    if (!all) return all;
    std::ranges::copy(unversioned_, std::back_inserter(*all));
    std::ranges::sort(*all);
    return all;
  }
  [[nodiscard]] Result<std::string> read(const std::string& path) const override {
    return tree_.has(path) ? tree_.read(path) : folder_.read(path);
  }

private:
  TreeSource tree_;
  FolderSource folder_;
  std::vector<std::string> unversioned_;
};

} // namespace

SettingsPlace::SettingsPlace(const support::Files& files, SettingsFrom from, const Subject& subject)
    : files_(files), subject_(subject), from_(from) {
  const std::string& folder = subject.headFolder;
  if (from_ == SettingsFrom::Disk && folder.empty()) from_ = SettingsFrom::Base; // bare, or two files
  switch (from_) {
  case SettingsFrom::Nowhere: break;
  case SettingsFrom::Disk: source_ = std::make_unique<FolderSource>(files, folder); break;
  case SettingsFrom::Base: source_ = std::make_unique<TreeSource>(subject.pair.base.tree); break;
  case SettingsFrom::Head:
    if (folder.empty()) source_ = std::make_unique<TreeSource>(subject.pair.head.tree);
    else source_ = std::make_unique<WithUnversioned>(files, subject.repository, subject.pair.head.tree, folder);
    break;
  }
}

std::expected<config::Configuration, config::Errors> SettingsPlace::configuration() const {
  return source_ ? config::Configuration::load(*source_) : config::Configuration();
}

Result<AcceptedFindings> SettingsPlace::accepted() const {
  if (!source_) return {};
  const std::string name(config::acceptedFileName);
  const bool isOnDisk = from_ == SettingsFrom::Disk;
  const build::Tree& tree = from_ == SettingsFrom::Head ? subject_.pair.head.tree : subject_.pair.base.tree;
  std::vector<config::Accepted> listed;
  if (isOnDisk ? files_.exists(support::joinPath(subject_.headFolder, name)) : tree.find(name) != nullptr) {
    const auto text = source_->read(name);
    if (!text) return std::unexpected(text.error());
    auto all = config::readAccepted(*text, name);
    if (!all) return std::unexpected(std::move(all.error()));
    listed = std::move(*all);
  }
  // Names come from debug info, which can hold anything; what cannot be read accepts nothing.
  return AcceptedFindings(std::move(listed),
                          [&files = files_, isOnDisk, folder = subject_.headFolder,
                           tree](const std::string& file) -> std::optional<std::string> {
                            if (!build::checkTreePath(file)) return std::nullopt;
                            const std::string onDisk = support::joinPath(folder, file);
                            if (isOnDisk ? !files.exists(onDisk) : !tree.find(file)) return std::nullopt;
                            auto text = isOnDisk ? files.read(onDisk) : tree.content(file);
                            return text ? std::optional(std::move(*text)) : std::nullopt;
                          });
}

std::optional<std::string> SettingsPlace::inFolder(const std::string& path) const {
  if (!files_.exists(support::joinPath(subject_.headFolder, path))) return std::nullopt;
  auto text = FolderSource(files_, subject_.headFolder).read(path);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::optional<std::string> SettingsPlace::inHead(const std::string& path) const {
  const TreeSource head(subject_.pair.head.tree);
  if (!head.has(path)) return std::nullopt;
  auto text = head.read(path);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

bool SettingsPlace::trustsNetwork() const {
  if (from_ != SettingsFrom::Head) return true;
  if (subject_.headFolder.empty()) return false;
  const auto own = config::Configuration::load(FolderSource(files_, subject_.headFolder));
  return own && *own->project().build.network;
}

Result<config::HookSettings> hookSettings(const support::Files& files, const Subject& subject) {
  const SettingsPlace place(files, SettingsFrom::Head, subject);
  const auto settings = place.configuration();
  if (!settings) return std::unexpected(config::together(settings.error()));
  if (auto accepted = place.accepted(); !accepted) return std::unexpected(std::move(accepted.error()));
  return settings->project().hook;
}

std::vector<std::string> SettingsPlace::notes(const config::Configuration& settings) const {
  const bool isHead = from_ == SettingsFrom::Head;
  if (subject_.headFolder.empty() || subject_.pair.head.commit.empty() || !(isHead || from_ == SettingsFrom::Disk))
    return {};
  const std::string list(config::acceptedFileName);
  std::set<std::string> paths{list}, different, unversioned;
  for (std::string& path : settings.files()) paths.insert(std::move(path));
  if (auto inHead = TreeSource(subject_.pair.head.tree).files())
    for (std::string& path : *inHead) paths.insert(std::move(path));
  for (const std::string& path : paths) {
    const auto here = inFolder(path), there = inHead(path);
    if (here == there) continue;
    if (there || !isHead) different.insert(path);
    else if (!subject_.repository.tracks(path)) unversioned.insert(path);
  }
  std::vector<std::string> notes;
  const auto note = [&](std::set<std::string> names, std::string_view what) {
    if (!names.empty())
      notes.push_back(fmt::format("{} {}", support::join(std::vector(names.begin(), names.end()), ", "), what));
  };
  // What is checked out may be another branch: nobody means its files.
  if (isHead) std::erase_if(different, [&](const std::string& path) { return !inFolder(path); });
  note(different, isHead ? "in the working folder: not what is pushed, which counts"
                         : "in the working folder: counts, and is not committed like this");
  if (unversioned.erase(list) > 0) note({list}, "is not committed, and does not count");
  note(unversioned, "in the working folder: counts, though not committed");
  return notes;
}

} // namespace beagle::pipeline
