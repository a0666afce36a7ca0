#include "analysis/exec/library_state.h"

#include <algorithm>
#include <array>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using logic::Op;

namespace {

constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr ScalarType intType{ScalarKind::Integer, 0, 32};
constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ScalarType boolType{ScalarKind::Integer, 0, 1};
constexpr ScalarType pointerType{ScalarKind::Pointer, 0, 64};

// The runtime's FILE (runtime/stdio_streams.h): flags, what is open, and what was pushed back.
constexpr std::uint64_t openOfFile = 72, unreadCountOfFile = 116, unreadOfFile = 120, mostUnread = 96;
constexpr std::uint64_t endSeen = 0x10, errorSeen = 0x20;
// Its struct Open (runtime/files.h).
constexpr std::uint64_t positionOfOpen = 24;

constexpr std::string_view standardInput = "in@runtime/stdio_streams.c", standardOpen = "standard@runtime/files.c",
                           openTable = "table@runtime/files.c";

/// Nothing: the version has no such global, so that it is as it begins, or not a plain number.
const Contents* contentsOf(Machine& machine, std::string_view global) {
  const auto found = machine.program().findGlobal(std::string(global));
  return found ? &machine.object(machine.globalObject(*found)).contents : nullptr;
}

std::optional<std::uint64_t> numberAt(Machine& machine, const Contents* contents, std::uint64_t offset,
                                      ScalarType type) {
  if (!contents) return 0;
  const Value value = contents->read(machine, offset, type);
  return value.isPlain() ? std::optional(value.bits) : std::nullopt;
}

/// What is open when somebody has looked, and whether it was closed.
struct Opened {
  const Contents* file = nullptr;
  const Contents* open = nullptr;
  bool isClosed = false;
};

Opened openedAs(Machine& machine, Harness& harness, State& state, const std::string& stream) {
  Opened opened;
  if (stream == "stdin") {
    opened.file = contentsOf(machine, standardInput);
    opened.open = contentsOf(machine, standardOpen);
    const Contents* table = contentsOf(machine, openTable);
    opened.isClosed = table && table->read(machine, 0, pointerType).object() == 0;
    return opened;
  }
  const auto id = harness.objectOf(state, stream);
  if (!id) return opened;
  const Object& file = machine.object(*id);
  opened.file = &file.contents;
  opened.isClosed = !file.isAlive;
  if (opened.isClosed) return opened;
  const ObjectId open = file.contents.read(machine, openOfFile, pointerType).object();
  if (open != 0 && state.memory.exists(open)) opened.open = &state.memory[open].contents;
  return opened;
}

} // namespace

bool isInnerMatter(const ir::Global& global) {
  constexpr std::array<std::string_view, 4> names{"_ZGV", "_ZZ", "_ZN6beagle", "_ZNSt6locale"};
  const bool isFacet = global.name.starts_with("_ZNSt") && global.name.ends_with("2idE"); // numbered when first used
  return global.isRuntime &&
         (isFacet || std::ranges::any_of(names, [&](std::string_view name) { return global.name.starts_with(name); }));
}

bool isOfObjectEnds(const ir::Global& global) { return global.isRuntime && global.name.starts_with("objectEnd"); }

bool hasOwnObjectEnd(const Machine& machine, const State& state) {
  const auto table = machine.program().findGlobal("objectEnds@runtime/stdlib_process.c");
  if (!table || !state.memory.exists(machine.globalObject(*table))) return false;
  bool isAny = false;
  state.memory[machine.globalObject(*table)].contents.forEachPointer([&](std::uint64_t, const Value& value) {
    const auto function = machine.functionOf(value.object());
    isAny = isAny || (function && !machine.program().functions()[*function].isSystem);
  });
  return isAny;
}

bool isOfStreams(const ir::Program& program, const std::string& name) {
  const auto found = program.findGlobal(name);
  return (!found || program.globals()[*found].isRuntime) &&
         (name.ends_with("@runtime/stdio_streams.c") || (name.ends_with("@runtime/files.c") && name != openTable));
}

Value errorNumber(Machine& machine) {
  const Contents* contents = contentsOf(machine, "beagle_errno");
  return contents ? contents->read(machine, 0, intType) : Value::concrete(0);
}

