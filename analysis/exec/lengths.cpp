// Numbers of the input that say how long its buffers are: by rule, by what the code does, by their names.

#include "analysis/exec/harness.h"
#include "analysis/exec/name_words.h"
#include "analysis/ir/buffer_hints.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <limits>

namespace beagle::exec {

using ir::SourceType;
using ir::TypeIndex;
using logic::Op;
using Kind = SourceType::Kind;

namespace {

constexpr std::array<std::string_view, 17> lengthWords = {"len",    "length", "size",     "count",  "cnt",    "num",
                                                          "number", "nmemb",  "nelem",    "nelems", "nitems", "bytes",
                                                          "nbytes", "avail",  "elements", "argc",   "items"};
constexpr std::array<std::string_view, 6> roomWords = {"capacity", "cap", "alloc", "allocated", "room", "maxlen"};
constexpr std::array<std::string_view, 6> shortWords = {"n", "m", "k", "nb", "nr", "sz"};

bool isAmong(const auto& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

/// How a number's name speaks of a length.
enum class Sense { None, Short, Length, Room };

Sense senseOf(const std::string& name) {
  const std::vector<std::string> words = wordsOf(name);
  if (std::ranges::any_of(words, [](const std::string& word) { return isAmong(roomWords, word); })) return Sense::Room;
  if (std::ranges::any_of(words, [](const std::string& word) { return isAmong(lengthWords, word); }))
    return Sense::Length;
  // "datalen", "bufsize"
  if (!words.empty() &&
      (words.back().ends_with("len") || words.back().ends_with("size") || words.back().ends_with("count")))
    return Sense::Length;
  if (words.size() > 1 && (words.front() == "n" || words.front() == "nb" || words.front() == "nr"))
    return Sense::Length; // "n_items"
  return words.size() == 1 && isAmong(shortWords, words[0]) ? Sense::Short : Sense::None;
}

/// What is left of a number's name without the words that speak of a length.
std::vector<std::string> subjectOf(const std::string& name) {
  std::vector<std::string> words = wordsOf(name);
  for (std::string& word : words)
    for (const std::string_view end : {"length", "len", "size", "count"})
      if (word.size() > end.size() && word.ends_with(end)) {
        word.resize(word.size() - end.size());
        break;
      }
  std::erase_if(words, [](const std::string& word) {
    return isAmong(lengthWords, word) || isAmong(roomWords, word) || isAmong(shortWords, word) || word == "in" ||
           word == "max" || word == "of";
  });
  return words;
}

/// Whether a number that by its name is about something is about this buffer.
bool isAbout(const std::string& number, const std::string& buffer) {
  const std::vector<std::string> subject = subjectOf(number);
  const std::vector<std::string> words = wordsOf(buffer);
  // What a thing is called is a text of its own: "file_size" is not how long "file_name" is.
  constexpr std::array<std::string_view, 6> labels = {"name", "path", "title", "label", "url", "prefix"};
  if (!subject.empty() && words.size() > 1 && isAmong(labels, words.back()) &&
      std::ranges::find(subject, words.back()) == subject.end())
    return false;
  return std::ranges::all_of(subject, [&](const std::string& word) {
    return std::ranges::any_of(words, [&](const std::string& other) {
      return other.starts_with(word) || word.starts_with(other) ||
             (word.ends_with('s') && other == word.substr(0, word.size() - 1));
    });
  });
}

/// Whether a number's name speaks of a buffer, but not of which: "buffer_length", "datalen".
bool isAboutSomeBuffer(const std::string& number) {
  constexpr std::array<std::string_view, 10> words = {"buffer", "buf",   "data",    "string", "str",
                                                      "text",   "input", "content", "mem",    "memory"};
  const std::vector<std::string> subject = subjectOf(number);
  return !subject.empty() && std::ranges::all_of(subject, [&](const auto& word) { return isAmong(words, word); });
}

/// Also an unsigned char, which is a small number more often than it is text.
bool isNumber(const SourceType& type) {
  return (type.kind == Kind::Integer && type.size <= 8) ||
         (type.kind == Kind::Character && type.name == "unsigned char");
}

bool countsBytes(const std::string& name) {
  const std::vector<std::string> words = wordsOf(name);
  return std::ranges::any_of(words, [](const std::string& word) { return word.ends_with("bytes") || word == "byte"; });
}

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
  const std::vector<std::string> words = wordsOf(name);
  return std::ranges::any_of(words, [&](const std::string& word) { return isAmong(names, word); });
}

/// Whether a class has virtual functions.
bool isPolymorphic(const ir::SourceTypes& types, const SourceType& type) {
  return std::ranges::any_of(type.members, [&](const SourceType::Member& member) {
    return member.name == "_vptr" ||
           (member.isBase && member.type != ir::none && isPolymorphic(types, types.type(member.type)));
  });
}

/// Names of two pointers that enclose a range.
bool enclose(const std::string& first, const std::string& last) {
  return (isOneOf(first, {"begin", "first", "start", "from", "beg", "lo", "low"}) || first == "p" || first == "s") &&
         isOneOf(last, {"end", "last", "stop", "to", "limit", "hi", "high", "e", "pe"});
}

} // namespace

/// By option; nothing else is asked then.
bool Harness::isSettled(const std::string& buffer) const {
  return std::ranges::any_of(options_.lengths, [&](const LengthRule& rule) { return rule.buffer == buffer; });
}

void Harness::noteLength(const std::string& buffer, Length length) {
  if (lengths_.contains(buffer)) return;
  assumptions_.insert(fmt::format("{} has {}{} {}{}", buffer, length.name, length.isLast ? " + 1" : "",
                                  length.isBytes ? "bytes" : "elements",
                                  length.isClosed ? " and a null behind them" : ""));
  lengths_.emplace(buffer, std::move(length));
}

/// The parameters that are lengths of others.
class Harness::ParameterLengths {
public:
  ParameterLengths(Harness& harness, ir::FunctionIndex entry, const ir::SourceFunction& source)
      : harness_(harness), entry_(entry), all_(source.parameters) {}

