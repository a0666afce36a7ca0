#include "analysis/testgen/test_memory.h"

#include "analysis/input/layout.h"
#include "analysis/input/standard.h"
#include "analysis/support/text.h"
#include "analysis/testgen/driver_calls.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>

namespace beagle::testgen {

using input::Standard;
using ir::SourceType;
using ir::SourceTypes;
using ir::TypeIndex;
using Kind = SourceType::Kind;

struct TestMemory::Pointing {
  Target target;
  TypeIndex element = ir::none; ///< what it points to
  std::string expression;
};

std::optional<std::string> textIn(const std::vector<std::uint8_t>& bytes, std::uint64_t offset, std::uint64_t count) {
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(offset, bytes.size()));
  const auto last = bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(offset + count, bytes.size()));
  const auto end = std::find(first, last, 0);
  if (end == last || std::any_of(end, last, [](std::uint8_t byte) { return byte != 0; })) return std::nullopt;
  return std::string(first, end);
}

std::string nameInSource(std::string name) {
  if (const std::size_t unit = name.find('@'); unit != std::string::npos) name.resize(unit);
  if (name.starts_with("_Z")) {
    int status = 0;
    char* plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    if (status != 0 || !plain) return "";
    name = support::withoutUnnamed(plain);
    std::free(plain); // NOLINT: of malloc
    for (std::size_t tag = 0; (tag = name.find("[abi:")) != std::string::npos;)
      name.erase(tag, name.find(']', tag) + 1 - tag);
    if (const std::size_t parameters = name.find('('); parameters != std::string::npos) name.resize(parameters);
    return name.find(' ') == std::string::npos ? name : ""; // "guard variable for ..."
  }
  return name.find('.') == std::string::npos ? name : ""; // a static variable of a function
}

TestMemory::TestMemory(const ir::Program& program, const ir::SourceTypes& types, ir::FunctionIndex entry,
                       const ConcreteInput& input, Language language)
    : program_(program), types_(types), entry_(entry), input_(input), language_(language),
      function_(types.function(entry)), values_(types, language, [this](const Target& target) {
        const bool isObject = target.kind == Target::Kind::Object && target.object < input_.objects.size();
        return isObject ? LibraryValues::Memory{&input_.objects[target.object].image, nullptr}
                        : LibraryValues::Memory{};
      }) {
  if (language.isCxx) traits_ = ir::classTraits(program);
  names_.insert(nameInSource(program.functions()[entry].name));
  for (const ir::Global& global : program.globals())
    if (!global.isRuntime) names_.insert(nameInSource(global.name));
  if (!function_.isKnown) {
    problem("its unit was compiled without debug information");
    return;
  }
  makeParameters();
  if (problem_.empty()) nameObjects();
}

/// The scalars that the machine passes, put together as the parameters that the source has.
void TestMemory::makeParameters() {
  const ir::Function& body = program_.body(entry_);
  std::vector<std::vector<std::pair<std::uint64_t, Scalar>>> parts(function_.parameters.size());
  parameters_.resize(function_.parameters.size());
  for (std::size_t i = 0; i < body.parameters.size() && i < input_.arguments.size(); ++i) {
    const ir::Parameter& parameter = body.parameters[i];
    const Scalar& value = input_.arguments[i].value;
    const bool isCopy = parameter.isStructResult || parameter.isIndirect || parameter.byvalSize != 0;
    if (isCopy && value.pointer && value.pointer->kind == Target::Kind::Object) passed_.insert(value.pointer->object);
    if (parameter.isStructResult) continue;
    if (parameter.source >= parts.size()) return problem("it is not known which parameter is passed where");
    if (isCopy && value.pointer && value.pointer->kind == Target::Kind::Object)
      parameters_[parameter.source] = input_.objects[value.pointer->object].image;
    else parts[parameter.source].emplace_back(parameter.sourceOffset, value);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!parts[i].empty()) parameters_[i] = assembled(parts[i], sizeOf(function_.parameters[i].type));
}

Image TestMemory::assembled(const std::vector<std::pair<std::uint64_t, Scalar>>& parts, std::uint64_t size) const {
  Image image;
  image.bytes.resize(size);
  for (const auto& [offset, value] : parts) {
    if (value.pointer) {
      image.pointers.push_back({offset, *value.pointer});
      continue;
    }
    for (std::uint64_t i = 0; i < (value.type.width + 7U) / 8 && offset + i < size; ++i)
      if (i / 8 < value.words.size())
        image.bytes[offset + i] = static_cast<std::uint8_t>(value.words[i / 8] >> (i % 8 * 8));
  }
  return image;
}

std::uint64_t TestMemory::sizeOf(TypeIndex type) const { return type == ir::none ? 0 : types_.type(type).size; }
bool TestMemory::isRecord(TypeIndex type) const { return type != ir::none && input::isRecord(types_.type(type)); }

