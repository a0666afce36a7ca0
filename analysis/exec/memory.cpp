#include "analysis/exec/memory.h"

#include <algorithm>

namespace beagle::exec {

void Memory::end(ObjectId id, Site site) {
  const Object& old = *objects_[id];
  auto dead = Ref<Object>::make(old.kind, 0, Contents::Fill::Zero);
  Object& object = dead.mutableTarget();
  object.capacity = old.capacity;
  object.isAlive = false;
  object.subject = old.subject;
  object.allocated = old.allocated;
  object.alignment = old.alignment;
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
  objects_.own(id) = std::move(fresh);
}

std::uint64_t Memory::addressOf(ObjectId id) {
  const Object& object = *objects_[id];
  if (object.address != 0) return object.address;
  const std::uint64_t alignment = std::max<std::uint64_t>(object.alignment, 16);
  const std::uint64_t base = (nextAddress_ + alignment - 1) / alignment * alignment;
  // A gap of one page: the byte behind an object is never another object's first.
  nextAddress_ = base + object.contents.size() + 4096;
  addresses_.push({base, id});
  own(id).address = base;
  return base;
}

ObjectId Memory::objectAt(std::uint64_t address) const {
  std::size_t low = 0;
  std::size_t high = addresses_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (addresses_[middle].base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return 0;
  const Address& candidate = addresses_[low - 1];
  return address - candidate.base <= (*this)[candidate.object].contents.size() + 4095 ? candidate.object : 0;
}

} // namespace beagle::exec
