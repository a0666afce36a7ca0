// The statements that declare a test's variables and fill them.

#include "analysis/input/layout.h"
#include "analysis/input/standard.h"
#include "analysis/testgen/test_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

using input::Standard;
using ir::SourceType;
using ir::SourceTypes;
using ir::TypeIndex;
using Kind = SourceType::Kind;

namespace {

bool sameBytes(const Image& a, const Image& b, std::uint64_t offset, std::uint64_t count) {
  const auto at = [](const Image& image, std::uint64_t i) { return i < image.bytes.size() ? image.bytes[i] : 0; };
  for (std::uint64_t i = offset; i < offset + count; ++i)
    if (at(a, i) != at(b, i)) return false;
  return true;
}

std::string listed(const std::vector<std::string>& values, std::string_view indent) {
  std::string text, line;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string one = values[i] + (i + 1 < values.size() ? ", " : "");
    if (line.size() + one.size() > 100) {
      text += fmt::format("\n{}{}", indent, line);
      line.clear();
    }
    line += one;
  }
  return text.empty() ? line : text + fmt::format("\n{}{}", indent, line);
}

} // namespace

std::string TestMemory::setUp() {
  std::string text;
  for (const Variable& variable : variables_) text += declaration(variable);
  for (const Variable& variable : variables_) {
    if (variable.type != ir::none && input::standardOf(types_.type(variable.type)) != Standard::None) continue;
    const std::uint64_t size = variable.type == ir::none ? 1 : sizeOf(variable.type);
    const bool hasParts =
        variable.type != ir::none && (isRecord(variable.type) || types_.type(variable.type).kind == Kind::Array);
    const bool isWritten = variable.form != Form::Heap && !hasParts; // by its initialiser
    for (std::uint64_t i = 0; i < variable.count; ++i) {
      if (isWritten && (variable.type == ir::none || !input::isPointer(types_.type(variable.type)))) break;
      text += assignments(variable.image, nullptr, {element(variable, i), variable.type, i * size});
    }
    if (variable.type == ir::none)
      for (const Pointer& pointer : variable.image.pointers)
        text += fmt::format("  *(void **)({} + {}) = {};\n", variable.name, pointer.offset,
                            address(pointer.target, ir::none));
    const std::uint64_t reached = variable.count * size;
    if (variable.form == Form::Heap && variable.image.bytes.size() > reached) {
      const std::vector<std::uint8_t> rest(variable.image.bytes.begin() + static_cast<std::ptrdiff_t>(reached),
                                           variable.image.bytes.end());
      if (std::ranges::any_of(rest, [](std::uint8_t byte) { return byte != 0; })) {
        text += fmt::format("  memcpy({0}(char *){1} + {2}, {3}, {4});\n", "", variable.name, reached,
                            quoted({reinterpret_cast<const char*>(rest.data()), rest.size()}), rest.size());
        usesText_ = true;
      }
      if (std::ranges::any_of(variable.image.pointers,
                              [&](const Pointer& pointer) { return pointer.offset >= reached; }))
        problem("pointers stand in an array of no fixed size");
    }
  }
  return text + globalAssignments();
}

