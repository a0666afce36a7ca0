#include "analysis/exec/contents.h"

#include <algorithm>
#include <bit>

namespace beagle::exec {

using logic::FloatFormat;
using logic::Op;

namespace {

std::uint64_t bytesOf(const ir::ScalarType& type) { return (type.width + 7U) / 8; }

/// The value's bits as a bit-vector term of the type's width rounded up to bytes.
Term asBits(ByteContext& context, const Value& value, const ir::ScalarType& type) {
  logic::TermManager& terms = context.terms;
  const auto width = static_cast<std::uint32_t>(bytesOf(type) * 8);
  if (value.object() != 0) {
    const Term offset = value.isSymbolic() ? value.asTerm() : terms.constant(width, value.bits);
    return terms.binary(Op::Add, terms.resize(context.addressTerm(value.object()), width), offset);
  }
  if (!value.isSymbolic()) return terms.constant(width, value.bits);
  Term bits = value.asTerm();
  const logic::Sort sort = terms.sort(bits);
  if (sort.isFloat()) bits = terms.fpToBits(bits);
  if (sort.isBool()) return terms.boolToBits(bits, width);
  return terms.resize(bits, width);
}

/// The value of the type whose bits these are.
Value fromBits(ByteContext& context, Term bits, const ir::ScalarType& type) {
  logic::TermManager& terms = context.terms;
  if (type.width == 1) bits = terms.equal(terms.extract(bits, 0, 0), terms.constant(1, 1));
  else bits = terms.resize(bits, type.width);
  if (type.width <= 64 && terms.isConstant(bits)) return Value::concrete(terms.bits64(bits));
  if (type.kind == ir::ScalarKind::Float)
    return Value::symbolic(terms.fpFromBits(static_cast<FloatFormat>(type.format), bits));
  return Value::symbolic(bits);
}

} // namespace

Term ByteContext::unwrittenArray(std::uint32_t /*number*/, std::uint64_t /*offset*/, logic::Sort sort) {
  return terms.constArray(sort.index, terms.constant(sort.width, 0));
}

Contents::Contents(std::uint64_t size, Fill fill) : bytes_(size, 0) {
  if (fill == Fill::Zero || size == 0) return;
  unknown_.assign((size + 63) / 64, ~0ULL);
  if (size % 64 != 0) unknown_.set(size / 64, (1ULL << (size % 64)) - 1);
  unknownCount_ = size;
}

void Contents::makePlain() {
  view_.term = Term();
  shadow_.clear();
  cells_.clear();
  arrays_.clear();
  unknown_.clear();
  unknownCount_ = 0;
}

bool Contents::hasPlainAt(std::uint64_t offset, const Contents& other, std::uint64_t its, std::uint64_t count) const {
  return bytes_.isEqual(offset, other.bytes_, its, count);
}

void Contents::begin() {
  constexpr std::uint64_t small = 4096; // for which it is not worth the trouble
  if (size() >= small) written_.assign((size() + writtenBlock - 1) / writtenBlock, false);
}

bool Contents::isAsBegun(std::uint64_t offset, std::uint64_t count) const {
  if (written_.empty()) return false;
  for (std::uint64_t i = offset / writtenBlock; i * writtenBlock < offset + count; ++i)
    if (i >= written_.size() || written_[i]) return false;
  return true;
}

void Contents::noteBlocks(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i <= last; ++i) written_[i] = true;
}

void Contents::extend(std::uint64_t size) {
  if (!written_.empty()) written_.resize((size + writtenBlock - 1) / writtenBlock, true);
  bytes_.resize(size, 0);
  if (!shadow_.empty()) shadow_.resize(size, 0);
  if (!unknown_.empty()) unknown_.resize((size + 63) / 64, 0);
  view_.term = Term();
}

