#pragma once

#include "analysis/exec/appended.h"
#include "analysis/exec/pages.h"
#include "analysis/exec/value.h"
#include "analysis/ir/program.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace beagle::exec {

/// What reading and writing bytes may need beyond the bytes.
class ByteContext {
public:
  explicit ByteContext(logic::TermManager& manager) : terms(manager) {}
  virtual ~ByteContext() = default;

  logic::TermManager& terms;
  /// The address of an object, for whoever looks at the bytes of a pointer. Observed from then on.
  [[nodiscard]] virtual std::uint64_t addressOf(ObjectId object) = 0;
  /// The same as a term. Of what may be something else than a pointer, the bits that it then has.
  [[nodiscard]] virtual Term addressTerm(ObjectId object) { return terms.constant(64, addressOf(object)); }
  /// What stands in a byte that was never written: the same for equal arguments. `number` is the contents' own.
  [[nodiscard]] virtual Term unwritten(std::uint32_t number, std::uint64_t offset) = 0;
  /// The same for the elements of an array that begins there.
  [[nodiscard]] virtual Term unwrittenArray(std::uint32_t number, std::uint64_t offset, logic::Sort sort);
};

/// The bytes of one object. Concrete bytes stand in a plain array; what is symbolic, or a pointer, stands in
/// *cells* laid over it; what was written through a symbolic index stands in array terms underneath the cells.
///
///   bytes_    one per byte
///   shadow_   one per byte, or empty when every byte is plain:
///             0: the byte in bytes_;  inArray: the byte in arrays_;  k: cells_[k - 1] covers it
///   unknown_  one bit per byte, or empty when every byte was written
///
/// Of a large array, only what somebody has written takes memory, and a copy only what one of the two writes then.
class Contents {
public:
  enum class Fill { Zero, Uninitialised };
  Contents(std::uint64_t size, Fill fill);

