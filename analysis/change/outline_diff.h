#pragma once

#include "analysis/change/outline_tree.h"
#include "analysis/change/statement_pairs.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::change {

/// One construct that differs. `what` names it; tokens are where it stands, -1 where it does not.
struct Difference {
  enum class Kind {
    Became, ///< `detail` says what became what
    Added,
    Removed,
    Moved,
    Wrapped,   ///< `count` old statements stand in the new construct now
    Unwrapped, ///< and the other way round
  };

  Kind kind = Kind::Became;
  std::string what, detail;
  std::int32_t baseToken = -1, headToken = -1;
  std::uint32_t count = 0;
  ListItem item;                     ///< of the side where it stands; for Added, Removed and Moved
  std::uint32_t list = 0, place = 0; ///< of an Added or Removed statement: the list it stands in, its place there
};

/// Compares two outlines as trees and finds the smallest constructs that differ.
class OutlineDiff {
public:
  /// matchLocals() was called for both.
  OutlineDiff(const OutlineTree& base, const OutlineTree& head);

  [[nodiscard]] std::vector<Difference> run();
  /// Whether something was found that is not worth a word.
  [[nodiscard]] bool unsaid() const { return unsaid_; }

private:
  using Items = std::span<const ListItem>;

  // Statements.
  void lists(Items base, Items head);
  void gap(Items base, Items head);
  [[nodiscard]] bool wrapping(Items base, Items head);
  [[nodiscard]] bool unwrapping(Items base, Items head);
  void pairs(Items base, Items head);
  void pair(const ListItem& base, const ListItem& head);
  void parts(std::int32_t base, std::int32_t head);
  void parts(ir::Construct kind, std::int32_t base, std::int32_t head, const std::string& owner);
  void memberInits();
  void tryBlocks(std::int32_t base, std::int32_t head);
  void variables(std::int32_t base, std::int32_t head);
  void added(const ListItem& item);
  void removed(const ListItem& item);

  // Expressions. `place` is where the expression stands: "condition of `if`".
  void statement(std::int32_t base, std::int32_t head);
  void expression(std::int32_t base, std::int32_t head, const std::string& place);
  void children(std::int32_t base, std::int32_t head, const std::vector<std::size_t>& differing,
                const std::string& place);
  [[nodiscard]] std::string placeOfChild(std::int32_t head, std::size_t child, const std::string& place) const;
  [[nodiscard]] bool arguments(std::int32_t base, std::int32_t head, const std::string& place);
  [[nodiscard]] bool logicalChain(std::int32_t base, std::int32_t head, const std::string& place);
  void lambdas(std::int32_t base, std::int32_t head, const std::string& place);
  void became(std::int32_t base, std::int32_t head, const std::string& place);
  void became(const std::string& place, const std::string& base, const std::string& head, std::uint32_t baseToken,
              std::uint32_t headToken, const std::string& after = {});

  /// The first name in code that looks the same, from these tokens on, that stands for something else now.
  [[nodiscard]] bool standsForAnother(std::uint32_t baseToken, std::uint32_t headToken);

  /// A piece of a construct that came or went.
  void part(Difference::Kind kind, std::string what, std::uint32_t token);

  void findMoves();

  const OutlineTree& base_;
  const OutlineTree& head_;
  StatementPairs similar_;
  std::vector<Difference> found_;
  bool unsaid_ = false;
  std::set<std::string_view> renamed_; ///< names of which it was said that they stand for something else
  std::uint32_t lists_ = 0;            ///< numbered so far
  std::uint32_t list_ = 0, place_ = 0; ///< where the next added or removed statement stands
};

} // namespace beagle::change