  void byRules(const std::vector<LengthRule>& rules) {
    for (const LengthRule& rule : rules)
      if (const std::size_t buffer = indexOf(rule.buffer), number = indexOf(rule.length);
          buffer < all_.size() && isNumberAt(number))
        use(buffer, number, rule.isBytes, rule.isLast);
  }

  /// Those of a program: argc, argv.
  void findArguments() {
    for (std::size_t i = 1; i < all_.size(); ++i)
      if (isBuffer(i) && isClosedPair(i, i - 1)) use(i, i - 1, false);
  }

  /// Records that the code takes for larger ones.
  void readCode() {
    hints_ = ir::bufferHints(harness_.program_, entry_);
    isRead_ = !hints_.empty();
    hints_.resize(all_.size());
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (isBuffer(i) && input::isRecord(*elementAt(i)) && elementAt(i)->size > 0 &&
          hints_[i].recordSize > elementAt(i)->size)
        harness_.larger_.emplace(all_[i].name, hints_[i].record);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const ir::BufferHint* other = isBuffer(i) ? hintElsewhere(i) : nullptr;
      const std::uint64_t reach = std::max(hints_[i].reach, other ? other->reach : 0);
      if (reach > 0) harness_.reaches_.emplace(all_[i].name, reach);
    }
  }

