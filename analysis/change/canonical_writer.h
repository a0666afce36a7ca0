#pragma once

#include "analysis/change/canonical.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/xxhash.h>

#include <array>
#include <optional>
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

/// Puts parts together into a key. The two digests have the same input until a symbol comes; only then a
/// second one is kept.
class KeyBuilder {
public:
  KeyBuilder& text(llvm::StringRef part);
  KeyBuilder& number(std::uint64_t part);
  KeyBuilder& key(const Key& part);
  /// A symbol: its name in one digest, its position in the other.
  KeyBuilder& symbol(llvm::StringRef name, std::uint64_t position);
  [[nodiscard]] Key build() const;

private:
  using Buffer = llvm::SmallVector<std::uint8_t, 192>;
  void add(llvm::ArrayRef<std::uint8_t> bytes);
  void part();

  Buffer named_, shaped_;
  bool apart_ = false; ///< shaped_ is in use
};

/// A rough value by which operands are put in order; it need not be safe against collisions, only quick.
struct OrderKey {
  std::uint64_t named = 0, shaped = 0;
};

class OrderKeyBuilder {
public:
  OrderKeyBuilder& text(llvm::StringRef part) { return mix(llvm::xxh3_64bits(part), llvm::xxh3_64bits(part)); }
  OrderKeyBuilder& number(std::uint64_t part) { return mix(part, part); }
  OrderKeyBuilder& key(const OrderKey& part) { return mix(part.named, part.shaped); }
  OrderKeyBuilder& key(const Key& part) { return mix(firstBytes(part.named), firstBytes(part.shaped)); }
  OrderKeyBuilder& name(llvm::StringRef part) { return mix(llvm::xxh3_64bits(part), 0); }
  [[nodiscard]] OrderKey build() const { return key_; }

private:
  static std::uint64_t firstBytes(const Key::Bytes& bytes) {
    std::uint64_t number = 0;
    for (unsigned i = 0; i < 8; ++i) number |= std::uint64_t(bytes[i]) << (8 * i);
    return number;
  }
  static std::uint64_t step(std::uint64_t state, std::uint64_t part) {
    state = (state ^ part) * 0x9e3779b97f4a7c15ULL;
    return state ^ (state >> 29);
  }
  OrderKeyBuilder& mix(std::uint64_t named, std::uint64_t shaped) {
    key_ = {step(key_.named, named), step(key_.shaped, shaped)};
    return *this;
  }
  OrderKey key_{0x51, 0x51};
};

/// Collects the canonical form as a sequence of keys.
class CanonicalWriter {
public:
  explicit CanonicalWriter(bool keepText) : keepText_(keepText) {}

  void put(llvm::StringRef what, const Key& key);
  void put(llvm::StringRef what) { put(what, Key{}); }
  [[nodiscard]] std::uint64_t positionOf(const std::string& symbol);
  [[nodiscard]] CanonicalCode finish();

  /// typeText, remembered.
  [[nodiscard]] llvm::StringRef type(const llvm::Type& type);
  /// Constants are the same for functions and initialisers.
  [[nodiscard]] Key constantKey(const llvm::Constant& constant);

private:
  bool keepText_;
  llvm::BLAKE3 named_;
  std::optional<llvm::BLAKE3> shaped_; ///< in use since the two differ
  std::string text_;
  std::vector<std::string> symbols_;
  std::map<std::string, std::uint64_t> positions_;
  llvm::DenseMap<const llvm::Constant*, Key> constants_;
  std::map<const llvm::Type*, std::string> types_;
};

/// A type by what it means for execution: sizes and kinds, never names.
[[nodiscard]] std::string typeText(const llvm::Type& type);

} // namespace beagle::change