void Contents::setUnknown(std::uint64_t offset, std::uint64_t count, bool unknown) {
  if (unknown_.empty()) {
    if (!unknown) return;
    unknown_.assign((bytes_.size() + 63) / 64, 0);
  }
  for (std::uint64_t at = offset, end = offset + count; at < end;) {
    const std::uint64_t upTo = std::min(end, (at / 64 + 1) * 64);
    const std::uint64_t ones = upTo - at == 64 ? ~0ULL : ((1ULL << (upTo - at)) - 1) << (at % 64);
    const std::uint64_t word = unknown_[at / 64];
    const std::uint64_t now = unknown ? word | ones : word & ~ones;
    if (now != word) {
      unknownCount_ -= static_cast<std::uint64_t>(std::popcount(word));
      unknownCount_ += static_cast<std::uint64_t>(std::popcount(now));
      unknown_.set(at / 64, now);
    }
    at = upTo;
  }
  if (unknownCount_ == 0) unknown_.clear();
}

bool Contents::isPlainRange(std::uint64_t offset, std::uint64_t count) const {
  if (!shadow_.empty() && shadow_.firstOther(offset, offset + count, 0) != offset + count) return false;
  if (!unknown_.empty())
    for (std::uint64_t i = offset; i < offset + count; ++i)
      if (isUninitialised(i)) return false;
  return true;
}

bool Contents::hasPointer(std::uint64_t offset, std::uint64_t count) const {
  for (std::uint64_t i = shadow_.empty() ? count : 0; i < count; ++i)
    if (isPointerAt(offset + i)) return true;
  return false;
}

Term Contents::cellBits(ByteContext& context, const Cell& cell) const { return asBits(context, cell.value, cell.type); }

const Contents::Array& Contents::arrayAt(std::uint64_t offset) const {
  std::size_t i = arrays_.size() - 1;
  while (offset < arrays_[i].window.start || offset >= arrays_[i].end()) --i;
  return arrays_[i];
}

Term Contents::byte(ByteContext& context, std::uint64_t offset) const {
  logic::TermManager& terms = context.terms;
  if (isUninitialised(offset)) return context.unwritten(number_, offset);
  const std::uint32_t shadow = shadow_.empty() ? 0 : shadow_[offset];
  if (shadow == 0) return terms.constant(8, bytes_[offset]);
  if (shadow == inArray) {
    const auto& [window, stride, array] = arrayAt(offset);
    const std::uint64_t at = offset - window.start;
    const Term element = terms.select(array, terms.constant(window.indexWidth(stride), at / stride));
    const auto low = static_cast<std::uint32_t>(at % stride * 8);
    return terms.extract(element, low + 7, low);
  }
  const Cell& cell = cells_[shadow - 1];
  const auto low = static_cast<std::uint32_t>((offset - cell.start) * 8);
  return terms.extract(cellBits(context, cell), low + 7, low);
}

Term Contents::unwritten(ByteContext& context, std::uint64_t offset, std::uint64_t count) const {
  Term bits = context.unwritten(number_, offset);
  for (std::uint64_t i = 1; i < count; ++i)
    bits = context.terms.binary(Op::Concat, context.unwritten(number_, offset + i), bits);
  return bits;
}

std::optional<std::uint8_t> Contents::concreteByte(std::uint64_t offset) const {
  if (isUninitialised(offset) || (!shadow_.empty() && shadow_[offset] != 0)) return {};
  return bytes_[offset];
}

Value Contents::read(ByteContext& context, std::uint64_t offset, ir::ScalarType type) const {
  const std::uint64_t count = bytesOf(type);
  if (isPlainRange(offset, count) && count <= 8) {
    const std::uint64_t bits = plain(offset, count);
    return Value::concrete(type.width == 64 ? bits : bits & ((1ULL << type.width) - 1));
  }
  if (!shadow_.empty() && shadow_[offset] != 0 && shadow_[offset] != inArray) {
    const Cell& cell = cells_[shadow_[offset] - 1];
    const bool whole = cell.start == offset && cell.size() == count && shadow_[offset + count - 1] == shadow_[offset];
    // An integer may be a pointer all the same; a floating-point number is made of its bits.
    const bool mayPoint = cell.value.object() != 0 && type.kind != ir::ScalarKind::Float;
    if (whole && (mayPoint || cell.type == type)) return cell.value;
  }
  if (!unknown_.empty()) {
    bool all = true;
    for (std::uint64_t i = offset; i < offset + count && all; ++i) all = isUninitialised(i);
    if (all) return Value::marked(Mark::Uninitialised);
  }
  Term bits = byte(context, offset);
  for (std::uint64_t i = 1; i < count; ++i) bits = context.terms.binary(Op::Concat, byte(context, offset + i), bits);
  return fromBits(context, bits, type);
}

