#include "analysis/compare/text_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

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

TextMaker::TextMaker(CodeConstants constants, CodeConstants likely, std::uint32_t most)
    : constants_(std::move(constants)), likely_(std::move(likely)), most_(most) {
  for (const std::uint64_t value : constants_.integers)
    if (value > 0 && value < 128) letters_.push_back(static_cast<char>(value));
  for (const std::string& text : constants_.texts) ofTexts_.insert(ofTexts_.end(), text.begin(), text.end());
  for (const char letter : {'a', 'b', '0', '1', '9', ' ', '-', 'A', 'z', '.'}) letters_.push_back(letter);
}

char TextMaker::letter(Lot& lot) const {
  return !ofTexts_.empty() && lot.oneIn(4) ? lot.of(ofTexts_) : lot.of(letters_);
}

/// Digits, perhaps with a sign.
std::string TextMaker::madeNumber(std::uint64_t digits, Lot& lot) {
  std::string text;
  if (lot.oneIn(3)) text += lot.oneIn(2) ? '-' : '+';
  for (; digits > 0; --digits) text += static_cast<char>('0' + lot.below(10));
  return text;
}

/// One that the code has, or one next to it.
std::string TextMaker::knownNumber(Lot& lot) const {
  if (constants_.integers.empty()) return madeNumber(1 + lot.below(3), lot);
  return fmt::format("{}", static_cast<std::int64_t>(lot.of(constants_.integers) + lot.below(3) - 1));
}

/// Mostly numbers are of one kind, and now and then in order.
TextMaker::ItemStyle TextMaker::itemStyle(Lot& lot) {
  constexpr std::array limits{10U, 10U, 100U, 1000U};
  ItemStyle style;
  if (!lot.oneIn(2))
    style = {ItemStyle::Order::Any, limits[lot.below(limits.size())], lot.oneIn(4), lot.oneIn(4), !lot.oneIn(4)};
  if (lot.oneIn(4)) style.order = static_cast<ItemStyle::Order>(1 + lot.below(3));
  return style;
}

/// A number, as people write them.
std::string TextMaker::madeItem(ItemStyle style, Lot& lot) const {
  constexpr std::int64_t large = 100'000; // mostly a part of another number
  std::string text;
  if (style.isPlain) return fmt::format("{}", lot.below(style.limit));
  const auto known = static_cast<std::int64_t>(constants_.integers.empty() ? 0 : lot.of(constants_.integers));
  if (lot.oneIn(4) && ((known > -large && known < large) || lot.oneIn(4)))
    text = fmt::format("{}", static_cast<std::int64_t>(static_cast<std::uint64_t>(known) + lot.below(3) - 1));
  else if (lot.oneIn(12)) text = madeNumber(lot.below(12), lot);
  else text = fmt::format("{}", lot.below(style.limit != 0 ? style.limit : lot.oneIn(4) ? 1000 : 10));
  if (style.hasSigns && lot.oneIn(8)) text.insert(0, "-");
  if (style.hasPoints && lot.oneIn(6)) text += fmt::format(".{}", lot.below(100));
  return text;
}

/// Behind others of the list: often one of them again, or the number next to it.
std::string TextMaker::nextItem(const std::vector<std::string>& items, ItemStyle style, Lot& lot) const {
  if (items.empty() || (items.size() == 1 && lot.oneIn(2))) return madeItem(style, lot); // the first may be a count
  switch (style.order) {
  case ItemStyle::Order::Alike: return items.back();
  case ItemStyle::Order::Ascending: return numberNear(items.back(), static_cast<std::int64_t>(lot.below(4)));
  case ItemStyle::Order::Descending: return numberNear(items.back(), -static_cast<std::int64_t>(lot.below(4)));
  case ItemStyle::Order::Any: break;
  }
  if (!lot.oneIn(4)) return madeItem(style, lot);
  const std::string& other = lot.of(items);
  return lot.oneIn(3) ? numberNear(other, static_cast<std::int64_t>(lot.below(3)) - 1) : other;
}

/// Numbers, as programs read them.
std::string TextMaker::madeList(Lot& lot) const {
  std::string text;
  std::vector<std::string> items;
  const ItemStyle style = itemStyle(lot);
  std::uint64_t count = 1 + lot.below(style.order == ItemStyle::Order::Any ? most_ : 3ULL * most_);
  if (lot.oneIn(3)) { // how many there are comes first, perhaps in rows
    const std::uint64_t rows = 1 + lot.below(4);
    const std::uint64_t columns = lot.oneIn(2) ? 0 : 1 + lot.below(4);
    text = columns == 0 ? fmt::format("{}\n", rows) : fmt::format("{} {}\n", rows, columns);
    count = rows * std::max<std::uint64_t>(columns, 1);
  }
  for (; count > 0; --count) {
    items.push_back(nextItem(items, style, lot));
    text += items.back();
    if (count > 1 || lot.oneIn(2)) text += lot.oneIn(4) ? '\n' : ' ';
  }
  return text;
}

