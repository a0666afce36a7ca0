// Texts that inputs are made of.

#include "analysis/compare/input_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace beagle::compare {

namespace {

/// The whole number that a text begins with, and so much.
std::string numberNear(const std::string& text, std::int64_t distance) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return fmt::format(
      "{}", static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + static_cast<std::uint64_t>(distance)));
}

} // namespace

/// Mostly one that the code knows by itself: messages have so many.
char InputMaker::letter() { return !ofTexts_.empty() && lot_.oneIn(4) ? lot_.of(ofTexts_) : lot_.of(letters_); }

void InputMaker::chooseText(Group& group) {
  group.input = input_;
  group.isText = true;
  group.text = madeText();
  if (group.size == ir::none && group.text.size() > mostLetters_) group.text.resize(mostLetters_);
}

/// Digits, perhaps with a sign.
std::string InputMaker::madeNumber(std::uint64_t digits) {
  std::string text;
  if (lot_.oneIn(3)) text += lot_.oneIn(2) ? '-' : '+';
  for (; digits > 0; --digits) text += static_cast<char>('0' + lot_.below(10));
  return text;
}

/// One that the code has, or one next to it.
std::string InputMaker::knownNumber() {
  if (constants_.integers.empty()) return madeNumber(1 + lot_.below(3));
  return fmt::format("{}", static_cast<std::int64_t>(lot_.of(constants_.integers) + lot_.below(3) - 1));
}

/// Mostly numbers are of one kind, and now and then in order.
InputMaker::ItemStyle InputMaker::itemStyle() {
  constexpr std::array limits{10U, 10U, 100U, 1000U};
  ItemStyle style;
  if (!lot_.oneIn(2))
    style = {ItemStyle::Order::Any, limits[lot_.below(limits.size())], lot_.oneIn(4), lot_.oneIn(4), !lot_.oneIn(4)};
  if (lot_.oneIn(4)) style.order = static_cast<ItemStyle::Order>(1 + lot_.below(3));
  return style;
}

/// A number, as people write them.
std::string InputMaker::madeItem(ItemStyle style) {
  constexpr std::int64_t large = 100'000; // mostly a part of another number
  std::string text;
  if (style.isPlain) return fmt::format("{}", lot_.below(style.limit));
  const auto known = static_cast<std::int64_t>(constants_.integers.empty() ? 0 : lot_.of(constants_.integers));
  if (lot_.oneIn(4) && ((known > -large && known < large) || lot_.oneIn(4)))
    text = fmt::format("{}", static_cast<std::int64_t>(static_cast<std::uint64_t>(known) + lot_.below(3) - 1));
  else if (lot_.oneIn(12)) text = madeNumber(lot_.below(12));
  else text = fmt::format("{}", lot_.below(style.limit != 0 ? style.limit : lot_.oneIn(4) ? 1000 : 10));
  if (style.hasSigns && lot_.oneIn(8)) text.insert(0, "-");
  if (style.hasPoints && lot_.oneIn(6)) text += fmt::format(".{}", lot_.below(100));
  return text;
}

/// Behind others of the list: often one of them again, or the number next to it.
std::string InputMaker::nextItem(const std::vector<std::string>& items, ItemStyle style) {
  if (items.empty() || (items.size() == 1 && lot_.oneIn(2))) return madeItem(style); // the first may be a count
  switch (style.order) {
  case ItemStyle::Order::Alike: return items.back();
  case ItemStyle::Order::Ascending: return numberNear(items.back(), static_cast<std::int64_t>(lot_.below(4)));
  case ItemStyle::Order::Descending: return numberNear(items.back(), -static_cast<std::int64_t>(lot_.below(4)));
  case ItemStyle::Order::Any: break;
  }
  if (!lot_.oneIn(4)) return madeItem(style);
  const std::string& other = lot_.of(items);
  return lot_.oneIn(3) ? numberNear(other, static_cast<std::int64_t>(lot_.below(3)) - 1) : other;
}