void Contents::write(ByteContext& context, std::uint64_t offset, const Value& value, ir::ScalarType type) {
  const std::uint64_t count = bytesOf(type);
  clear(context, offset, count);
  if (!value.isDefined()) return setUnknown(offset, count, true);
  if (value.isPlain()) {
    bytes_.write(offset, count, reinterpret_cast<const std::uint8_t*>(&value.bits)); // wider ones are terms
    return;
  }
  Cell cell{value, type, offset};
  if (value.object() == 0) {
    logic::TermManager& terms = context.terms;
    if (type.kind == ir::ScalarKind::Integer) {
      type.width = static_cast<std::uint16_t>(count * 8);
      cell = {Value::symbolic(asBits(context, value, type)), type, offset};
    }
    if (terms.isConstant(Term(cell.value.term)) && type.kind == ir::ScalarKind::Integer) {
      const logic::BitVector bits = terms.bits(Term(cell.value.term));
      for (std::uint64_t i = 0; i < count; ++i)
        bytes_.set(offset + i, static_cast<std::uint8_t>(bits.word(i / 8) >> (i % 8 * 8)));
      return;
    }
  }
  place(cell);
}

void Contents::clear(ByteContext& context, std::uint64_t offset, std::uint64_t count) {
  view_.term = Term();
  noteWritten(offset, count);
  if (!unknown_.empty()) setUnknown(offset, count, false);
  if (shadow_.empty()) return;
  const std::uint64_t end = offset + count;
  if (const std::uint32_t first = shadow_[offset]; first != 0 && first != inArray && cells_[first - 1].start < offset)
    detach(context, first, offset, end);
  if (const std::uint32_t last = shadow_[end - 1]; last != 0 && last != inArray) {
    const Cell& cell = cells_[last - 1];
    if (cell.start + cell.size() > end) detach(context, last, offset, end);
  }
  shadow_.fill(offset, end, 0);
}

void Contents::detach(ByteContext& context, std::uint32_t index, std::uint64_t from, std::uint64_t to) {
  const Cell cell = cells_[index - 1];
  const Term bits = cellBits(context, cell);
  for (std::uint64_t i = cell.start; i < cell.start + cell.size(); ++i) {
    if ((i >= from && i < to) || shadow_[i] != index) continue;
    const auto low = static_cast<std::uint32_t>((i - cell.start) * 8);
    const Term part = context.terms.extract(bits, low + 7, low);
    shadow_.set(i, 0);
    if (context.terms.isConstant(part)) bytes_.set(i, static_cast<std::uint8_t>(context.terms.bits64(part)));
    else place({Value::symbolic(part), {ir::ScalarKind::Integer, 0, 8}, i});
  }
}

void Contents::place(const Cell& cell) {
  if (shadow_.empty()) shadow_.assign(bytes_.size(), 0);
  if (cells_.size() > 2 * bytes_.size() + 16) compact();
  cells_.push_back(cell);
  const auto index = static_cast<std::uint32_t>(cells_.size());
  shadow_.fill(cell.start, cell.start + cell.size(), index);
}

void Contents::compact() {
  Appended<Cell> kept;
  std::vector<std::uint32_t> moved(cells_.size() + 1, 0);
  const Pages<std::uint32_t> before = shadow_;
  before.forEach([&](std::uint64_t i, std::uint32_t shadow) {
    if (shadow == 0 || shadow == inArray) return;
    if (moved[shadow] == 0) {
      kept.push_back(cells_[shadow - 1]);
      moved[shadow] = static_cast<std::uint32_t>(kept.size());
    }
    if (moved[shadow] != shadow) shadow_.set(i, moved[shadow]);
  });
  cells_ = std::move(kept);
}

void Contents::fill(ByteContext& context, std::uint64_t offset, std::uint64_t count, std::uint8_t byte) {
  if (count == 0) return;
  clear(context, offset, count);
  bytes_.fill(offset, offset + count, byte);
}