/// Whether C++ makes one without running code of the class.
bool TestMemory::isPlain(TypeIndex index) const {
  if (index == ir::none) return true;
  const SourceType& type = types_.type(index);
  if (type.kind == Kind::Array) return isPlain(type.element);
  if (!input::isRecord(type)) return type.kind != Kind::Reference;
  if (const auto traits = traits_.find(type.identifier); traits != traits_.end() && traits->second.hasConstructor)
    return false;
  return std::ranges::all_of(
      type.members, [&](const SourceType::Member& member) { return member.name != "_vptr" && isPlain(member.type); });
}

void TestMemory::noteHiddenMembers(TypeIndex index) {
  if (index == ir::none || usesHiddenMembers_) return;
  const SourceType& type = types_.type(index);
  if (type.kind == Kind::Array) return noteHiddenMembers(type.element);
  if (!input::isRecord(type) || input::standardOf(type) != Standard::None) return;
  if (const auto traits = traits_.find(type.identifier); traits != traits_.end())
    usesHiddenMembers_ |= traits->second.hasHiddenMembers;
  for (const SourceType::Member& member : type.members) noteHiddenMembers(member.type);
}

std::string TestMemory::uniqueName(const std::string& wanted) {
  const std::string base = identifier(wanted);
  std::string name = base;
  for (unsigned number = 2; !names_.insert(name).second; ++number) name = fmt::format("{}_{}", base, number);
  return name;
}

std::uint32_t TestMemory::addVariable(Variable variable) {
  if (variable.type != ir::none) {
    const std::string& type = types_.type(variable.type).name;
    if (type.find(' ') == std::string::npos) names_.insert(type); // a variable must not hide it
  }
  variable.name = uniqueName(variable.name);
  variable.isRaw = language_.isCxx && isRecord(variable.type) &&
                   input::standardOf(types_.type(variable.type)) == Standard::None && !isPlain(variable.type);
  usesRaw_ |= variable.isRaw;
  if (variable.isRaw && (variable.count != 1 || variable.form != Form::Single))
    problem("it takes several objects of a class with constructors");
  noteHiddenMembers(variable.type);
  variables_.push_back(std::move(variable));
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

/// The class with that identifier, which is the base or begins with it; none: there is none.
TypeIndex TestMemory::derivedClass(TypeIndex base, std::string_view identifier) const {
  if (base == ir::none || identifier.empty()) return ir::none;
  std::vector<TypeIndex> open{base};
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (types_.type(open[i]).identifier == identifier) return open[i];
    std::ranges::copy(types_.derived(open[i]), std::back_inserter(open));
  }
  return ir::none;
}

/// The class of an object whose virtual table says so; else the one that its pointer leads to.
TypeIndex TestMemory::classOf(const Image& image, TypeIndex pointed) const {
  const Pointer* table = pointerAt(image, 0);
  if (!table || !table->target.name.starts_with(virtualTable)) return pointed;
  const TypeIndex found = derivedClass(pointed, "_ZTS" + linkedName(table->target).substr(virtualTable.size()));
  return found == ir::none ? pointed : found;
}

void TestMemory::addObject(std::uint32_t object, TypeIndex element, const std::string& name) {
  if (object >= input_.objects.size() || ofObject_.contains(object)) return;
  const InputObject& described = input_.objects[object];
  element = classOf(described.image, element);
  const std::uint64_t bytes = described.image.bytes.size(), size = sizeOf(element);
  Variable variable{name,
                    size > 0 ? element : ir::none,
                    size > 0 ? bytes / size : bytes,
                    Form::Array,
                    false,
                    described.isHeap ? Release::Free : described.released,
                    described.image};
  const bool isCharacter = size == 1;
  if (size > 0 && bytes % size != 0) variable.form = Form::Heap; // an array of no fixed size at its end
  else if (variable.released != Release::None) variable.form = Form::Heap;
  else if (variable.count == 1 && size > 0 && !isCharacter) variable.form = Form::Single;
  if (variable.form == Form::Heap && size > 0 && bytes % size != 0) variable.count = 1;
  ofObject_[object] = addVariable(std::move(variable));
}

/// Pointers in a value of the type.
void TestMemory::findPointers(const Image& image, TypeIndex type, std::uint64_t offset, const std::string& expression,
                              std::vector<Pointing>& found) {
  struct Visitor {
    const SourceTypes& types;
    const Image& image;
    std::vector<Pointing>& found;

    [[nodiscard]] bool whole(TypeIndex index, std::uint64_t /*offset*/, const std::string& /*path*/) const {
      return input::standardOf(types.type(index)) != Standard::None; // which keeps its memory to itself
    }
    void operator()(const input::ScalarPlace& place) const {
      const Pointer* pointer = pointerAt(image, place.offset);
      if (!pointer || place.type.kind != ir::ScalarKind::Pointer || place.source == ir::none) return;
      found.push_back({pointer->target, types.type(place.source).element, place.path});
    }
  };
  input::forEachScalar(types_, type, offset, expression, Visitor{types_, image, found});
}

