#include "analysis/input/leaves.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::input {

namespace {

/// Whether every number of the one type is made from one of the other when C converts it.
bool reachesAll(const ir::ScalarType& from, const ir::ScalarType& to) {
  return from.kind == to.kind && from.width >= to.width;
}

/// Where they stand in the list, whose last they become if they are new.
std::uint32_t numberIn(std::vector<std::vector<Term>>& list, const std::vector<Term>& terms) {
  const auto known = std::ranges::find(list, terms);
  const auto number = static_cast<std::uint32_t>(known - list.begin());
  if (known == list.end()) list.push_back(terms);
  return number;
}

} // namespace

Term converted(logic::TermManager& terms, Term number, NumberType from, NumberType to) {
  using ir::ScalarKind;
  const auto format = static_cast<logic::FloatFormat>(to.scalar.format);
  const auto truth = [&](Term holds) {
    return to.scalar.width == 1 ? holds : terms.boolToBits(holds, to.scalar.width);
  };
  const auto integer = [&](Term bits) { return to.scalar.width == 1 ? terms.bitsToBool(bits) : bits; };
  if (from.scalar.kind == ScalarKind::Float) {
    const Term value = terms.fpFromBits(static_cast<logic::FloatFormat>(from.scalar.format), number);
    if (to.scalar.kind == ScalarKind::Float) return terms.fpToBits(terms.fpFromFloat(format, value));
    const Term isZero = terms.fpUnary(logic::Op::FpIsZero, value);
    return to.isBool ? truth(terms.logicalNot(isZero))
                     : integer(terms.fpToInteger(value, to.scalar.width, to.isSigned));
  }
  const Term bits = from.scalar.width == 1 ? terms.boolToBits(number, 1) : number;
  if (to.scalar.kind == ScalarKind::Float) return terms.fpToBits(terms.fpFromInteger(format, bits, from.isSigned));
  return to.isBool ? truth(terms.bitsToBool(bits)) : integer(terms.resize(bits, to.scalar.width, from.isSigned));
}

const Leaf& Leaves::leaf(std::string path, ir::ScalarType type, const ir::SourceType* source, std::uint32_t owner) {
  if (const auto found = byPath_.find(path); found != byPath_.end()) return *found->second;
  const logic::Sort sort = type.width == 1 ? logic::Sort::boolean() : logic::Sort::bits(type.width);
  leaves_.push_back({path, terms_.variable(path, sort), type, source, owner, {}});
  byPath_.emplace(std::move(path), &leaves_.back());
  return leaves_.back();
}

Term Leaves::value(std::string path, ir::ScalarType type, const ir::SourceType* source, std::uint32_t owner) {
  const Leaf& known = leaf(std::move(path), type, source, owner);
  if (known.type == type) return known.variable;
  if (!reachesAll(known.type, type))
    assumptions_.insert(fmt::format("{} is a value of type {}, as in one of the versions", known.path,
                                    known.source ? known.source->name : "of another width"));
  return converted(terms_, known.variable, {known.type, known.source}, {type, source});
}

const Leaf& Leaves::choice(const std::string& path, const std::string& what, std::uint32_t owner) {
  std::string name = path + " == " + what;
  if (const auto found = byPath_.find(name); found != byPath_.end()) return *found->second;
  leaves_.push_back(
      {path, terms_.variable(name, logic::Sort::boolean()), {ir::ScalarKind::Integer, 0, 1}, nullptr, owner, what});
  byPath_.emplace(std::move(name), &leaves_.back());
  return leaves_.back();
}

std::uint32_t Leaves::pointer(const std::string& path) {
  return pointers_.try_emplace(path, static_cast<std::uint32_t>(pointers_.size())).first->second;
}

std::uint32_t Leaves::call(const std::string& function, const std::vector<Term>& arguments) {
  return numberIn(calls_[function], arguments);
}

std::uint32_t Leaves::name(const std::string& beginning, const std::vector<Term>& bytes) {
  return numberIn(names_[beginning], bytes);
}

const Leaf* Leaves::find(std::string_view path) const {
  const auto found = byPath_.find(std::string(path));
  return found == byPath_.end() ? nullptr : found->second;
}

} // namespace beagle::input
