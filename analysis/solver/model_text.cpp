#include "analysis/solver/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <unordered_set>

namespace beagle::solver {

using logic::Assignment;
using logic::BitVector;
using logic::Sort;
using logic::Term;
using logic::TermManager;

namespace {

/// A variable, or a function.
struct Symbol {
  std::string_view name;
  Term variable;
  logic::FunctionId function = 0;
};

std::vector<Symbol> symbolsOf(TermManager& terms, std::span<const Term> constraints) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<Symbol> result;
  for (const Term constraint : constraints)
    for (const std::uint32_t number : terms.support(constraint)) {
      if (!seen.insert(number).second) continue;
      if (const auto function = terms.functionAt(number))
        result.push_back({terms.function(*function).name, Term(), *function});
      else result.push_back({terms.name(terms.variableAt(number)), terms.variableAt(number), 0});
    }
  // A function may have a variable's name.
  std::ranges::sort(result, {}, [](const Symbol& symbol) { return std::pair(symbol.name, !symbol.variable); });
  return result;
}

class Writer {
public:
  std::string text;

  void number(std::uint64_t value) { fmt::format_to(std::back_inserter(text), "{} ", value); }
  void bits(const BitVector& value, std::uint32_t width) {
    for (std::uint32_t i = 0; i != (width + 63) / 64; ++i) number(i < value.wordCount() ? value.word(i) : 0);
  }
};

/// Every read says whether there was enough left.
class Reader {
public:
  explicit Reader(std::vector<std::uint64_t> numbers) : numbers_(std::move(numbers)) {}

  [[nodiscard]] bool number(std::uint64_t& out) {
    if (at_ == numbers_.size()) return false;
    out = numbers_[at_++];
    return true;
  }
  [[nodiscard]] bool bits(std::uint32_t width, BitVector& out) {
    out = BitVector(width);
    for (std::uint32_t i = 0; i != out.wordCount(); ++i) {
      std::uint64_t word = 0;
      if (!number(word)) return false;
      out.setWord(i, word);
    }
    return true;
  }
  [[nodiscard]] bool atEnd() const { return at_ == numbers_.size(); }

private:
  std::vector<std::uint64_t> numbers_;
  std::size_t at_ = 0;
};

void writeSymbol(Writer& writer, const TermManager& terms, const Symbol& symbol, const Assignment& model) {
  if (!symbol.variable) {
    const logic::FunctionValue* value = model.function(symbol.function);
    const std::uint32_t width = terms.function(symbol.function).result.width;
    writer.bits(value ? value->otherwise : BitVector(width), width);
    writer.number(value ? value->table.size() : 0);
    if (!value) return;
    for (const auto& [words, result] : value->table) {
      writer.number(words.size());
      for (const std::uint64_t word : words) writer.number(word);
      writer.bits(result, width);
    }
    return;
  }
  const Sort sort = terms.sort(symbol.variable);
  if (!sort.isArray()) return writer.bits(model.bits(symbol.variable, sort.width), sort.width);
  const logic::ArrayValue* value = model.array(symbol.variable);
  writer.bits(value ? value->otherwise : BitVector(sort.width), sort.width);
  writer.number(value ? value->elements.size() : 0);
  if (!value) return;
  for (const auto& [index, element] : value->elements) {
    writer.number(index);
    writer.bits(element, sort.width);
  }
}

bool readFunction(Reader& reader, const TermManager& terms, logic::FunctionId id, Assignment& model) {
  logic::FunctionValue value;
  const std::uint32_t width = terms.function(id).result.width;
  std::uint64_t rows = 0;
  if (!reader.bits(width, value.otherwise) || !reader.number(rows)) return false;
  while (rows-- != 0) {
    std::uint64_t count = 0;
    if (!reader.number(count)) return false;
    std::vector<std::uint64_t> words;
    while (count-- != 0) {
      std::uint64_t word = 0;
      if (!reader.number(word)) return false;
      words.push_back(word);
    }
    if (!reader.bits(width, value.table[std::move(words)])) return false;
  }
  model.setFunction(id, std::move(value));
  return true;
}

bool readSymbol(Reader& reader, const TermManager& terms, const Symbol& symbol, Assignment& model) {
  if (!symbol.variable) return readFunction(reader, terms, symbol.function, model);
  const Sort sort = terms.sort(symbol.variable);
  BitVector bits;
  if (!reader.bits(sort.width, bits)) return false;
  if (!sort.isArray()) {
    model.set(symbol.variable, bits);
    return true;
  }
  logic::ArrayValue value;
  value.otherwise = bits;
  std::uint64_t count = 0;
  if (!reader.number(count)) return false;
  while (count-- != 0) {
    std::uint64_t index = 0;
    if (!reader.number(index) || !reader.bits(sort.width, value.elements[index])) return false;
  }
  model.setArray(symbol.variable, std::move(value));
  return true;
}

} // namespace

std::string modelText(TermManager& terms, std::span<const Term> constraints, const Assignment& model) {
  Writer writer;
  for (const Symbol& symbol : symbolsOf(terms, constraints)) {
    writeSymbol(writer, terms, symbol, model);
    writer.text += '\n';
  }
  return std::move(writer.text);
}

std::optional<Assignment> readModelText(TermManager& terms, std::span<const Term> constraints, std::string_view text) {
  auto numbers = readNumbers(text);
  if (!numbers) return std::nullopt;
  Reader reader(std::move(*numbers));
  Assignment model;
  for (const Symbol& symbol : symbolsOf(terms, constraints))
    if (!readSymbol(reader, terms, symbol, model)) return std::nullopt;
  if (!reader.atEnd()) return std::nullopt;
  return model;
}

std::optional<std::vector<std::uint64_t>> readNumbers(std::string_view text) {
  std::vector<std::uint64_t> result;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (*at == ' ' || *at == '\n') {
      ++at;
      continue;
    }
    std::uint64_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc()) return std::nullopt;
    result.push_back(value);
    at = next;
  }
  return result;
}

} // namespace beagle::solver
