// Objects of the state, and whether an access stays within one.

#include "analysis/exec/machine.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/logic/parts.h"

#include <algorithm>

namespace beagle::exec {

using logic::Op;

const Object& Machine::object(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id) return *line.object;
  if (!state_->memory.exists(id)) {
    Ref<Object> made;
    if (const auto function = functionOf(id)) {
      made = Ref<Object>::make(ObjectKind::Function, 0, Contents::Fill::Zero);
      made.mutableTarget().subject = *function;
    } else {
      made = id <= program_.globals().size() ? surroundings_.global(*state_, id - 1) : surroundings_.input(*state_, id);
    }
    if (!made.isShared()) made.mutableTarget().contents.begin();
    state_->memory.place(id, std::move(made));
  }
  line = {id, &state_->memory[id], nullptr};
  return *line.object;
}

Object& Machine::ownObject(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id && line.owned) return *line.owned;
  (void)object(id);
  Object& owned = state_->memory.own(id);
  line = {id, &owned, &owned};
  return owned;
}

Ref<Object> Machine::heldObject(ObjectId id) {
  (void)object(id);
  cache_[id % cache_.size()] = {}; // whoever writes it makes a copy
  return state_->memory.reference(id);
}

std::string Machine::textAt(const Value& pointer) {
  constexpr std::size_t most = 4000;
  std::string text;
  if (pointer.object() == 0 || pointer.isSymbolic() || functionOf(pointer.object())) return "?";
  const Contents& contents = object(pointer.object()).contents;
  for (std::uint64_t at = pointer.bits; at < contents.size() && text.size() < most; ++at) {
    const auto byte = contents.concreteByte(at);
    if (!byte || *byte == 0) break;
    text += static_cast<char>(*byte);
  }
  return text;
}

ObjectId Machine::allocate(ObjectKind kind, std::uint64_t size, Contents::Fill fill) {
  noteMoved(size);
  auto made = Ref<Object>::make(kind, size, fill);
  made.mutableTarget().allocated = site();
  return state_->memory.add(std::move(made));
}

void Machine::endObject(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id) line = {};
  state_->memory.end(id, site());
}

void Machine::reviveObject(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id) line = {};
  state_->memory.revive(id);
}

namespace {

/// Whether nothing in the range, or in all of the contents when the range is symbolic, is without a value.
bool isWritten(const Contents& contents, const Value& pointer, const Value& size) {
  const bool isExact = !pointer.isSymbolic() && !size.isSymbolic();
  const std::uint64_t from = isExact ? pointer.bits : 0;
  const std::uint64_t to = isExact ? from + size.bits : contents.size();
  for (std::uint64_t at = from; at < to; ++at)
    if (contents.isUninitialised(at)) return false;
  return true;
}

/// Of what does not fit: whether a sanitizer sees it, which watches so many bytes on both sides.
Term isInRedZone(logic::TermManager& terms, Term offset, Term count, Term size) {
  constexpr std::uint64_t redZone = 16;
  const auto moved = [&](Term term, std::uint64_t by) { return terms.binary(Op::Add, term, terms.constant(64, by)); };
  return terms.logicalAnd(terms.binary(Op::ULess, moved(offset, redZone), moved(size, 2 * redZone)),
                          terms.binary(Op::ULess, count, moved(size, redZone)));
}

} // namespace

/// Where nothing may be, nothing is touched all the same when the size is zero.
std::optional<Machine::Place> Machine::nowhere(const Value& size, MemoryFault fault, ObjectId id) {
  if (size.isSymbolic()) {
    const auto isNothing = decide(ChoiceKind::Size, terms.equal(size.asTerm(), terms.constant(64, 0)));
    if (!isNothing) return {};
    if (*isNothing) return Place{};
  }
  memoryError(fault, id);
  return {};
}

/// Of what lies within an object: whether it also does within the bytes that are set aside for it.
std::optional<bool> Machine::isInContents(const Object& target, const Value& pointer, const Value& size) {
  const std::uint64_t most = target.contents.size();
  if (terms.knownBits(target.size).unsignedMax <= most) return true;
  if (!pointer.isSymbolic() && !size.isSymbolic()) return size.bits <= most && pointer.bits <= most - size.bits;
  const auto number = [&](const Value& v) { return v.isSymbolic() ? v.asTerm() : terms.constant(64, v.bits); };
  const Term limit = terms.constant(64, most), count = number(size);
  return decide(ChoiceKind::Bounds,
                terms.logicalAnd(terms.binary(Op::ULessEqual, count, limit),
                                 terms.binary(Op::ULessEqual, number(pointer), terms.binary(Op::Sub, limit, count))));
}

