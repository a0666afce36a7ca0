// Lists, maps and the like of the input: valid ones, of any number of elements up to a limit.

#include "analysis/exec/container_keys.h"
#include "analysis/exec/input_container.h"
#include "analysis/exec/input_layout.h"

#include <algorithm>
#include <bit>

namespace beagle::exec {

using input::Container;
using ir::ScalarKind;
using ir::ScalarType;
using ir::TypeIndex;
using logic::Op;
using Form = Container::Form;
using Target = LinkTarget::Kind;
namespace blocks = input::blocks;
namespace chain = input::chain;
namespace ring = input::ring;
namespace table = input::table;
namespace tree = input::tree;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ScalarType pointerType{ScalarKind::Pointer, 0, 64};

/// Elements whose keys have to stand in a certain way to each other, which costs more with each of them.
constexpr std::uint32_t mostNumbers = 3;
constexpr std::uint32_t mostTexts = 2;
/// Of a hash table.
constexpr std::uint32_t mostInBucket = 1000;

/// A red-black tree of so many nodes, numbered in their order. Which one of several it is makes no difference
/// to anyone who uses the container.
struct TreeShape {
  struct Node {
    std::uint32_t parent = ir::none, left = ir::none, right = ir::none;
    bool isRed = false;
  };
  std::vector<Node> nodes;
  std::uint32_t root = ir::none;

  explicit TreeShape(std::uint32_t count) : nodes(count) {
    const bool isFull = std::has_single_bit(count + 1);
    root = build(0, count, ir::none, isFull ? 0 : static_cast<std::uint32_t>(std::bit_width(count)));
  }

private:
  /// `redIn`: how many levels further down nodes are red, and 1; 0: none are.
  std::uint32_t build(std::uint32_t from, std::uint32_t to, std::uint32_t parent, std::uint32_t redIn) {
    if (from == to) return ir::none;
    const std::uint32_t middle = from + (to - from - 1) / 2;
    nodes[middle].parent = parent;
    nodes[middle].isRed = redIn == 1;
    const std::uint32_t below = redIn == 0 ? 0 : redIn - 1;
    nodes[middle].left = build(from, middle, middle, below);
    nodes[middle].right = build(middle + 1, to, middle, below);
    return middle;
  }
};

LinkTarget toNode(std::uint32_t number) { return number == ir::none ? LinkTarget{} : LinkTarget{Target::Node, number}; }

/// `targetFor(count)` for each number of elements.
template <class TargetFor> std::vector<LinkTarget> targetsOf(std::uint32_t most, TargetFor targetFor) {
  std::vector<LinkTarget> targets;
  for (std::uint32_t count = 0; count <= most; ++count) targets.push_back(targetFor(count));
  return targets;
}

} // namespace

std::uint32_t Harness::mostIn(const std::string& path, const Container& form, const Owner& owner) {
  const std::uint32_t most = options_.maxElements;
  if (owner.isOutside) {
    bounds_.insert(fmt::format("{} is empty", path));
    return 0;
  }
  if (owner.depth > options_.maxDepth) {
    bounds_.insert(fmt::format("{} is empty: pointers are followed {} times", path, options_.maxDepth));
    return 0;
  }
  switch (form.form) {
  case Form::Ring:
  case Form::Chain: return most;
  case Form::Blocks: return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, input::elementsOfBlock(form) - 1));
  case Form::Tree:
  case Form::Table: break;
  }
  if (form.hashAt) return ContainerKeys::areTexts(types_, form) ? std::min(most, 1U) : 0;
  if (!ContainerKeys::areComparable(types_, form)) return std::min(most, 1U);
  return std::min(most, input::standardOf(types_.type(form.key)) == input::Standard::String ? mostTexts : mostNumbers);
}

