#include "analysis/compare/input_maker.h"

#include "analysis/input/layout.h"
#include "analysis/logic/bit_vector.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <utility>

namespace beagle::compare {

using ir::ScalarKind;
using ir::ScalarType;
using Kind = ir::SourceType::Kind;

namespace {

constexpr std::uint32_t noGroup = ir::none;

/// What says how many elements there are, and is no value of the program.
bool isSize(const input::Leaf& leaf) { return !leaf.source && leaf.path.ends_with(".size"); }

std::uint64_t bitsOf(double value, std::uint32_t width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : std::bit_cast<std::uint64_t>(value);
}

/// Which element a pointer leads to.
bool isPosition(const input::Leaf& leaf) { return !leaf.source && leaf.path.ends_with(".at"); }

} // namespace

bool isText(const input::Leaf& leaf) {
  return leaf.type.width == 8 && leaf.source && leaf.source->kind == Kind::Character;
}

void InputValues::set(std::uint32_t leaf, std::uint64_t value) {
  if (leaf >= has.size()) {
    has.resize(leaf + 1);
    values.resize(leaf + 1);
  }
  has[leaf] = true;
  values[leaf] = value;
}

InputMaker::InputMaker(CodeConstants constants, CodeConstants likely, Most most, std::uint64_t seed)
    : texts_(std::move(constants), std::move(likely), most.elements), mostLetters_(most.letters), lot_(seed) {}

void InputMaker::begin(Plan plan) {
  plan_ = plan;
  ++input_;
  given_.clear();
}

void InputMaker::makeAnew() { begin(Plan::Anew); }

void InputMaker::makeLikely() { begin(Plan::Likely); }

void InputMaker::vary(const InputValues& parent) {
  begin(Plan::Vary);
  parent_ = &parent;
  const auto count = static_cast<std::uint64_t>(std::ranges::count(parent.has, true));
  remade_ = groups_.empty() || !lot_.oneIn(4) ? noGroup : static_cast<std::uint32_t>(lot_.below(groups_.size()));
  changesPerMille_ = std::max<std::uint64_t>(1000 * (1 + lot_.below(4)) / std::max<std::uint64_t>(count, 1), 1);
}

void InputMaker::repeat(const InputValues& input, bool fillsWithZero) {
  begin(Plan::Repeat);
  parent_ = &input;
  fillsWithZero_ = fillsWithZero;
}

void InputMaker::take(const NamedLeaves& input) {
  begin(Plan::Take);
  named_ = &input;
}

std::uint64_t InputMaker::named(const input::Leaf& leaf, std::uint32_t number) {
  const auto isNull = [&] { return leaf.source && input::isPointer(*leaf.source) && leaf.type.width == 1; };
  if (isNull() && named_->contains(leaf.path + ".size")) return 0;
  const auto known = named_->find(leaf.path);
  if (known == named_->end() || isNull()) return made(leaf, number);
  const bool isFloat = leaf.type.kind == ScalarKind::Float;
  return std::visit(
      [&](auto value) {
        return isFloat ? bitsOf(static_cast<double>(value), leaf.type.width)
                       : static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
      },
      known->second);
}

void InputMaker::noteLength(std::uint32_t leaf) {
  if (leaf >= isLength_.size()) isLength_.resize(leaf + 1);
  isLength_[leaf] = true;
}

const std::vector<std::uint64_t>& InputMaker::candidates(const input::Leaf& leaf) {
  const auto [known, isNew] = candidates_.try_emplace({leaf.type.kind, leaf.type.width, isText(leaf)});
  std::vector<std::uint64_t>& found = known->second;
  if (!isNew) return found;
  const std::uint32_t width = std::min<std::uint32_t>(leaf.type.width, 64);
  if (leaf.type.width == 1) {
    found = {0, 1};
  } else if (leaf.type.kind == ScalarKind::Float) {
    if (const auto special = texts_.constants().floats.find(width); special != texts_.constants().floats.end())
      found = special->second;
  } else if (isText(leaf)) {
    for (const std::vector<char>* all : {&texts_.letters(), &texts_.lettersOfTexts()})
      for (const char letter : *all) found.push_back(static_cast<std::uint8_t>(letter));
  } else {
    for (const std::uint64_t value : texts_.constants().integers)
      for (const std::uint64_t near : {value, value + 1, value - 1}) found.push_back(near & logic::lowMask(width));
  }
  std::ranges::sort(found);
  const auto twice = std::ranges::unique(found);
  found.erase(twice.begin(), twice.end());
  return found;
}

std::uint64_t InputMaker::valueOf(const input::Leaf& leaf, std::uint32_t number) {
  std::uint64_t value = 0;
  if (plan_ == Plan::Repeat) {
    value = parent_->contains(number) ? parent_->values[number] : fillsWithZero_ ? 0 : made(leaf, number);
  } else if (plan_ == Plan::Take) {
    value = named(leaf, number);
  } else if (const auto text = plan_ == Plan::Vary ? ofVariedText(leaf, number) : std::nullopt) {
    value = *text;
  } else if (plan_ == Plan::Vary && parent_->contains(number) &&
             (remade_ == noGroup || membershipOf(leaf, number).group != remade_)) {
    value = parent_->values[number];
    if (lot_.below(1000) < changesPerMille_) value = lot_.oneIn(3) ? made(leaf, number) : varied(leaf, value);
  } else {
    value = made(leaf, number);
  }
  value &= logic::lowMask(std::min<std::uint32_t>(leaf.type.width, 64));
  if (leaf.type.width > 1) given_.emplace_back(leaf.type, value);
  return value;
}

std::uint64_t InputMaker::made(const input::Leaf& leaf, std::uint32_t number) {
  if (!leaf.choice.empty()) return lot_.oneIn(5) ? 1 : 0;
  if (leaf.source && input::isPointer(*leaf.source) && leaf.type.width == 1) return lot_.oneIn(6) ? 1 : 0; // null
  if (leaf.type.width == 1) return lot_.below(2);
  if (isSize(leaf)) return size(leaf, number);
  if (isPosition(leaf))
    return lot_.oneIn(4) ? ~std::uint64_t{0} : lot_.below(texts_.most() + 1ULL); // the end is no later
  if (number < isLength_.size() && isLength_[number] && !lot_.oneIn(32)) return length();
  const Membership membership = membershipOf(leaf, number);
  if (membership.group == noGroup) return scalar(leaf);
  Group& group = groups_[membership.group];
  if (group.input != input_) choose(group, leaf);
  return element(leaf, membership);
}

void InputMaker::chooseText(Group& group) {
  group.input = input_;
  group.isText = true;
  group.text = plan_ == Plan::Likely ? texts_.likely(lot_) : texts_.made(lot_);
  if (group.size == ir::none && group.text.size() > mostLetters_) group.text.resize(mostLetters_);
}

std::string InputMaker::textOfParent(const Group& group, std::uint64_t most) const {
  std::string text;
  for (std::uint32_t i = 0; i < most; ++i) {
    const auto element = group.leaves.find(i);
    if (element == group.leaves.end()) break;
    text += parent_->contains(element->second) ? static_cast<char>(parent_->values[element->second]) : '\0';
  }
  return text;
}

void InputMaker::takeVaried(Group& group, std::string text) {
  group.text = texts_.varied(std::move(text), group.size == ir::none, lot_);
  if (group.size == ir::none && group.text.size() > mostLetters_) group.text.resize(mostLetters_);
  group.input = group.varied = input_;
}

/// A text that is counted is as long as it is.
std::uint64_t InputMaker::size(const input::Leaf& leaf, std::uint32_t number) {
  Group& group = groups_[groupOf(leaf.path.substr(0, leaf.path.rfind('.')) + ']')];
  group.size = number;
  if (!group.isText || lot_.oneIn(8)) return lot_.oneIn(16) ? 0 : 1 + lot_.below(texts_.most());
  if (group.input != input_) chooseText(group);
  return group.text.size();
}

bool InputMaker::isBehindEnd(const input::Leaf& leaf, std::uint32_t number, const exec::GivenInput& input) {
  const Membership membership = membershipOf(leaf, number);
  if (membership.group == noGroup) return false;
  const std::uint32_t size = groups_[membership.group].size;
  return size != ir::none && membership.position >= input.valueOf(size);
}

/// The size or a character of a text that is varied as a whole.
std::optional<std::uint64_t> InputMaker::ofVariedText(const input::Leaf& leaf, std::uint32_t number) {
  if (isSize(leaf)) {
    Group& group = groups_[groupOf(leaf.path.substr(0, leaf.path.rfind('.')) + ']')];
    group.size = number;
    if (!group.isText || !parent_->contains(number) || lot_.oneIn(3)) return {};
    takeVaried(group, textOfParent(group, parent_->values[number]));
    return group.text.size();
  }
  const Membership membership = membershipOf(leaf, number);
  if (membership.group == noGroup) return {};
  Group& group = groups_[membership.group];
  if (group.isText && group.size == ir::none && std::exchange(group.decided, input_) != input_ && lot_.oneIn(3)) {
    std::string text = textOfParent(group, mostLetters_);
    text.resize(std::min(text.size(), text.find('\0')));
    if (!text.empty()) takeVaried(group, std::move(text));
  }
  return group.varied == input_ ? std::optional(element(leaf, membership)) : std::nullopt;
}

/// Elements go by the name of the first one, without its number.
std::uint32_t InputMaker::groupOf(const std::string& elements) {
  const auto [known, isNew] = groupNumbers_.try_emplace(elements, static_cast<std::uint32_t>(groups_.size()));
  if (isNew) groups_.emplace_back();
  return known->second;
}

InputMaker::Membership InputMaker::membershipOf(const input::Leaf& leaf, std::uint32_t number) {
  constexpr std::uint32_t notAsked = noGroup - 1;
  if (number >= memberships_.size()) memberships_.resize(number + 1, {notAsked, 0});
  Membership& membership = memberships_[number];
  if (membership.group != notAsked) return membership;
  membership.group = noGroup;
  const std::size_t open = leaf.path.rfind('[');
  if (open == std::string::npos) return membership;
  std::size_t at = open + 1;
  for (; at < leaf.path.size() && std::isdigit(static_cast<unsigned char>(leaf.path[at])); ++at)
    membership.position = membership.position * 10 + static_cast<std::uint32_t>(leaf.path[at] - '0');
  const std::string name = leaf.path.substr(0, open) + leaf.path.substr(std::min(at, leaf.path.size()));
  membership.group = groupOf(name);
  if (isText(leaf)) groups_[membership.group].leaves[membership.position] = number;
  return membership;
}

void InputMaker::choose(Group& group, const input::Leaf& leaf) {
  if (isText(leaf)) return chooseText(group);
  group.input = input_;
  group.style = static_cast<Style>(lot_.below(static_cast<std::uint64_t>(Style::Any) + 1));
  group.first = leaf.type.kind == ScalarKind::Float ? lot_.below(16) : integer(leaf);
  group.step = lot_.oneIn(3) ? lot_.below(1000) : 1 + lot_.below(3);
}

std::uint64_t InputMaker::element(const input::Leaf& leaf, Membership membership) {
  const Group& group = groups_[membership.group];
  if (isText(leaf)) {
    if (membership.position < group.text.size()) return static_cast<std::uint8_t>(group.text[membership.position]);
    return membership.position > group.text.size() && lot_.oneIn(2) ? static_cast<std::uint8_t>(texts_.letter(lot_))
                                                                    : 0;
  }
  const std::uint64_t place = membership.position;
  const auto numbered = [&](std::uint64_t value) {
    return leaf.type.kind == ScalarKind::Float
               ? bitsOf(static_cast<double>(static_cast<std::int64_t>(value)), leaf.type.width)
               : value;
  };
  switch (group.style) {
  case Style::Small: return numbered(lot_.below(4));
  case Style::Ascending: return numbered(group.first + place * group.step);
  case Style::Descending: return numbered(group.first - place * group.step);
  case Style::Equal: return numbered(group.first);
  case Style::OneOdd: return numbered(place == group.step % 4 ? group.first : 0);
  case Style::Mixed: return scalar(leaf);
  case Style::Any: break;
  }
  return leaf.type.kind == ScalarKind::Float ? floating(leaf) : lot_.next();
}

std::uint64_t InputMaker::scalar(const input::Leaf& leaf) {
  return leaf.type.kind == ScalarKind::Float ? floating(leaf) : integer(leaf);
}

/// What another leaf of the type has got, or zero.
std::uint64_t InputMaker::taken(ScalarType type) {
  for (int tries = 0; tries < 4 && !given_.empty(); ++tries)
    if (const auto& [other, value] = lot_.of(given_); other == type) return value;
  return 0;
}

std::uint64_t InputMaker::integer(const input::Leaf& leaf) {
  const std::uint32_t width = std::min<std::uint32_t>(leaf.type.width, 64);
  if (leaf.source && leaf.source->kind == Kind::Enum && !leaf.source->enumerators.empty() && !lot_.oneIn(8))
    return static_cast<std::uint64_t>(lot_.of(leaf.source->enumerators).second);
  if (plan_ == Plan::Likely && !texts_.likelyConstants().integers.empty() && !lot_.oneIn(4))
    return lot_.of(texts_.likelyConstants().integers);
  switch (lot_.below(10)) {
  case 0:
  case 1:
  case 2: return lot_.below(17) - lot_.below(4);
  case 3:
  case 4:
  case 5:
    if (!texts_.constants().integers.empty()) return lot_.of(texts_.constants().integers) + lot_.below(3) - 1;
    return lot_.below(256);
  case 6: { // ends of the type, and near powers of two
    const std::uint64_t power = std::uint64_t{1} << lot_.below(width);
    return lot_.oneIn(2) ? power + lot_.below(3) - 1 : 0 - power + lot_.below(3) - 1;
  }
  case 7: return taken(leaf.type) + lot_.below(3) - 1;
  case 8: return lot_.next() >> (64 - std::min(width, 1 + static_cast<std::uint32_t>(lot_.below(16))));
  default: return lot_.next();
  }
}

std::uint64_t InputMaker::floating(const input::Leaf& leaf) {
  const std::uint32_t width = leaf.type.width;
  if (width != 32 && width != 64) return lot_.oneIn(4) ? 0 : lot_.next();
  const auto number = [&](double value) { return bitsOf(value, width); };
  if (plan_ == Plan::Likely && !lot_.oneIn(4)) {
    if (const auto likely = texts_.likelyConstants().floats.find(width);
        likely != texts_.likelyConstants().floats.end())
      return lot_.of(likely->second);
    if (!texts_.likelyConstants().integers.empty())
      return number(static_cast<double>(static_cast<std::int64_t>(lot_.of(texts_.likelyConstants().integers))));
  }
  const auto between = [&](double limit) { return (static_cast<double>(lot_.next() >> 11U) * 0x1p-52 - 1) * limit; };
  switch (lot_.below(12)) {
  case 0:
  case 1: return number(static_cast<double>(static_cast<std::int64_t>(lot_.below(17) - lot_.below(8))));
  case 2: return number(static_cast<double>(static_cast<std::int64_t>(lot_.below(65) - 32)) / 4);
  case 3:
  case 4: {
    const auto known = texts_.constants().floats.find(width);
    if (known != texts_.constants().floats.end())
      return lot_.of(known->second) + lot_.below(3) - 1; // or the numbers next to it
    return texts_.constants().integers.empty()
               ? number(0)
               : number(static_cast<double>(static_cast<std::int64_t>(lot_.of(texts_.constants().integers))));
  }
  case 5: {
    constexpr double special[] = {0.0, -0.0, HUGE_VAL,   -HUGE_VAL, 1e300, 5e-324,
                                  0.1, 1e-3, 16777217.0, 0.5,       -0.5,  1.0 / 3};
    if (lot_.oneIn(12)) return number(std::nan(""));
    return number(special[lot_.below(std::size(special))]);
  }
  case 6: return taken(leaf.type) + lot_.below(3) - 1;
  case 7: return number(between(1));
  case 8:
  case 9: return number(between(1000));
  case 10: return number(std::ldexp(between(1), static_cast<int>(lot_.below(64)) - 32));
  default: return lot_.next() >> (64 - width);
  }
}

std::uint64_t InputMaker::varied(const input::Leaf& leaf, std::uint64_t value) {
  const std::uint32_t width = std::min<std::uint32_t>(leaf.type.width, 64);
  if (width == 1) return value ^ 1;
  if (isText(leaf) && lot_.oneIn(2)) return static_cast<std::uint8_t>(texts_.letter(lot_));
  switch (lot_.below(6)) {
  case 0: return value + 1 + lot_.below(4);
  case 1: return value - 1 - lot_.below(4);
  case 2: return value ^ std::uint64_t{1} << lot_.below(width);
  case 3: return taken(leaf.type);
  case 4:
    if (leaf.type.kind == ScalarKind::Float && (width == 32 || width == 64)) { // a rounder one
      const double number =
          width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(value)) : std::bit_cast<double>(value);
      return bitsOf(lot_.oneIn(2) ? std::trunc(number) : -number, width);
    }
    return 0 - value;
  default: return scalar(leaf);
  }
}

} // namespace beagle::compare
