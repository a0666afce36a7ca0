#pragma once

#include "analysis/build/tree.h"
#include "config/config_source.h"

namespace beagle::pipeline {

/// The files of settings of one version, read from git.
class TreeSource final : public config::ConfigSource {
public:
  explicit TreeSource(build::Tree tree) : tree_(std::move(tree)) {}

  [[nodiscard]] support::Result<std::vector<std::string>> files() const override;
  [[nodiscard]] support::Result<std::string> read(const std::string& path) const override;
  [[nodiscard]] bool has(const std::string& path) const { return tree_.find(path) != nullptr; }

private:
  build::Tree tree_;
};

} // namespace beagle::pipeline