  /// What the code does says more than names; but an index into a text is often smaller than some other number.
  void byCode() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!isBuffer(i)) continue;
      const ir::BufferHint& hint = hints_[i];
      const std::uint64_t size = elementAt(i)->size;
      const bool isWideText = hint.isText && size == sizeof(wchar_t) && isNumber(*elementAt(i));
      if (isRead_ && isSingle(hint, *elementAt(i)) && !isTextAt(i) && !isWideText && size > 0 && isSingleElsewhere(i))
        harness_.singles_.insert(all_[i].name);
      if (((hint.isTerminated && input::isPointer(*elementAt(i))) || isWideText) && !hint.count)
        harness_.terminated_.insert(all_[i].name);
      else if (hint.count && isNumberAt(*hint.count) && !(isTextAt(i) && hint.isText))
        use(i, *hint.count, hint.isBytes, hint.isLast && senseOf(all_[*hint.count].name) == Sense::None);
    }
  }

  void findRanges() {
    for (std::size_t i = 0; i + 1 < all_.size(); ++i) {
      if (!isBuffer(i) || !isBuffer(i + 1) || elementAt(i)->size == 0 || elementAt(i)->name != elementAt(i + 1)->name)
        continue;
      const bool isNamedEnd = input::scalarOf(*elementAt(i)) && isOneOf(all_[i + 1].name, {"end", "limit", "stop"});
      if (hints_[i].end != i + 1 && !enclose(all_[i].name, all_[i + 1].name) && !isNamedEnd) continue;
      harness_.ends_.emplace(all_[i + 1].name, all_[i].name);
      harness_.assumptions_.insert(
          fmt::format("{} points behind the last element of {}", all_[i + 1].name, all_[i].name));
    }
  }

  /// Behind its buffer, or behind several of one type; or just in front of it.
  void byName() {
    for (std::size_t number = 0; number < all_.size(); ++number) {
      const Sense sense = isNumberAt(number) ? senseOf(all_[number].name) : Sense::None;
      if (sense == Sense::None) continue;
      bool isUsed = std::ranges::any_of(harness_.lengths_, [&](const auto& known) { // the code says of what
        return known.second.name == all_[number].name;
      });
      for (std::size_t i = number; i-- > 0;) {
        if (!elementAt(i) || (i + 1 < number && elementAt(i)->name != elementAt(i + 1)->name)) break;
        if (!fits(i, number, sense)) continue;
        use(i, number, countsBytes(all_[number].name));
        isUsed = true;
      }
      const bool comesFirst = sense == Sense::Length || all_[number].name == "n";
      if (!isUsed && comesFirst && number + 1 < all_.size() && !isNumberAt(number + 2) &&
          fits(number + 1, number, sense))
        use(number + 1, number, countsBytes(all_[number].name));
    }
  }

  /// Where nothing says how many numbers a buffer has, it has exactly as many as a constant in one of the versions says
  /// that code uses.
  void findRooms() {
    constexpr std::uint64_t largest = 4096;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const SourceType* element = isBuffer(i) ? elementAt(i) : nullptr;
      if (!element || element->size == 0 || !input::scalarOf(*element) || input::isPointer(*element)) continue;
      if (hints_[i].isText || hints_[i].count || isRangeStart(all_[i].name)) continue;
      const ir::BufferHint* other = hintElsewhere(i);
      const std::uint64_t bytes = std::max(hints_[i].bytes, other ? other->bytes : 0);
      if (bytes <= harness_.options_.maxElements * element->size || bytes > largest) continue;
      harness_.rooms_.emplace(all_[i].name, bytes);
      harness_.assumptions_.insert(fmt::format("{} has {} bytes, as the code uses so many", all_[i].name, bytes));
    }
  }

