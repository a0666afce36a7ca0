#pragma once

#include "analysis/exec/contents.h"
#include "analysis/exec/persistent_vector.h"

#include <cstdint>
#include <memory>

namespace beagle::exec {

enum class ObjectKind : std::uint8_t { Stack, Heap, Global, Function, Input };

/// What gave out a heap object, and has to take it back.
enum class Allocator : std::uint8_t { Malloc, New, NewArray, Runtime, Exception };

/// Where in the program something happened.
struct Site {
  ir::FunctionIndex function = ir::none;
  std::uint32_t where = 0; ///< Function::locations
  friend bool operator==(const Site&, const Site&) = default;
};

/// Up to this, any machine has memory. Symbolic sizes of blocks that are asked for are less.
constexpr std::uint64_t unusualSize = std::uint64_t{1} << 28;

/// A piece of memory with bounds and a lifetime. Of a dead one, only what a message needs is kept.
struct Object : Shared {
  Object(ObjectKind objectKind, std::uint64_t bytes, Contents::Fill fill)
      : kind(objectKind), capacity(bytes), contents(bytes, fill) {}

  ObjectKind kind;
  std::uint64_t capacity; ///< bytes that are set aside, also of a dead one
  bool isAlive = true;
  bool isConstant = false;
  bool isPartlyKnown = false; ///< Global: its initialiser has no form here; nothing may be read that was not written
  bool isBorrowed = false;    ///< the program may use it, but did not make it: an input
  bool isOpaque = false;      ///< what stands in it is for the runtime alone
  Allocator allocator = Allocator::Malloc; ///< Heap
  bool mayHaveAlias = false;               ///< another input pointer may turn out to lead here
  bool isChanged = false;                  ///< it is among State::changed
  bool isVirtualTable = false;             ///< of an input: of a class that the program does not have
  bool mayBeOfClasses = false;             ///< of an input: of which of several classes it is can be asked
  bool isBounded = false;                  ///< of an input: its size is within the limits
  bool isLarge = false;                    ///< of an input: its size is beyond the limits
  bool hasStayed = false;                  ///< of an input: realloc was to move it, and found no memory
  std::uint32_t aliasesKnown = 0; ///< of so many of State::changed it is known whether they are the same object
  std::uint32_t alignment = 16;
  std::uint32_t subject = ir::none; ///< Global: GlobalIndex; Function: FunctionIndex; Input: number of the object
  Site allocated;
  Site ended;
  std::uint64_t address = 0; ///< 0: nobody has looked at it
  Term null;                 ///< of an input: the pointer to it may still be null, and is when this holds
  Term size;                 ///< a 64-bit term when the size is symbolic; only of Heap it may be above contents.size()
  Contents contents;
  /// Of what an allocator without code gave, which may hold anything: how it was then. None: what it held counts.
  std::shared_ptr<const Contents> given;
};

/// More than are set aside may belong to it.
[[nodiscard]] inline std::uint64_t mostBytesOf(const Object& object) {
  return object.kind == ObjectKind::Heap && object.size ? unusualSize : object.contents.size();
}

/// All objects of a state. Copying is cheap: copies share what neither has written since.
class Memory {
public:
  Memory() { objects_.push(Ref<Object>()); } // number 0 is no object

  [[nodiscard]] ObjectId add(Ref<Object> object);
  /// A number for an object that comes later, by `place`.
  [[nodiscard]] ObjectId add();
  /// Such numbers, the first ones of all.
  void reserve(std::size_t count);
  /// What there is so far was there before the run.
  void begin();
  [[nodiscard]] bool wasBefore(ObjectId id) const { return id < reserved_; }
  /// Back to a number without contents.
  void forget(ObjectId id) { objects_.own(id) = Ref<Object>(); }
  [[nodiscard]] const Object& operator[](ObjectId id) const { return *objects_[id]; }
  /// It belongs to a setjmp: that its buffer leads there is nobody else's business.
  [[nodiscard]] bool isJumpMark(ObjectId id) const {
    return id != 0 && exists(id) && objects_[id]->kind == ObjectKind::Stack && objects_[id]->isOpaque;
  }
  [[nodiscard]] const Ref<Object>& reference(ObjectId id) const { return objects_[id]; }
  /// Calls `visit(id)` for each object that both have a number for and may not share.
  template <class Visit> void forEachUnshared(const Memory& other, Visit visit) const {
    objects_.forEachUnshared(other.objects_, [&](std::size_t i) {
      if (objects_[i] != other.objects_[i]) visit(static_cast<ObjectId>(i));
    });
  }
  /// Whether the same objects have the same addresses.
  [[nodiscard]] bool hasAddressesOf(const Memory& other) const;
  [[nodiscard]] Object& own(ObjectId id) { return objects_.own(id).own(); }
  [[nodiscard]] std::size_t count() const { return objects_.size(); }
  /// Globals and functions have a number before they have contents.
  [[nodiscard]] bool exists(ObjectId id) const { return static_cast<bool>(objects_[id]); }
  void place(ObjectId id, Ref<Object> object);
  /// Makes the object what another one is now.
  void replace(ObjectId id, ObjectId by) { objects_.own(id) = Ref<Object>(objects_[by]); }

  /// Ends the object's life; its contents are dropped.
  void end(ObjectId id, Site site);
  /// Gives a local object that may have ended a new life, with nothing written.
  void revive(ObjectId id);

  /// Addresses are given out when a program first looks at one, ascending and well apart.
  [[nodiscard]] std::uint64_t addressOf(ObjectId id);
  /// The object whose range (or the byte behind it) holds the address, among those with addresses.
  [[nodiscard]] ObjectId objectAt(std::uint64_t address) const;
  template <class Visit> void forEachAddressed(Visit visit) const {
    addresses_.forEach([&](const Address& address) { visit(address.object); });
  }
  /// 0: nobody has looked at it.
  [[nodiscard]] std::uint64_t knownAddress(ObjectId id) const { return exists(id) ? (*this)[id].address : 0; }
  [[nodiscard]] bool addressObserved() const { return !addresses_.empty(); }

private:
  struct Address {
    std::uint64_t base = 0;
    ObjectId object = 0;
    friend bool operator==(const Address&, const Address&) = default;
  };
  /// Contents are numbered alike in two versions of a program that have other functions and globals.
  [[nodiscard]] std::uint32_t numberOf(ObjectId id) const {
    return id < reserved_ ? id : id - reserved_ + firstNumber_;
  }
  static constexpr std::uint32_t earlyObjects = 1U << 30;
  static constexpr std::uint32_t ownObjects = 1U << 31;

  PersistentVector<Ref<Object>> objects_;
  std::uint32_t reserved_ = 1;               ///< the first number that `add` gives
  std::uint32_t firstNumber_ = earlyObjects; ///< which the contents of that object have
  PersistentVector<Address> addresses_;      // ascending
  std::uint64_t nextAddress_ = 0x10000000;
};

} // namespace beagle::exec
