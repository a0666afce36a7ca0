#include "analysis/build/tree_diff.h"

#include "analysis/build/renames.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <future>
#include <optional>
#include <unordered_map>

namespace beagle::build {

using support::Result;

std::string_view nameOf(FileDelta::Status status) {
  switch (status) {
  case FileDelta::Status::Added: return "added";
  case FileDelta::Status::Removed: return "removed";
  case FileDelta::Status::Modified: return "modified";
  case FileDelta::Status::Renamed: return "renamed";
  case FileDelta::Status::ModeChanged: return "mode changed";
  case FileDelta::Status::TypeChanged: return "type changed";
  }
  return "";
}

namespace {

using Kind = TreeFile::Kind;
using Status = FileDelta::Status;

/// Two entries for one delta; either may be null.
struct Sides {
  const TreeFile* base = nullptr;
  const TreeFile* head = nullptr;
};

/// The sides at each path that differs, in the order of paths.
std::vector<Sides> differingPaths(const Tree& base, const Tree& head) {
  std::vector<Sides> result;
  auto b = base.files().begin();
  auto h = head.files().begin();
  while (b != base.files().end() || h != head.files().end()) {
    const bool takesBase = h == head.files().end() || (b != base.files().end() && b->path <= h->path);
    const bool takesHead = b == base.files().end() || (h != head.files().end() && h->path <= b->path);
    if (!takesBase || !takesHead || b->id != h->id || b->kind != h->kind)
      result.push_back({takesBase ? &*b : nullptr, takesHead ? &*h : nullptr});
    if (takesBase) ++b;
    if (takesHead) ++h;
  }
  return result;
}

bool isFile(const TreeFile& file) { return file.kind == Kind::Regular || file.kind == Kind::Executable; }

FileDelta deltaOf(const Sides& sides) {
  FileDelta delta;
  const auto& [base, head] = sides;
  if (base) delta.basePath = base->path;
  if (head) delta.headPath = head->path;
  delta.submodule = (base && base->kind == Kind::Submodule) || (head && head->kind == Kind::Submodule);
  if (!base) delta.status = Status::Added;
  else if (!head) delta.status = Status::Removed;
  else if (base->path != head->path) delta.status = Status::Renamed;
  else if (base->kind != head->kind && !(isFile(*base) && isFile(*head))) delta.status = Status::TypeChanged;
  else delta.status = base->id == head->id ? Status::ModeChanged : Status::Modified;
  return delta;
}

/// One side's content; empty text for a side that is not there, nothing for one that is too large.
Result<std::optional<std::string>> textOf(const Tree& tree, const TreeFile* file, const DiffOptions& options) {
  if (!file) return std::string();
  const auto size = tree.sizeOf(*file);
  if (!size) return std::unexpected(size.error());
  if (*size > options.largestFile) return std::nullopt;
  return tree.contentOf(*file);
}

Result<void> addHunks(FileDelta& delta, const Sides& sides, const Tree& base, const Tree& head,
                      const DiffOptions& options) {
  if (delta.submodule || (sides.base && sides.head && sides.base->id == sides.head->id)) return {};
  auto baseWork = std::async(std::launch::async, [&] { return textOf(base, sides.base, options); });
  const auto after = textOf(head, sides.head, options);
  const auto before = baseWork.get();
  if (!before) return std::unexpected(before.error());
  if (!after) return std::unexpected(after.error());
  if (!*before || !*after || isBinary(**before) || isBinary(**after)) {
    delta.binary = true;
    return {};
  }
  auto hunks = diffText(**before, **after);
  if (!hunks)
    return std::unexpected(std::move(hunks.error()).within(fmt::format("`{}`", support::printable(delta.path()))));
  delta.hunks = std::move(*hunks);
  return {};
}

/// Turns removed and added files that belong together into one pair of sides.
Result<std::vector<int>> joinRenames(std::vector<Sides>& sides, const Tree& base, const Tree& head,
                                     const DiffOptions& options) {
  std::vector<const TreeFile*> removed;
  std::vector<const TreeFile*> added;
  for (const Sides& side : sides) {
    if (!side.head) removed.push_back(side.base);
    if (!side.base) added.push_back(side.head);
  }
  std::vector<int> similarity(sides.size(), 0);
  if (!options.renames || removed.empty() || added.empty()) return similarity;
  const auto renames = findRenames(base, head, removed, added, options);
  if (!renames) return std::unexpected(renames.error());
  std::unordered_map<const TreeFile*, const Rename*> byFile;
  for (const Rename& rename : *renames) byFile[rename.base] = byFile[rename.head] = &rename;
  std::vector<Sides> joined;
  similarity.clear();
  for (const Sides& side : sides) {
    const auto found = byFile.find(side.head ? side.head : side.base);
    const bool renamed = found != byFile.end() && (!side.base || !side.head);
    if (renamed && !side.head) continue; // stands at its new path
    joined.push_back(renamed ? Sides{found->second->base, found->second->head} : side);
    similarity.push_back(renamed ? found->second->similarity : 0);
  }
  sides = std::move(joined);
  return similarity;
}

} // namespace

Result<TreeDiff> diffTrees(const Tree& base, const Tree& head, const DiffOptions& options) {
  TreeDiff diff;
  if (base == head) return diff;
  std::vector<Sides> sides = differingPaths(base, head);
  const auto similarity = joinRenames(sides, base, head, options);
  if (!similarity) return std::unexpected(similarity.error());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    FileDelta delta = deltaOf(sides[i]);
    delta.similarity = (*similarity)[i];
    if (auto added = addHunks(delta, sides[i], base, head, options); !added) return std::unexpected(added.error());
    diff.files.push_back(std::move(delta));
  }
  return diff;
}

} // namespace beagle::build
