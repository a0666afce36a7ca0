#pragma once

#include "analysis/compare/lot.h"
#include "analysis/compare/test_inputs.h"
#include "analysis/compare/text_maker.h"
#include "analysis/exec/given_inputs.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace beagle::compare {

/// Values of the leaves of one input, by their number; a leaf without one is made up when somebody asks.
struct InputValues {
  std::vector<std::uint64_t> values;
  std::vector<bool> has;

  void set(std::uint32_t leaf, std::uint64_t value);
  [[nodiscard]] bool contains(std::uint32_t leaf) const { return leaf < has.size() && has[leaf]; }
};

/// Whether it is a letter of a text.
[[nodiscard]] bool isText(const input::Leaf& leaf);

/// Makes inputs up: numbers that are small, at the ends of their types, in the code, or anything; arrays and
/// texts that are sorted, equal, words of the code; null pointers and aliases. Or varies an input that there
/// was.
class InputMaker final : public exec::InputSource {
public:
  struct Most {
    std::uint32_t elements = 0; ///< of a buffer
    std::uint32_t letters = 0;  ///< of a text
  };
  InputMaker(CodeConstants constants, CodeConstants likely, Most most, std::uint64_t seed);

  // What the next input is.
  void makeAnew();
  void makeLikely(); ///< mostly of what is likely
  void vary(const InputValues& parent);
  void repeat(const InputValues& input, bool fillsWithZero); ///< what it lacks is zero, or made up
  void take(const NamedLeaves& input);                       ///< what it lacks is made up

  /// The number says how long something is: it is better small.
  void noteLength(std::uint32_t leaf);
  [[nodiscard]] std::uint64_t length() { return lot_.below(texts_.most() + 1ULL); }
  /// Whether it is an element behind the last one, of an array that is counted.
  [[nodiscard]] bool isBehindEnd(const input::Leaf& leaf, std::uint32_t number, const exec::GivenInput& input);
  /// What the code may compare the leaf with.
  [[nodiscard]] const std::vector<std::uint64_t>& candidates(const input::Leaf& leaf);
  [[nodiscard]] bool knowsLikely() const { return texts_.knowsLikely(); }

  [[nodiscard]] std::uint64_t valueOf(const input::Leaf& leaf, std::uint32_t number) override;

private:
  enum class Plan : std::uint8_t { Anew, Likely, Vary, Repeat, Take };
  /// What elements of one array have in common.
  enum class Style : std::uint8_t { Mixed, Small, Ascending, Descending, Equal, OneOdd, Any };
  struct Group {
    std::uint64_t input = 0;       ///< in which the style was chosen
    std::uint64_t varied = 0;      ///< in which the text is another one, made from that of the parent
    std::uint64_t decided = 0;     ///< in which it was decided whether it is
    bool isText = false;           ///< as far as its elements have been seen
    std::uint32_t size = ir::none; ///< the leaf that says how many there are; none: as far as it has been seen
    Style style = Style::Mixed;
    std::uint64_t first = 0, step = 0;
    std::string text;
    std::map<std::uint32_t, std::uint32_t> leaves; ///< of a text, by position
  };
  /// Which array a leaf is an element of, and which element.
  struct Membership {
    std::uint32_t group = 0;
    std::uint32_t position = 0;
  };

  void begin(Plan plan);
  [[nodiscard]] std::uint64_t named(const input::Leaf& leaf, std::uint32_t number);
  [[nodiscard]] std::uint64_t size(const input::Leaf& leaf, std::uint32_t number);
  [[nodiscard]] std::optional<std::uint64_t> ofVariedText(const input::Leaf& leaf, std::uint32_t number);
  [[nodiscard]] std::uint32_t groupOf(const std::string& elements);
  [[nodiscard]] Membership membershipOf(const input::Leaf& leaf, std::uint32_t number);
  void choose(Group& group, const input::Leaf& leaf);
  void chooseText(Group& group);
  [[nodiscard]] std::string textOfParent(const Group& group, std::uint64_t most) const;
  void takeVaried(Group& group, std::string text);

  [[nodiscard]] std::uint64_t made(const input::Leaf& leaf, std::uint32_t number);
  [[nodiscard]] std::uint64_t element(const input::Leaf& leaf, Membership membership);
  [[nodiscard]] std::uint64_t taken(ir::ScalarType type);
  [[nodiscard]] std::uint64_t scalar(const input::Leaf& leaf);
  [[nodiscard]] std::uint64_t integer(const input::Leaf& leaf);
  [[nodiscard]] std::uint64_t floating(const input::Leaf& leaf);
  [[nodiscard]] std::uint64_t varied(const input::Leaf& leaf, std::uint64_t value);

  TextMaker texts_;
  std::map<std::tuple<ir::ScalarKind, std::uint32_t, bool>, std::vector<std::uint64_t>>
      candidates_; ///< by kind, width, and whether it is a letter
  std::uint32_t mostLetters_;
  Lot lot_;
  Plan plan_ = Plan::Anew;
  const InputValues* parent_ = nullptr;
  const NamedLeaves* named_ = nullptr;
  bool fillsWithZero_ = false;
  std::uint64_t changesPerMille_ = 0; ///< how likely a leaf of the parent is to get another value
  std::uint32_t remade_ = ir::none;   ///< the array of which nothing is taken from the parent; none: of each a part
  std::uint64_t input_ = 0;
  std::vector<bool> isLength_;
  std::map<std::string, std::uint32_t, std::less<>> groupNumbers_;
  std::vector<Group> groups_;
  std::vector<Membership> memberships_;                         ///< by leaf
  std::vector<std::pair<ir::ScalarType, std::uint64_t>> given_; ///< in this input
};

} // namespace beagle::compare