std::string TestMemory::declaration(const Variable& variable) {
  const std::size_t bytes = variable.image.bytes.size();
  if (variable.type == ir::none) {
    if (variable.form == Form::Heap)
      return language_.isCxx ? fmt::format("  unsigned char *{} = new unsigned char[{}]();\n", variable.name, bytes)
                             : fmt::format("  unsigned char *{} = calloc(1, {});\n", variable.name, bytes);
    return fmt::format("  {} unsigned char {}[{}] = {};\n", language_.isCxx ? "alignas(16)" : "_Alignas(16)",
                       variable.name, std::max<std::size_t>(bytes, 1), initialiser(variable));
  }
  const std::string type = typeText(types_, variable.type);
  if (type.empty()) {
    problem(fmt::format("the type of {} has no name", variable.name));
    return "";
  }
  const SourceType& described = types_.type(variable.type);
  if (input::standardOf(described) != Standard::None) return declarationOfClass(variable, type);
  if (variable.form == Form::Heap) {
    const std::string made = declared(types_, variable.type, "*" + variable.name);
    if (!language_.isCxx)
      return fmt::format("  {} = calloc(1, {});\n", made,
                         bytes == variable.count * described.size && variable.count == 1
                             ? fmt::format("sizeof *{}", variable.name)
                             : std::to_string(bytes));
    if (!isPlain(variable.type) || bytes != variable.count * described.size ||
        (variable.released == Release::Delete && variable.count != 1))
      problem("the function gives an object of a class back to the system");
    if (variable.released == Release::Free)
      return fmt::format("  {} = static_cast<{}>(std::calloc({}, sizeof({})));\n", made,
                         declared(types_, variable.type, "*"), variable.count, type);
    return fmt::format("  {} = new {}{};\n", made, type,
                       variable.count == 1 && variable.released != Release::DeleteArray
                           ? "()"
                           : fmt::format("[{}]()", variable.count));
  }
  if (variable.isRaw)
    return fmt::format("  Raw<{}> {};\n", type.starts_with("const ") ? type.substr(6) : type, variable.name);
  if (variable.form == Form::Array && described.size == 1 && described.kind == Kind::Character && variable.count > 0) {
    if (const auto text = textIn(variable.image.bytes, 0, variable.count)) {
      const bool isWhole = text->size() + 1 == variable.count || described.isConst; // nobody writes behind it
      return fmt::format("  {} = {};\n",
                         declared(types_, variable.type,
                                  fmt::format("{}[{}]", variable.name, isWhole ? "" : std::to_string(variable.count))),
                         quoted(*text));
    }
  }
  const std::string name = variable.form == Form::Array
                               ? fmt::format("{}[{}]", variable.name, std::max<std::uint64_t>(variable.count, 1))
                               : variable.name;
  return fmt::format("  {} = {};\n", declared(types_, variable.type, name), initialiser(variable));
}

/// Of the C++ library: what the object stands for, not its members.
std::string TestMemory::declarationOfClass(const Variable& variable, const std::string& type) {
  const auto value =
      variable.count == 1 ? values_.initialiser(variable.type, {&variable.image, nullptr}, 0) : std::nullopt;
  if (!value) {
    problem(fmt::format("{} is a {} that a test cannot be given yet", variable.name, type));
    return "";
  }
  const bool isEmpty = *value == "{}" || *value == "\"\"";
  return fmt::format("  {} {}{};\n", values_.type(variable.type), variable.name, isEmpty ? "" : " = " + *value);
}

std::string TestMemory::initialiser(const Variable& variable) {
  const std::string zeros = language_.isCxx ? "{}" : "{0}";
  if (isRecord(variable.type) || (variable.type != ir::none && types_.type(variable.type).kind == Kind::Array))
    return zeros;
  const SourceType* type = variable.type == ir::none ? nullptr : &types_.type(variable.type);
  const std::uint64_t size = type ? type->size : 1;
  if (type && input::isPointer(*type))
    return variable.form == Form::Array ? zeros : language_.isCxx ? "nullptr" : "NULL";
  std::vector<std::string> values;
  std::uint64_t used = variable.image.bytes.size() / size; // zeros at the end need not be written
  while (type == nullptr && used > 0 && variable.image.bytes[used - 1] == 0) --used;
  for (std::uint64_t i = 0; i < used; ++i) {
    const std::span<const std::uint8_t> bytes = std::span(variable.image.bytes).subspan(i * size, size);
    values.push_back(type ? literal(*type, bytes, language_) : fmt::format("{:#04x}", bytes[0]));
    if (values.back().empty())
      problem(fmt::format("{} is a {}, of which there is no literal", variable.name, type->name));
  }
  if (variable.form != Form::Array) return values.empty() ? "0" : values.front();
  return values.empty() ? zeros : "{" + listed(values, "    ") + "}";
}

