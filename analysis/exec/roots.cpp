// What a program finds outside of itself: standard input, files, the environment, and streams that the entry
// gets.

#include "analysis/exec/harness.h"

#include <algorithm>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ScalarType bitType{ScalarKind::Integer, 0, 1};
constexpr ScalarType pointerType{ScalarKind::Pointer, 0, 64};
/// Where the runtime's FILE has the bytes that can be read from one of the input (runtime/stdio_streams.h).
constexpr std::uint64_t inputOfStream = 80;

std::string sizePath(const InputPointer& pointer) { return pointer.path + ".size"; }

std::optional<std::string> knownText(const logic::TermManager& terms, const std::vector<Term>& name) {
  std::string text;
  for (const Term byte : name) {
    if (!terms.isConstant(byte)) return std::nullopt;
    text += static_cast<char>(terms.bits64(byte));
  }
  return text;
}

} // namespace

/// `file "data.txt"`, or `file path`, when the name is the text of an input that goes by that path.
std::string Harness::rootPath(RootKind kind, const std::vector<Term>& name) {
  if (kind == RootKind::StandardInput) return "stdin";
  const std::string word = kind == RootKind::File ? "file" : "variable";
  logic::TermManager& terms = machine_->terms;
  if (const auto text = knownText(terms, name)) return fmt::format("{} \"{}\"", word, *text);
  std::string source = "of a name that is computed";
  const auto& variables = terms.support(name.front());
  if (variables.size() == 1 && terms.variableAt(*variables.begin()) == name.front()) {
    source = terms.name(name.front());
    source = source.substr(0, source.find_last_of('['));
  }
  // Other names that begin with the same character are other files.
  std::string path = fmt::format("{} {}", word, source);
  const std::uint32_t number = leaves_.name(path, name);
  return number == 0 ? path : fmt::format("{} #{}", path, number + 1);
}

/// A constant size asks nothing.
void Harness::describeContents(InputPointer& pointer, std::uint32_t most) {
  pointer.isRestrict = pointer.isConst = true;
  pointer.maxElements = most;
  pointer.mayBeEmpty = true;
  if (most == 0) {
    pointer.elements = machine_->terms.constant(64, 0);
    return;
  }
  pointer.elements = leaves_.leaf(sizePath(pointer), sizeType, nullptr, pointer.number).variable;
  pointer.hasOwnSize = true;
  sequences_.try_emplace(pointer.path, pointer.elements, pointer.path, most, true);
}

std::vector<std::string> Harness::sizesOfFiles() const {
  std::vector<std::string> names;
  for (const auto& [number, pointer] : pointers_)
    if (isOutsideBytes(*pointer) && pointer->hasOwnSize && pointer->maxElements == options_.maxFile)
      names.push_back(sizePath(*pointer));
  return names;
}

std::vector<std::string> Harness::sizesOfTexts() const {
  std::vector<std::string> names;
  for (const auto& [path, sequence] : sequences_)
    if (sequence.isText) names.push_back(path + ".size()");
  return names;
}

std::vector<std::string> Harness::endedTexts() const {
  std::vector<std::string> paths;
  for (const auto& [number, pointer] : pointers_)
    if (pointer->isString) paths.push_back(pointer->path);
  return paths;
}

Harness::FileText Harness::fileText(const std::string& path) const {
  const input::Leaf* size = leaves_.find(path + ".size");
  FileText text{size ? size->variable : machine_->terms.constant(64, 0), {}};
  while (const input::Leaf* byte = leaves_.find(fmt::format("{}[{}]", path, text.bytes.size())))
    text.bytes.push_back(byte->variable);
  return text;
}

std::optional<ObjectId> Harness::objectOf(State& state, const std::string& path) {
  const auto number = numbers_.find(path);
  return number == numbers_.end() ? std::nullopt : place(state, number->second);
}

Value Harness::root(State& state, RootKind kind, const std::vector<Term>& name) {
  const std::string path = rootPath(kind, name);
  const std::uint32_t number = leaves_.pointer(path);
  if (const auto id = inputObject(state, number)) return Value::pointer(*id, 0);
  if (const auto known = pointers_.find(number); known != pointers_.end()) return introduced(state, *known->second);
  InputPointer& pointer = newPointer(path, {});
  pointer.root = kind;
  pointer.rootName = name;
  if (kind == RootKind::Variable) {
    pointer.isRestrict = pointer.isConst = pointer.isString = true;
    pointer.maxElements = options_.maxString + 1ULL;
  } else {
    const auto own = options_.files.find(kind == RootKind::File ? knownText(machine_->terms, name).value_or("?") : "");
    const bool isNumbers = kind == RootKind::StandardInput && options_.numbersToRead > 0;
    const std::uint32_t any = isNumbers ? options_.numbersToRead * bytesOfNumber : options_.maxFile;
    describeContents(pointer, own == options_.files.end() || isNumbers ? any : own->second);
    if (kind == RootKind::File && own == options_.files.end() && options_.maxFile == 0) {
      assumptions_.insert("there are no files but those that the program makes itself");
      pointer.null = machine_->terms.truth(true);
      return introduced(state, pointer);
    }
  }
  if (kind == RootKind::StandardInput) {
    assumptions_.insert("reading gives as much as is asked for, until the end of what there is to read");
    return introduced(state, pointer);
  }
  if (options_.maxFile == 0 && kind == RootKind::Variable) {
    assumptions_.insert("the environment has no variables but those that the program sets");
    pointer.null = machine_->terms.truth(true);
    return introduced(state, pointer);
  }
  pointer.null =
      leaves_.leaf(path + (kind == RootKind::File ? " is missing" : " is not set"), bitType, nullptr).variable;
  absences_[machine_->terms.variableNumber(pointer.null)] = number;
  if (kind == RootKind::File) {
    assumptions_.insert("files that exist can be opened and written, and nobody else writes them");
    assumptions_.insert("reading gives as much as is asked for, until the end of what there is to read");
    if (!knownText(machine_->terms, name)) assumptions_.insert("different names are those of different files");
  }
  return introduced(state, pointer);
}

std::string Harness::rootName(const State& state, ObjectId id) const {
  const InputPointer* pointer = pointerAt(state, id);
  if (!pointer) return "a file";
  return pointer->root == RootKind::Contents ? this->pointer(pointer->parent).path : pointer->path;
}

/// Nothing has been read from it yet, and nothing is buffered.
void Harness::layOutStream(State& state, Contents& contents, const InputPointer& stream) {
  const std::string path = stream.path + ".contents";
  const auto known = numbers_.find(path);
  if (known == numbers_.end()) {
    InputPointer& made =
        newPointer(path, {stream.number, stream.global, stream.depth + 1, stream.isOutside, {}, false});
    made.root = RootKind::Contents;
    describeContents(made, options_.maxFile);
  }
  assumptions_.insert(fmt::format("{} is open for reading and writing, at its beginning", stream.path));
  assumptions_.insert("reading gives as much as is asked for, until the end of what there is to read");
  contents.write(*machine_, inputOfStream, introduced(state, pointer(numbers_.at(path))), pointerType);
}

} // namespace beagle::exec
