#include "analysis/compare/smaller_input.h"

#include "analysis/input/layout.h"
#include "analysis/logic/bit_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace beagle::compare {

using ir::ScalarKind;

namespace {

/// A pointer that is null when the value is 1.
bool isNullFlag(const input::Leaf& leaf) {
  return leaf.type.width == 1 && leaf.choice.empty() && leaf.source && input::isPointer(*leaf.source);
}

bool isSize(const input::Leaf& leaf) { return !leaf.source && leaf.path.ends_with(".size"); }

/// Which element a pointer leads to.
bool isPosition(const input::Leaf& leaf) { return !leaf.source && leaf.path.ends_with(".at"); }

bool isCharacter(const input::Leaf& leaf) {
  return leaf.type.width == 8 && leaf.source && leaf.source->kind == ir::SourceType::Kind::Character;
}

class Shrinking {
public:
  Shrinking(InputValues input, const input::Leaves& leaves, std::size_t tries, const StillShows& stillShows)
      : input_(std::move(input)), leaves_(leaves), tries_(tries), stillShows_(stillShows) {}

  InputValues run() {
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf)
      if (input_.contains(leaf) && isNullFlag(leaves_.all()[leaf]) && input_.values[leaf] == 0) (void)take(leaf, 1);
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf)
      if (input_.contains(leaf) && isSize(leaves_.all()[leaf])) climb(leaf);
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf)
      if (tries_ > 0 && input_.contains(leaf) && isCharacter(leaves_.all()[leaf]) &&
          leaves_.all()[leaf].path.ends_with("[0]"))
        leaveOut(leaf);
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf)
      if (tries_ > 0 && input_.contains(leaf) && isPosition(leaves_.all()[leaf])) pullForward(leaf);
    dropAll();
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf)
      if (isOpen(leaf)) simplify(leaf);
    return std::move(input_);
  }