/// Numbers, as programs read them.
std::string InputMaker::madeList() {
  std::string text;
  std::vector<std::string> items;
  const ItemStyle style = itemStyle();
  std::uint64_t count = 1 + lot_.below(style.order == ItemStyle::Order::Any ? most_ : 3ULL * most_);
  if (lot_.oneIn(3)) { // how many there are comes first, perhaps in rows
    const std::uint64_t rows = 1 + lot_.below(4);
    const std::uint64_t columns = lot_.oneIn(2) ? 0 : 1 + lot_.below(4);
    text = columns == 0 ? fmt::format("{}\n", rows) : fmt::format("{} {}\n", rows, columns);
    count = rows * std::max<std::uint64_t>(columns, 1);
  }
  for (; count > 0; --count) {
    items.push_back(nextItem(items, style));
    text += items.back();
    if (count > 1 || lot_.oneIn(2)) text += lot_.oneIn(4) ? '\n' : ' ';
  }
  return text;
}

/// The same with another part: what stands between blanks, a line, or a piece.
std::string InputMaker::variedText(std::string text, bool isEnded) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
  for (std::uint64_t changes = 1 + lot_.below(3); changes > 0; --changes) {
    std::size_t from = lot_.below(text.size() + 1), to = from;
    while (from > 0 && !isBlank(text[from - 1])) --from;
    while (to < text.size() && !isBlank(text[to])) ++to;
    switch (lot_.below(isEnded ? 10 : 8)) { // what is counted is mostly a list
    case 0: text.replace(from, to - from, madeItem({})); break;
    case 1: text.insert(from, madeItem({}) + (lot_.oneIn(4) ? '\n' : ' ')); break;
    case 2: text.erase(from, to - from + (to < text.size() ? 1 : 0)); break;
    case 3: text += (text.empty() || isBlank(text.back()) ? "" : lot_.oneIn(2) ? " " : "\n") + madeList(); break;
    case 4: text += (text.empty() || isBlank(text.back()) ? "" : "\n") + text; break;
    case 5: text.insert(from, text.substr(from, lot_.below(most_ + 1ULL))); break;
    case 6: text.insert(from, madeText()); break;
    case 8: { // a number, whatever stands around it
      const std::size_t first = std::min(text.find_first_of("0123456789", lot_.below(text.size() + 1)), text.size());
      const std::size_t last = std::min(text.find_first_not_of("0123456789", first), text.size());
      text.replace(first, last - first, knownNumber());
      break;
    }
    case 9: text.insert(lot_.below(text.size() + 1), 1, letter()); break;
    default:
      if (from < text.size()) text[from] = lot_.oneIn(2) ? letter() : static_cast<char>(text[from] + 1);
    }
  }
  return text;
}

/// One that is likely, or a number that is, as it is written.
std::string InputMaker::likelyText() {
  const std::uint64_t which = lot_.below(likely_.texts.size() + likely_.integers.size());
  if (which < likely_.texts.size()) return likely_.texts[which];
  return fmt::format("{}", static_cast<std::int64_t>(likely_.integers[which - likely_.texts.size()]));
}

std::string InputMaker::madeText() {
  std::string text;
  if (plan_ == Plan::Likely && likely_.texts.size() + likely_.integers.size() > 0) {
    text = likelyText();
    while (lot_.oneIn(4)) {
      text += lot_.oneIn(4) ? '\n' : ' ';
      text += likelyText();
    }
    return text;
  }
  switch (lot_.below(6)) {
  case 0: // words, numbers and what stands between them
    for (std::uint64_t parts = 1 + lot_.below(6); parts > 0; --parts) {
      const std::uint64_t kind = lot_.below(6);
      if (kind < 3 && !constants_.texts.empty()) text += lot_.of(constants_.texts);
      else if (kind < 5) text += lot_.oneIn(3) ? ' ' : letter();
      else text += madeNumber(1 + lot_.below(3));
    }
    return text;
  case 1: // letters of the code
    for (std::uint64_t i = lot_.below(most_ + 2ULL); i > 0; --i) text += letter();
    return text;
  case 2: { // of two of them
    const char a = letter(), b = letter();
    for (std::uint64_t i = lot_.below(most_ + 2ULL); i > 0; --i) text += lot_.oneIn(2) ? a : b;
    return text;
  }
  case 3: return madeNumber(lot_.below(most_ + 1ULL));
  case 4: return madeList();
  default:
    for (std::uint64_t i = lot_.below(most_ + 2ULL); i > 0; --i) text += static_cast<char>(lot_.next());
    return text;
  }
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
  group.text = variedText(std::move(text), group.size == ir::none);
  if (group.size == ir::none && group.text.size() > mostLetters_) group.text.resize(mostLetters_);
  group.input = group.varied = input_;
}

} // namespace beagle::compare