const InputContainer& Harness::containerAt(const std::string& path, TypeIndex type, std::uint64_t offset,
                                           const Owner& owner) {
  const auto [known, isNew] = containers_.try_emplace(path);
  if (!isNew) return *known->second;
  known->second = std::make_unique<InputContainer>();
  InputContainer& made = *known->second;
  made.path = path;
  made.form = *input::containerOf(types_, type);
  made.offset = offset;
  made.most = mostIn(path, made.form, owner);
  made.size = leaves_.leaf(path + ".size()", sizeType, nullptr, owner.pointer).variable;
  const auto addPart = [&](const std::string& name, InputPart part, std::uint64_t bytes) -> InputPointer& {
    InputPointer& pointer = newPointer(path + name, owner);
    pointer.part = part;
    pointer.container = &made;
    pointer.elementSize = pointer.minBytes = bytes;
    pointer.isRestrict = pointer.isOfNew = true;
    made.nodes.push_back(pointer.number);
    return pointer;
  };
  if (made.form.form == Form::Blocks) {
    InputPointer& block = addPart(".block()", InputPart::Block, input::elementsOfBlock(made.form) * made.form.nodeSize);
    block.arrayPath = path;
    block.target = made.form.value;
    block.elementSize = made.form.nodeSize;
    block.maxElements = made.most;
    block.elements = made.size;
    addPart(".blocks()", InputPart::BlockTable, blocks::entries * blocks::entryBytes);
    return made;
  }
  for (std::uint32_t i = 0; i < made.most; ++i) {
    InputPointer& node = addPart(fmt::format(".node({})", i), InputPart::Node, made.form.nodeSize);
    node.position = i;
    node.null = machine_->terms.binary(Op::ULessEqual, made.size, machine_->terms.constant(64, i));
  }
  return made;
}

// --- layout

bool Harness::Layout::container(TypeIndex index, std::uint64_t offset, const std::string& path) {
  if (self_ == 0 || !input::containerOf(harness_.types_, index)) return false;
  const InputContainer& made = harness_.containerAt(path, index, offset, owner_);
  limitContainer(made);
  for (const std::uint32_t node : made.nodes) (void)harness_.introduced(state_, harness_.pointer(node), self_);
  const Container& form = made.form;
  const auto here = [&](std::uint64_t place) { return LinkTarget{Target::Container, place}; };
  const auto node = [&](std::uint32_t number) {
    return number < made.nodes.size() ? Value::pointer(*inputObject(state_, made.nodes[number]), 0)
                                      : Value::concrete(0);
  };
  const std::uint64_t head = offset + form.head;
  if (form.count) writeWord(offset + *form.count, made.size);
  const auto writeLink = [&](std::uint64_t place, std::string_view name, auto targetFor) {
    writePointer(place,
                 harness_.linkTo(state_, made, path + std::string(name), targetsOf(made.most, targetFor), self_));
  };
  const auto writeEnds = [&](std::uint64_t first, std::uint64_t last) {
    writeLink(first, ".first()", [&](std::uint32_t count) { return count == 0 ? here(form.head) : toNode(0); });
    writeLink(last, ".last()", [&](std::uint32_t count) { return count == 0 ? here(form.head) : toNode(count - 1); });
  };
  switch (form.form) {
  case Form::Ring: writeEnds(head + ring::next, head + ring::previous); break;
  case Form::Chain: writePointer(head, node(0)); break;
  case Form::Tree:
    harness_.layOutOrder(state_, contents_, self_, offset, index, path, owner_);
    writeWord(head, terms_.constant(32, 0)); // red
    writeLink(head + tree::parent, ".root()", [&](std::uint32_t count) { return toNode(TreeShape(count).root); });
    writeEnds(head + tree::left, head + tree::right);
    break;
  case Form::Table:
    // One bucket, in which elements stand in any order, and which may have many: as after
    // max_load_factor(mostInBucket).
    harness_.bounds_.insert(fmt::format("{} has one bucket", path));
    writePointer(head, Value::pointer(self_, head + table::singleBucket));
    writeWord(head + table::bucketCount, terms_.constant(64, 1));
    writePointer(head + table::head, node(0));
    writeWord(head + table::loadFactor,
              terms_.constant(64, std::bit_cast<std::uint32_t>(static_cast<float>(mostInBucket))));
    writeWord(head + table::nextResize, terms_.constant(64, mostInBucket));
    writeLink(head + table::singleBucket, ".bucket()",
              [&](std::uint32_t count) { return count == 0 ? LinkTarget{} : here(form.head + table::head); });
    break;
  case Form::Blocks: {
    const std::uint64_t bytes = input::elementsOfBlock(form) * form.nodeSize;
    const ObjectId block = node(0).object();
    const Term used = terms_.binary(Op::Mul, made.size, terms_.constant(64, form.nodeSize));
    const Value entry = Value::pointer(node(1).object(), blocks::middle * blocks::entryBytes);
    writePointer(head, node(1));
    writeWord(head + blocks::tableSize, terms_.constant(64, blocks::entries));
    for (const std::uint64_t place : {head + blocks::start, head + blocks::finish}) {
      writePointer(place + blocks::current, Value::pointer(block, 0));
      writePointer(place + blocks::first, Value::pointer(block, 0));
      writePointer(place + blocks::last, Value::pointer(block, bytes));
      writePointer(place + blocks::entry, entry);
    }
    writePointer(head + blocks::finish + blocks::current, moved(Value::pointer(block, 0), used));
    break;
  }
  }
  if (form.key == ir::none && input::scalarOf(harness_.types_.type(form.value)))
    show(path, made.size, path, made.most, false);
  return true;
}

