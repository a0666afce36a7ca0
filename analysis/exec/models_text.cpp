// Floating-point numbers as text, by the C library of this machine: for values and texts that are concrete. A number
// that is not known is printed as one of a few, and text that is not known reads as one of a few.

#include "analysis/exec/models.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace beagle::exec {

namespace {

constexpr ir::ScalarType byteType{ir::ScalarKind::Integer, 0, 8};
constexpr ir::ScalarType intType{ir::ScalarKind::Integer, 0, 32};
constexpr std::uint64_t longDoubleBytes = 10;

Value moved(const Value& pointer, std::uint64_t by) { return {pointer.bits + by, pointer.term, pointer.tag}; }

/// What stands there; nothing when the run has ended.
std::optional<std::vector<Term>> readTerms(Machine& machine, const Value& pointer, std::uint64_t size,
                                           const char* what) {
  const auto place = machine.access(pointer, size, false);
  if (!place) return {};
  if (place->symbolicOffset) {
    (void)machine.unsupported(what);
    return {};
  }
  const Contents& contents = machine.object(place->object).contents;
  std::vector<Term> terms;
  for (std::uint64_t k = 0; k < size; ++k) terms.push_back(contents.byte(machine, place->offset + k));
  return terms;
}

/// Concrete bytes; nothing when the run has ended, also because they are not concrete.
bool readBytes(Machine& machine, const Value& pointer, std::span<std::uint8_t> bytes, const char* what) {
  const auto terms = readTerms(machine, pointer, bytes.size(), what);
  if (!terms) return false;
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    if (!machine.terms.isConstant((*terms)[k])) return machine.unsupported(what);
    bytes[k] = static_cast<std::uint8_t>(machine.terms.bits64((*terms)[k]));
  }
  return true;
}

bool writeBytes(Machine& machine, const Value& pointer, std::span<const std::uint8_t> bytes) {
  for (std::size_t k = 0; k < bytes.size(); ++k)
    if (!machine.store(moved(pointer, k), Value::concrete(bytes[k]), byteType)) return false;
  return true;
}

std::optional<std::string> readText(Machine& machine, const Value& pointer, const char* what) {
  std::string text;
  for (std::uint8_t byte = 0;; text += static_cast<char>(byte)) {
    if (!readBytes(machine, moved(pointer, text.size()), {&byte, 1}, what)) return {};
    if (byte == 0) return text;
  }
}

/// The length of the text, of which at most `buffer` is written.
int print(std::span<char> buffer, const std::string& spec, std::span<const std::uint8_t> bytes) {
  // The conversion comes from the C runtime, which has read it with care.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (bytes.size() == longDoubleBytes) {
    long double number = 0;
    std::memcpy(&number, bytes.data(), bytes.size());
    return std::snprintf(buffer.data(), buffer.size(), spec.c_str(), number);
  }
  double number = 0;
  std::memcpy(&number, bytes.data(), bytes.size());
  return std::snprintf(buffer.data(), buffer.size(), spec.c_str(), number);
#pragma GCC diagnostic pop
}

/// The number that is printed. One that is not known is one of a few; all others are left out.
template <class Number>
bool chooseNumber(Machine& machine, const std::vector<Term>& terms, std::span<std::uint8_t> bytes) {
  logic::TermManager& manager = machine.terms;
  constexpr std::array<Number, 3> numbers{0, 1, -2.5};
  std::vector<Term> alternatives;
  Term other = manager.truth(true);
  std::array<std::array<std::uint8_t, sizeof(Number)>, numbers.size()> images{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::memcpy(images[i].data(), &numbers[i], sizeof(Number));
    Term same = manager.truth(true);
    for (std::size_t k = 0; k < bytes.size(); ++k)
      same = manager.logicalAnd(same, manager.equal(terms[k], manager.constant(8, images[i][k])));
    alternatives.push_back(same);
    other = manager.logicalAnd(other, manager.logicalNot(same));
  }
  alternatives.push_back(other);
  const auto choice = machine.choose(ChoiceKind::Model, alternatives);
  if (!choice) return false;
  if (*choice == numbers.size())
    return machine.end(EndKind::OutOfBound, "printing other numbers than 0, 1 and -2.5, which are tried");
  std::copy_n(images[*choice].begin(), bytes.size(), bytes.begin());
  return true;
}

/// beagle_format_float(text, size, spec, value)
bool modelFormatFloat(Machine& machine, const ModelCall& call) {
  constexpr auto what = "printing a floating-point number that is not known";
  const auto spec = readText(machine, call.arguments[2], what);
  if (!spec) return false;
  std::array<std::uint8_t, longDoubleBytes> storage{};
  const std::span<std::uint8_t> bytes(storage.data(), spec->contains('L') ? longDoubleBytes : sizeof(double));
  const auto size = machine.concrete(call.arguments[1]);
  if (!size) return machine.unsupported(what);
  const auto terms = readTerms(machine, call.arguments[3], bytes.size(), what);
  if (!terms) return false;
  if (std::ranges::all_of(*terms, [&](Term byte) { return machine.terms.isConstant(byte); })) {
    for (std::size_t k = 0; k < bytes.size(); ++k)
      bytes[k] = static_cast<std::uint8_t>(machine.terms.bits64((*terms)[k]));
  } else if (!(bytes.size() == sizeof(double) ? chooseNumber<double>(machine, *terms, bytes)
                                              : chooseNumber<long double>(machine, *terms, bytes))) {
    return false;
  }
  const int length = print({}, *spec, bytes);
  if (length < 0) return machine.unsupported(what);
  std::vector<char> text(static_cast<std::size_t>(length) + 1);
  (void)print(text, *spec, bytes);
  if (*size > 0) {
    const std::size_t kept = std::min<std::size_t>(*size - 1, static_cast<std::size_t>(length));
    text[kept] = 0;
    if (!writeBytes(machine, call.arguments[0], {reinterpret_cast<const std::uint8_t*>(text.data()), kept + 1}))
      return false;
  }
  machine.slot(call.result) = Value::concrete(static_cast<std::uint64_t>(length));
  return true;
}

