#include "analysis/exec/container_reader.h"

#include "analysis/input/container.h"

namespace beagle::exec {

using input::Container;
using ir::ScalarKind;
using logic::Op;
using Form = Container::Form;

namespace {

constexpr ir::ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ir::ScalarType pointerType{ScalarKind::Pointer, 0, 64};

} // namespace

Value ContainerReader::valueAt(const Place& place, ir::ScalarType type) {
  const Object& object = machine_.object(place.object);
  if (object.isAlive && place.offset + type.width / 8U <= object.contents.size())
    return object.contents.read(machine_, place.offset, type);
  isBroken_ = true;
  return Value::concrete(0);
}

std::optional<ContainerReader::Place> ContainerReader::pointerAt(const Place& place) {
  Value pointer = valueAt(place, pointerType);
  if (pointer.object() != 0)
    if (const auto link = harness_.link(state_, pointer.object())) {
      isOpen_ |= !link->known;
      if (!link->known) return {};
      pointer = harness_.target(state_, pointer.object(), *link->known);
    }
  if (pointer.isPlain() && pointer.bits == 0) return {};
  isBroken_ |= pointer.object() == 0 || pointer.isSymbolic() || !pointer.isDefined() ||
               machine_.functionOf(pointer.object()).has_value();
  if (isBroken_) return {};
  Place to{pointer.object(), pointer.bits, place.exists};
  logic::TermManager& terms = machine_.terms;
  if (const Term null = machine_.object(to.object).null)
    to.exists = terms.logicalAnd(to.exists, terms.logicalNot(null));
  return to;
}

std::optional<ContainerReader::Elements> ContainerReader::read(const Container& form, ObjectId object,
                                                               std::uint64_t offset) {
  logic::TermManager& terms = machine_.terms;
  isOpen_ = isBroken_ = false;
  const Place begin{object, offset + form.head, terms.truth(true)};
  if (form.form == Form::Blocks) return readBlocks(form, begin);
  const Place head = form.form == Form::Table ? begin.at(input::table::head) : begin;
  const auto nodes =
      input::nodesOf(form.form, head, [&](const Place& place) { return isBroken_ ? std::nullopt : pointerAt(place); });
  Elements elements;
  elements.isOpen = isOpen_;
  if (nodes && !isOpen_) elements.nodes = *nodes;
  if (form.count) {
    elements.size = valueAt({object, offset + *form.count, {}}, sizeType);
  } else {
    Term size = terms.constant(64, 0);
    for (const Place& node : elements.nodes) size = terms.binary(Op::Add, size, terms.boolToBits(node.exists, 64));
    elements.size = machine_.bitsValue(size);
  }
  if (isBroken_ || !nodes) return {};
  return elements;
}

std::optional<ContainerReader::Elements> ContainerReader::readBlocks(const Container& form, const Place& begin) {
  logic::TermManager& terms = machine_.terms;
  const auto blocks =
      input::blocksOf(form, begin, [&](const Place& place) { return isBroken_ ? std::nullopt : pointerAt(place); });
  const Value end =
      valueAt(begin.at(input::blocks::finish + input::blocks::current), pointerType); // anywhere in its block
  if (isBroken_ || !blocks || blocks->rest.object != blocks->lastBlock.object ||
      end.object() != blocks->lastBlock.object)
    return {};
  Elements elements{blocks->nodes, {}, false};
  const std::uint64_t start = blocks->rest.offset;
  const std::uint64_t behind = blocks->lastBlock.offset + input::elementsOfBlock(form) * form.nodeSize;
  const Term endOffset = end.isSymbolic() ? end.asTerm() : terms.constant(64, end.bits);
  const Term rest = terms.binary(Op::Sub, endOffset, terms.constant(64, start));
  elements.size = machine_.bitsValue(terms.binary(Op::Add, terms.constant(64, elements.nodes.size()),
                                                  terms.binary(Op::UDiv, rest, terms.constant(64, form.nodeSize))));
  for (Place place = blocks->rest; place.offset + form.nodeSize <= behind; place = place.at(form.nodeSize)) {
    place.exists = terms.binary(Op::ULess, terms.constant(64, place.offset), endOffset);
    if (terms.isFalse(place.exists)) break;
    elements.nodes.push_back(place);
  }
  return elements;
}

} // namespace beagle::exec
