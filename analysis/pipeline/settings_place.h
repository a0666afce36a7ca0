#pragma once

#include "analysis/pipeline/subject.h"
#include "config/config_source.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// Where the settings of two versions are read: `.beagle.yml`, the list of accepted findings, and comments.
class SettingsPlace {
public:
  /// Both outlive it. Without a working folder, those of the old version count where the folder was meant.
  SettingsPlace(const support::Files& files, SettingsFrom from, const Subject& subject);

  [[nodiscard]] std::expected<config::Configuration, config::Errors> configuration() const;
  [[nodiscard]] support::Result<AcceptedFindings> accepted() const;
  /// Where what is in the folder is not what the new version has: which of the two counts.
  [[nodiscard]] std::vector<std::string> notes(const config::Configuration& settings) const;

  /// Whether a command of theirs may use the network: those of a version that is pushed are somebody's, and the user
  /// need not have looked at them.
  [[nodiscard]] bool trustsNetwork() const;

private:
  [[nodiscard]] std::optional<std::string> inFolder(const std::string& path) const;
  [[nodiscard]] std::optional<std::string> inHead(const std::string& path) const;

  const support::Files& files_;
  const Subject& subject_;
  SettingsFrom from_;
  std::unique_ptr<config::ConfigSource> source_; ///< null: nowhere
};

/// What the new version says of the hook; an error is a mistake in any of its settings.
[[nodiscard]] support::Result<config::HookSettings> hookSettings(const support::Files& files, const Subject& subject);

} // namespace beagle::pipeline