/// Not more elements than there are nodes, and keys as they have to be.
void Harness::Layout::limitContainer(const InputContainer& container) {
  std::vector<Term> variables{container.size};
  ContainerKeys keys(terms_, harness_.leaves_, harness_.types_, container,
                     std::min(harness_.options_.maxString, mostInside));
  const Term limit = terms_.binary(Op::ULessEqual, container.size, terms_.constant(64, container.most));
  const Term all = terms_.logicalAnd(limit, keys.valid(variables));
  assume(all, variables);
  harness_.bounds_.insert(
      fmt::format("{} has at most {} element{}", container.path, container.most, container.most == 1 ? "" : "s"));
  if (!container.nodes.empty())
    harness_.assumptions_.insert("nothing else of the input leads to what a list, deque, map or set holds");
}

void Harness::Layout::assume(Term holds, const std::vector<Term>& variables) {
  logic::Assignment none;
  for (const Term variable : variables) none.set(variable, 0);
  assume(holds, none);
}

void Harness::Layout::assume(Term holds, const logic::Assignment& example) {
  std::vector<Term> scratch;
  if (state_.path.relevantTo(holds, scratch).empty()) state_.path.add(holds, example);
  else state_.path.add(holds); // the other version has been here
}

/// std::priority_queue: each element is no less than those below it.
void Harness::Layout::limitHeap(TypeIndex index, const std::string& path) {
  const ir::SourceType& type = harness_.types_.type(index);
  constexpr std::size_t element = 0, sequence = 1, order = 2;
  if (type.arguments.size() <= order || std::ranges::find(type.arguments, ir::none) != type.arguments.end()) return;
  const ir::SourceType& number = harness_.types_.type(type.arguments[element]);
  if (input::standardOf(harness_.types_.type(type.arguments[sequence])) != input::Standard::Vector) return;
  const std::string elements = path + ".c";
  std::vector<Term> variables{harness_.leaves_.leaf(elements + ".size()", sizeType, nullptr, owner_.pointer).variable};
  const Term size = variables.front();
  const std::string& comparison = harness_.types_.type(type.arguments[order]).name;
  const bool isAscending = comparison.starts_with("std::greater<");
  if (!isNumber(number) || (!isAscending && !comparison.starts_with("std::less<"))) {
    harness_.bounds_.insert(fmt::format("{} has at most 1 element", elements));
    return assume(terms_.binary(Op::ULessEqual, size, terms_.constant(64, 1)), variables);
  }
  const std::uint32_t owner = harness_.leaves_.pointer(elements + ".data()");
  std::vector<Term> numbers;
  Term all = terms_.binary(Op::ULessEqual, size, terms_.constant(64, harness_.options_.maxElements));
  for (std::uint32_t i = 0; i < harness_.options_.maxElements; ++i) {
    numbers.push_back(numberAt(terms_, harness_.leaves_, number, fmt::format("{}[{}]", elements, i), owner, variables));
    if (i == 0) continue;
    const Term above = numbers[(i - 1) / 2];
    const Term isWrong =
        isAscending ? isLessNumber(terms_, number, numbers[i], above) : isLessNumber(terms_, number, above, numbers[i]);
    const Term exists = terms_.binary(Op::ULess, terms_.constant(64, i), size);
    all = terms_.logicalAnd(all, terms_.implies(exists, terms_.logicalNot(isWrong)));
  }
  assume(all, variables);
}

