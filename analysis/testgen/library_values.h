#pragma once

#include "analysis/testgen/concrete_input.h"
#include "analysis/testgen/source_text.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace beagle::input {
struct Container;
}

namespace beagle::testgen {

/// Objects of the C++ library as their users write them, from the bytes that they are made of: texts,
/// vectors, lists, maps and the like, and these inside one another.
class LibraryValues {
public:
  /// Memory as far as it is known.
  struct Memory {
    const Image* image = nullptr;             ///< none: nothing is
    const std::vector<bool>* known = nullptr; ///< none or empty: all of it
  };
  /// What an address leads to.
  using Lookup = std::function<Memory(const Target&)>;

  /// `types` outlives it.
  LibraryValues(const ir::SourceTypes& types, Language language, Lookup lookup)
      : types_(types), language_(language), lookup_(std::move(lookup)) {}

  /// "std::list<int>": without what is as usual. "" of what has no name.
  [[nodiscard]] std::string type(ir::TypeIndex index) const;
  /// "{1, 2}": what a variable of the type is made from. Nothing when the value cannot be written.
  [[nodiscard]] std::optional<std::string> initialiser(ir::TypeIndex index, Memory memory, std::uint64_t offset) const;
  /// "std::list<int>{1, 2}".
  [[nodiscard]] std::optional<std::string> expression(ir::TypeIndex index, Memory memory, std::uint64_t offset) const;

private:
  struct Address;
  [[nodiscard]] const Target* pointerIn(const Memory& memory, std::uint64_t offset) const;
  [[nodiscard]] std::optional<std::uint64_t> wordIn(const Memory& memory, std::uint64_t offset) const;
  [[nodiscard]] std::optional<std::string> text(ir::TypeIndex index, const Memory& memory, std::uint64_t offset) const;
  [[nodiscard]] std::optional<std::vector<Address>> vectorElements(ir::TypeIndex index, const Memory& memory,
                                                                   std::uint64_t offset) const;
  [[nodiscard]] std::optional<std::vector<Address>> nodes(const input::Container& form, const Memory& memory,
                                                          std::uint64_t offset) const;
  [[nodiscard]] std::optional<std::string> element(const input::Container& form, const Address& node) const;

  const ir::SourceTypes& types_;
  Language language_;
  Lookup lookup_;
};

} // namespace beagle::testgen
