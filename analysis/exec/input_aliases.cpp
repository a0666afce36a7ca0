// Which input pointers may lead to the same object, and what follows when they do.

#include "analysis/exec/harness.h"
#include "analysis/exec/input_container.h"
#include "analysis/exec/replace_object.h"
#include "analysis/input/layout.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace beagle::exec {

using ir::SourceType;
using Kind = SourceType::Kind;

namespace {

/// Pointers that together are more than so many steps away from arguments and globals lead to different objects.
constexpr std::uint32_t mostSteps = 2;

bool isSameType(const SourceType& a, const SourceType& b) {
  return a.kind == b.kind && a.size == b.size && a.name == b.name;
}

/// Code may use any object as that.
bool isAnyMemory(const SourceType* type) { return !type || type->size == 0 || type->kind == Kind::Character; }

/// A member that by its name leads back to where one came from.
bool isBackLink(const std::string& path) {
  std::string member = path.substr(path.find_last_of(".>") + 1);
  std::ranges::transform(member, member.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::string_view names[] = {"prev", "parent", "back", "owner", "root", "head", "self"};
  return member == "up" ||
         std::ranges::any_of(names, [&](std::string_view name) { return member.find(name) != std::string::npos; });
}

/// The path that is `to` where this one is `from`, and the same behind it; nothing: it is no path inside of that.
std::optional<std::string> rebased(const std::string& path, const std::string& from, const std::string& to) {
  if (path.size() <= from.size() || !path.starts_with(from)) return {};
  const char next = path[from.size()];
  return next == '.' || next == '[' ? std::optional(to + path.substr(from.size())) : std::nullopt;
}

} // namespace

/// How many pointers lead where another one does; what stands behind them does so, too, and does not count.
static std::size_t countOf(const Harness& harness, const std::vector<Alias>& aliases) {
  std::set<std::uint32_t> pointers;
  for (const Alias& alias : aliases)
    if (alias.earlier != ir::none) pointers.insert(alias.pointer);
  return static_cast<std::size_t>(std::ranges::count_if(
      pointers, [&](std::uint32_t number) { return !pointers.contains(harness.pointer(number).parent); }));
}

/// Whether the one pointer leads to the other.
bool Harness::isBehind(const InputPointer& earlier, const InputPointer& later) const {
  for (std::uint32_t parent = later.parent; parent != ir::none; parent = pointer(parent).parent)
    if (parent == earlier.number || parent == earlier.viewOf) return true;
  return false;
}

/// What paths of what stands behind a pointer begin with.
std::string Harness::insidePath(const std::string& path) const {
  const auto number = numbers_.find(path);
  if (number == numbers_.end()) return path;
  const InputPointer& known = pointer(number->second);
  return known.single.empty() ? known.arrayPath : known.single;
}

/// Whether it is thinkable that both lead to one object.
bool Harness::mayLeadToOne(const InputPointer& earlier, const InputPointer& later, AliasAsked asked) {
  if (earlier.isRestrict || later.isRestrict || earlier.isOutside || later.isOutside) return false;
  const SourceType* type = sourceOf(earlier.target);
  const SourceType* other = sourceOf(later.target);
  if (!type || !other || type->size == 0 || !isSameType(*type, *other)) {
    if (asked == AliasAsked::Comparison || isAnyMemory(type) || isAnyMemory(other))
      assumptions_.insert("pointers lead to different objects where their types differ or say nothing");
    return false;
  }
  // A text that is only read is seldom meant to be the one that is written.
  if (asked == AliasAsked::Access && type->kind == Kind::Character && (earlier.isConst || later.isConst)) return false;
  const auto room = [](const InputPointer& pointer) {
    return pointer.tail + pointer.elementSize * pointer.maxElements;
  };
  const auto isCounted = [](const InputPointer& pointer) { return pointer.elements && !pointer.hasOwnSize; };
  if (room(later) != room(earlier) &&
      (isCounted(later) || isCounted(earlier))) { // one element, and so many as a number says
    assumptions_.insert(fmt::format("{} does not lead into what {} leads to", later.path, earlier.path));
    return false;
  }
  // Both versions have to know of it from the beginning: whoever looks again does.
  const bool leadsBack = isBehind(earlier, later);
  const bool isKnownBack = leadsBack && mayLeadBack(options_.neighbours, later.path, earlier.path);
  if (leadsBack && !isKnownBack && asked == AliasAsked::Comparison && options_.findsNeighbours)
    addOrigin(neighbours_, later.path, earlier.path);
  if (leadsBack && !isBackLink(later.path) && !isKnownBack) {
    assumptions_.insert("no pointer leads back to where one came from, but for those that are named so, like prev or "
                        "parent, or compared with it");
    return false;
  }
  if (earlier.depth + later.depth > mostSteps && !isKnownBack) {
    assumptions_.insert("pointers deep inside of the input lead to different objects");
    return false;
  }
  return true;
}

/// The same, with what is known already: what leads to one of them leads to the other.
bool Harness::mayBeAliases(const State& state, const InputPointer& earlier, const InputPointer& later,
                           AliasAsked asked) {
  if (!mayLeadToOne(earlier, later, asked)) return false;
  for (const Alias& each : aliases(state))
    for (const auto& [same, rest] : {std::pair(&earlier, &later), std::pair(&later, &earlier)}) {
      const bool isThere = each.earlier == same->number || (same->viewOf != ir::none && each.earlier == same->viewOf);
      if (!isThere || each.pointer == rest->number) continue;
      const InputPointer& third = pointer(each.pointer);
      const bool isFirst = third.number < rest->number;
      if (!mayLeadToOne(isFirst ? third : *rest, isFirst ? *rest : third, asked)) return false;
    }
  return true;
}

/// What stands behind one is what stands behind the other, also behind pointers there; in whatever state and version
/// somebody looked.
void Harness::addEqualContents(const std::string& earlier, const std::string& later, Term& holds) {
  logic::TermManager& terms = machine_->terms;
  const std::uint32_t number = leaves_.pointer(later);
  const std::string from = insidePath(later);
  const std::string to = insidePath(earlier);
  addEqualEnds(earlier, later, holds);
  addEqualEnds(later, earlier, holds);
  const std::size_t count = leaves_.all().size(); // those that are added here are of the earlier one
  // Memory that an object keeps to itself is a part of it.
  const auto holderOf = [&](std::uint32_t owner) {
    for (auto known = pointers_.find(owner);
         known != pointers_.end() && known->second->isOfNew && known->second->parent != ir::none;
         known = pointers_.find(owner))
      owner = known->second->parent;
    return owner;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const input::Leaf& leaf = leaves_.all()[i];
    if (!leaf.choice.empty() || !leaf.path.starts_with(from) || holderOf(leaf.owner) != number) continue;
    const std::uint32_t owner = leaf.owner == number
                                    ? leaves_.pointer(earlier)
                                    : leaves_.pointer(to + pointer(leaf.owner).path.substr(from.size()));
    const input::Leaf& twin = leaves_.leaf(to + leaf.path.substr(from.size()), leaf.type, leaf.source, owner);
    if (!(twin.type == leaf.type)) continue;
    holds = terms.logicalAnd(holds, terms.equal(leaf.variable, twin.variable));
    if (!leaf.source || !input::isPointer(*leaf.source)) continue;
    if (const input::Leaf* choice = findChoice(leaf.path, twin.path))
      holds = terms.logicalAnd(holds, terms.logicalOr(leaf.variable, choice->variable));
    addEqualContents(twin.path, leaf.path, holds);
  }
  // A pointer in a union is null when its data say so: there is no leaf for it.
  std::vector<const InputPointer*> inner;
  for (auto at = numbers_.lower_bound(from); at != numbers_.end() && at->first.starts_with(from); ++at)
    if (const InputPointer& one = pointer(at->second); one.data && holderOf(one.parent) == number)
      inner.push_back(&one);
  for (const InputPointer* one : inner) {
    const std::string twin = to + one->path.substr(from.size());
    if (const input::Leaf* choice = findChoice(one->path, twin))
      holds = terms.logicalAnd(holds, terms.logicalOr(one->null, choice->variable));
    addEqualContents(twin, one->path, holds);
  }
}

/// Where the one leads to a pointer that is null because it is too deep inside, the other leads to one that is null,
/// too.
void Harness::addEqualEnds(const std::string& one, const std::string& other, Term& holds) {
  const std::string from = insidePath(one);
  const std::string to = insidePath(other);
  for (auto end = tooDeep_.lower_bound(from); end != tooDeep_.end() && end->first.starts_with(from); ++end) {
    const auto& [owner, type] = end->second;
    const std::string twin = to + end->first.substr(from.size());
    if (owner != leaves_.pointer(one) || tooDeep_.contains(twin)) continue;
    const auto known = pointers_.find(leaves_.pointer(twin));
    Term null = machine_->terms.truth(false);
    if (known == pointers_.end()) null = nullOf(twin, sourceOf(type), leaves_.pointer(other));
    else if (known->second->null) null = known->second->null;
    holds = machine_->terms.logicalAnd(holds, null);
  }
}

/// What was said of the later pointer, and of those behind it, was said of the earlier one.
void Harness::addEqualChoices(const std::string& earlier, const std::string& later, Term& holds) {
  logic::TermManager& terms = machine_->terms;
  const auto renamed = [&](const std::string& path) {
    return path == later ? earlier : rebased(path, insidePath(later), insidePath(earlier)).value_or(path);
  };
  for (const input::Leaf& leaf : leaves_.all()) {
    if (leaf.choice.empty()) continue;
    const std::string one = renamed(leaf.path), other = renamed(leaf.choice);
    if (one == other || (one == leaf.path && other == leaf.choice)) continue;
    if (const input::Leaf* twin = findChoice(one, other))
      holds = terms.logicalAnd(holds, terms.equal(leaf.variable, twin->variable));
  }
}

/// What a pointer is called: by its own way, and by those through pointers that lead to the same.
std::vector<std::string> Harness::namesOf(const State& state, const InputPointer& named) const {
  constexpr std::size_t most = 8;
  std::vector<std::string> names{named.path};
  const std::vector<Alias> known = aliases(state);
  const auto add = [&](std::optional<std::string> name) {
    if (name && names.size() < most && std::ranges::find(names, *name) == names.end())
      names.push_back(std::move(*name));
  };
  for (std::size_t i = 0; i < names.size(); ++i)
    for (const Alias& alias : known) {
      if (alias.earlier == ir::none) continue;
      const std::string& one = pointer(alias.pointer).path;
      const std::string& other = pointer(alias.earlier).path;
      for (const auto& [from, to] : {std::pair(&one, &other), std::pair(&other, &one)}) {
        const std::string name = names[i]; // that list grows
        add(name == *from ? *to : rebased(name, insidePath(*from), insidePath(*to)));
      }
    }
  return names;
}

/// That one pointer is the other, if somebody asked.
const input::Leaf* Harness::findChoice(const std::string& one, const std::string& other) const {
  const input::Leaf* choice = leaves_.find(one + " == " + other);
  return choice ? choice : leaves_.find(other + " == " + one);
}

std::optional<AliasChoice> Harness::alias(const State& state, ObjectId one, ObjectId other, AliasAsked asked) {
  const auto a = inputAt(state, one);
  const auto b = inputAt(state, other);
  if (a && machine_->functionOf(other)) return functionChoice(pointer(a->pointer), *machine_->functionOf(other));
  if (b && machine_->functionOf(one)) return functionChoice(pointer(b->pointer), *machine_->functionOf(one));
  if (options_.maxAliases == 0 || !a || !b || a->pointer == b->pointer) return {};
  const bool isFirst = a->pointer < b->pointer;
  const InputPointer& earlier = pointer(viewOf(isFirst ? *a : *b));
  const InputPointer& later = pointer(viewOf(isFirst ? *b : *a));
  if (!mayBeAliases(state, earlier, later, asked)) return {};
  logic::TermManager& terms = machine_->terms;
  AliasChoice alias;
  const auto nameOf = [&](const InputPointer& named) { // whatever class the object is of
    return named.viewOf != ir::none && isOneOfSeveral(named) ? pointer(named.viewOf).path : named.path;
  };
  alias.variable = leaves_.choice(nameOf(later), nameOf(earlier), later.parent).variable;
  // Beyond the bound they lead elsewhere, and the path says so: the other version may have fewer by then.
  const bool isBeyond = countOf(*this, aliases(state)) >= options_.maxAliases;
  if (isBeyond) bounds_.insert(fmt::format("at most {} pointers lead where another one does", options_.maxAliases));
  alias.holds = isBeyond ? terms.truth(false) : alias.variable;
  for (const Term null : {earlier.null, later.null})
    if (null) alias.holds = terms.logicalAnd(alias.holds, terms.logicalNot(null));
  addEqualContents(earlier.path, later.path, alias.holds);
  // One buffer has one length, whatever two numbers say of it.
  const auto countOf = [&](const InputPointer& pointer) {
    return pointer.elements ? pointer.elements : terms.constant(64, pointer.maxElements);
  };
  if (earlier.elements || later.elements)
    alias.holds = terms.logicalAnd(alias.holds, terms.equal(countOf(earlier), countOf(later)));
  addEqualChoices(earlier.path, later.path, alias.holds);
  alias.agrees = terms.truth(true);
  const std::vector<std::string> laterNames = namesOf(state, later);
  for (const std::string& earlierName : namesOf(state, earlier))
    for (const std::string& laterName : laterNames)
      if (const input::Leaf* choice = findChoice(earlierName, laterName); choice && choice->variable != alias.variable)
        alias.agrees = terms.logicalAnd(alias.agrees, terms.equal(alias.variable, choice->variable));
  return alias;
}

ObjectId Harness::knownAlias(State& state, ObjectId id) {
  const auto input = inputAt(state, id);
  if (!input) return 0;
  for (std::size_t i = 0; i < state.aliases.size(); ++i) {
    const Alias& alias = state.aliases[i];
    if (alias.access || alias.elements) continue;
    ObjectId other = 0;
    if (alias.pointer == input->pointer) other = objectOf(state, alias);
    else if (alias.function.empty() && alias.earlier == input->pointer) other = place(state, alias.pointer).value_or(0);
    if (other != 0 && other != id) return other;
  }
  return 0;
}

/// Where the pointer leads by that; 0: this version knows of no such thing.
ObjectId Harness::objectOf(State& state, const Alias& alias) {
  if (alias.function.empty()) return place(state, alias.earlier).value_or(0);
  const auto function = program_.find(alias.function);
  return function ? machine_->functionObject(*function) : 0;
}

/// The later pointer leads to the object of the earlier one, which then has the contents of the one that was written.
void Harness::join(State& state, ObjectId one, ObjectId other) {
  const auto a = inputAt(state, one);
  const auto b = inputAt(state, other);
  if (machine_->functionOf(one)) return join(state, other, one);
  if (a && machine_->functionOf(other)) {
    for (std::size_t i = 0; i < state.inputs.size(); ++i)
      if (state.inputs[i].id == one || state.inputs[i].alias == one) state.inputs.own(i).alias = other;
    return replaceObject(state, one, other);
  }
  if (!a || !b || one == other || a->alias != 0 || b->alias != 0) return;
  machine_->attach(state);
  if (a->pointer < b->pointer) joinInto(state, *a, *b);
  else joinInto(state, *b, *a);
}

/// Of what stands in both, that of the first stays: the other version may have nothing but that.
void Harness::joinInto(State& state, InputObject keep, InputObject drop) {
  // What pointers there are in one of them, there are in the other.
  if (state.memory.exists(drop.id)) (void)machine_->object(keep.id);
  if (state.memory.exists(keep.id)) {
    const bool isMade = state.memory.exists(drop.id);
    if (isMade && (!state.memory[drop.id].isAlive || state.memory[drop.id].isChanged) && state.memory[keep.id].isAlive)
      state.memory.replace(keep.id, drop.id);
    setNotNull(state, keep.id);
  }
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    if (state.inputs[i].id == drop.id || state.inputs[i].alias == drop.id) state.inputs.own(i).alias = keep.id;
    if (state.inputs[i].within == drop.id) state.inputs.own(i).within = keep.id;
  }
  if (state.memory.exists(keep.id))
    if (const bool isConstant = isReadOnly(state, keep.id); state.memory[keep.id].isConstant != isConstant)
      state.memory.own(keep.id).isConstant = isConstant;
  for (std::size_t i = 0; i < state.changed.size(); ++i)
    if (state.changed[i] == drop.id) state.changed.own(i) = keep.id;
  replaceObject(state, drop.id, keep.id);
  const std::string from = insidePath(pointer(viewOf(drop)).path);
  const std::string to = insidePath(pointer(viewOf(keep)).path);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> inner;
  for (auto at = numbers_.lower_bound(from); at != numbers_.end() && at->first.starts_with(from); ++at)
    if (const auto twin = numbers_.find(to + at->first.substr(from.size()));
        twin != numbers_.end() && pointer(at->second).parent == viewOf(drop))
      inner.emplace_back(twin->second, at->second);
  for (const auto& [first, second] : inner) {
    const auto firstObject = inputObject(state, first);
    const auto secondObject = inputObject(state, second);
    if (!firstObject || !secondObject || *firstObject == *secondObject) continue;
    auto one = inputAt(state, *firstObject), other = inputAt(state, *secondObject);
    if (!one || !other || one->alias != 0 || other->alias != 0) continue;
    // One of them may have led to an earlier one already.
    const bool isElsewhere = one->pointer != first || other->pointer != second;
    if (isElsewhere && other->pointer < one->pointer) std::swap(one, other);
    joinInto(state, *one, *other);
  }
}