std::optional<UnreadText> unreadText(Machine& machine, Harness& harness, State& state, const std::string& stream) {
  const Opened opened = openedAs(machine, harness, state, stream);
  if (opened.isClosed) return std::nullopt;
  const auto count = numberAt(machine, opened.file, unreadCountOfFile, intType);
  const auto flags = numberAt(machine, opened.file, 0, intType);
  const Value at = opened.open ? opened.open->read(machine, positionOfOpen, sizeType) : Value::concrete(0);
  logic::TermManager& terms = machine.terms;
  if (!count || !flags || *count > mostUnread || !(at.isPlain() || at.isSymbolic()) || at.object() != 0)
    return UnreadText{false, false, terms.constant(64, ~std::uint64_t{0}), {}};
  UnreadText text{(*flags & endSeen) != 0, (*flags & errorSeen) != 0, {}, {}};
  for (std::uint64_t i = *count; i > 0; --i)
    text.bytes.push_back(opened.file->read(machine, unreadOfFile + i - 1, byteType));
  const Harness::FileText file = harness.fileText(stream == "stdin" ? stream : stream + ".contents");
  const Term from = at.isSymbolic() ? at.asTerm() : terms.constant(64, at.bits);
  for (std::uint64_t i = 0; i < file.bytes.size(); ++i) {
    if (at.isPlain() && at.bits + i >= file.bytes.size()) break;
    Term byte = at.isPlain() ? file.bytes[at.bits + i] : terms.constant(8, 0);
    for (std::uint64_t k = i; !at.isPlain() && k < file.bytes.size(); ++k) // what stands i behind the position
      byte = terms.ite(terms.equal(from, terms.constant(64, k - i)), file.bytes[k], byte);
    text.bytes.push_back(machine.bitsValue(byte));
  }
  const Term rest = terms.ite(terms.binary(Op::ULess, file.size, from), terms.constant(64, 0),
                              terms.binary(Op::Sub, file.size, from));
  text.size = terms.binary(Op::Add, terms.constant(64, *count), rest);
  return text;
}

std::string_view libraryPart(std::string_view path) {
  if (path == errorNumberPath) return path;
  for (const std::string_view prefix : {unreadPath, endPath, errorPath, closedPath})
    if (path.starts_with(prefix)) {
      const std::string_view rest = path.substr(prefix.size());
      if (prefix != unreadPath) return rest;
      return rest.substr(0, rest.ends_with(".size") ? rest.size() - 5 : rest.rfind('['));
    }
  return {};
}

constexpr std::string_view hiddenPrefix = "C library's ";

bool isHiddenInLibrary(std::string_view path) { return path.starts_with(hiddenPrefix); }

std::string hiddenPath(const ir::Global& global) {
  return fmt::format("{}{}", hiddenPrefix, std::string_view(global.name).substr(0, global.name.find('@')));
}

void addErrorNumber(Machine& machine, std::vector<Observed>& values) {
  values.push_back({std::string(errorNumberPath), errorNumber(machine), intType, {}});
}

void addUnread(Machine& machine, Harness& harness, State& state, const std::string& stream, Term present,
               std::vector<Observed>& values) {
  const auto text = unreadText(machine, harness, state, stream);
  const auto named = [&](std::string_view what) { return fmt::format("{}{}", what, stream); };
  values.push_back({named(closedPath), Value::concrete(text ? 0 : 1), boolType, present});
  if (!text) return;
  logic::TermManager& terms = machine.terms;
  values.push_back({named(endPath), Value::concrete(text->atEnd ? 1 : 0), boolType, present});
  values.push_back({named(errorPath), Value::concrete(text->hasError ? 1 : 0), boolType, present});
  values.push_back({named(unreadPath) + ".size", machine.bitsValue(text->size), sizeType, present});
  for (std::size_t i = 0; i < text->bytes.size(); ++i) {
    Term exists = terms.binary(Op::ULess, terms.constant(64, i), text->size);
    if (present) exists = terms.logicalAnd(present, exists);
    values.push_back({fmt::format("{}[{}]", named(unreadPath), i), text->bytes[i], byteType, exists});
  }
}

} // namespace beagle::exec
