#include "analysis/exec/container_keys.h"

#include "analysis/input/layout.h"
#include "analysis/input/standard.h"

#include <fmt/format.h>

namespace beagle::exec {

using input::Container;
using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using logic::FloatFormat;
using logic::Op;
using logic::Term;
using Kind = SourceType::Kind;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr ScalarType bitType{ScalarKind::Integer, 0, 1};

bool isText(const SourceType& type) { return input::standardOf(type) == input::Standard::String; }

} // namespace

bool isNumber(const SourceType& type) { return input::scalarOf(type) && !input::isPointer(type); }

Term numberAt(logic::TermManager& terms, input::Leaves& leaves, const SourceType& type, const std::string& path,
              std::uint32_t owner, std::vector<Term>& variables) {
  const ScalarType scalar = *input::scalarOf(type);
  const bool isTruth = type.kind == Kind::Boolean;
  const Term bits = leaves.value(path, isTruth ? bitType : scalar, &type, owner);
  variables.push_back(leaves.find(path)->variable);
  if (isTruth) return terms.boolToBits(bits, scalar.width);
  return scalar.kind == ScalarKind::Float ? terms.fpFromBits(static_cast<FloatFormat>(scalar.format), bits) : bits;
}

Term isLessNumber(logic::TermManager& terms, const SourceType& type, Term a, Term b) {
  if (terms.sort(a).isFloat()) return terms.fpBinary(Op::FpLess, a, b);
  return terms.binary(type.isSigned ? Op::SLess : Op::ULess, a, b);
}

bool ContainerKeys::areComparable(const ir::SourceTypes& types, const Container& form) {
  if (form.key == ir::none) return false;
  const SourceType& key = types.type(form.key);
  if (!isNumber(key) && !isText(key)) return false;
  const std::string& order = types.type(form.order).name;
  if (form.form == Container::Form::Tree) return order.starts_with("std::less<") || order.starts_with("std::greater<");
  return types.type(form.equality).name.starts_with("std::equal_to<");
}

bool ContainerKeys::areTexts(const ir::SourceTypes& types, const Container& form) {
  return isText(types.type(form.key)) && types.type(form.order).name.starts_with("std::hash<");
}

ContainerKeys::Key ContainerKeys::keyOf(std::uint32_t number) {
  const SourceType& type = types_.type(container_.form.key);
  const std::string path = input::keyPath(container_.path, number);
  const std::uint32_t owner = container_.nodes[number];
  Key key;
  if (!isText(type)) {
    key.parts = {numberAt(terms_, leaves_, type, path, owner, variables_)};
    return key;
  }
  const auto leaf = [&](const std::string& name, ScalarType scalar) {
    variables_.push_back(leaves_.leaf(name, scalar, nullptr, owner).variable);
    return variables_.back();
  };
  key.length = leaf(path + ".size()", sizeType);
  for (std::uint32_t i = 0; i < maxString_; ++i) {
    const Term character = leaf(fmt::format("{}[{}]", path, i), byteType);
    key.parts.push_back(
        terms_.ite(terms_.binary(Op::ULess, terms_.constant(64, i), key.length), character, terms_.constant(8, 0)));
  }
  return key;
}

Term ContainerKeys::isLess(const Key& a, const Key& b) {
  const SourceType byte; // of a text: without a sign
  const SourceType& type = a.length ? byte : types_.type(container_.form.key);
  Term less = a.length ? terms_.binary(Op::ULess, a.length, b.length) : terms_.truth(false);
  for (std::size_t i = a.parts.size(); i-- > 0;) {
    const Term here = isLessNumber(terms_, type, a.parts[i], b.parts[i]);
    less = terms_.logicalOr(here, terms_.logicalAnd(terms_.equal(a.parts[i], b.parts[i]), less));
  }
  return less;
}

Term ContainerKeys::isEqual(const Key& a, const Key& b) {
  if (terms_.sort(a.parts.front()).isFloat()) return terms_.fpBinary(Op::FpEqual, a.parts.front(), b.parts.front());
  Term equal = a.length ? terms_.equal(a.length, b.length) : terms_.truth(true);
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    equal = terms_.logicalAnd(equal, terms_.equal(a.parts[i], b.parts[i]));
  return equal;
}

