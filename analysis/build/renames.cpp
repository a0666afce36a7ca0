#include "analysis/build/renames.h"

#include "analysis/build/git_objects.h"
#include "analysis/support/files.h"

#include <git2/sys/hashsig.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace beagle::build {

using support::fileName;
using support::Result;

namespace {

using HashSignature = GitHandle<git_hashsig, git_hashsig_free>;
constexpr std::string_view emptyBlobId = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

bool isFile(const TreeFile& file) {
  return file.kind == TreeFile::Kind::Regular || file.kind == TreeFile::Kind::Executable;
}

class RenameSearch {
public:
  RenameSearch(const Tree& base, const Tree& head, const DiffOptions& options)
      : base_(base), head_(head), options_(options) {}

  Result<std::vector<Rename>> run(std::vector<const TreeFile*> removed, std::vector<const TreeFile*> added) {
    pairEqual(removed, added);
    forgetPaired(removed);
    forgetPaired(added);
    std::erase_if(removed, [](const TreeFile* file) { return !isFile(*file) || file->id == emptyBlobId; });
    std::erase_if(added, [](const TreeFile* file) { return !isFile(*file) || file->id == emptyBlobId; });
    // Most moved files keep their name; they are paired even when there are too many to try every pair.
    if (auto paired = pairSimilar(removed, added, true); !paired) return std::unexpected(paired.error());
    forgetPaired(removed);
    forgetPaired(added);
    if (removed.size() * added.size() <= options_.renameLimit * options_.renameLimit)
      if (auto paired = pairSimilar(removed, added, false); !paired) return std::unexpected(paired.error());
    return std::move(renames_);
  }

private:
  void pair(const TreeFile* from, const TreeFile* to, int similarity) {
    renames_.push_back({from, to, similarity});
    used_.insert(from);
    used_.insert(to);
  }

  void forgetPaired(std::vector<const TreeFile*>& files) const {
    std::erase_if(files, [&](const TreeFile* file) { return used_.contains(file); });
  }

  /// Equal contents, first under the same file name. Empty files are all alike: only the name tells.
  void pairEqual(const std::vector<const TreeFile*>& removed, const std::vector<const TreeFile*>& added) {
    std::multimap<std::string_view, const TreeFile*> byId;
    for (const TreeFile* file : removed) byId.emplace(file->id, file);
    for (const bool sameName : {true, false})
      for (const TreeFile* to : added) {
        if (used_.contains(to) || (!sameName && to->id == emptyBlobId)) continue;
        const auto [begin, end] = byId.equal_range(to->id);
        const auto from = std::find_if(begin, end, [&](const auto& entry) {
          const TreeFile& candidate = *entry.second;
          return !used_.contains(&candidate) && isFile(candidate) == isFile(*to) &&
                 (isFile(*to) || candidate.kind == to->kind) &&
                 (!sameName || fileName(candidate.path) == fileName(to->path));
        });
        if (from == end) continue;
        pair(from->second, to, 100);
        byId.erase(from);
      }
  }

  struct Content {
    std::uint64_t size = 0;
    HashSignature signature; ///< null when too large to be compared
  };

  Result<const Content*> contentOf(const Tree& tree, const TreeFile& file) {
    const auto [it, isNew] = contents_.try_emplace(&file);
    if (!isNew) return &it->second;
    const auto size = tree.sizeOf(file);
    if (!size) return std::unexpected(size.error());
    it->second.size = *size;
    if (*size > options_.largestFile) return &it->second;
    const auto content = tree.contentOf(file);
    if (!content) return std::unexpected(content.error());
    // Fails only without memory: then the file has no likeness to any other.
    gitInto(it->second.signature, git_hashsig_create, content->data(), content->size(), GIT_HASHSIG_ALLOW_SMALL_FILES);
    return &it->second;
  }

  Result<int> similarity(const TreeFile& from, const TreeFile& to) {
    const auto a = contentOf(base_, from);
    if (!a) return std::unexpected(a.error());
    const auto b = contentOf(head_, to);
    if (!b) return std::unexpected(b.error());
    const auto [small, large] = std::minmax((*a)->size, (*b)->size);
    if (!(*a)->signature || !(*b)->signature) return 0;
    if (small * 100 < large * static_cast<std::uint64_t>(options_.renameSimilarity)) return 0;
    // Equal contents were paired before: what is left is less than wholly similar.
    return std::min(99, git_hashsig_compare((*a)->signature.get(), (*b)->signature.get()));
  }

  /// The most similar pairs first; with equal similarity the same name, then the order of paths.
  Result<void> pairSimilar(const std::vector<const TreeFile*>& removed, const std::vector<const TreeFile*>& added,
                           bool sameNameOnly) {
    std::multimap<std::string_view, const TreeFile*> byName;
    for (const TreeFile* file : removed) byName.emplace(sameNameOnly ? fileName(file->path) : "", file);
    std::vector<std::tuple<int, bool, const TreeFile*, const TreeFile*>> candidates;
    for (const TreeFile* to : added) {
      const auto [begin, end] = byName.equal_range(sameNameOnly ? fileName(to->path) : "");
      // Names that stand in every folder ("index.html") would make as many pairs as trying all.
      if (sameNameOnly && static_cast<std::size_t>(std::distance(begin, end)) > options_.renameLimit) continue;
      for (auto from = begin; from != end; ++from) {
        const auto similar = similarity(*from->second, *to);
        if (!similar) return std::unexpected(similar.error());
        if (*similar >= options_.renameSimilarity)
          candidates.emplace_back(*similar, fileName(from->second->path) == fileName(to->path), from->second, to);
      }
    }
    std::ranges::sort(candidates, [](const auto& a, const auto& b) {
      const auto rank = [](const auto& candidate) {
        const auto& [similar, sameName, from, to] = candidate;
        return std::tuple(-similar, !sameName, std::string_view(to->path), std::string_view(from->path));
      };
      return rank(a) < rank(b);
    });
    for (const auto& [similar, sameName, from, to] : candidates)
      if (!used_.contains(from) && !used_.contains(to)) pair(from, to, similar);
    return {};
  }

  const Tree& base_;
  const Tree& head_;
  const DiffOptions& options_;
  std::vector<Rename> renames_;
  std::unordered_set<const TreeFile*> used_;
  std::unordered_map<const TreeFile*, Content> contents_;
};

} // namespace

Result<std::vector<Rename>> findRenames(const Tree& base, const Tree& head, const std::vector<const TreeFile*>& removed,
                                        const std::vector<const TreeFile*>& added, const DiffOptions& options) {
  startGit();
  return RenameSearch(base, head, options).run(removed, added);
}

} // namespace beagle::build