std::optional<Machine::Place> Machine::accessRange(const Value& given, const Value& size, bool writes) {
  Value pointer = given;
  const auto fail = [&](MemoryFault fault, ObjectId id = 0) { return nowhere(size, fault, id); };
  if (pointer.isPlain() && pointer.bits < 4096) return fail(MemoryFault::NullPointer);
  if (!pointer.isDefined()) {
    noteFault(ValueFault::UninitialisedUse, terms.truth(true));
    memoryError(MemoryFault::WildPointer);
    return {};
  }
  if (pointer.object() == 0) return accessAddress(pointer, size, writes);
  if (functionOf(pointer.object())) {
    memoryError(writes ? MemoryFault::WriteConstant : MemoryFault::OutOfBounds, pointer.object());
    return {};
  }
  const auto null = isNull(pointer);
  if (!null) return {};
  if (*null) return fail(MemoryFault::NullPointer);
  if (const auto actual = resolved(pointer)) pointer = *actual;
  else return {};
  const bool isFixed = !pointer.isSymbolic() && !size.isSymbolic();
  if (!isWithinLimits(pointer.object(), isFixed)) return {};
  const Object& target = object(pointer.object());
  if (!target.isAlive)
    return fail(target.kind == ObjectKind::Heap || target.kind == ObjectKind::Input ? MemoryFault::UseAfterFree
                                                                                    : MemoryFault::UseAfterScope,
                pointer.object());
  const bool isSized = !target.size || terms.isConstant(target.size);
  bool inside = false;
  const auto limitOf = [&] { return target.size ? target.size : terms.constant(64, target.contents.size()); };
  const auto number = [&](const Value& v) { return v.isSymbolic() ? v.asTerm() : terms.constant(64, v.bits); };
  if (isFixed && isSized) {
    const std::uint64_t limit = target.size ? terms.bits64(target.size) : target.contents.size();
    inside = size.bits <= limit && pointer.bits <= limit - size.bits;
  } else {
    const Term limit = limitOf(), offset = number(pointer), count = number(size);
    const Term fits = terms.logicalAnd(terms.binary(Op::ULessEqual, count, limit),
                                       terms.binary(Op::ULessEqual, offset, terms.binary(Op::Sub, limit, count)));
    const auto answer = decide(ChoiceKind::Bounds, fits);
    if (!answer) return {};
    inside = *answer;
  }
  if (!inside && target.isVirtualTable) {
    unsupported(surroundings_.describeTable(*state_, pointer.object()));
    return {};
  }
  if (!inside) {
    if (isFixed && isRunning_)
      surroundings_.noteOtherUse(*state_, pointer.object(), static_cast<std::int64_t>(pointer.bits), access());
    Term isSeen = isInRedZone(terms, number(pointer), number(size), limitOf());
    if (target.kind == ObjectKind::Global) // there may be nothing in front of it
      isSeen = terms.logicalAnd(isSeen, terms.binary(Op::SLessEqual, terms.constant(64, 0), number(pointer)));
    // Tables of the C library lie where no sanitizer looks.
    if (target.kind == ObjectKind::Global && program_.globals()[target.subject].isRuntime) isSeen = terms.truth(false);
    const auto place = fail(MemoryFault::OutOfBounds, pointer.object());
    if (state_->ending) state_->ending->isSeen = isSeen;
    return place;
  }
  if (isFixed && target.kind == ObjectKind::Input && pointer.bits + size.bits > target.contents.size()) {
    if (!writes && !hasRoom(pointer.object())) return {};
    if (writes || pointer.bits + size.bits > object(pointer.object()).contents.size()) {
      end(EndKind::OutOfBound, surroundings_.describeLimit(*state_, pointer.object()));
      return {};
    }
    return Place{pointer.object(), pointer.bits, {}};
  }
  if (target.kind == ObjectKind::Heap && target.size) {
    const auto isSetAside = isInContents(target, pointer, size);
    if (!isSetAside) return {};
    if (!*isSetAside) {
      end(EndKind::OutOfBound,
          fmt::format("what lies behind the first {} bytes of an object of symbolic size", target.contents.size()));
      return {};
    }
  }
  if (!writes && target.isPartlyKnown && !isWritten(target.contents, pointer, size)) {
    const ir::Global& global = program_.globals()[target.subject];
    unsupported(global.isDefined ? global.unsupported : fmt::format("what {} holds: no unit has it", global.name));
    return {};
  }
  if (writes && target.isConstant) {
    memoryError(MemoryFault::WriteConstant, pointer.object());
    return {};
  }
  if (writes) noteChange(pointer.object());
  return Place{pointer.object(), pointer.bits, pointer.asTerm()};
}

