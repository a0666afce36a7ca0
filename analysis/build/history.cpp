#include "analysis/build/history.h"

#include <algorithm>
#include <map>

namespace beagle::build {

using support::cannotRun;
using support::Result;

namespace {

struct OidLess {
  bool operator()(const git_oid& a, const git_oid& b) const { return git_oid_cmp(&a, &b) < 0; }
};

enum Mark : unsigned { FromA = 1, FromB = 2, Stale = 4, Found = 8 };

/// Walks back from two commits, newest first, and marks what each reaches. A commit that both reach is a
/// common ancestor, and all behind it is stale: of no interest as a better one. libgit2's own walk is not
/// used because it fails at the boundary of a shallow clone even when the ancestor lies before it.
class Walk {
public:
  explicit Walk(GitObjects& objects) : objects_(objects) {}

  Result<MergeBase> run(const git_oid& a, const git_oid& b) {
    if (auto reached = reach(a, FromA); !reached) return std::unexpected(reached.error());
    if (auto reached = reach(b, FromB); !reached) return std::unexpected(reached.error());
    std::vector<Node*> common;
    while (std::ranges::any_of(queue_, [](const Node* node) { return (node->marks & Stale) == 0; })) {
      std::ranges::pop_heap(queue_, older);
      Node& node = *queue_.back();
      queue_.pop_back();
      unsigned marks = node.marks & (FromA | FromB | Stale);
      if (marks == (FromA | FromB)) {
        if ((node.marks & Found) == 0) common.push_back(&node);
        node.marks |= Found;
        marks |= Stale;
      }
      for (const git_oid& parent : node.parents)
        if (auto reached = reach(parent, marks); !reached) return std::unexpected(reached.error());
    }
    std::erase_if(common, [](const Node* node) { return (node->marks & Stale) != 0; });
    MergeBase result;
    result.boundary = boundary_;
    result.several = common.size() > 1;
    if (!common.empty()) result.commit = (*std::ranges::max_element(common, older))->id;
    return result;
  }

private:
  struct Node {
    git_oid id{};
    git_time_t time = 0;
    std::vector<git_oid> parents;
    unsigned marks = 0;
  };

  static bool older(const Node* a, const Node* b) {
    return a->time != b->time ? a->time < b->time : git_oid_cmp(&a->id, &b->id) > 0;
  }

  Result<void> reach(const git_oid& id, unsigned marks) {
    const auto [it, isNew] = nodes_.try_emplace(id);
    Node& node = it->second;
    if (isNew)
      if (auto read = load(node, id); !read) return read;
    if (!isNew && (node.marks & marks) == marks) return {};
    node.marks |= marks;
    queue_.push_back(&node);
    std::ranges::push_heap(queue_, older);
    return {};
  }

  Result<void> load(Node& node, const git_oid& id) {
    node.id = id;
    GitCommit commit;
    if (const int code = gitInto(commit, git_commit_lookup, objects_.repository.get(), &id); code != 0) {
      if (code == GIT_ENOTFOUND) return std::unexpected(missingObject(objects_, "a commit", hexOf(id)));
      return cannotRun("commit {} cannot be read: {}", hexOf(id), gitMessage());
    }
    node.time = git_commit_time(commit.get());
    const unsigned count = git_commit_parentcount(commit.get());
    // The parents of a boundary commit may be here all the same, as part of another branch.
    const bool atBoundary = objects_.shallow.contains(hexOf(id));
    for (unsigned i = 0; i < count; ++i) {
      const git_oid& parent = *git_commit_parent_id(commit.get(), i);
      if (!atBoundary || git_odb_exists(objects_.odb.get(), &parent) != 0) node.parents.push_back(parent);
      else boundary_ = {id, parent};
    }
    return {};
  }

  GitObjects& objects_;
  std::map<git_oid, Node, OidLess> nodes_;
  std::vector<Node*> queue_; // a heap, newest first
  std::optional<std::pair<git_oid, git_oid>> boundary_;
};

} // namespace

Result<MergeBase> findMergeBase(GitObjects& objects, const git_oid& a, const git_oid& b) {
  return Walk(objects).run(a, b);
}

} // namespace beagle::build