private:
  /// It has a value that could be simpler.
  [[nodiscard]] bool isOpen(std::uint32_t leaf) const {
    if (!input_.contains(leaf) || input_.values[leaf] == 0) return false;
    return !isNullFlag(leaves_.all()[leaf]) && !isSize(leaves_.all()[leaf]);
  }

  bool take(const InputValues& candidate) {
    if (tries_ == 0) return false;
    --tries_;
    auto shown = stillShows_(candidate);
    if (!shown) return false;
    input_ = std::move(*shown);
    return true;
  }

  /// Whether the leaf has the value now.
  bool take(std::uint32_t leaf, std::uint64_t value) {
    if (!input_.contains(leaf)) return false;
    if (input_.values[leaf] == value) return true;
    if (tries_ == 0) return false; // there may be many leaves, and copies of all of them
    InputValues candidate = input_;
    candidate.values[leaf] = value;
    return take(candidate);
  }

  /// The least number that will do.
  void climb(std::uint32_t leaf) {
    for (std::uint64_t size = 0; tries_ > 0 && input_.contains(leaf) && size < input_.values[leaf]; ++size)
      if (take(leaf, size)) return;
  }

  /// What stands in the middle of a text, in ever smaller pieces.
  void leaveOut(std::uint32_t first) {
    const std::string& path = leaves_.all()[first].path; // text[0]
    const std::string text = path.substr(0, path.size() - 3);
    const std::vector<std::uint32_t> characters = charactersOf(text);
    const std::optional<std::uint32_t> size = numberOf(text + ".size");
    std::uint64_t length = 0; // up to its NUL
    while (length < characters.size() && valueOf(characters[length]) != 0) ++length;
    if (size && input_.contains(*size)) length = valueOf(*size);
    if (length > characters.size()) return;
    for (std::uint64_t piece = length / 2; piece > 0 && tries_ > 0; piece /= 2)
      for (std::uint64_t end = length; end >= piece && end <= length && tries_ > 0; end -= piece) {
        InputValues candidate = input_;
        if (size && input_.contains(*size)) candidate.set(*size, length - piece);
        for (std::uint64_t i = end; i < length; ++i) candidate.set(characters[i - piece], valueOf(characters[i]));
        for (std::uint64_t i = length - piece; i < length; ++i) candidate.set(characters[i], 0);
        if (take(candidate)) length -= piece;
      }
  }

  /// A pointer into a text, together with what stands in front of where it leads.
  void pullForward(std::uint32_t position) {
    constexpr std::uint64_t most = 64; // anything behind the end leads there
    for (std::uint64_t to = 1; tries_ > 0 && to < std::min(valueOf(position), most); ++to)
      if (take(position, to)) break;
    const std::uint64_t at = valueOf(position);
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf) {
      const std::string& path = leaves_.all()[leaf].path;
      if (!input_.contains(leaf) || !isCharacter(leaves_.all()[leaf]) || !path.ends_with("[0]")) continue;
      const std::vector<std::uint32_t> characters = charactersOf(path.substr(0, path.size() - 3));
      for (std::uint64_t to = 1; to < at && at <= characters.size() && tries_ > 0; ++to) {
        InputValues candidate = input_;
        candidate.set(position, to);
        for (std::uint64_t i = 0; i < characters.size(); ++i)
          candidate.set(characters[i], i + at - to < characters.size() ? valueOf(characters[i + at - to]) : 0);
        if (take(candidate)) return;
      }
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> charactersOf(const std::string& text) {
    std::vector<std::uint32_t> characters;
    while (const auto next = numberOf(fmt::format("{}[{}]", text, characters.size()))) characters.push_back(*next);
    return characters;
  }

  [[nodiscard]] std::uint64_t valueOf(std::uint32_t leaf) const {
    return input_.contains(leaf) ? input_.values[leaf] : 0;
  }

  /// Of a leaf by its path.
  [[nodiscard]] std::optional<std::uint32_t> numberOf(const std::string& path) {
    if (numbers_.empty())
      for (std::uint32_t leaf = 0; leaf < leaves_.all().size(); ++leaf)
        if (leaves_.all()[leaf].choice.empty()) numbers_.emplace(leaves_.all()[leaf].path, leaf);
    const auto found = numbers_.find(path);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Zero where it does not matter, in ever smaller pieces.
  void dropAll() {
    std::vector<std::uint32_t> open;
    for (std::uint32_t leaf = 0; leaf < input_.has.size(); ++leaf)
      if (isOpen(leaf)) open.push_back(leaf);
    for (std::size_t piece = open.size(); piece > 0 && tries_ > 0; piece /= 2)
      for (std::size_t at = 0; tries_ > 0 && at < open.size(); at += piece) {
        InputValues candidate = input_;
        bool changes = false;
        for (std::size_t i = at; i < std::min(at + piece, open.size()); ++i) {
          if (!isOpen(open[i])) continue;
          candidate.values[open[i]] = 0;
          changes = true;
        }
        if (changes) (void)take(candidate);
      }
  }

  void simplify(std::uint32_t leaf) {
    const input::Leaf& about = leaves_.all()[leaf];
    const std::uint32_t width = std::min<std::uint32_t>(about.type.width, 64);
    if (about.type.kind == ScalarKind::Float) {
      if (width == 32 || width == 64) simplifyFloat(leaf, width);
      return;
    }
    if (isCharacter(about)) {
      for (const char letter : {'a', '0', ' ', '-'})
        if (take(leaf, static_cast<std::uint8_t>(letter))) return;
      if (input_.contains(leaf) && input_.values[leaf] > 0x20 && input_.values[leaf] < 0x7f) return;
    }
    const std::uint64_t mask = logic::lowMask(width);
    const bool isSigned = !about.source || about.source->isSigned;
    for (std::uint64_t small = 1; small <= 8; ++small)
      if (take(leaf, small & mask) || (isSigned && take(leaf, (0 - small) & mask))) return;
    // Towards zero, from the side on which it is.
    const bool isNegative = isSigned && input_.contains(leaf) && (input_.values[leaf] >> (width - 1) & 1) != 0;
    for (std::uint64_t step = (mask >> 1U) + 1; step > 0 && tries_ > 0; step >>= 1U) {
      if (!input_.contains(leaf)) return;
      const std::uint64_t value = input_.values[leaf];
      const std::uint64_t distance = isNegative ? (0 - value) & mask : value;
      if (distance > step) (void)take(leaf, (isNegative ? value + step : value - step) & mask);
    }
  }

  void simplifyFloat(std::uint32_t leaf, std::uint32_t width) {
    const auto bits = [&](double number) -> std::uint64_t {
      return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                         : std::bit_cast<std::uint64_t>(number);
    };
    const double value = width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(input_.values[leaf]))
                                     : std::bit_cast<double>(input_.values[leaf]);
    for (const double number : {1.0, -1.0, 2.0, 0.5})
      if (take(leaf, bits(number))) return;
    if (!std::isfinite(value)) return;
    for (const double part : {1.0, 2.0, 10.0, 100.0, 1000.0})
      if (take(leaf, bits(std::round(value * part) / part))) {
        const double whole = std::round(value * part) / part;
        for (double smaller = std::trunc(whole / 2); std::abs(smaller) >= 1; smaller = std::trunc(smaller / 2))
          if (!take(leaf, bits(smaller))) return;
        return;
      }
  }

  InputValues input_;
  const input::Leaves& leaves_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_; ///< of leaves, once somebody has asked
  std::size_t tries_;
  const StillShows& stillShows_;
};

} // namespace

InputValues smallerInput(InputValues input, const input::Leaves& leaves, std::size_t tries,
                         const StillShows& stillShows) {
  return Shrinking(std::move(input), leaves, tries, stillShows).run();
}

logic::Assignment smallerModel(const logic::Assignment& known, const std::vector<Term>& conditions,
                               logic::TermManager& terms, const input::Leaves& leaves, std::size_t tries,
                               const support::Budget& budget) {
  InputValues input;
  for (std::uint32_t leaf = 0; leaf < leaves.all().size(); ++leaf)
    if (const Term variable = leaves.all()[leaf].variable; known.has(variable) && leaves.all()[leaf].type.width <= 64)
      input.set(leaf, known.bits64(variable));
  const auto withValues = [&](const InputValues& values) {
    logic::Assignment model = known;
    for (std::uint32_t leaf = 0; leaf < values.has.size(); ++leaf)
      if (values.has[leaf]) model.set(leaves.all()[leaf].variable, values.values[leaf]);
    return model;
  };
  return withValues(
      smallerInput(std::move(input), leaves, tries, [&](const InputValues& candidate) -> std::optional<InputValues> {
        if (budget.exhausted()) return {};
        const logic::Assignment model = withValues(candidate);
        logic::Evaluator evaluator(terms, model);
        for (const Term condition : conditions)
          if (!evaluator.truth(condition)) return {};
        return candidate;
      }));
}

} // namespace beagle::compare
