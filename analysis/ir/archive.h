#pragma once

#include "analysis/ir/bitcode.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace beagle::ir {

/// Units of which a program is linked with those that it needs. What each defines is known without opening it, and
/// one that was opened stays so for the next program. Safe to use from several threads.
class BitcodeArchive {
public:
  struct Member {
    std::string name;
    std::string_view bitcode; ///< memory that outlives the archive
  };
  struct Symbol {
    std::string name;
    bool isReplacement = false; ///< see ir::isReplacement
  };

  [[nodiscard]] static support::Result<std::unique_ptr<const BitcodeArchive>> of(std::vector<Member> members);

  [[nodiscard]] std::span<const Member> members() const { return members_; }
  /// What others can get from a member: no internal symbols, and no copies of what another one has.
  [[nodiscard]] std::span<const Symbol> symbolsOf(std::size_t member) const { return symbols_[member]; }
  [[nodiscard]] bool defines(const std::string& symbol) const { return all_.contains(symbol); }
  [[nodiscard]] support::Result<std::shared_ptr<BitcodeModule>> open(std::size_t member) const;

private:
  explicit BitcodeArchive(std::vector<Member> members) : members_(std::move(members)), opened_(members_.size()) {}

  std::vector<Member> members_;
  std::vector<std::vector<Symbol>> symbols_;
  std::unordered_set<std::string> all_;
  mutable std::mutex mutex_;
  mutable std::vector<std::shared_ptr<BitcodeModule>> opened_;
};

} // namespace beagle::ir