/// Objects get the types of pointers that lead to them, from the parameters on.
void TestMemory::nameObjects() {
  std::vector<Pointing> pending;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const ir::SourceParameter& parameter = function_.parameters[i];
    if (parameter.type == ir::none) return problem("the type of a parameter is not known");
    const std::string name = parameter.name.empty()     ? fmt::format("argument{}", i + 1)
                             : parameter.name == "this" ? "object"
                                                        : parameter.name;
    const SourceType& type = types_.type(parameter.type);
    if (input::isPointer(type)) {
      if (const Pointer* pointer = pointerAt(parameters_[i], 0))
        pending.push_back({pointer->target, type.element, name});
      continue;
    }
    ofParameter_[i] = addVariable({name, parameter.type, 1, Form::Single, false, Release::None, parameters_[i]});
    if (input::standardOf(type) == Standard::None) findPointers(parameters_[i], parameter.type, 0, name, pending);
  }
  for (const GlobalValue& global : input_.globals) {
    const Place place = this->global(global.name);
    if (place.type != ir::none) findPointers(global.image, place.type, 0, place.expression, pending);
  }
  // What has a type in one place may be a `void *` in another.
  std::vector<Pointing> untyped;
  std::deque<Pointing> queue(pending.begin(), pending.end());
  while (!queue.empty() || !untyped.empty()) {
    const bool isUntyped = queue.empty();
    const Pointing pointing = isUntyped ? untyped.front() : queue.front();
    if (isUntyped) untyped.erase(untyped.begin());
    else queue.pop_front();
    const std::uint32_t object = pointing.target.object;
    if (pointing.target.kind != Target::Kind::Object || object >= input_.objects.size() || ofObject_.contains(object) ||
        passed_.contains(object))
      continue;
    if (sizeOf(pointing.element) == 0 && !isUntyped) {
      untyped.push_back(pointing);
      continue;
    }
    addObject(object, pointing.element, pointing.expression);
    const Variable& variable = variables_[ofObject_[object]];
    if (variable.type == ir::none || input::standardOf(types_.type(variable.type)) != Standard::None) continue;
    std::vector<Pointing> next;
    for (std::uint64_t i = 0; i < variable.count; ++i)
      findPointers(variable.image, variable.type, i * sizeOf(variable.type), element(variable, i), next);
    for (Pointing& each : next) queue.push_back(std::move(each));
  }
}

std::string TestMemory::element(const Variable& variable, std::uint64_t number) const {
  if (variable.isRaw) return variable.name + ".value";
  if (variable.form == Form::Array) return fmt::format("{}[{}]", variable.name, number);
  if (variable.form == Form::Heap)
    return variable.count == 1 ? fmt::format("(*{})", variable.name) : fmt::format("{}[{}]", variable.name, number);
  return variable.name;
}

std::vector<TestMemory::Place> TestMemory::elementsOf(std::uint32_t object) const {
  std::vector<Place> places;
  const auto found = ofObject_.find(object);
  if (found == ofObject_.end()) return places;
  const Variable& variable = variables_[found->second];
  const std::uint64_t size = variable.type == ir::none ? 1 : sizeOf(variable.type);
  for (std::uint64_t i = 0; i < variable.count; ++i) places.push_back({element(variable, i), variable.type, i * size});
  return places;
}

std::optional<TestMemory::Place> TestMemory::textOf(std::uint32_t object) const {
  const auto found = ofObject_.find(object);
  if (found == ofObject_.end()) return std::nullopt;
  const Variable& variable = variables_[found->second];
  const bool isText = variable.type != ir::none && variable.form == Form::Array &&
                      types_.type(variable.type).kind == Kind::Character && sizeOf(variable.type) == 1;
  return isText ? std::optional(Place{variable.name, variable.type, 0}) : std::nullopt;
}

TestMemory::Place TestMemory::global(const std::string& name) const {
  const auto index = program_.findGlobal(name);
  if (!index) return {};
  return {nameInSource(name), types_.global(*index), 0};
}

// --- addresses ---

