// What a version does to memory, its local objects included.

#include "analysis/compare/track.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>

namespace beagle::compare {

using exec::Value;
using ir::Instruction;
using ir::Opcode;
using ir::ScalarKind;
using ir::ScalarType;
using logic::Op;
using logic::Sort;

namespace {

/// Structures up to this size are copied as one value, so that what is stored can be found again.
constexpr std::uint64_t mostBytesAtOnce = 64;

} // namespace

std::optional<std::string> Tracker::allocate(Track& track, const Instruction& i) {
  const Value count = track.frame().slots[i.a];
  if (!count.isPlain()) return "a local object of a size that is not known";
  if (isRepeated(track)) return "a local object that is made in a loop";
  std::optional<std::size_t> order;
  if (ordersByUse_) {
    const auto [all, isNew] = orders_.try_emplace(track.frame().function);
    if (isNew) all->second = orderOfUse(*track.frame().function);
    if (const auto own = all->second.find(track.frame().next); own != all->second.end()) order = own->second.used;
  }
  const Term address = makeLocal(track, count.bits * i.b, order);
  exec::Frame& frame = ownFrame(track);
  frame.slots[i.d] = machine_.bitsValue(address);
  ++frame.next;
  return {};
}

bool Tracker::isRepeated(const Track& track) {
  const ir::BlockIndex block = blockOf(track);
  const ir::Function& body = *track.frame().function;
  if (block == 0) return false;
  const auto [known, isNew] = repeated_.try_emplace(&body);
  if (isNew) {
    const BlockGraph graph(body);
    for (const auto& [first, blocks] : graph.loops()) known->second.insert(blocks.begin(), blocks.end());
  }
  return known->second.contains(block);
}

std::optional<std::string> Tracker::saveOrRestore(Track& track, const Instruction& i) {
  exec::Frame& frame = ownFrame(track);
  if (i.op == Opcode::StackSave) {
    frame.slots[i.d] = Value::concrete(track.locals.size());
  } else {
    const Value saved = frame.slots[i.a];
    if (!saved.isPlain()) return "a scope that is not known";
    const auto depth = static_cast<std::uint32_t>(track.state.frames.size());
    for (std::size_t k = saved.bits; k < track.locals.size(); ++k)
      if (track.locals[k].depth == depth) setScope(track, track.locals[k], false);
  }
  ++frame.next;
  return {};
}

Term Tracker::makeLocal(Track& track, std::uint64_t size, std::optional<std::size_t> order) {
  LocalObject local;
  local.size = size;
  local.depth = static_cast<std::uint32_t>(track.state.frames.size());
  std::size_t same = 0;
  for (const LocalObject& other : track.locals) same += other.depth == local.depth && other.size == local.size ? 1 : 0;
  local.address = terms_.variable(
      fmt::format("{}{}!{}!{}{}", localPrefix, local.depth, local.size, order ? "used" : "", order.value_or(same)),
      Sort::bits(64));
  memory_.addObject(local.address);
  clear(local);
  track.locals.push_back(local);
  return local.address;
}

std::optional<std::string> Tracker::copyArguments(Track& track, const ir::CallSite& site) {
  const ir::Function& body = *track.frame().function;
  for (std::size_t k = 0; k < site.arguments.size(); ++k) {
    const std::uint64_t size = site.arguments[k].byvalSize;
    if (size == 0) continue;
    const ir::SlotIndex slot = body.parameters[k].slot;
    const Term source = bits(track, slot, 64), count = terms_.constant(64, size);
    if (auto wrong = check(track, source, count, false)) return wrong;
    const Term target = makeLocal(track, size);
    copy(track, target, source, count);
    ownFrame(track).slots[slot] = machine_.bitsValue(target);
  }
  return {};
}

LocalObject* Tracker::ownLocal(Track& track, Term address) {
  const Term object = memory_.placeOf(address).object;
  const auto found = object ? std::ranges::find(track.locals, object, &LocalObject::address) : track.locals.end();
  return found == track.locals.end() || found->isKnownOutside ? nullptr : &*found;
}

void Tracker::clear(LocalObject& local) {
  local.contents = terms_.variable(unwrittenMemory, Sort::bits(64));
  local.cells.clear();
  local.hasCellsOnly = hasCells_;
}

void Tracker::noteCell(Track& track, Term address, std::optional<ScalarType> type) {
  LocalObject* local = ownLocal(track, address);
  if (!local) return;
  const Term offset = memory_.placeOf(address).offset;
  if (!type || !terms_.isConstant(offset) || type->width % 8 != 0 || type->width > 64) {
    local->hasCellsOnly = false;
    return;
  }
  const auto [at, isNew] = local->cells.try_emplace(terms_.bits64(offset), *type);
  const auto end = [](const auto& cell) { return cell->first + cell->second.width / 8; };
  const auto next = std::next(at);
  const bool isApart = (next == local->cells.end() || end(at) <= next->first) &&
                       (at == local->cells.begin() || end(std::prev(at)) <= at->first);
  local->hasCellsOnly = local->hasCellsOnly && isApart && at->second == *type;
}

Term Tracker::cellOf(const LocalObject& local, std::uint64_t offset) {
  const ScalarType type = local.cells.at(offset);
  const Term bits =
      memory_.load(local.contents, terms_.binary(Op::Add, local.address, terms_.constant(64, offset)), type.width);
  return type.kind == ScalarKind::Float ? terms_.fpFromBits(static_cast<logic::FloatFormat>(type.format), bits) : bits;
}

void Tracker::setCell(LocalObject& local, std::uint64_t offset, Term term) {
  const Term bits = terms_.sort(term).isFloat() ? terms_.fpToBits(term) : term;
  local.contents =
      memory_.store(local.contents, terms_.binary(Op::Add, local.address, terms_.constant(64, offset)), bits);
}

Term& Tracker::memoryAt(Track& track, Term address) {
  LocalObject* local = ownLocal(track, address);
  if (local) return local->contents;
  publish(track, address); // of several it may be one
  return track.memory;
}

std::optional<std::string> Tracker::check(Track& track, Term address, Term count, bool writes) {
  const UnknownMemory::Place place = memory_.placeOf(address);
  if (place.object) {
    const auto local = std::ranges::find(track.locals, place.object, &LocalObject::address);
    if (local != track.locals.end() && !local->isAlive) return "an object is used after its scope";
    const std::optional<std::uint64_t> size = sizeAt(track, place.object);
    if (size && terms_.isConstant(place.offset) && terms_.isConstant(count)) {
      const std::uint64_t offset = terms_.bits64(place.offset);
      if (offset <= *size && terms_.bits64(count) <= *size - offset) return {};
    }
  }
  const std::array sorts{Sort::bits(64), Sort::bits(64)};
  const std::array parts{address, count};
  track.checks.push_back(terms_.apply(terms_.function(writes ? writeCheck : readCheck, sorts, Sort::boolean()), parts));
  return {};
}

Term Tracker::contentsAt(Track& track, Term address, std::uint32_t bytes) {
  const UnknownMemory::Place place = memory_.placeOf(address);
  if (place.object && names_.isConstant(place.object))
    if (const auto constant = constantAt(place, bytes)) return *constant;
  return memory_.load(memoryAt(track, address), address, bytes * 8);
}

/// What is read of a constant, which is small, or read at one place. The access is checked: it stays inside.
std::optional<Term> Tracker::constantAt(UnknownMemory::Place place, std::uint32_t bytes) {
  constexpr std::uint64_t most = 16; ///< places
  if (terms_.isConstant(place.offset)) return names_.constantAt(place.object, terms_.bits64(place.offset), bytes);
  const auto size = names_.sizeOf(place.object);
  if (!size || *size < bytes) return {};
  const logic::KnownBits known = terms_.knownBits(place.offset);
  const auto low = static_cast<std::uint32_t>(std::countr_one(known.zeros | known.ones));
  if (low >= 32) return {};
  const std::uint64_t step = std::uint64_t{1} << low, first = known.ones & (step - 1);
  if (first > *size - bytes || (*size - bytes - first) / step >= most) return {};
  std::optional<Term> read;
  for (std::uint64_t at = first; at <= *size - bytes; at += step) {
    const auto here = names_.constantAt(place.object, at, bytes);
    if (!here) return {};
    read = read ? terms_.ite(terms_.equal(place.offset, terms_.constant(64, at)), *here, *read) : *here;
  }
  return read;
}

std::optional<std::uint64_t> Tracker::sizeAt(const Track& track, Term object) const {
  const auto local = std::ranges::find(track.locals, object, &LocalObject::address);
  return local != track.locals.end() ? local->size : names_.sizeOf(object);
}

std::optional<std::string> Tracker::load(Track& track, const Instruction& i) {
  const Term address = bits(track, i.a, 64);
  const std::uint32_t count = (i.width + 7U) / 8;
  if (auto wrong = check(track, address, terms_.constant(64, count), false)) return wrong;
  const Term bits = contentsAt(track, address, count);
  const ScalarType type{static_cast<ScalarKind>(i.extra), static_cast<std::uint8_t>(i.c), i.width};
  Term loaded;
  if (type.kind == ScalarKind::Float)
    loaded = terms_.fpFromBits(static_cast<logic::FloatFormat>(i.c), terms_.resize(bits, i.width));
  else if (i.width == 1) loaded = terms_.equal(terms_.extract(bits, 0, 0), terms_.constant(1, 1));
  else loaded = terms_.resize(bits, i.width);
  if (trial_) loaded = trial_->chosen(loaded, type);
  else if (isBase_) track.used.push_back(loaded); // for which it is as undefined as whoever does more with it
  const Value value = this->value(loaded, type);
  exec::Frame& frame = ownFrame(track);
  frame.slots[i.d] = value;
  ++frame.next;
  return {};
}

namespace {

/// Of a float the width says which; of others, it does not matter. None: a float of another format.
std::optional<ScalarType> storedType(const Instruction& i) {
  ScalarType type{ScalarKind::Integer, 0, static_cast<std::uint16_t>((i.width + 7U) / 8 * 8)};
  if (static_cast<ScalarKind>(i.extra) != ScalarKind::Float) return type;
  if (i.width != 32 && i.width != 64) return {};
  type.kind = ScalarKind::Float;
  type.format = static_cast<std::uint8_t>(i.width == 32 ? logic::FloatFormat::Single : logic::FloatFormat::Double);
  return type;
}

} // namespace

std::optional<std::string> Tracker::store(Track& track, const Instruction& i) {
  const Term address = bits(track, i.a, 64);
  const std::uint32_t count = (i.width + 7U) / 8;
  if (auto wrong = check(track, address, terms_.constant(64, count), true)) return wrong;
  const Value stored = track.frame().slots[i.b];
  Term value;
  if (static_cast<ScalarKind>(i.extra) == ScalarKind::Float && stored.isSymbolic())
    value = terms_.fpToBits(stored.asTerm());
  else value = bits(track, i.b, i.width);
  if (terms_.sort(value).isBool()) value = terms_.boolToBits(value, 8);
  publish(track, value);
  noteCell(track, address, storedType(i));
  Term& memory = memoryAt(track, address);
  memory = memory_.store(memory, address, terms_.resize(value, count * 8));
  ++ownFrame(track).next;
  return {};
}

std::optional<std::string> Tracker::copyOrFill(Track& track, const Instruction& i) {
  const Term target = bits(track, i.a, 64);
  const Term count = bits(track, i.c, 64);
  if (i.op == Opcode::SetMemory) {
    if (auto wrong = check(track, target, count, true)) return wrong;
    const Term byte = bits(track, i.b, 8);
    noteCell(track, target, {});
    Term& memory = overwritten(track, target, count);
    memory = memory_.fill(memory, target, byte, count);
    ++ownFrame(track).next;
    return {};
  }
  const Term source = bits(track, i.b, 64);
  if (auto wrong = check(track, source, count, false)) return wrong;
  if (auto wrong = check(track, target, count, true)) return wrong;
  // Of a size that is known, the compiler makes it itself: records do not lie half in each other.
  if (i.op == Opcode::CopyMemory && !terms_.isConstant(count)) checkApart(track, target, source, count);
  copy(track, target, source, count);
  ++ownFrame(track).next;
  return {};
}

/// The memory that so many bytes are about to be written to. Of a local object that they are all of, nothing else is
/// left.
Term& Tracker::overwritten(Track& track, Term target, Term count) {
  Term& memory = memoryAt(track, target);
  const LocalObject* local = ownLocal(track, target);
  const UnknownMemory::Place place = memory_.placeOf(target);
  if (local && terms_.isConstant(place.offset) && terms_.bits64(place.offset) == 0 && terms_.isConstant(count) &&
      terms_.bits64(count) == local->size)
    memory = terms_.variable("overwritten!memory", Sort::bits(64));
  return memory;
}

void Tracker::copy(Track& track, Term target, Term source, Term count) {
  const Term from = memoryAt(track, source);
  noteCopy(track, target, source, count);
  // Another local object may not be written itself.
  const bool isOfLocal =
      std::ranges::find(track.locals, memory_.placeOf(source).object, &LocalObject::address) != track.locals.end();
  const auto memoryOf = [&]() -> Term& {
    return isOfLocal ? memoryAt(track, target) : overwritten(track, target, count);
  };
  if (terms_.isConstant(count) && terms_.bits64(count) <= mostBytesAtOnce) {
    if (const std::uint64_t bytes = terms_.bits64(count); bytes > 0) {
      const Term whole = memory_.load(from, source, static_cast<std::uint32_t>(bytes * 8));
      publish(track, whole);
      Term& memory = memoryOf();
      memory = memory_.store(memory, target, whole);
    }
  } else {
    Term& memory = memoryOf();
    memory = memory_.copy(memory, target, from, source, count);
  }
}

/// Copying between ranges that overlap is an error of its own.
void Tracker::checkApart(Track& track, Term target, Term source, Term count) {
  const Term to = memory_.placeOf(target).object, from = memory_.placeOf(source).object;
  if ((to && from && to != from) || ownLocal(track, target) != ownLocal(track, source)) return;
  const std::array sorts{Sort::bits(64), Sort::bits(64), Sort::bits(64)};
  const std::array parts{target, source, count};
  track.checks.push_back(terms_.apply(terms_.function("check!apart", sorts, Sort::boolean()), parts));
}

void Tracker::noteCopy(Track& track, Term target, Term source, Term count) {
  const LocalObject* from = ownLocal(track, source);
  const Term offset = memory_.placeOf(source).offset;
  if (!from || !from->hasCellsOnly || !terms_.isConstant(offset) || !terms_.isConstant(count)) {
    noteCell(track, target, {});
    return;
  }
  const std::uint64_t first = terms_.bits64(offset), end = first + terms_.bits64(count);
  const std::map<std::uint64_t, ScalarType> cells = from->cells;
  for (const auto& [at, type] : cells) {
    const bool isInside = at >= first && at + type.width / 8 <= end;
    const bool isOutside = at + type.width / 8 <= first || at >= end;
    if (isInside) noteCell(track, terms_.binary(Op::Add, target, terms_.constant(64, at - first)), type);
    else if (!isOutside) noteCell(track, target, {});
  }
}

/// The beginning and the end of a scope.
std::optional<std::string> Tracker::mark(Track& track, const Instruction& i) {
  const Term object = memory_.placeOf(bits(track, i.a, 64)).object;
  const auto local = object ? std::ranges::find(track.locals, object, &LocalObject::address) : track.locals.end();
  if (local == track.locals.end()) return "the scope of an object that is not known";
  setScope(track, *local, i.op == Opcode::LifetimeStart);
  ++ownFrame(track).next;
  return {};
}

void Tracker::setScope(Track& track, LocalObject& local, bool isAlive) {
  local.isAlive = isAlive;
  clear(local);
  if (!local.isKnownOutside) return;
  const std::array sorts{Sort::bits(64), Sort::bits(64)};
  const logic::FunctionId marks = terms_.function(isAlive ? "scope!begin" : "scope!end", sorts, Sort::bits(64));
  // Objects whose scopes begin or end together do so in any order: in that of their addresses.
  std::vector<Term> above;
  const auto isAbove = [&](Term memory) {
    return terms_.op(memory) == Op::Apply && terms_.parameter(memory, 0) == marks &&
           terms_.operand(memory, 1).id() > local.address.id();
  };
  for (; isAbove(track.memory); track.memory = terms_.operand(track.memory, 0))
    above.push_back(terms_.operand(track.memory, 1));
  above.push_back(local.address);
  for (const Term address : std::views::reverse(above)) {
    const std::array parts{track.memory, address};
    track.memory = terms_.apply(marks, parts);
  }
}

void Tracker::publish(Track& track, Term term) {
  for (const Term address : memory_.addressesIn(term)) {
    const auto local = std::ranges::find(track.locals, address, &LocalObject::address);
    if (local == track.locals.end() || local->isKnownOutside) continue;
    local->isKnownOutside = true;
    track.memory =
        memory_.copy(track.memory, local->address, local->contents, local->address, terms_.constant(64, local->size));
  }
}

} // namespace beagle::compare