/// A part of an object whose class has constructors, none of which has run unless `isMade`.
std::string TestMemory::classAssignment(TypeIndex index, std::uint64_t offset, const std::string& path,
                                        const Image& image, bool isMade) {
  const auto value = values_.initialiser(index, {&image, nullptr}, offset);
  if (!value) {
    problem(fmt::format("{} is a {} that a test cannot be given yet", path, types_.type(index).name));
    return "";
  }
  if (isMade) return fmt::format("  {} = {};\n", path, *values_.expression(index, {&image, nullptr}, offset));
  return fmt::format("  new ((void *)&{}) {}{};\n", path, values_.type(index),
                     value->starts_with('{') ? *value : "(" + *value + ")");
}

/// Statements for what is not as `initial` has it (nothing: all zero) in a value of the place's type.
std::string TestMemory::assignments(const Image& image, const Image* initial, const Place& place) {
  const Image zeros;
  const Image& before = initial ? *initial : zeros;
  struct Visitor {
    TestMemory& memory;
    const Image &image, &before;
    const std::string& root;
    std::uint64_t start; ///< where that stands in the image
    bool isMade;         ///< constructors have run
    std::string text;

    bool whole(TypeIndex index, std::uint64_t offset, const std::string& path) {
      const SourceType& type = memory.types_.type(index);
      if (input::standardOf(type) != Standard::None) {
        text += memory.classAssignment(index, offset, path, image, isMade);
        return true;
      }
      if (input::isRecord(type) &&
          std::ranges::any_of(type.members, [](const auto& member) { return member.isBase; })) {
        // Members of a base are called as if they were the class's own.
        for (const SourceType::Member& member : type.members)
          input::forEachScalar(memory.types_, member.type, offset + member.offset,
                               member.isBase ? path : path + "." + member.name, *this);
        return true;
      }
      if (type.kind != Kind::Array || type.element == ir::none) return false;
      const SourceType& element = memory.types_.type(type.element);
      if (element.kind != Kind::Character || element.size != 1) return false;
      if (sameBytes(image, before, offset, type.count)) return true;
      const auto content = textIn(image.bytes, offset, type.count);
      if (!content || content->empty() || !sameBytes(before, {}, offset, type.count)) return false;
      text += fmt::format("  strcpy({}, {});\n", path, quoted(*content));
      memory.usesText_ = true;
      return true;
    }

    void operator()(const input::ScalarPlace& place) {
      const auto notNull = [](const Pointer* each) { return each && each->target == Target{} ? nullptr : each; };
      const Pointer* pointer = notNull(pointerAt(image, place.offset));
      const Pointer* was = notNull(pointerAt(before, place.offset));
      if (place.type.kind == ir::ScalarKind::Pointer && !pointer && !place.others.empty()) {
        for (const input::ScalarPlace& other : place.others)
          if (other.type.kind != ir::ScalarKind::Pointer) (*this)(other);
        return;
      }
      if (pointer ? was && was->target == pointer->target : !was && sameScalar(place)) return;
      std::string value;
      if (place.source == ir::none) {
        memory.problem(fmt::format("{} is a byte of a union that no member has alone", place.path));
      } else if (place.path.ends_with("._vptr")) {
        text += memory.tableAssignment(pointer, root, place.offset - start);
        return;
      } else if (place.type.kind == ir::ScalarKind::Pointer) {
        const SourceType& type = memory.types_.type(place.source);
        if (type.kind == Kind::Reference) memory.problem(fmt::format("{} is a reference", place.path));
        const Target target =
            pointer ? pointer->target : Target{Target::Kind::Plain, 0, "", bitsAt(image, place.offset, 0, 64)};
        value = memory.address(target, type.element);
      } else if (place.isBitField) {
        value =
            literal(memory.types_.type(place.source), bitsAt(image, place.offset, place.bitOffset, place.type.width),
                    place.type.width, memory.language_);
      } else {
        const std::uint64_t size = memory.sizeOf(place.source);
        if (place.offset + size <= image.bytes.size())
          value = literal(memory.types_.type(place.source), std::span(image.bytes).subspan(place.offset, size),
                          memory.language_);
      }
      if (value.empty()) return memory.problem(fmt::format("the value of {} has no literal", place.path));
      const bool isMember = place.path.find('.', root.size()) != std::string::npos; // the test's own are never constant
      const bool isConst = isMember && memory.types_.type(place.source).isConst && !place.isBitField;
      const std::string target =
          isConst ? fmt::format("*({})&{}", declared(memory.types_, place.source, "*"), place.path) : place.path;
      text += fmt::format("  {} = {};\n", arrow(target), value);
    }

    [[nodiscard]] bool sameScalar(const input::ScalarPlace& place) const {
      return bitsAt(image, place.offset, place.bitOffset, place.type.width) ==
                 bitsAt(before, place.offset, place.bitOffset, place.type.width) &&
             (place.type.width <= 64 || sameBytes(image, before, place.offset, place.bytes()));
    }

    /// "(*list).next" as "list->next".
    static std::string arrow(std::string path) {
      const std::size_t end = path.find(").");
      return path.starts_with("(*") && end != std::string::npos
                 ? fmt::format("{}->{}", path.substr(2, end - 2), path.substr(end + 2))
                 : path;
    }
  };
  if (place.type == ir::none) return "";
  Visitor visitor{*this, image, before, place.expression, place.offset, initial != nullptr, ""};
  input::forEachScalar(types_, place.type, place.offset, place.expression, visitor);
  return visitor.text;
}