private:
  [[nodiscard]] const SourceType* typeAt(std::size_t i) const {
    return i < all_.size() ? harness_.sourceOf(all_[i].type) : nullptr;
  }
  [[nodiscard]] bool isNumberAt(std::size_t i) const { return typeAt(i) && isNumber(*typeAt(i)); }
  [[nodiscard]] const SourceType* elementAt(std::size_t i) const {
    return typeAt(i) && typeAt(i)->kind == Kind::Pointer ? harness_.sourceOf(typeAt(i)->element) : nullptr;
  }
  [[nodiscard]] bool isTextAt(std::size_t i) const {
    return elementAt(i)->kind == Kind::Character && elementAt(i)->name == "char";
  }
  /// Nothing is known of it yet.
  [[nodiscard]] bool isBuffer(std::size_t i) const {
    const std::string& name = i < all_.size() ? all_[i].name : std::string();
    return elementAt(i) && elementAt(i)->kind != Kind::Function && !harness_.lengths_.contains(name) &&
           !harness_.isSettled(name) && !harness_.insideOf(name) && !harness_.ends_.contains(name) &&
           !harness_.terminated_.contains(name);
  }
  [[nodiscard]] std::size_t indexOf(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(all_, name, &ir::SourceParameter::name) - all_.begin());
  }

  /// What the other version's code shows of the parameter; null: nothing.
  [[nodiscard]] const ir::BufferHint* hintElsewhere(std::size_t buffer) {
    const auto& other = harness_.other_;
    if (!other || other->entry == ir::none) return nullptr;
    if (!elsewhere_) elsewhere_ = ir::bufferHints(other->program, other->entry);
    const std::vector<ir::SourceParameter> all = other->types.function(other->entry).parameters;
    const auto twin = std::ranges::find(all, all_[buffer].name, &ir::SourceParameter::name) - all.begin();
    return std::cmp_less(twin, elsewhere_->size()) ? &(*elsewhere_)[static_cast<std::size_t>(twin)] : nullptr;
  }

  /// The other version uses no more than its first element either.
  [[nodiscard]] bool isSingleElsewhere(std::size_t buffer) {
    const ir::BufferHint* hint = hintElsewhere(buffer);
    return !hint || isSingle(*hint, *elementAt(buffer));
  }

  /// A large record that is handed on, and that no code takes for the first of several, is mostly one.
  [[nodiscard]] static bool isSingle(const ir::BufferHint& hint, const SourceType& element) {
    constexpr std::uint64_t large = 64;
    const bool isObject = input::isRecord(element) && element.size >= large && !hint.isIndexed && !hint.count;
    return (isObject || !hint.isArray) && hint.bytes <= element.size;
  }

  [[nodiscard]] bool fits(std::size_t buffer, std::size_t number, Sense sense) const {
    const std::string& name = all_[buffer].name;
    if (!isBuffer(buffer) || !isOf(number, buffer) || isRangeStart(name)) return false;
    if (hints_[buffer].factors.contains(static_cast<unsigned>(number))) return false;
    if (isTextAt(buffer) && (sense == Sense::Short || hints_[buffer].isText)) return false;
    if (harness_.singles_.contains(name) && (sense == Sense::Short || elementAt(buffer)->size != 1))
      return false; // bytes come in numbers
    // Where a result goes is one place, and so is where an object with virtual functions stands.
    const bool isObject = isPolymorphic(harness_.types_, *elementAt(buffer));
    if ((input::isPointer(*elementAt(buffer)) || isObject) && sense != Sense::Length) return false;
    return !isOneOf(name, {"ctx", "context", "self", "this", "out", "result", "user", "userdata", "opaque", "cookie"});
  }
  /// By the names; a buffer of no name that is known to another parameter is the one just in front.
  [[nodiscard]] bool isOf(std::size_t number, std::size_t buffer) const {
    const std::string& name = all_[number].name;
    if (isAbout(name, all_[buffer].name)) return true;
    if (number != buffer + 1 || !isAboutSomeBuffer(name)) return false;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (elementAt(i) && isAbout(name, all_[i].name)) return false;
    return true;
  }
  [[nodiscard]] bool isRangeStart(const std::string& name) const {
    return std::ranges::any_of(harness_.ends_, [&](const auto& range) { return range.second == name; });
  }

  /// Those of `main`, whatever they are called, and those of functions that are handed them.
  [[nodiscard]] bool isClosedPair(std::size_t buffer, std::size_t number) const {
    if (!input::isPointer(*elementAt(buffer)) || !isNumberAt(number)) return false;
    if (harness_.program_.functions()[entry_].isMain) return number == 0 && buffer == 1;
    return isOneOf(all_[buffer].name, {"argv", "args"}) && isOneOf(all_[number].name, {"argc"});
  }

  void use(std::size_t buffer, std::size_t number, bool isBytes, bool isLast = false) {
    const auto& scalars = harness_.program_.body(entry_).parameters;
    const auto scalar = std::ranges::find(scalars, number, &ir::Parameter::source);
    if (scalar == scalars.end() || scalar->type.kind != ir::ScalarKind::Integer || scalar->type.width > 64 ||
        scalar->type.width == 1)
      return;
    const Term count = harness_.leaves_.value(all_[number].name, scalar->type, typeAt(number));
    const bool isClosed = isClosedPair(buffer, number);
    harness_.noteLength(all_[buffer].name, {all_[number].name, count, typeAt(number)->isSigned,
                                            isBytes || (elementAt(buffer)->size <= 1 && !isLast), isLast, isClosed});
  }

  Harness& harness_;
  ir::FunctionIndex entry_;
  const std::vector<ir::SourceParameter>& all_;
  std::vector<ir::BufferHint> hints_;
  bool isRead_ = false;
  std::optional<std::vector<ir::BufferHint>> elsewhere_; ///< of the other version's parameters
};

