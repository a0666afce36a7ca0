#pragma once

#include "analysis/exec/contents.h"
#include "analysis/exec/persistent_vector.h"

#include <cstdint>

namespace beagle::exec {

enum class ObjectKind : std::uint8_t { Stack, Heap, Global, Function, Input };

/// Where in the program something happened.
struct Site {
  ir::FunctionIndex function = ir::none;
  std::uint32_t where = 0; ///< Function::locations
  friend bool operator==(const Site&, const Site&) = default;
};

/// A piece of memory with bounds and a lifetime. Of a dead one, only what a message needs is kept.
struct Object : Shared {
  Object(ObjectKind objectKind, std::uint64_t bytes, Contents::Fill fill)
      : kind(objectKind), capacity(bytes), contents(bytes, fill) {}

  ObjectKind kind;
  std::uint64_t capacity; ///< bytes, also of a dead one
  bool isAlive = true;
  bool isConstant = false;
  bool isBorrowed = false; ///< the program may use it, but did not make it: an input
  std::uint32_t alignment = 16;
  std::uint32_t subject = ir::none; ///< Global: GlobalIndex; Function: FunctionIndex; Input: number of the object
  Site allocated;
  Site ended;
  std::uint64_t address = 0; ///< 0: nobody has looked at it
  Term size;                 ///< a 64-bit term when the size is symbolic: at most contents.size()
  Contents contents;
};

/// All objects of a state. Copying is cheap: copies share what neither has written since.
class Memory {
public:
  Memory() { objects_.push(Ref<Object>()); } // number 0 is no object

  [[nodiscard]] ObjectId add(Ref<Object> object) {
    objects_.push(std::move(object));
    return static_cast<ObjectId>(objects_.size() - 1);
  }
  [[nodiscard]] const Object& operator[](ObjectId id) const { return *objects_[id]; }
  [[nodiscard]] Object& own(ObjectId id) { return objects_.own(id).own(); }
  [[nodiscard]] std::size_t count() const { return objects_.size(); }
  /// Globals and functions have a number before they have contents.
  [[nodiscard]] bool exists(ObjectId id) const { return static_cast<bool>(objects_[id]); }
  void place(ObjectId id, Ref<Object> object) { objects_.own(id) = std::move(object); }

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
  [[nodiscard]] bool addressObserved() const { return !addresses_.empty(); }

private:
  struct Address {
    std::uint64_t base = 0;
    ObjectId object = 0;
  };
  PersistentVector<Ref<Object>> objects_;
  PersistentVector<Address> addresses_; // ascending
  std::uint64_t nextAddress_ = 0x10000000;
};

} // namespace beagle::exec
