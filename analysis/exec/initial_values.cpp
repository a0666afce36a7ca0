#include "analysis/exec/initial_values.h"

#include "analysis/input/layout.h"

#include <algorithm>

namespace beagle::exec {

using input::Layouts;

namespace {

std::uint8_t byteAt(const ir::Global& global, std::uint64_t offset) {
  return offset < global.bytes.size() ? global.bytes[offset] : std::uint8_t{0}; // zeros at its end are left out
}

/// Null: none begins there.
const ir::Relocation* pointerAt(const ir::Global& global, std::uint64_t offset) {
  const auto found = std::ranges::find(global.relocations, offset, &ir::Relocation::offset);
  return found == global.relocations.end() ? nullptr : &*found;
}

bool isZero(const ir::Global& global, std::uint64_t from, std::uint64_t size) {
  for (std::uint64_t i = from; i < from + size; ++i)
    if (byteAt(global, i) != 0 || pointerAt(global, i)) return false;
  return true;
}

/// Nothing: there is none, or it needs more than 63 bits and a sign.
std::optional<std::int64_t> integerAt(const ir::Global& global, std::uint64_t offset, const ir::SourceType& type) {
  const auto scalar = input::scalarOf(type);
  if (!scalar || scalar->kind != ir::ScalarKind::Integer || type.size > 8) return {};
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < type.size; ++i) {
    if (pointerAt(global, offset + i)) return {};
    bits |= std::uint64_t{byteAt(global, offset + i)} << (i * 8);
  }
  const auto unused = static_cast<unsigned>(64 - type.size * 8);
  if (type.isSigned) return static_cast<std::int64_t>(bits << unused) >> unused;
  return std::in_range<std::int64_t>(bits) ? std::optional(static_cast<std::int64_t>(bits)) : std::nullopt;
}

} // namespace

bool isOfClass(const ir::Global& global) {
  return global.name.starts_with("_ZTV") || global.name.starts_with("_ZTI") || global.name.starts_with("_ZTT") ||
         global.name.starts_with("_ZTC");
}

bool InitialValues::alike(ir::GlobalIndex base, ir::GlobalIndex head) {
  const auto [known, isNew] = alike_.try_emplace({base, head}, true); // they may lead round in circles
  if (!isNew) return known->second;
  return alike_[{base, head}] = alikeAnew(base_.program.globals()[base], head_.program.globals()[head],
                                          layouts_.movedElements(base_.types.global(base), head_.types.global(head)));
}

bool InitialValues::alikeAnew(const ir::Global& base, const ir::Global& head,
                              std::optional<std::pair<ir::TypeIndex, ir::TypeIndex>> types) {
  if (base.unsupported != head.unsupported || base.isDefined != head.isDefined) return false;
  if (!types)
    return base.uninitialised == head.uninitialised && base.size <= head.size &&
           sameMember(base, head, {0, 0, base.size, head.size});
  if (!base.uninitialised.empty() || !head.uninitialised.empty()) return false;
  const std::uint64_t oldSize = layouts_.baseType(types->first).size, newSize = layouts_.headType(types->second).size;
  if (base.size / oldSize > head.size / newSize) return false;
  for (std::uint64_t i = 0; i < base.size / oldSize; ++i)
    for (Layouts::Part part : layouts_.parts(types->first, types->second)) {
      part.base += i * oldSize, part.head += i * newSize;
      if (!sameMember(base, head, part)) return false;
    }
  return true;
}

/// A number of another type is the same when it is the same integer, or both begin with 0.
bool InitialValues::sameMember(const ir::Global& base, const ir::Global& head, const Layouts::Part& part) {
  if (part.isConverted && isZero(base, part.base, part.baseSize) && isZero(head, part.head, part.headSize)) return true;
  if (part.isConverted) {
    const auto one = integerAt(base, part.base, layouts_.baseType(part.baseType));
    const auto other = integerAt(head, part.head, layouts_.headType(part.headType));
    return one && other && *one == *other;
  }
  for (std::uint64_t i = 0; i < part.baseSize; ++i)
    if (byteAt(base, part.base + i) != byteAt(head, part.head + i)) return false;
  return samePointers(base, head, part);
}

bool InitialValues::samePointers(const ir::Global& base, const ir::Global& head, const Layouts::Part& part) {
  std::size_t count = 0;
  for (const ir::Relocation& pointer : base.relocations) {
    if (pointer.offset < part.base || pointer.offset >= part.base + part.baseSize) continue;
    const ir::Relocation* other = pointerAt(head, pointer.offset - part.base + part.head);
    if (!other || !pointAlike(pointer, *other)) return false;
    ++count;
  }
  return std::cmp_equal(count, std::ranges::count_if(head.relocations, [&](const ir::Relocation& pointer) {
                          return pointer.offset >= part.head && pointer.offset < part.head + part.baseSize;
                        }));
}

bool InitialValues::pointAlike(const ir::Relocation& base, const ir::Relocation& head) {
  if (base.size != head.size || base.isFunction != head.isFunction || base.addend != head.addend) return false;
  if (base.isFunction)
    return base_.program.functions()[base.target].name == head_.program.functions()[head.target].name;
  const ir::Global &old = base_.program.globals()[base.target], &now = head_.program.globals()[head.target];
  if (isOfClass(old)) return old.name == now.name;
  const bool areConstants = old.isConstant && now.isConstant;
  return (areConstants || old.name == now.name) && alike(base.target, head.target);
}

} // namespace beagle::exec