/// What compares the keys of a map, if it has something to remember.
void Harness::layOutOrder(State& state, Contents& contents, ObjectId self, std::uint64_t offset, TypeIndex index,
                          const std::string& path, const Owner& owner) {
  if (const auto order = input::findMember(types_, index, "_M_key_compare"))
    layOut(state, contents, self, offset + order->offset, order->type, path + ".key_comp()", owner);
}

/// A block's table, or a node: its place among the others, and its element.
void Harness::layOutPart(State& state, Contents& contents, ObjectId self, const InputPointer& pointer) {
  const InputContainer& container = *pointer.container;
  const ObjectId within = inputAt(state, self)->within;
  const auto write = [&](std::uint64_t offset, const Value& value, ScalarType type) {
    contents.write(*machine_, offset, value, type);
  };
  const auto node = [&](std::uint32_t number) {
    return number < container.nodes.size() ? Value::pointer(*inputObject(state, container.nodes[number]), 0)
                                           : Value::concrete(0);
  };
  if (pointer.part == InputPart::BlockTable) return write(blocks::middle * blocks::entryBytes, node(0), pointerType);
  const Container& form = container.form;
  const std::uint32_t own = pointer.position;
  const auto writeLink = [&](std::uint64_t offset, std::string_view name, auto targetFor) {
    const auto targets =
        targetsOf(container.most, [&](std::uint32_t count) { return count <= own ? LinkTarget{} : targetFor(count); });
    write(offset, linkTo(state, container, pointer.path + std::string(name), targets, within), pointerType);
  };
  const LinkTarget head{Target::Container, form.head};
  switch (form.form) {
  case Form::Ring:
    writeLink(ring::next, ".next()", [&](std::uint32_t count) { return count == own + 1 ? head : toNode(own + 1); });
    write(ring::previous, own == 0 ? Value::pointer(within, container.offset + form.head) : node(own - 1), pointerType);
    break;
  case Form::Tree: {
    logic::TermManager& terms = machine_->terms;
    Term isRed = terms.truth(false);
    for (std::uint32_t count = own + 1; count <= container.most; ++count)
      if (TreeShape(count).nodes[own].isRed)
        isRed = terms.logicalOr(isRed, terms.equal(container.size, terms.constant(64, count)));
    write(0, machine_->bitsValue(terms.ite(isRed, terms.constant(32, 0), terms.constant(32, 1))),
          {ScalarKind::Integer, 0, 32});
    const auto at = [&](std::uint32_t count) { return TreeShape(count).nodes[own]; };
    writeLink(tree::parent, ".parent()",
              [&](std::uint32_t count) { return at(count).parent == ir::none ? head : toNode(at(count).parent); });
    writeLink(tree::left, ".left()", [&](std::uint32_t count) { return toNode(at(count).left); });
    writeLink(tree::right, ".right()", [&](std::uint32_t count) { return toNode(at(count).right); });
    break;
  }
  default: write(chain::next, node(own + 1), pointerType); break;
  }
  const Owner inside{pointer.number, pointer.global, pointer.depth + 1, pointer.isOutside, {}, false};
  for (const input::ElementPart& part : input::elementParts(form, container.path, own))
    layOut(state, contents, self, part.offset, part.type, part.path, inside);
  if (!form.hashAt) return;
  ContainerKeys keys(machine_->terms, leaves_, types_, container, std::min(options_.maxString, mostInside));
  write(*form.hashAt, machine_->bitsValue(keys.hash(own)), sizeType);
}

// --- links

Value Harness::linkTo(State& state, const InputContainer& container, const std::string& path,
                      std::vector<LinkTarget> targets, ObjectId within) {
  const auto known = numbers_.find(path);
  if (known == numbers_.end()) {
    InputPointer& link = newPointer(path, {});
    const InputPointer* node = container.nodes.empty() ? nullptr : pointers_.at(container.nodes.front()).get();
    link.parent = node ? node->parent : ir::none;
    link.global = node ? node->global : ir::none;
    link.part = InputPart::Link;
    link.container = &container;
    link.targets = std::move(targets);
    InputContainer& all = *containers_.at(container.path);
    if (all.firstLink == ir::none) all.firstLink = link.number;
  }
  const Value made = introduced(state, pointer(numbers_.at(path)), within);
  const auto choice = link(state, made.object());
  return choice->known ? target(state, made.object(), *choice->known) : made;
}