/// No constructor has run: the object is given its virtual functions.
std::string TestMemory::tableAssignment(const Pointer* table, const std::string& object, std::uint64_t offset) {
  if (!table || !table->target.name.starts_with(virtualTable)) {
    problem("it takes an object of a class whose virtual functions nobody has");
    return "";
  }
  const std::string linked = linkedName(table->target);
  std::string& name = tables_[linked];
  if (name.empty()) name = uniqueName("functions_of_" + nameInSource("_Z" + linked.substr(virtualTable.size())));
  const std::string place = offset == 0 ? "&" + object : fmt::format("((char *)&{} + {})", object, offset);
  return fmt::format("  *(const void **){} = {} + {};\n", place, name, table->target.addend);
}

std::string TestMemory::virtualTables() const {
  std::string text;
  for (const auto& [linked, name] : tables_)
    text += fmt::format("extern \"C\" const char {}[] __asm__(\"{}\");\n", name, linked);
  return text.empty() ? "" : "\n// Where objects of a class find their virtual functions.\n" + text;
}

Image TestMemory::initialImage(const std::string& name) const {
  const auto index = program_.findGlobal(name);
  if (!index) return {};
  const ir::Global& global = program_.globals()[*index];
  Image image{global.bytes, {}};
  image.bytes.resize(global.size);
  for (const ir::Relocation& relocation : global.relocations) {
    const std::string& target = relocation.isFunction ? program_.functions()[relocation.target].name
                                                      : program_.globals()[relocation.target].name;
    auto kind = relocation.isFunction ? Target::Kind::Function : Target::Kind::Global;
    if (relocation.isLabel()) kind = Target::Kind::Own; // where nobody knows
    image.pointers.push_back({relocation.offset, {kind, 0, target, static_cast<std::uint64_t>(relocation.addend)}});
  }
  return image;
}

std::string TestMemory::globalAssignments() {
  std::string text;
  for (const GlobalValue& global : input_.globals) {
    const Image initial = initialImage(global.name);
    if (initial == global.image) continue;
    const Place place = this->global(global.name);
    if (place.expression.empty() || place.type == ir::none) {
      problem(fmt::format("a test cannot reach {}", global.name));
      continue;
    }
    noteHiddenMembers(place.type);
    text += assignments(global.image, &initial, place);
  }
  return text;
}

} // namespace beagle::testgen
