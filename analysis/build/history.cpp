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
  Walk(GitObjects& objects, const support::CancelToken& cancel) : objects_(objects), cancel_(cancel) {}

  /// `whole`: until nothing can change any more. Else until something is common and nothing is left that only `a`
  /// reaches, which is the same wherever no parent is younger than its child.
  Result<void> run(const git_oid& a, const std::vector<git_oid>& b, bool whole) {
    if (auto reached = reach(a, FromA); !reached) return reached;
    for (const git_oid& other : b) {
      if (auto reached = reach(other, FromB); !reached) return reached;
      nodes_.at(other).isTip = true;
    }
    std::ranges::make_heap(queue_, older);
    const auto mayChange = [&] {
      const bool mayMeet = oldestOfA_ && !queue_.empty() &&
                           (common_.empty() || queue_.front()->isTip || queue_.front()->time >= *oldestOfA_);
      return openFromA_ > 0 || mayMeet;
    };
    while (whole ? open_ > 0 : mayChange()) {
      if (cancel_.cancelled())
        return std::unexpected(
            support::Error(support::ErrorKind::Cancelled, "reading the history was stopped before its end"));
      Node& node = pop();
      unsigned marks = node.marks & (FromA | FromB | Stale);
      if ((marks & (FromA | FromB)) == (FromA | FromB) && (marks & Stale) == 0) {
        if ((node.marks & Found) == 0) common_.push_back(&node);
        node.marks |= Found;
        marks |= Stale;
      }
      if (marks == FromA) oldestOfA_ = std::min(node.time, oldestOfA_.value_or(node.time));
      for (const git_oid& parent : node.parents)
        if (auto reached = reach(parent, marks); !reached) return reached;
    }
    std::erase_if(common_, [](const Node* node) { return (node->marks & Stale) != 0; });
    return {};
  }

  /// Newest first.
  [[nodiscard]] std::vector<git_oid> common() {
    std::ranges::sort(common_, [](const Node* a, const Node* b) {
      return a->time != b->time ? a->time > b->time : git_oid_cmp(&a->id, &b->id) < 0;
    });
    std::vector<git_oid> ids;
    for (const Node* node : common_) ids.push_back(node->id);
    return ids;
  }
  [[nodiscard]] std::size_t onlyInA() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        nodes_, [](const auto& entry) { return (entry.second.marks & (FromA | FromB)) == FromA; }));
  }
  [[nodiscard]] const std::optional<std::pair<git_oid, git_oid>>& boundary() const { return boundary_; }

private:
  struct Node {
    git_oid id{};
    git_time_t time = 0;
    std::vector<git_oid> parents;
    unsigned marks = 0;
    unsigned queued = 0; ///< how many times it stands in the queue
    bool isTip = false;  ///< looked at first, whatever its clock said
  };

  static bool older(const Node* a, const Node* b) {
    if (a->isTip != b->isTip) return b->isTip;
    return a->time != b->time ? a->time < b->time : git_oid_cmp(&a->id, &b->id) > 0;
  }

  Result<void> reach(const git_oid& id, unsigned marks) {
    const auto [it, isNew] = nodes_.try_emplace(id);
    Node& node = it->second;
    if (isNew)
      if (auto read = load(node, id); !read) return read;
    if (!isNew && (node.marks & marks) == marks) return {};
    count(node, false);
    node.marks |= marks;
    ++node.queued;
    count(node, true);
    queue_.push_back(&node);
    std::ranges::push_heap(queue_, older);
    return {};
  }

  Node& pop() {
    std::ranges::pop_heap(queue_, older);
    Node& node = *queue_.back();
    queue_.pop_back();
    count(node, false);
    --node.queued;
    count(node, true);
    return node;
  }

  /// Puts what of the queue is this node's into the sums, or takes it out of them.
  void count(const Node& node, bool isIn) {
    const std::size_t own = isIn ? node.queued : std::size_t(0) - node.queued;
    if ((node.marks & Stale) == 0) open_ += own;
    if ((node.marks & (Stale | FromA)) == FromA) openFromA_ += own;
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
  const support::CancelToken& cancel_;
  std::map<git_oid, Node, OidLess> nodes_;
  std::vector<Node*> queue_; // a heap, newest first
  std::size_t open_ = 0;     // of the queue, what is not stale
  std::size_t openFromA_ = 0;
  std::optional<git_time_t> oldestOfA_; // of what was met as only `a`'s
  std::vector<Node*> common_;
  std::optional<std::pair<git_oid, git_oid>> boundary_;
};

} // namespace

Result<MergeBase> findMergeBase(GitObjects& objects, const git_oid& a, const git_oid& b) {
  const support::CancelToken never;
  Walk walk(objects, never);
  if (auto done = walk.run(a, {b}, true); !done) return std::unexpected(std::move(done.error()));
  const std::vector<git_oid> common = walk.common();
  MergeBase result;
  result.boundary = walk.boundary();
  result.several = common.size() > 1;
  if (!common.empty()) result.commit = common.front();
  return result;
}

Result<Beyond> findBeyond(GitObjects& objects, const std::vector<git_oid>& others, const git_oid& head,
                          const support::CancelToken& cancel) {
  Walk walk(objects, cancel);
  if (auto done = walk.run(head, others, false); !done) return std::unexpected(std::move(done.error()));
  return Beyond{walk.onlyInA(), walk.common()};
}

} // namespace beagle::build