struct Parsed {
  std::vector<std::uint8_t> bytes;
  std::uint64_t used = 0; ///< of the text
  bool isOutOfRange = false;
};

template <auto parse> Parsed parseWith(const std::string& text, std::size_t count) {
  char* end = nullptr;
  errno = 0;
  const auto number = parse(text.c_str(), &end);
  Parsed parsed{std::vector<std::uint8_t>(count), static_cast<std::uint64_t>(end - text.c_str()), errno == ERANGE};
  std::memcpy(parsed.bytes.data(), &number, count);
  return parsed;
}

/// Texts of that length that are tried: no number, 0, a power of ten, and from two characters on a negative one.
std::vector<std::string> triedNumbers(std::size_t length) {
  std::vector<std::string> texts{std::string(length, 'a'), std::string(length, '0'),
                                 "1" + std::string(length - 1, '0')};
  if (length >= 2) texts.push_back((length == 2 ? "-2" : "-2.5" + std::string(length, '0')).substr(0, length));
  return texts;
}

/// The text that a number is read from. One that is not known is one of a few; all others are left out.
std::optional<std::string> chooseText(Machine& machine, const std::vector<Term>& bytes) {
  logic::TermManager& manager = machine.terms;
  std::vector<std::string> texts;
  std::vector<Term> alternatives;
  Term other = manager.truth(true);
  for (std::string& text : triedNumbers(bytes.size())) {
    for (std::size_t k = 0; k < bytes.size(); ++k)
      if (manager.isConstant(bytes[k])) text[k] = static_cast<char>(manager.bits64(bytes[k]));
    if (std::ranges::find(texts, text) != texts.end()) continue;
    texts.push_back(text);
    Term same = manager.truth(true);
    for (std::size_t k = 0; k < bytes.size(); ++k)
      same = manager.logicalAnd(same, manager.equal(bytes[k], manager.constant(8, static_cast<std::uint8_t>(text[k]))));
    alternatives.push_back(same);
    other = manager.logicalAnd(other, manager.logicalNot(same));
  }
  alternatives.push_back(other);
  const auto choice = machine.choose(ChoiceKind::Model, alternatives);
  if (!choice) return {};
  if (*choice < texts.size()) return texts[*choice];
  (void)machine.end(EndKind::OutOfBound,
                    "reading other floating-point numbers than a few of each length, which are tried");
  return {};
}

/// Nothing when the run has ended, or goes on in several ways.
std::optional<std::string> numberText(Machine& machine, const Value& pointer) {
  constexpr auto what = "reading a floating-point number from text whose length is not known";
  std::vector<Term> bytes;
  std::string text;
  while (true) {
    const auto next = readTerms(machine, moved(pointer, bytes.size()), 1, what);
    if (!next) return {};
    const bool isKnown = machine.terms.isConstant(next->front());
    const auto byte = isKnown ? static_cast<char>(machine.terms.bits64(next->front())) : '\0';
    if (isKnown && byte == 0) break;
    bytes.push_back(next->front());
    if (isKnown) text += byte;
  }
  return text.size() == bytes.size() ? text : chooseText(machine, bytes);
}

/// beagle_parse_float(text, value, size, isOutOfRange). The text is a copy that ends where the number may end at last.
bool modelParseFloat(Machine& machine, const ModelCall& call) {
  constexpr auto what = "reading a floating-point number";
  const auto text = numberText(machine, call.arguments[0]);
  if (!text) return false;
  const auto size = machine.concrete(call.arguments[2]);
  if (!size) return machine.unsupported(what);
  const Parsed parsed = *size == sizeof(float)    ? parseWith<std::strtof>(*text, sizeof(float))
                        : *size == sizeof(double) ? parseWith<std::strtod>(*text, sizeof(double))
                                                  : parseWith<std::strtold>(*text, longDoubleBytes);
  if (!writeBytes(machine, call.arguments[1], parsed.bytes)) return false;
  if (!machine.store(call.arguments[3], Value::concrete(parsed.isOutOfRange ? 1 : 0), intType)) return false;
  machine.slot(call.result) = Value::concrete(parsed.used);
  return true;
}

constexpr std::array table = {
    ModelEntry{"beagle_format_float", 4, modelFormatFloat},
    ModelEntry{"beagle_parse_float", 4, modelParseFloat},
};

} // namespace

std::span<const ModelEntry> textModels() { return table; }

} // namespace beagle::exec