/// Where an expression of a type stands, `addend` bytes further on.
std::string TestMemory::variableAddress(const std::string& expression, TypeIndex type, bool isArray,
                                        std::uint64_t addend, TypeIndex wanted) const {
  const std::uint64_t size = type == ir::none ? 1 : sizeOf(type);
  const std::string start = isArray ? expression : "&" + expression;
  const std::string have = type == ir::none ? "unsigned char" : typeText(types_, type);
  const std::string want = wanted == ir::none ? "void" : typeText(types_, wanted);
  const auto bare = [](std::string text) { return text.starts_with("const ") ? text.substr(6) : text; };
  const bool isOfDerived = type != ir::none && derivedClass(wanted, types_.type(type).identifier) != ir::none;
  const bool fits = bare(have) == bare(want) || (isOfDerived && addend == 0);
  const auto signedAddend = static_cast<std::int64_t>(addend);
  if ((fits || want == "void" || want == "const void") && signedAddend >= 0 && size > 0 && addend % size == 0) {
    if (addend == 0) return start;
    return isArray ? fmt::format("&{}[{}]", expression, addend / size) : fmt::format("{} + {}", start, addend / size);
  }
  const std::string pointer = pointerTo(wanted);
  if (addend == 0) return fmt::format("({}){}", pointer, start);
  return fmt::format("({})((char *){} + {})", pointer, start, signedAddend);
}

/// "struct order *": the type of its address, as in a cast.
std::string TestMemory::pointerTo(TypeIndex type) const {
  if (type == ir::none) return "void *";
  const Kind kind = types_.type(type).kind;
  return declared(types_, type, kind == Kind::Function || kind == Kind::Array ? "(*)" : "*");
}

std::string TestMemory::functionName(const std::string& name) const {
  if (const std::string outside = outsideName(input_, name); !outside.empty()) return outside;
  return nameInSource(name);
}

std::string TestMemory::address(const Target& target, TypeIndex wanted) {
  switch (target.kind) {
  case Target::Kind::Plain: {
    if (target.addend == 0) return language_.isCxx ? "nullptr" : "NULL";
    return fmt::format("({}){:#x}", pointerTo(wanted), target.addend);
  }
  case Target::Kind::Object: {
    const auto found = ofObject_.find(target.object);
    if (found == ofObject_.end()) break;
    const Variable& variable = variables_[found->second];
    return variableAddress(variable.isRaw ? variable.name + ".value" : variable.name, variable.type,
                           variable.form != Form::Single, target.addend, wanted);
  }
  case Target::Kind::Global: {
    const Place place = global(target.name);
    if (place.expression.empty()) break;
    const bool isArray = place.type != ir::none && types_.type(place.type).kind == Kind::Array;
    return variableAddress(place.expression, isArray ? types_.type(place.type).element : place.type, isArray,
                           target.addend, wanted);
  }
  case Target::Kind::Function: {
    const std::string name = functionName(target.name);
    if (name.empty() || target.addend != 0) break;
    return outsideName(input_, target.name).empty() ? name : fmt::format("({}){}", pointerTo(wanted), name);
  }
  case Target::Kind::Own: break;
  }
  problem(fmt::format("it holds an address of {}", target.name.empty() ? "what has no name" : target.name));
  return "0";
}

// --- the call ---

std::string TestMemory::call() {
  const std::string& linked = program_.functions()[entry_].name;
  std::string name = nameInSource(linked);
  std::string arguments, object;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const ir::SourceParameter& parameter = function_.parameters[i];
    const SourceType& type = types_.type(parameter.type);
    std::string text;
    if (const auto variable = ofParameter_.find(i); variable != ofParameter_.end()) {
      text = element(variables_[variable->second], 0);
    } else {
      const Pointer* pointer = pointerAt(parameters_[i], 0);
      const Target target =
          pointer ? pointer->target : Target{Target::Kind::Plain, 0, "", bitsAt(parameters_[i], 0, 0, 64)};
      text = address(target, type.element);
      const bool isObject = parameter.name == "this";
      if (type.kind == Kind::Reference || isObject)
        text =
            text.starts_with('&') && text.find(' ') == std::string::npos ? text.substr(1) : fmt::format("(*{})", text);
      if (type.kind == Kind::Reference && type.name.ends_with("&&"))
        text = fmt::format("static_cast<{}>({})", typeText(types_, parameter.type), text);
      if (isObject) {
        object = text;
        continue;
      }
    }
    arguments += (arguments.empty() ? "" : ", ") + text;
  }
  if (!object.empty()) {
    const std::size_t scope = name.rfind("::");
    name = name.substr(scope == std::string::npos ? 0 : scope + 2);
    const std::string owner = scope == std::string::npos ? "" : nameInSource(linked).substr(0, scope);
    if (name.starts_with('~') || owner == name || owner.ends_with("::" + name))
      problem("it is a constructor or destructor");
    name = object + "." + name;
  }
  if (name == "main") name = programsMain;
  if (name.empty()) problem("the function has no name that a test could call");
  return fmt::format("{}({})", name, arguments);
}

} // namespace beagle::testgen