std::string TextMaker::madeTask(Lot& lot) const {
  std::string alphabet;
  const char first = static_cast<char>(lot.oneIn(4) ? 'A' : 'a');
  for (std::uint64_t letters = 1 + lot.below(4); letters > 0; --letters) {
    const char known = letter(lot);
    alphabet += known > ' ' && lot.oneIn(2) ? known : static_cast<char>(first + lot.below(lot.oneIn(2) ? 4 : 26));
  }
  const auto length = [&] { return 1 + lot.below(lot.oneIn(8) ? 8ULL * most_ : lot.oneIn(2) ? 4 : most_); };
  const auto word = [&](std::uint64_t count) {
    std::string text;
    for (; count > 0; --count) text += alphabet[lot.below(alphabet.size())];
    return text;
  };
  const ItemStyle style = itemStyle(lot);
  std::vector<std::string> items;
  const auto numbers = [&](std::uint64_t count) {
    std::string text;
    for (; count > 0; --count) {
      items.push_back(nextItem(items, style, lot));
      text += items.back() + (count > 1 ? ' ' : '\n');
    }
    return text;
  };
  const std::uint64_t count = length();
  switch (lot.below(7)) {
  case 0: return fmt::format("{}\n{}\n", count, word(count));
  case 1: return fmt::format("{}\n{}", count, numbers(count));
  case 2: return fmt::format("{} {}\n{}", count, madeItem(style, lot), numbers(count));
  case 3: { // rows of letters
    const std::uint64_t rows = 1 + lot.below(most_ / 2 + 1), columns = 1 + lot.below(most_ / 2 + 1);
    std::string text = fmt::format("{} {}\n", rows, columns);
    for (std::uint64_t row = 0; row < rows; ++row) text += word(columns) + '\n';
    return text;
  }
  case 4: { // words, perhaps with a number each
    const bool hasNumbers = lot.oneIn(2);
    std::string text = fmt::format("{}\n", count);
    for (std::uint64_t i = 0; i < count; ++i)
      text += word(1 + lot.below(4)) + (hasNumbers ? ' ' + numbers(1) : std::string("\n"));
    return text;
  }
  case 5: return fmt::format("{}\n{}", word(length()), numbers(count));
  default: { // two words that are nearly the same
    std::string other = word(count);
    std::string text = other + '\n';
    if (lot.oneIn(2)) other[lot.below(other.size())] = alphabet[0];
    else if (lot.oneIn(2)) other = word(count);
    return text + other + '\n';
  }
  }
}

std::string TextMaker::varied(std::string text, bool isEnded, Lot& lot) const {
  const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
  for (std::uint64_t changes = 1 + lot.below(3); changes > 0; --changes) {
    std::size_t from = lot.below(text.size() + 1), to = from;
    while (from > 0 && !isBlank(text[from - 1])) --from;
    while (to < text.size() && !isBlank(text[to])) ++to;
    switch (lot.below(isEnded ? 10 : 8)) { // what is counted is mostly a list
    case 0: text.replace(from, to - from, madeItem({}, lot)); break;
    case 1: text.insert(from, madeItem({}, lot) + (lot.oneIn(4) ? '\n' : ' ')); break;
    case 2: text.erase(from, to - from + (to < text.size() ? 1 : 0)); break;
    case 3: text += (text.empty() || isBlank(text.back()) ? "" : lot.oneIn(2) ? " " : "\n") + madeList(lot); break;
    case 4: text += (text.empty() || isBlank(text.back()) ? "" : "\n") + text; break;
    case 5: text.insert(from, text.substr(from, lot.below(most_ + 1ULL))); break;
    case 6: text.insert(from, made(lot)); break;
    case 8: { // a number, whatever stands around it
      const std::size_t first = std::min(text.find_first_of("0123456789", lot.below(text.size() + 1)), text.size());
      const std::size_t last = std::min(text.find_first_not_of("0123456789", first), text.size());
      text.replace(first, last - first, knownNumber(lot));
      break;
    }
    case 9: text.insert(lot.below(text.size() + 1), 1, letter(lot)); break;
    default:
      if (from < text.size()) text[from] = lot.oneIn(2) ? letter(lot) : static_cast<char>(text[from] + 1);
    }
  }
  return text;
}

/// One that is likely, or a number that is, as it is written.
std::string TextMaker::likelyText(Lot& lot) const {
  const std::uint64_t which = lot.below(likely_.texts.size() + likely_.integers.size());
  if (which < likely_.texts.size()) return likely_.texts[which];
  return fmt::format("{}", static_cast<std::int64_t>(likely_.integers[which - likely_.texts.size()]));
}

std::string TextMaker::likely(Lot& lot) const {
  if (likely_.texts.size() + likely_.integers.size() == 0) return made(lot);
  std::string text = likelyText(lot);
  while (lot.oneIn(4)) {
    text += lot.oneIn(4) ? '\n' : ' ';
    text += likelyText(lot);
  }
  return text;
}

std::string TextMaker::made(Lot& lot) const {
  std::string text;
  switch (lot.below(6)) {
  case 0: // words, numbers and what stands between them
    for (std::uint64_t parts = 1 + lot.below(6); parts > 0; --parts) {
      const std::uint64_t kind = lot.below(6);
      if (kind < 3 && !constants_.texts.empty()) text += lot.of(constants_.texts);
      else if (kind < 5) text += lot.oneIn(3) ? ' ' : letter(lot);
      else text += madeNumber(1 + lot.below(3), lot);
    }
    return text;
  case 1: // letters of the code
    for (std::uint64_t i = lot.below(most_ + 2ULL); i > 0; --i) text += letter(lot);
    return text;
  case 2: { // of two of them
    const char a = letter(lot), b = letter(lot);
    for (std::uint64_t i = lot.below(most_ + 2ULL); i > 0; --i) text += lot.oneIn(2) ? a : b;
    return text;
  }
  case 3: return madeNumber(lot.below(most_ + 1ULL), lot);
  case 4: return madeList(lot);
  default:
    for (std::uint64_t i = lot.below(most_ + 2ULL); i > 0; --i) text += static_cast<char>(lot.next());
    return text;
  }
}

} // namespace beagle::compare