void Harness::findLengths(ir::FunctionIndex entry, const ir::SourceFunction& source) {
  ParameterLengths lengths(*this, entry, source);
  lengths.byRules(options_.lengths);
  lengths.readCode();
  // Of a program's arguments it is no guess.
  if (options_.guessesLengths || program_.functions()[entry].isMain) lengths.findArguments();
  if (!options_.guessesLengths) return;
  lengths.byCode();
  lengths.findRanges();
  lengths.byName();
  if (options_.usesRooms) lengths.findRooms();
}

/// Which parameter is the length of which: as the other version has it.
void Harness::takeLengths(const Harness& like, ir::FunctionIndex entry, const ir::SourceFunction& source) {
  ends_ = like.ends_;
  terminated_ = like.terminated_;
  singles_ = like.singles_;
  larger_ = like.larger_;
  rooms_ = like.rooms_;
  reaches_ = like.reaches_;
  std::vector<LengthRule> rules;
  for (const auto& [buffer, length] : like.lengths_)
    rules.push_back({buffer, length.name, length.isBytes, length.isLast});
  ParameterLengths(*this, entry, source).byRules(rules);
}

/// The members of a record that are lengths of others.
void Harness::findLengths(const SourceType& record, const std::string& path, const Owner& owner) {
  if (!searchedForLengths_.emplace(&record, path).second) return;
  const auto pathOf = [&](const SourceType::Member& member) { return path + "." + member.name; };
  const auto bufferOf = [&](const SourceType::Member& member) -> const SourceType* {
    const SourceType* type = member.bitSize == 0 ? sourceOf(member.type) : nullptr;
    if (!type || member.name.empty() || member.name == "_vptr") return nullptr;
    const bool isFlexible = type->kind == Kind::Array && type->count == 0;
    const SourceType* element = type->kind == Kind::Pointer || isFlexible ? sourceOf(type->element) : nullptr;
    return element && element->kind != Kind::Function && element->name != record.name ? element : nullptr;
  };
  const auto countOf = [&](const SourceType::Member& member) -> const SourceType* {
    const SourceType* type = member.bitSize == 0 && !member.name.empty() ? sourceOf(member.type) : nullptr;
    return type && isNumber(*type) ? type : nullptr;
  };
  const auto use = [&](const SourceType::Member& buffer, const SourceType::Member& number) {
    const SourceType& type = *countOf(number);
    const Term count = leaves_.value(pathOf(number), *input::scalarOf(type), &type, owner.pointer);
    noteLength(pathOf(buffer), {pathOf(number), count, type.isSigned,
                                countsBytes(number.name) || bufferOf(buffer)->size <= 1, false, false});
  };
  const auto memberAt = [&](const std::string& name) {
    return std::ranges::find(record.members, name, [&](const auto& member) { return pathOf(member); });
  };
  for (const LengthRule& rule : options_.lengths)
    if (const auto buffer = memberAt(rule.buffer), number = memberAt(rule.length);
        buffer != record.members.end() && number != record.members.end() && bufferOf(*buffer) && countOf(*number))
      use(*buffer, *number);
  if (!options_.guessesLengths) return;
  const auto buffers =
      std::ranges::count_if(record.members, [&](const auto& member) { return bufferOf(member) != nullptr; });
  for (const SourceType::Member& buffer : record.members) {
    if (!bufferOf(buffer) || isSettled(pathOf(buffer)) || insideOf(pathOf(buffer))) continue;
    const SourceType::Member* best = nullptr;
    for (const SourceType::Member& number : record.members) {
      const Sense sense = countOf(number) ? senseOf(number.name) : Sense::None;
      if (sense == Sense::None || !isAbout(number.name, buffer.name)) continue;
      if (subjectOf(number.name).empty() && buffers > 1) continue; // whose length?
      if (!best || sense > senseOf(best->name)) best = &number;    // the room that there is
    }
    if (best) use(buffer, *best);
  }
}

