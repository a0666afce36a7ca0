#pragma once

#include "analysis/change/canonical.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/BLAKE3.h>

#include <array>
#include <string>

namespace beagle::change {

/// A 128-bit name for a value: the digest of how it is computed. `named` uses the names of symbols, `shaped`
/// only their positions; `negated` says that the value meant is the logical opposite.
struct Key {
  using Bytes = std::array<std::uint8_t, 16>;
  Bytes named{};
  Bytes shaped{};

  friend bool operator<(const Key& a, const Key& b) { return a.named < b.named; }
};

/// Puts parts together into a key.
class KeyBuilder {
public:
  KeyBuilder& text(llvm::StringRef part);
  KeyBuilder& number(std::uint64_t part);
  KeyBuilder& key(const Key& part);
  /// A symbol: its name in one digest, its position in the other.
  KeyBuilder& symbol(llvm::StringRef name, std::uint64_t position);
  [[nodiscard]] Key build();

private:
  llvm::BLAKE3 named_, shaped_;
};

/// Collects the canonical form as a sequence of keys.
class CanonicalWriter {
public:
  explicit CanonicalWriter(bool keepText) : keepText_(keepText) {}

  void put(llvm::StringRef what, const Key& key);
  void put(llvm::StringRef what) { put(what, Key{}); }
  [[nodiscard]] std::uint64_t positionOf(const std::string& symbol);
  [[nodiscard]] CanonicalCode finish();

  /// Constants are the same for functions and initialisers.
  [[nodiscard]] Key constantKey(const llvm::Constant& constant);

private:
  bool keepText_;
  llvm::BLAKE3 named_, shaped_;
  std::string text_;
  std::vector<std::string> symbols_;
  std::map<std::string, std::uint64_t> positions_;
  llvm::DenseMap<const llvm::Constant*, Key> constants_;
};

/// A type by what it means for execution: sizes and kinds, never names.
[[nodiscard]] std::string typeText(const llvm::Type& type);

} // namespace beagle::change
