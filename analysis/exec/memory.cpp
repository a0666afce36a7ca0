#include "analysis/exec/memory.h"

#include <algorithm>

namespace beagle::exec {

ObjectId Memory::add(Ref<Object> object) {
  const auto id = static_cast<ObjectId>(objects_.size());
  object.mutableTarget().contents.setNumber(numberOf(id));
  objects_.push(std::move(object));
  return id;
}

ObjectId Memory::add() {
  objects_.push(Ref<Object>());
  return static_cast<ObjectId>(objects_.size() - 1);
}

void Memory::reserve(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) objects_.push(Ref<Object>());
  reserved_ = static_cast<std::uint32_t>(objects_.size());
}

void Memory::begin() {
  reserved_ = static_cast<std::uint32_t>(objects_.size());
  firstNumber_ = ownObjects;
}

void Memory::place(ObjectId id, Ref<Object> object) {
  object.mutableTarget().contents.setNumber(numberOf(id));
  objects_.own(id) = std::move(object);
}

void Memory::end(ObjectId id, Site site) {
  const Object& old = *objects_[id];
  auto dead = Ref<Object>::make(old.kind, 0, Contents::Fill::Zero);
  Object& object = dead.mutableTarget();
  object.capacity = old.capacity;
  object.size = old.size;
  object.isAlive = false;
  object.isOpaque = old.isOpaque;
  object.subject = old.subject;
  object.allocated = old.allocated;
  object.alignment = old.alignment;
  object.allocator = old.allocator;
  object.address = old.address;
  object.ended = site;
  objects_.own(id) = std::move(dead);
}

void Memory::revive(ObjectId id) {
  const Object& old = *objects_[id];
  auto fresh = Ref<Object>::make(old.kind, old.capacity, Contents::Fill::Uninitialised);
  Object& object = fresh.mutableTarget();
  object.allocated = old.allocated;
  object.alignment = old.alignment;
  object.address = old.address;
  object.contents.setNumber(numberOf(id));
  objects_.own(id) = std::move(fresh);
}

std::uint64_t Memory::addressOf(ObjectId id) {
  const Object& object = *objects_[id];
  if (object.address != 0) return object.address;
  const std::uint64_t alignment = std::max<std::uint64_t>(object.alignment, 16);
  const std::uint64_t base = (nextAddress_ + alignment - 1) / alignment * alignment;
  // A gap of one page: the byte behind an object is never another object's first.
  nextAddress_ = base + mostBytesOf(object) + 4096;
  addresses_.push({base, id});
  own(id).address = base;
  return base;
}

bool Memory::hasAddressesOf(const Memory& other) const {
  if (addresses_.size() != other.addresses_.size() || nextAddress_ != other.nextAddress_) return false;
  bool same = true;
  addresses_.forEachUnshared(other.addresses_,
                             [&](std::size_t i) { same = same && addresses_[i] == other.addresses_[i]; });
  return same;
}

ObjectId Memory::objectAt(std::uint64_t address) const {
  std::size_t low = 0;
  std::size_t high = addresses_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (addresses_[middle].base <= address) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return 0;
  const Address& candidate = addresses_[low - 1];
  return address - candidate.base <= mostBytesOf((*this)[candidate.object]) + 4095 ? candidate.object : 0;
}

} // namespace beagle::exec