Term ContainerKeys::exists(std::uint32_t number) {
  return terms_.binary(Op::ULess, terms_.constant(64, number), container_.size);
}

Term ContainerKeys::valid(std::vector<Term>& variables) {
  if (container_.most < 2 || !areComparable(types_, container_.form)) return terms_.truth(true);
  std::vector<Key> keys;
  for (std::uint32_t i = 0; i < container_.most; ++i) keys.push_back(keyOf(i));
  Term valid = terms_.truth(true);
  const auto require = [&](std::uint32_t last, Term holds) {
    valid = terms_.logicalAnd(valid, terms_.implies(exists(last), holds));
  };
  for (const Key& key : keys)
    if (key.length)
      valid = terms_.logicalAnd(valid, terms_.binary(Op::ULessEqual, key.length, terms_.constant(64, maxString_)));
  const bool isDescending = types_.type(container_.form.order).name.starts_with("std::greater<");
  for (std::uint32_t j = 1; j < keys.size(); ++j) {
    const Key& first = keys[isDescending ? j : j - 1];
    const Key& second = keys[isDescending ? j - 1 : j];
    const bool isFloat = terms_.sort(first.parts.front()).isFloat();
    if (container_.form.form == Container::Form::Tree) {
      if (!container_.form.hasEqualKeys) require(j, isLess(first, second));
      else if (isFloat) require(j, terms_.fpBinary(Op::FpLessEqual, first.parts.front(), second.parts.front()));
      else require(j, terms_.logicalNot(isLess(second, first)));
      continue;
    }
    for (std::uint32_t i = 0; i < j; ++i) {
      if (!container_.form.hasEqualKeys) require(j, terms_.logicalNot(isEqual(keys[i], keys[j])));
      for (std::uint32_t k = i + 1; container_.form.hasEqualKeys && k < j; ++k) // equal ones stand together
        require(j, terms_.implies(isEqual(keys[i], keys[j]), isEqual(keys[i], keys[k])));
    }
  }
  variables.insert(variables.end(), variables_.begin(), variables_.end());
  return valid;
}

Term ContainerKeys::hash(std::uint32_t number) {
  const std::string path = input::keyPath(container_.path, number);
  const std::uint32_t owner = container_.nodes[number];
  const Term length = leaves_.leaf(path + ".size()", sizeType, nullptr, owner).variable;
  std::vector<Term> bytes;
  Term hash = hashOf(bytes);
  for (std::uint32_t i = 0; i < maxString_; ++i) {
    bytes.push_back(leaves_.leaf(fmt::format("{}[{}]", path, i), byteType, nullptr, owner).variable);
    hash = terms_.ite(terms_.equal(length, terms_.constant(64, bytes.size())), hashOf(bytes), hash);
  }
  return hash;
}

/// std::_Hash_bytes (see runtime/cxx/hash_bytes.cpp) with the seed of std::hash.
Term ContainerKeys::hashOf(const std::vector<Term>& bytes) {
  constexpr std::uint64_t seed = 0xc70f6907;
  constexpr std::uint64_t multiplier = 0xc6a4a7935bd1e995;
  constexpr std::size_t word = 8;
  const auto times = [&](Term value) { return terms_.binary(Op::Mul, value, terms_.constant(64, multiplier)); };
  const auto mixed = [&](Term value) {
    return terms_.binary(Op::BitXor, value, terms_.binary(Op::LShr, value, terms_.constant(64, 47)));
  };
  const auto number = [&](std::size_t from, std::size_t to) {
    Term value = bytes[from];
    for (std::size_t i = from + 1; i < to; ++i) value = terms_.binary(Op::Concat, bytes[i], value);
    return terms_.resize(value, 64);
  };
  Term hash = terms_.constant(64, seed ^ (bytes.size() * multiplier));
  std::size_t at = 0;
  for (; at + word <= bytes.size(); at += word)
    hash = times(terms_.binary(Op::BitXor, hash, times(mixed(times(number(at, at + word))))));
  if (at < bytes.size()) hash = times(terms_.binary(Op::BitXor, hash, number(at, bytes.size())));
  return mixed(times(mixed(hash)));
}

} // namespace beagle::exec