std::optional<LinkChoice> Harness::link(const State& state, ObjectId id) {
  const auto input = inputAt(state, id);
  if (!input || pointer(input->pointer).part != InputPart::Link) return {};
  const InputContainer& container = *pointer(input->pointer).container;
  LinkChoice choice{container.firstLink, {}, {}};
  for (std::size_t i = 0; i < state.inputs.size() && !choice.known; ++i)
    if (state.inputs[i].pointer == container.firstLink && state.inputs[i].elements != ir::none)
      choice.known = state.inputs[i].elements;
  for (std::size_t i = 0; i < state.aliases.size() && !choice.known; ++i)
    if (state.aliases[i].pointer == container.firstLink && state.aliases[i].elements)
      choice.known = state.aliases[i].elements;
  logic::TermManager& terms = machine_->terms;
  for (std::uint32_t count = 0; count <= container.most; ++count)
    choice.counts.push_back(terms.equal(container.size, terms.constant(64, count)));
  return choice;
}

Value Harness::target(const State& state, ObjectId link, std::uint32_t elements) {
  const InputObject input = *inputAt(state, link);
  const InputPointer& from = pointer(input.pointer);
  const LinkTarget& to = from.targets[std::min<std::size_t>(elements, from.targets.size() - 1)];
  switch (to.kind) {
  case Target::Null: break;
  case Target::Container: return Value::pointer(input.within, from.container->offset + to.place);
  case Target::Node: return Value::pointer(*inputObject(state, from.container->nodes[to.place]), 0);
  }
  return Value::concrete(0);
}

void Harness::settle(State& state, std::uint32_t container, std::uint32_t elements) {
  const InputContainer& settled = *pointer(container).container;
  std::map<ObjectId, Value> pointers;
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    const InputPointer& input = pointer(state.inputs[i].pointer);
    if (input.container != &settled) continue;
    if (input.part == InputPart::Node && input.position < elements) setNotNull(state, state.inputs[i].id);
    if (input.part != InputPart::Link) continue;
    pointers.emplace(state.inputs[i].id, target(state, state.inputs[i].id, elements));
    if (state.inputs[i].elements != elements) state.inputs.own(i).elements = elements;
  }
  const auto replace = [&](auto&& ownContents, const Contents& contents) {
    std::vector<std::pair<std::uint64_t, Value>> found;
    contents.forEachPointer([&](std::uint64_t at, const Value& value) {
      if (const auto link = pointers.find(value.object()); link != pointers.end()) found.emplace_back(at, link->second);
    });
    for (const auto& [at, value] : found) ownContents().write(*machine_, at, value, pointerType);
  };
  for (ObjectId id = 1; id < state.memory.count(); ++id)
    if (state.memory.exists(id))
      replace([&]() -> Contents& { return state.memory.own(id).contents; }, state.memory[id].contents);
  for (std::size_t i = 0; i < state.effects.size(); ++i)
    for (std::size_t k = 0; k < state.effects[i]->contents.size(); ++k)
      if (const auto& contents = state.effects[i]->contents[k])
        replace([&]() -> Contents& { return *state.effects.own(i).own().contents[k]; }, *contents);
}

void Harness::settle(State& state, const logic::Assignment& model) {
  logic::Evaluator evaluator(machine_->terms, model);
  for (std::size_t i = 0; i < state.inputs.size(); ++i) { // which grows on the way
    const InputPointer& input = pointer(state.inputs[i].pointer);
    if (input.part == InputPart::None) continue;
    const ObjectId id = state.inputs[i].id;
    const auto elements = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(evaluator.bits64(input.container->size), input.container->most));
    if (input.part != InputPart::Link) {
      if (!input.null || input.position < elements) (void)machine_->object(id);
    } else if (state.inputs[i].elements == ir::none) {
      settle(state, input.container->firstLink, elements);
      machine_->attach(state); // whose objects are others now
    }
  }
}

} // namespace beagle::exec