/// As many elements as the number says, and none when it is negative.
void Harness::useLength(InputPointer& pointer, const Length& length) {
  logic::TermManager& terms = machine_->terms;
  Term count = terms.resize(length.count, 64, length.isSigned);
  if (length.isLast) count = terms.binary(Op::Add, count, terms.constant(64, 1));
  const Term zero = terms.constant(64, 0);
  if (length.isSigned) count = terms.ite(terms.binary(Op::SLess, count, zero), zero, count);
  pointer.elements = count;
  if (length.isClosed) {
    pointer.filled = count;
    pointer.elements = terms.binary(Op::Add, count, terms.constant(64, 1));
    return;
  }
  if (!length.isBytes || pointer.elementSize == 1) return;
  pointer.bytes = count;
  pointer.elements = terms.binary(Op::UDiv, count, terms.constant(64, pointer.elementSize));
}

Term Harness::sizeLimit(State& state, ObjectId id) {
  const InputPointer& pointer = viewed(state, id);
  if (!pointer.isAsked) return limitOf(pointer);
  logic::TermManager& terms = machine_->terms;
  const Term asked = inputAt(state, id)->asked;
  if (!asked) return terms.truth(true);
  return terms.binary(Op::ULessEqual, asked, terms.constant(64, mostAsked(terms, pointer, asked)));
}

Term Harness::possibleSize(State& state, ObjectId id) {
  const InputPointer& pointer = viewed(state, id);
  logic::TermManager& terms = machine_->terms;
  const Term asked = inputAt(state, id)->asked;
  if (!pointer.elements && !asked) return terms.truth(true);
  if (pointer.filled) return limitOf(pointer); // the zeros that would stand behind are no texts
  // C's objects are at most as large as a difference of pointers can be. More elements than that would come round to a
  // small number of bytes.
  constexpr std::uint64_t mostBytes = std::numeric_limits<std::int64_t>::max();
  if (asked) return terms.binary(Op::ULessEqual, asked, terms.constant(64, mostBytes));
  const Term number = pointer.bytes ? pointer.bytes : pointer.elements;
  const std::uint64_t size = pointer.bytes ? 1 : std::max<std::uint64_t>(pointer.elementSize, 1);
  return terms.binary(Op::ULessEqual, number, terms.constant(64, mostBytes / size));
}

std::string Harness::describeLimit(const State& state, ObjectId id) const {
  const InputPointer& pointer = *pointerAt(state, id);
  if (const Term asked = inputAt(state, id)->asked; asked && pointer.isAsked)
    return fmt::format("{} has at most {} bytes", pointer.path, mostAsked(machine_->terms, pointer, asked));
  return fmt::format("{} has at most {} elements", pointer.arrayPath, pointer.maxElements);
}

} // namespace beagle::exec
