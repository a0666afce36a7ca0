#pragma once

// Internal to analysis/ir.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class DataLayout;
class DICompositeType;
class Module;
class StructType;
class StringRef;
} // namespace llvm

namespace beagle::ir {

/// A record of the source: where its members lie.
struct Record {
  struct Member {
    std::string name; ///< a base class goes by its own name, what has none by its number among those
    std::uint64_t bit = 0, bits = 0;
    std::string record = {}; ///< of what is one itself: its name
    friend bool operator==(const Member&, const Member&) = default;
  };
  std::uint64_t size = 0; ///< bytes
  std::vector<Member> members;
  friend bool operator==(const Record&, const Record&) = default;
};

/// Those that the compiler calls alike: "struct.ns::point" is what "point.3" of a template and one of a function are
/// called, too. Below it by their own names, "struct.ns::point<int>"; different ones that have the same name, as in two
/// functions, are told apart by nobody.
using Records = std::map<std::string, std::map<std::string, std::vector<Record>>>;

[[nodiscard]] Records recordsOf(const llvm::Module& module);

/// Where the members of one record are in the other version.
class MovedRecord {
public:
  /// One of several, of which some moved: nobody knows.
  MovedRecord() = default;
  MovedRecord(const Record& own, const Record& other) : own_(&own), other_(&other) {}

  [[nodiscard]] bool isKnown() const { return own_ != nullptr; }
  [[nodiscard]] std::uint64_t otherSize() const { return other_ ? other_->size : 0; }
  [[nodiscard]] const Record* own() const { return own_; }

  /// Of the byte there; nothing: it is of no member that the other version has.
  [[nodiscard]] std::optional<std::uint64_t> placeOf(std::uint64_t byte) const;
  /// How many bytes from that one on belong to its member in both versions; 0: nobody knows.
  [[nodiscard]] std::uint64_t roomAt(std::uint64_t byte) const;

private:
  const Record* own_ = nullptr;
  const Record* other_ = nullptr;
};

/// Which records of the code have moved members.
class MovedRecords {
public:
  /// All outlive it.
  MovedRecords(const llvm::DataLayout& layout, const Records& own, const Records& other)
      : layout_(layout), own_(own), other_(other) {}

  [[nodiscard]] bool hasAny() const;

  /// Bytes of records in both versions.
  struct Sizes {
    const Record* record = nullptr;
    std::uint64_t own = 0, other = 0;
  };
  /// Of a record as the source has it, of which there is one in both versions. `given`: by a typedef, where it has no
  /// name itself.
  [[nodiscard]] std::optional<Sizes> sizesOf(const llvm::DICompositeType& type, llvm::StringRef given) const;

  /// Null: its members lie where they did, or the other version has no such record.
  [[nodiscard]] const MovedRecord* find(const llvm::StructType& type);

private:
  [[nodiscard]] std::optional<MovedRecord> findAnew(const llvm::StructType& type) const;

  const llvm::DataLayout& layout_;
  const Records& own_;
  const Records& other_;
  std::map<const llvm::StructType*, std::optional<MovedRecord>> found_;
};

} // namespace beagle::ir
