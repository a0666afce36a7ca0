#include "analysis/pipeline/tree_source.h"

#include "config/config_file.h"

namespace beagle::pipeline {

using build::TreeFile;
using support::Result;

Result<std::vector<std::string>> TreeSource::files() const {
  std::vector<std::string> paths;
  for (const TreeFile& file : tree_.files())
    if (support::fileName(file.path) == config::fileName) paths.push_back(file.path);
  return paths;
}

Result<std::string> TreeSource::read(const std::string& path) const {
  const TreeFile* file = tree_.find(path);
  if (!file) return support::cannotRun("{}: not in the tree {}", path, tree_.id());
  const bool isRegular = file->kind == TreeFile::Kind::Regular || file->kind == TreeFile::Kind::Executable;
  auto size = isRegular ? tree_.sizeOf(*file) : Result<std::uint64_t>(0);
  if (!size) return std::unexpected(std::move(size.error()));
  if (auto fine = config::checkFile(path, isRegular, *size); !fine) return std::unexpected(std::move(fine.error()));
  return tree_.contentOf(*file);
}

} // namespace beagle::pipeline