std::vector<Alias> Harness::aliases(const State& state) const {
  std::vector<Alias> found;
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    const InputObject& input = state.inputs[i];
    if (input.view != ir::none)
      found.push_back({input.pointer, ir::none, {}, pointer(input.view).access.value_or(ir::Access()), {}});
    if (input.elements != ir::none && pointer(input.pointer).container->firstLink == input.pointer)
      found.push_back({input.pointer, ir::none, {}, {}, input.elements});
    if (input.alias == 0) continue;
    if (const auto function = machine_->functionOf(input.alias))
      found.push_back({input.pointer, ir::none, program_.functions()[*function].name, {}, {}});
    else if (const auto first = inputAt(state, input.alias))
      found.push_back({input.pointer, first->pointer, {}, {}, {}});
  }
  return found;
}

void Harness::lookWhere(State& state, const Harness& other, std::uint32_t number) {
  const auto known = other.pointers_.find(number);
  if (pointers_.contains(number) || known == other.pointers_.end()) return;
  const InputPointer& pointer = *known->second;
  if (pointer.viewOf != ir::none) return lookWhere(state, other, pointer.viewOf);
  if (pointer.parent != ir::none) {
    lookWhere(state, other, pointer.parent);
    if (const auto parent = place(state, pointer.parent)) (void)machine_->object(*parent);
  } else if (pointer.global != ir::none) {
    if (const auto global = program_.findGlobal(other.program_.globals()[pointer.global].name))
      (void)machine_->object(machine_->globalObject(*global));
  }
}

void Harness::adopt(State& state, const std::vector<Alias>& aliases, const Harness& of) {
  for (const Alias& alias : aliases) {
    for (const std::uint32_t number : {alias.pointer, alias.earlier})
      if (number != ir::none) lookWhere(state, of, number);
    const auto own = place(state, alias.pointer);
    if (own && alias.elements) {
      settle(state, alias.pointer, *alias.elements);
      machine_->attach(state); // whose objects are others now
      continue;
    }
    if (own && alias.access) {
      state.aliases.push(alias);
      (void)viewed(state, *own);
      continue;
    }
    const ObjectId other = own ? objectOf(state, alias) : 0;
    if (other != 0 && *own != other) join(state, *own, other);
  }
}

} // namespace beagle::exec