void Contents::forget(ByteContext& context, std::uint64_t offset, std::uint64_t count) {
  if (count == 0) return;
  clear(context, offset, count);
  setUnknown(offset, count, true);
}

void Contents::copy(ByteContext& context, const Contents& from, std::uint64_t source, std::uint64_t target,
                    std::uint64_t count) {
  if (count == 0 || (&from == this && source == target)) return;
  if (&from == this) {
    const Contents before = *this; // the ranges may overlap
    return copy(context, before, source, target, count);
  }
  clear(context, target, count);
  bytes_.copy(from.bytes_, source, target, count);
  if (!from.unknown_.empty())
    for (std::uint64_t i = 0, end = 0; i < count; i = end + 1) { // as many as there are side by side
      while (i < count && !from.isUninitialised(source + i)) ++i;
      for (end = i; end < count && from.isUninitialised(source + end);) ++end;
      if (end > i) setUnknown(target + i, end - i, true);
    }
  if (from.shadow_.empty()) return;
  for (std::uint64_t i = 0; i < count;) {
    i = from.shadow_.firstOther(source + i, source + count, 0) - source;
    if (i == count) break;
    const std::uint32_t shadow = from.shadow_[source + i];
    if (shadow != inArray) {
      Cell cell = from.cells_[shadow - 1];
      const std::uint64_t size = cell.size();
      bool whole = cell.start == source + i && i + size <= count;
      for (std::uint64_t k = 1; k < size && whole; ++k) whole = from.shadow_[source + i + k] == shadow;
      if (whole) {
        cell.start = target + i;
        place(cell);
        i += size;
        continue;
      }
    }
    const Term part = from.byte(context, source + i);
    if (context.terms.isConstant(part)) bytes_.set(target + i, static_cast<std::uint8_t>(context.terms.bits64(part)));
    else place({Value::symbolic(part), {ir::ScalarKind::Integer, 0, 8}, target + i});
    ++i;
  }
}

std::uint32_t Contents::Window::indexWidth(std::uint32_t stride) const {
  const std::uint64_t count = (size + stride - 1) / stride;
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::bit_width(count > 0 ? count - 1 : 0)));
}

Contents::Window Contents::enclosing(Window part) const {
  const auto within = [&](const Array& array) {
    return part.start >= array.window.start && part.start + part.size <= array.end();
  };
  const auto found = std::find_if(arrays_.rbegin(), arrays_.rend(), within);
  return found == arrays_.rend() ? part : found->window;
}

std::optional<Term> Contents::view(ByteContext& context, Window window, std::uint32_t stride) const {
  if (view_.term && view_.window == window && view_.stride == stride) return view_.term;
  logic::TermManager& terms = context.terms;
  const std::uint32_t width = window.indexWidth(stride);
  const std::uint64_t count = window.size / stride;
  for (std::uint64_t at = window.start; at < window.start + window.size; ++at)
    if (isPointerAt(at)) return {};

  const auto known = std::ranges::find_if(
      arrays_, [&](const Array& array) { return array.window == window && array.stride == stride; });
  constexpr std::uint64_t mostUnwritten = 64; // elements that have variables of their own
  std::uint64_t unwrittenElements = 0;
  std::vector<std::uint64_t> constants(count);
  std::vector<std::pair<std::uint64_t, Term>> others;
  if (!unknown_.empty())
    for (std::uint64_t k = 0; k < count; ++k) unwrittenElements += isUninitialised(window.start + k * stride) ? 1 : 0;
  const bool isMostlyUnwritten = known == arrays_.end() && unwrittenElements > mostUnwritten;
  const ir::ScalarType type{ir::ScalarKind::Integer, 0, static_cast<std::uint16_t>(stride * 8)};
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t at = window.start + k * stride;
    if (known != arrays_.end()) {
      bool untouched = true;
      for (std::uint64_t i = 0; i < stride && untouched; ++i)
        untouched = shadow_[at + i] == inArray && &arrayAt(at + i) == &*known;
      if (untouched) continue;
    }
    const Value element = read(context, at, type);
    if (isMostlyUnwritten && !element.isDefined()) continue;
    if (element.isPlain() && stride <= 8 && known == arrays_.end() && !isMostlyUnwritten) constants[k] = element.bits;
    else if (!element.isDefined()) others.emplace_back(k, unwritten(context, at, stride));
    else others.emplace_back(k, element.isSymbolic() ? element.asTerm() : terms.constant(stride * 8, element.bits));
  }
  Term array;
  if (known != arrays_.end()) {
    array = known->term;
  } else if (isMostlyUnwritten) {
    array = context.unwrittenArray(number_, window.start, logic::Sort::array(width, stride * 8));
  } else {
    const bool zero = std::ranges::all_of(constants, [](std::uint64_t value) { return value == 0; });
    array = zero ? terms.constArray(width, terms.constant(stride * 8, 0)) : terms.table(width, stride * 8, constants);
  }
  for (const auto& [index, element] : others) array = terms.store(array, terms.constant(width, index), element);
  view_ = {window, stride, array};
  return array;
}

