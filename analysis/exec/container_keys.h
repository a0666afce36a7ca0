#pragma once

#include "analysis/exec/input_container.h"
#include "analysis/input/leaves.h"
#include "analysis/ir/source_types.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <vector>

namespace beagle::exec {

/// Numbers of the input that are to stand in an order.
[[nodiscard]] bool isNumber(const ir::SourceType& type);
/// The one at the path.
[[nodiscard]] logic::Term numberAt(logic::TermManager& terms, input::Leaves& leaves, const ir::SourceType& type,
                                   const std::string& path, std::uint32_t owner, std::vector<logic::Term>& variables);
[[nodiscard]] logic::Term isLessNumber(logic::TermManager& terms, const ir::SourceType& type, logic::Term a,
                                       logic::Term b);

/// The keys of a map or set of the input as terms, before any run has looked at the nodes that they stand in.
class ContainerKeys {
public:
  /// All references outlive it. `maxString`: characters of a key that is a text.
  ContainerKeys(logic::TermManager& terms, input::Leaves& leaves, const ir::SourceTypes& types,
                const InputContainer& container, std::uint32_t maxString)
      : terms_(terms), leaves_(leaves), types_(types), container_(container), maxString_(maxString) {}

  /// Whether `valid` can say how keys of that type stand to each other: numbers and texts, compared as usual.
  [[nodiscard]] static bool areComparable(const ir::SourceTypes& types, const input::Container& form);
  /// Whether `hash` can be said.
  [[nodiscard]] static bool areTexts(const ir::SourceTypes& types, const input::Container& form);

  /// When the keys that there are stand as they do in such a container: in order, or no two the same.
  /// `variables` get what it is about, but for the number of elements.
  [[nodiscard]] logic::Term valid(std::vector<logic::Term>& variables);
  /// What std::hash says of a text.
  [[nodiscard]] logic::Term hash(std::uint32_t number);

private:
  /// A key: a number, or the characters of a text (zeros behind its end) and how many they are.
  struct Key {
    std::vector<logic::Term> parts;
    logic::Term length;
  };
  [[nodiscard]] Key keyOf(std::uint32_t number);
  [[nodiscard]] logic::Term isLess(const Key& a, const Key& b);
  [[nodiscard]] logic::Term isEqual(const Key& a, const Key& b);
  [[nodiscard]] logic::Term exists(std::uint32_t number);
  [[nodiscard]] logic::Term hashOf(const std::vector<logic::Term>& bytes);

  logic::TermManager& terms_;
  input::Leaves& leaves_;
  const ir::SourceTypes& types_;
  const InputContainer& container_;
  std::uint32_t maxString_;
  std::vector<logic::Term> variables_;
};

} // namespace beagle::exec