  /// Tells the unwritten bytes of different objects apart. Views are kept, so it comes before anything is read.
  void setNumber(std::uint32_t number) { number_ = number; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  /// No cell, no array, nothing uninitialised: bytes are everything there is to know.
  [[nodiscard]] bool isPlain() const { return shadow_.empty() && unknown_.empty(); }
  /// The same of a part.
  [[nodiscard]] bool isPlainRange(std::uint64_t offset, std::uint64_t count) const;
  /// At most eight plain bytes.
  [[nodiscard]] std::uint64_t plain(std::uint64_t offset, std::uint64_t count) const {
    std::uint64_t bits = 0;
    bytes_.read(offset, count, reinterpret_cast<std::uint8_t*>(&bits));
    return bits;
  }
  /// Writes where all is plain.
  void setPlain(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    view_.term = Term();
    noteWritten(offset, bytes.size());
    bytes_.write(offset, bytes.size(), bytes.data());
  }
  /// Plain from now on: all that stands here are bytes that cells once covered.
  void makePlain();
  /// Whether parts of two are the same bytes. Both are plain.
  [[nodiscard]] bool hasPlainAt(std::uint64_t offset, const Contents& other, std::uint64_t its,
                                std::uint64_t count) const;

  /// Notes from now on where something is written; of small contents it does not.
  void begin();
  [[nodiscard]] bool hasBegun() const { return !written_.empty(); }
  /// Whether a part is known to be as it was then.
  [[nodiscard]] bool isAsBegun(std::uint64_t offset, std::uint64_t count) const;

  /// Adds zeros at the end. Only while no array stands for any of it.
  void extend(std::uint64_t size);
  [[nodiscard]] bool isExtensible() const { return arrays_.empty(); }

  // All ranges lie within the size.
  [[nodiscard]] Value read(ByteContext& context, std::uint64_t offset, ir::ScalarType type) const;
  void write(ByteContext& context, std::uint64_t offset, const Value& value, ir::ScalarType type);
  void copy(ByteContext& context, const Contents& from, std::uint64_t source, std::uint64_t target,
            std::uint64_t count);
  void fill(ByteContext& context, std::uint64_t offset, std::uint64_t count, std::uint8_t byte);
  void forget(ByteContext& context, std::uint64_t offset, std::uint64_t count); ///< becomes uninitialised

  /// A part of the contents.
  struct Window {
    std::uint64_t start = 0, size = 0;
    friend bool operator==(const Window&, const Window&) = default;

    /// Of the number of an element of `stride` bytes in it.
    [[nodiscard]] std::uint32_t indexWidth(std::uint32_t stride) const;
  };
  [[nodiscard]] Window whole() const { return {0, size()}; }
  /// The part, or all that an array term stands for which it is in.
  [[nodiscard]] Window enclosing(Window part) const;
  /// The part as an array term with elements of `stride` bytes; nothing when a pointer is among them.
  [[nodiscard]] std::optional<Term> view(ByteContext& context, Window window, std::uint32_t stride) const;
  /// Replaces the part by such an array term.
  void replace(Term array, Window window, std::uint32_t stride);

  /// The byte as a term of width 8. A pointer's becomes a byte of its address.
  [[nodiscard]] Term byte(ByteContext& context, std::uint64_t offset) const;
  [[nodiscard]] std::optional<std::uint8_t> concreteByte(std::uint64_t offset) const;
  [[nodiscard]] bool isAllWritten() const { return unknown_.empty(); }
  [[nodiscard]] bool isUninitialised(std::uint64_t offset) const {
    return !unknown_.empty() && (unknown_[offset / 64] >> (offset % 64) & 1) != 0;
  }
  /// Calls `visit(offset, value)` for each pointer that stands here, in order.
  template <class Visit> void forEachPointer(Visit visit) const {
    shadow_.forEach([&](std::uint64_t i, std::uint32_t shadow) {
      if (shadow == 0 || shadow == inArray) return;
      if (const Cell& cell = cells_[shadow - 1]; cell.start == i && cell.value.object() != 0) visit(i, cell.value);
    });
  }
  /// Pointers to the one object lead to the other from now on.
  void replaceObject(ObjectId from, ObjectId to);
  [[nodiscard]] std::size_t bytes() const; ///< memory held

  [[nodiscard]] bool isSame(const Contents& other) const;

  // For whoever compares two of one size.

  /// How far from there on both are known, without looking at each byte, to have the same plain ones.
  [[nodiscard]] std::uint64_t sharedUntil(const Contents& other, std::uint64_t offset) const;
  /// Whether the byte may be another one in `other`.
  [[nodiscard]] bool differsAt(const Contents& other, std::uint64_t offset) const;
  /// Where the value that covers the byte starts, and its type; nothing where no single value does.
  [[nodiscard]] std::optional<std::pair<std::uint64_t, ir::ScalarType>> valueAt(std::uint64_t offset) const;
  /// Whether the byte is part of a pointer.
  [[nodiscard]] bool isPointerAt(std::uint64_t offset) const {
    return !shadow_.empty() && shadow_[offset] != 0 && shadow_[offset] != inArray &&
           cells_[shadow_[offset] - 1].value.object() != 0;
  }
  [[nodiscard]] bool hasPointer(std::uint64_t offset, std::uint64_t count) const;

private:
  struct Cell {
    Value value;
    ir::ScalarType type; ///< an Integer's width is a multiple of 8
    std::uint64_t start = 0;

    [[nodiscard]] std::uint64_t size() const { return (type.width + 7U) / 8; }
  };
  /// A part that an array term stands for, whole elements of it; where several are, the last one does.
  struct Array {
    Window window;
    std::uint32_t stride = 1;
    Term term;
    friend bool operator==(const Array&, const Array&) = default;

    [[nodiscard]] std::uint64_t end() const { return window.start + window.size / stride * stride; }
  };
  static constexpr std::uint32_t inArray = ~0U;

  [[nodiscard]] const Array& arrayAt(std::uint64_t offset) const;
  [[nodiscard]] Term cellBits(ByteContext& context, const Cell& cell) const;
  [[nodiscard]] Term unwritten(ByteContext& context, std::uint64_t offset, std::uint64_t count) const;
  /// Makes [offset, offset + count) plain; cells that reach out of it are cut into cells of a byte.
  void clear(ByteContext& context, std::uint64_t offset, std::uint64_t count);
  void detach(ByteContext& context, std::uint32_t cell, std::uint64_t from, std::uint64_t to);
  void place(const Cell& cell);
  void compact();
  void setUnknown(std::uint64_t offset, std::uint64_t count, bool unknown);
  void noteWritten(std::uint64_t offset, std::uint64_t count) {
    if (!written_.empty() && count > 0) noteBlocks(offset / writtenBlock, (offset + count - 1) / writtenBlock);
  }
  void noteBlocks(std::uint64_t first, std::uint64_t last);

  Pages<std::uint8_t> bytes_;
  Pages<std::uint32_t> shadow_;
  Appended<Cell> cells_;
  Pages<std::uint64_t> unknown_;
  std::uint64_t unknownCount_ = 0;
  std::uint32_t number_ = 0;
  std::vector<Array> arrays_;
  static constexpr std::uint64_t writtenBlock = 256; ///< bytes
  std::vector<bool> written_;                        ///< per block, since `begin`
  mutable Array view_;                               ///< the last answer of `view`, as long as nothing is written
};

} // namespace beagle::exec