void Contents::replace(Term array, Window window, std::uint32_t stride) {
  const Array added{window, stride, array};
  std::erase_if(arrays_,
                [&](const Array& old) { return old.window.start >= window.start && old.end() <= added.end(); });
  arrays_.push_back(added);
  noteWritten(window.start, window.size);
  view_.term = Term();
  if (shadow_.empty()) shadow_.assign(bytes_.size(), 0);
  shadow_.fill(window.start, added.end(), inArray);
  compact();
  if (!unknown_.empty()) setUnknown(window.start, added.end() - window.start, false);
}

void Contents::replaceObject(ObjectId from, ObjectId to) {
  cells_.changeWhere([&](const Cell& cell) { return cell.value.object() == from; },
                     [&](Cell& cell) { cell.value.tag = to << 2 | (cell.value.tag & 3); });
}

bool Contents::isSame(const Contents& other) const {
  if (size() != other.size()) return false;
  for (std::uint64_t i = 0; i < size();) {
    const std::uint64_t end = sharedUntil(other, i);
    if (end == i && differsAt(other, i)) return false;
    i = std::max(end, i + 1);
  }
  return true;
}

std::uint64_t Contents::sharedUntil(const Contents& other, std::uint64_t offset) const {
  std::uint64_t end = bytes_.sharedUntil(other.bytes_, offset);
  if (!unknown_.empty() || !other.unknown_.empty())
    end = std::min(end, unknown_.sharedUntil(other.unknown_, offset / 64) * 64);
  if (end <= offset) return offset;
  if (!shadow_.empty()) end = shadow_.firstOther(offset, end, 0);
  return other.shadow_.empty() ? end : other.shadow_.firstOther(offset, end, 0);
}

bool Contents::differsAt(const Contents& other, std::uint64_t offset) const {
  if (isUninitialised(offset) || other.isUninitialised(offset))
    return isUninitialised(offset) != other.isUninitialised(offset);
  const std::uint32_t mine = shadow_.empty() ? 0 : shadow_[offset];
  const std::uint32_t theirs = other.shadow_.empty() ? 0 : other.shadow_[offset];
  if (mine == 0 && theirs == 0) return bytes_[offset] != other.bytes_[offset];
  if (mine == 0 || theirs == 0) return true;
  if (mine == inArray || theirs == inArray) return mine != theirs || !(arrayAt(offset) == other.arrayAt(offset));
  const Cell& a = cells_[mine - 1];
  const Cell& b = other.cells_[theirs - 1];
  return a.start != b.start || !(a.type == b.type) || !(a.value == b.value);
}

std::optional<std::pair<std::uint64_t, ir::ScalarType>> Contents::valueAt(std::uint64_t offset) const {
  const std::uint32_t shadow = shadow_.empty() ? 0 : shadow_[offset];
  if (shadow == 0 || shadow == inArray) return {};
  const Cell& cell = cells_[shadow - 1];
  for (std::uint64_t i = 0; i < cell.size(); ++i)
    if (shadow_[cell.start + i] != shadow) return {};
  return std::pair(cell.start, cell.type);
}

std::size_t Contents::bytes() const {
  return bytes_.bytes() + shadow_.bytes() + cells_.bytes() + unknown_.bytes() + written_.capacity() / 8;
}

} // namespace beagle::exec