/// The inputs are explored up to a size. False: the path needs a larger one, or the run has to ask. Of a larger one,
/// fixed places that are within the limits can be used all the same.
bool Machine::isWithinLimits(ObjectId id, bool isFixed) {
  const bool exists = state_->memory.exists(id);
  if (exists ? object(id).kind != ObjectKind::Input || object(id).isBounded : !inputAt(*state_, id)) return true;
  if (exists && object(id).isLarge) return isFixed || hasRoom(id);
  const auto isSmall = assume(surroundings_.sizeLimit(*state_, id));
  if (!isSmall) return false;
  if (!*isSmall) {
    const auto isUsable = assume(surroundings_.possibleSize(*state_, id));
    if (!isUsable) return false;
    if (!*isUsable) return end(EndKind::OutOfBound, surroundings_.describeLimit(*state_, id));
    if (!isFixed && !hasRoom(id)) return false;
  }
  (*isSmall ? bounded_ : large_).push_back(id);
  hasLearned_ = true;
  return true;
}

/// Zeros behind an input that has to be larger than its limit here, as many as the least size that is possible needs.
/// Whatever else may stand there is beyond the limit.
bool Machine::hasRoom(ObjectId id) {
  constexpr std::uint64_t most = 4096;
  const Object& input = object(id);
  if (!input.size) return true;
  for (std::uint64_t room = input.contents.size(); room > 0 && room <= most && input.contents.isExtensible();
       room = std::max<std::uint64_t>(room * 2, 64)) {
    const auto isEnough = assume(terms.binary(Op::ULessEqual, input.size, terms.constant(64, room)));
    if (!isEnough) return false;
    if (!*isEnough) continue;
    if (room > input.contents.size()) {
      approximate(surroundings_.describeLimit(*state_, id) + ", and zeros behind them");
      extended_.emplace_back(id, input.contents);
      hasLearned_ = true;
      ownObject(id).contents.extend(room);
    }
    return true;
  }
  return end(EndKind::OutOfBound, surroundings_.describeLimit(*state_, id));
}

std::optional<Machine::Place> Machine::access(const Value& pointer, std::uint64_t size, bool writes) {
  return accessRange(pointer, Value::concrete(size), writes);
}

namespace {

constexpr std::int64_t small = 4096; ///< no object lies below

/// Whether some part of it is as large as an address.
bool hasLargePart(const logic::TermManager& terms, Term term) {
  return logic::anyPart(terms, term, [&](Term part) {
    if (terms.op(part) == Op::Table) return true;
    if (!terms.isConstant(part) || !terms.sort(part).isBits()) return false;
    if (terms.width(part) > 64) return true;
    const std::int64_t value = logic::signedValue(terms.bits64(part), terms.width(part));
    return value > small || value < -small;
  });
}

/// Whether a number may have been made of an address, or compared with one. One of which neither is so comes from
/// outside, where nobody knows where the engine puts objects.
bool mayRestOnAddress(logic::TermManager& terms, const solver::PathCondition& path, Term number) {
  if (terms.knownBits(number).ones >= std::uint64_t{small} || hasLargePart(terms, number)) return true;
  std::vector<Term> scratch;
  return std::ranges::any_of(path.relevantTo(number, scratch),
                             [&](Term condition) { return hasLargePart(terms, condition); });
}

} // namespace

std::optional<Machine::Place> Machine::accessAddress(const Value& pointer, const Value& size, bool writes) {
  if (!pointer.isSymbolic()) {
    const ObjectId id = state_->memory.objectAt(pointer.bits);
    if (id == 0) return nowhere(size, MemoryFault::WildPointer, 0);
    return accessRange(Value::pointer(id, pointer.bits - state_->memory[id].address), size, writes);
  }
  // An address that the program computed: one alternative per object with an address, and one for none of them.
  const Term address = pointer.asTerm();
  std::vector<Term> alternatives;
  std::vector<ObjectId> objects;
  Term none = terms.truth(true);
  const auto addAlternative = [&](ObjectId id) {
    const Object& candidate = state_->memory[id];
    const Term offset = terms.binary(Op::Sub, address, terms.constant(64, candidate.address));
    const Term hit = terms.binary(Op::ULessEqual, offset, terms.constant(64, mostBytesOf(candidate)));
    alternatives.push_back(hit);
    objects.push_back(id);
    none = terms.logicalAnd(none, terms.logicalNot(hit));
  };
  if (mayRestOnAddress(terms, state_->path, address)) state_->memory.forEachAddressed(addAlternative);
  alternatives.push_back(none);
  const auto choice = choose(ChoiceKind::Address, alternatives);
  if (!choice) return {};
  if (*choice == objects.size()) {
    const auto null = decide(ChoiceKind::Null, terms.binary(Op::ULess, address, terms.constant(64, 4096)));
    if (!null) return {};
    return nowhere(size, *null ? MemoryFault::NullPointer : MemoryFault::WildPointer, 0);
  }
  const ObjectId id = objects[*choice];
  Value resolved = bitsValue(terms.binary(Op::Sub, address, terms.constant(64, state_->memory[id].address)));
  resolved.tag = id << 2;
  return accessRange(resolved, size, writes);
}

} // namespace beagle::exec
