// std::variant: the number of an alternative, and bytes that are of this one's type.

#include "analysis/exec/input_layout.h"

#include <algorithm>

namespace beagle::exec {

using ir::ScalarKind;
using ir::SourceType;
using ir::TypeIndex;
using logic::Op;

namespace {

constexpr std::uint64_t wordBytes = 8;

/// Its bytes say all of it, whatever else may stand there.
bool isPlain(const ir::SourceTypes& types, TypeIndex index) {
  return index != ir::none && types.type(index).size > 0 && !input::hasPointers(types, index);
}

bool isEmpty(const SourceType& type) { return input::isRecord(type) && type.members.empty(); }

} // namespace

/// Pointers have no bytes that a number could share: one alternative with pointers is there only beside empty ones.
std::vector<std::size_t> Harness::Layout::alternatives(const SourceType& variant, const std::string& path) const {
  const ir::SourceTypes& types = harness_.types_;
  std::vector<std::size_t> kept;
  bool areEmpty = true;
  for (std::size_t i = 0; i < variant.arguments.size(); ++i) {
    if (!isPlain(types, variant.arguments[i])) continue;
    kept.push_back(i);
    areEmpty = areEmpty && isEmpty(types.type(variant.arguments[i]));
  }
  for (std::size_t i = 0; i < variant.arguments.size(); ++i) {
    const TypeIndex type = variant.arguments[i];
    if (isPlain(types, type)) continue;
    if (areEmpty && type != ir::none && types.type(type).size > 0) kept.push_back(i);
    else harness_.bounds_.insert(fmt::format("{}.index() is not {}", path, i));
    areEmpty = false;
  }
  std::ranges::sort(kept);
  return kept;
}

bool Harness::Layout::variant(TypeIndex index, std::uint64_t offset, const std::string& path) {
  const SourceType& type = harness_.types_.type(index);
  const auto which = input::findMember(harness_.types_, index, "_M_index");
  const auto storage = input::findMember(harness_.types_, index, "_M_u");
  const auto number = which ? input::scalarOf(harness_.types_.type(which->type)) : std::nullopt;
  const std::vector<std::size_t> kept = alternatives(type, path);
  if (!number || !storage || kept.empty()) return false;

  const Term chosen = harness_.leaves_.leaf(path + ".index()", *number, nullptr, owner_.pointer).variable;
  const auto isChosen = [&](std::size_t alternative) {
    return terms_.equal(chosen, terms_.constant(number->width, alternative));
  };
  Term isAny = terms_.truth(false);
  for (const std::size_t alternative : kept) isAny = terms_.logicalOr(isAny, isChosen(alternative));
  logic::Assignment first;
  first.set(chosen, kept.front());
  assume(isAny, first);
  writeWord(offset + which->offset, chosen);

  std::uint64_t size = 0;
  for (const std::size_t alternative : kept)
    if (isPlain(harness_.types_, type.arguments[alternative]))
      size = std::max(size, harness_.types_.type(type.arguments[alternative]).size);
  std::vector<std::pair<Term, Contents>> plain;
  for (const std::size_t alternative : kept) {
    const TypeIndex held = type.arguments[alternative];
    const std::string name = fmt::format("std::get<{}>({})", alternative, path);
    if (!isPlain(harness_.types_, held)) { // the others are empty
      input::forEachScalar(harness_.types_, held, offset + storage->offset, name, *this);
      return true;
    }
    Contents& bytes = plain.emplace_back(isChosen(alternative), Contents(size, Contents::Fill::Zero)).second;
    Layout layout(harness_, state_, bytes, 0, owner_);
    input::forEachScalar(harness_.types_, held, 0, name, layout);
    layout.finish();
  }
  for (std::uint64_t at = 0; at < size; at += wordBytes) {
    const auto width = static_cast<std::uint16_t>(8 * std::min(wordBytes, size - at));
    Term word = terms_.constant(width, 0);
    for (const auto& [holds, bytes] : plain) {
      const Value own = bytes.read(*harness_.machine_, at, {ScalarKind::Integer, 0, width});
      word = terms_.ite(holds, harness_.machine_->bitsTerm(own, width), word);
    }
    writeWord(offset + storage->offset + at, word);
  }
  return true;
}

} // namespace beagle::exec
