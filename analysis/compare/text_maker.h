#pragma once

#include "analysis/compare/code_constants.h"
#include "analysis/compare/lot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::compare {

/// Makes up texts as programs read them: numbers and lists of numbers, words and letters that the code knows, and what
/// people write between them.
class TextMaker {
public:
  /// `constants` are those of the code, `likely` what is rather tried; lists have about `most` elements.
  TextMaker(CodeConstants constants, CodeConstants likely, std::uint32_t most);

  [[nodiscard]] std::string made(Lot& lot) const;
  [[nodiscard]] std::string madeList(Lot& lot) const; ///< of numbers
  /// What programs read that solve one task: how many there are, and then so many; words of as many letters, rows of
  /// letters, words and numbers.
  [[nodiscard]] std::string madeTask(Lot& lot) const;
  /// Of what is likely; made up where nothing is.
  [[nodiscard]] std::string likely(Lot& lot) const;
  /// The same with another part: what stands between blanks, a line, or a piece. `isEnded`: a zero stands behind it, so
  /// that it is no list rather than one.
  [[nodiscard]] std::string varied(std::string text, bool isEnded, Lot& lot) const;
  /// Mostly one that the code knows by itself: messages have so many.
  [[nodiscard]] char letter(Lot& lot) const;

  [[nodiscard]] const CodeConstants& constants() const { return constants_; }
  [[nodiscard]] const CodeConstants& likelyConstants() const { return likely_; }
  [[nodiscard]] bool knowsLikely() const { return !likely_.empty(); }
  [[nodiscard]] std::uint32_t most() const { return most_; }
  /// Numbers of the code that may be letters, and a few that people write.
  [[nodiscard]] const std::vector<char>& letters() const { return letters_; }
  [[nodiscard]] const std::vector<char>& lettersOfTexts() const { return ofTexts_; }

private:
  /// What numbers of one list have in common.
  struct ItemStyle {
    enum class Order : std::uint8_t { Any, Alike, Ascending, Descending } order = Order::Any;
    std::uint32_t limit = 0; ///< 0: now small, now large
    bool hasSigns = true, hasPoints = true;
    bool isPlain = false; ///< no number of the code either
  };
  [[nodiscard]] static std::string madeNumber(std::uint64_t digits, Lot& lot);
  [[nodiscard]] std::string knownNumber(Lot& lot) const;
  [[nodiscard]] static ItemStyle itemStyle(Lot& lot);
  [[nodiscard]] std::string madeItem(ItemStyle style, Lot& lot) const;
  [[nodiscard]] std::string nextItem(const std::vector<std::string>& items, ItemStyle style, Lot& lot) const;
  [[nodiscard]] std::string likelyText(Lot& lot) const;

  CodeConstants constants_, likely_;
  std::uint32_t most_;
  std::vector<char> letters_, ofTexts_;
};

} // namespace beagle::compare
