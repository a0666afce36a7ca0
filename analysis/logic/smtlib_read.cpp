#include "analysis/logic/smtlib_read.h"

#include "analysis/logic/smtlib.h"
#include "analysis/logic/smtlib_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace beagle::logic {

namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Calls of user-defined functions one in another; SMT-LIB forbids recursion, so this is far away.
constexpr std::size_t deepestExpansion = 64;

constexpr std::uint32_t widest = 1U << 24;

} // namespace

void SmtReader::fail(std::uint32_t id, std::string message, std::string hint) const {
  throw SmtProblem{id, std::move(message), std::move(hint)};
}

std::string SmtReader::name(std::uint32_t id) const {
  const SmtNode& n = node(id);
  if (n.kind != SmtNode::Kind::Symbol && n.kind != SmtNode::Kind::Quoted) fail(id, "a name is expected here");
  std::string text;
  for (std::size_t i = 0; i < n.text.size(); ++i) {
    if (n.text[i] == '%' && i + 2 < n.text.size() && hexDigit(n.text[i + 1]) >= 0 && hexDigit(n.text[i + 2]) >= 0) {
      text += static_cast<char>(hexDigit(n.text[i + 1]) * 16 + hexDigit(n.text[i + 2]));
      i += 2;
    } else text += n.text[i];
  }
  return text;
}

bool SmtReader::isSymbol(std::uint32_t id, std::string_view text) const {
  const SmtNode& n = node(id);
  return (n.kind == SmtNode::Kind::Symbol || n.kind == SmtNode::Kind::Quoted) && n.text == text;
}

std::uint32_t SmtReader::number(std::uint32_t id) const {
  const std::string& text = node(id).text;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (isList(id) || error != std::errc() || end != text.data() + text.size() || value > widest)
    fail(id, "a small number is expected here");
  return value;
}

void SmtReader::wantChildren(std::uint32_t id, std::size_t least, std::size_t most) const {
  const std::size_t count = node(id).children.size();
  if (count < least || count > most)
    fail(id, fmt::format("{} operands, where {} are expected", count - std::min<std::size_t>(count, 1),
                         least == most ? std::to_string(least - 1) : fmt::format("{} or more", least - 1)));
}

// --- commands ------------------------------------------------------------------------------------

void SmtReader::command(std::uint32_t id) {
  if (node(id).children.empty()) fail(id, "an empty command");
  const std::uint32_t head = node(id).children[0];
  static constexpr std::string_view ignored[] = {"set-logic", "set-info", "set-option",     "check-sat", "get-model",
                                                 "get-value", "exit",     "get-unsat-core", "echo",      "get-info"};
  if (isSymbol(head, "declare-const") || isSymbol(head, "declare-fun")) declare(id);
  else if (isSymbol(head, "define-fun") || isSymbol(head, "define-const")) define(id);
  else if (isSymbol(head, "assert")) assertion(id);
  else if (std::ranges::none_of(ignored, [&](std::string_view text) { return isSymbol(head, text); }))
    fail(head, fmt::format("the command {} is not supported", node(head).text),
         "declare-const, declare-fun, define-fun and assert are");
}

std::optional<FloatFormat> SmtReader::formatOf(std::uint32_t exponent, std::uint32_t significand) const {
  for (unsigned i = 0; i < formatNames.size(); ++i) {
    const FloatShape shape = shapeOf(static_cast<FloatFormat>(i));
    if (shape.exponent == exponent && shape.significand == significand) return static_cast<FloatFormat>(i);
  }
  return std::nullopt;
}

FloatFormat SmtReader::formatAt(std::uint32_t id, std::size_t first) const {
  const auto& children = node(id).children;
  if (children.size() < first + 2) fail(id, "the widths of exponent and significand are missing");
  const auto format = formatOf(number(children[first]), number(children[first + 1]));
  if (!format) fail(id, "no known float format", "known are (5 11), (8 8), (8 24), (11 53), (15 64) and (15 113)");
  return *format;
}

Sort SmtReader::sort(std::uint32_t id) const {
  const auto& children = node(id).children;
  if (isSymbol(id, "Bool")) return Sort::boolean();
  for (unsigned i = 0; i < 4; ++i) {
    static constexpr std::string_view shorthand[] = {"Float16", "Float32", "Float64", "Float128"};
    static constexpr FloatFormat formats[] = {FloatFormat::Half, FloatFormat::Single, FloatFormat::Double,
                                              FloatFormat::Quad};
    if (isSymbol(id, shorthand[i])) return Sort::floating(formats[i]);
  }
  if (children.size() == 3 && isSymbol(children[0], "_") && isSymbol(children[1], "BitVec")) {
    const std::uint32_t width = number(children[2]);
    if (width == 0) fail(children[2], "a bit-vector has at least one bit");
    return Sort::bits(width);
  }
  if (children.size() == 4 && isSymbol(children[0], "_") && isSymbol(children[1], "FloatingPoint"))
    return Sort::floating(formatAt(id, 2));
  if (children.size() == 3 && isSymbol(children[0], "Array")) {
    const Sort index = sort(children[1]), element = sort(children[2]);
    if (!index.isBits() || !element.isBits() || index.width > 64)
      fail(id, "an array maps bit-vectors of at most 64 bits to bit-vectors");
    return Sort::array(index.width, element.width);
  }
  fail(id, "a sort is expected here", "Bool, (_ BitVec n), (_ FloatingPoint e s) or (Array (_ BitVec i) (_ BitVec e))");
}

void SmtReader::declare(std::uint32_t id) {
  const auto& children = node(id).children;
  const bool hasArguments = isSymbol(children[0], "declare-fun");
  wantChildren(id, hasArguments ? 4 : 3, hasArguments ? 4 : 3);
  if (node(children[1]).text.starts_with(ownPrefix)) return;
  const std::string symbol = name(children[1]);
  std::vector<Sort> arguments;
  if (hasArguments)
    for (const std::uint32_t argument : node(children[2]).children) arguments.push_back(sort(argument));
  const Sort result = sort(children.back());
  if (constants_.contains(symbol) || functions_.contains(symbol) || macros_.contains(symbol))
    fail(children[1], fmt::format("{} is declared already", symbol));
  if (!arguments.empty()) functions_[symbol] = m_.function(symbol, arguments, result);
  else if (const std::optional<Sort> other = m_.sortOfVariable(symbol); other && *other != result)
    fail(children[1], fmt::format("{} is a variable of another sort already: {}", symbol, other->str()));
  else constants_[symbol] = m_.variable(symbol, result);
}

void SmtReader::define(std::uint32_t id) {
  const auto& children = node(id).children;
  const bool isFunction = isSymbol(children[0], "define-fun");
  wantChildren(id, isFunction ? 5 : 4, isFunction ? 5 : 4);
  const std::string& text = node(children[1]).text;
  const bool isOurs = text.starts_with(ownPrefix);
  const std::string symbol = isOurs ? text : name(children[1]);
  Macro macro;
  if (isFunction)
    for (const std::uint32_t parameter : node(children[2]).children) {
      wantChildren(parameter, 2, 2);
      macro.parameters.push_back(name(node(parameter).children[0]));
      macro.sorts.push_back(sort(node(parameter).children[1]));
    }
  macro.body = children.back();
  if (constants_.contains(symbol) || functions_.contains(symbol) || macros_.contains(symbol))
    fail(children[1], fmt::format("{} is declared already", symbol));
  const Sort result = sort(children[isFunction ? 3 : 2]);
  if (isOurs && !macro.parameters.empty()) return; // known by name
  if (!macro.parameters.empty()) {
    macros_[symbol] = std::move(macro);
    return;
  }
  const Term body = term(macro.body);
  wantSort(macro.body, body, result);
  constants_[symbol] = symbol.starts_with(fmt::format("{}table.", ownPrefix)) ? asTable(body) : body;
}

void SmtReader::assertion(std::uint32_t id) {
  wantChildren(id, 2, 2);
  const std::uint32_t body = node(id).children[1];
  const auto& parts = node(body).children;
  for (std::size_t i = 0; parts.size() > 3 && isSymbol(parts[0], "!") && i + 1 < parts.size(); ++i)
    if (isSymbol(parts[i], ":named") && node(parts[i + 1]).text.starts_with(definitionPrefix)) return;
  const Term condition = term(body);
  wantSort(body, condition, Sort::boolean());
  assertions_.push_back(condition);
}

/// Stores of constants at constant indices into zeros.
Term SmtReader::asTable(Term stores) {
  const Sort sort = m_.sort(stores);
  std::vector<std::uint64_t> elements;
  Term array = stores;
  for (; m_.op(array) == Op::Store; array = m_.operand(array, 0)) {
    const Term index = m_.operand(array, 1), element = m_.operand(array, 2);
    if (!m_.isConstant(index) || !m_.isConstant(element) || sort.width > 64 || m_.bits64(index) > widest) return stores;
    elements.resize(std::max<std::size_t>(elements.size(), m_.bits64(index) + 1));
    elements[m_.bits64(index)] = m_.bits64(element);
  }
  if (m_.op(array) != Op::ConstArray || m_.operand(array, 0) != m_.constant(sort.width, 0)) return stores;
  return m_.table(sort.index, sort.width, elements);
}

// --- terms ---------------------------------------------------------------------------------------

Term SmtReader::term(std::uint32_t id) {
  if (!isList(id)) return atom(id);
  const auto& children = node(id).children;
  if (children.empty()) fail(id, "an empty list is no term");
  if (isSymbol(children[0], "let")) return let(id);
  if (isSymbol(children[0], "_")) return indexedConstant(id);
  if (isSymbol(children[0], "!")) {
    wantChildren(id, 2, node(id).children.size());
    return term(children[1]);
  }
  if (isList(children[0])) return indexedApplication(id);
  return application(id);
}

Term SmtReader::atom(std::uint32_t id) {
  const SmtNode& n = node(id);
  if (n.kind == SmtNode::Kind::Number) return literal(id);
  if (n.kind == SmtNode::Kind::String) fail(id, "a string is no term here");
  const std::string symbol = n.text.starts_with(ownPrefix) ? n.text : name(id);
  if (const auto found = bound_.find(symbol); found != bound_.end() && !found->second.empty())
    return found->second.back();
  if (const auto found = constants_.find(symbol); found != constants_.end()) return found->second;
  if (n.text == "true" || n.text == "false") return m_.truth(n.text == "true");
  fail(id, fmt::format("{} is not declared", symbol), "declare-const declares a variable");
}

Term SmtReader::literal(std::uint32_t id) {
  const std::string_view text = node(id).text;
  const bool isHex = text.starts_with("#x"), isBinary = text.starts_with("#b");
  if ((!isHex && !isBinary) || text.size() == 2) fail(id, fmt::format("{} is no literal", text), "#x0f or #b1010 is");
  const std::string_view digits = text.substr(2);
  const auto value =
      BitVector::parse(static_cast<std::uint32_t>(digits.size()) * (isHex ? 4 : 1), digits, isHex ? 16 : 2);
  if (!value) fail(id, fmt::format("{} has a wrong digit", text));
  return m_.constant(*value);
}

Term SmtReader::indexedConstant(std::uint32_t id) {
  const auto& children = node(id).children;
  wantChildren(id, 3, 4);
  const std::string& text = node(children[1]).text;
  if (children.size() == 3 && text.starts_with("bv")) {
    const std::uint32_t width = number(children[2]);
    const auto value = BitVector::parse(width, std::string_view(text).substr(2), 10);
    if (!value) fail(id, fmt::format("{} is no number of {} bits", text.substr(2), width));
    return m_.constant(*value);
  }
  const FloatFormat format = formatAt(id, 2);
  const BitVector zero(widthOf(format));
  const Term positive = m_.floatConstant(format, zero);
  if (text == "+zero") return positive;
  if (text == "-zero") return m_.fpUnary(Op::FpNeg, positive);
  if (text == "NaN") return m_.fpBinary(Op::FpDiv, positive, positive);
  const Term infinity = m_.fpBinary(Op::FpDiv, m_.fpFromInteger(format, m_.constant(2, 1), false), positive);
  if (text == "+oo") return infinity;
  if (text == "-oo") return m_.fpUnary(Op::FpNeg, infinity);
  fail(id, fmt::format("{} is no constant", text), "bvN, +oo, -oo, +zero, -zero and NaN are");
}

Term SmtReader::let(std::uint32_t id) {
  wantChildren(id, 3, 3);
  const auto& children = node(id).children;
  std::vector<std::pair<std::string, Term>> bindings;
  for (const std::uint32_t binding : node(children[1]).children) {
    wantChildren(binding, 2, 2);
    bindings.emplace_back(name(node(binding).children[0]), term(node(binding).children[1]));
  }
  for (const auto& [symbol, value] : bindings) bound_[symbol].push_back(value);
  const Term body = term(children[2]);
  for (const auto& [symbol, value] : bindings) bound_[symbol].pop_back();
  return body;
}

std::vector<Term> SmtReader::operandsOf(std::uint32_t id, std::size_t first) {
  std::vector<Term> operands;
  const auto& children = node(id).children;
  for (std::size_t i = first; i < children.size(); ++i) operands.push_back(term(children[i]));
  return operands;
}

RoundingMode SmtReader::mode(std::uint32_t id) const {
  static constexpr std::string_view spelled[] = {"roundNearestTiesToEven", "roundNearestTiesToAway",
                                                 "roundTowardPositive", "roundTowardNegative", "roundTowardZero"};
  for (unsigned i = 0; i < roundingNames.size(); ++i)
    if (isSymbol(id, roundingNames[i]) || isSymbol(id, spelled[i])) return static_cast<RoundingMode>(i);
  fail(id, "a rounding mode is expected here", "RNE, RNA, RTP, RTN or RTZ");
}

void SmtReader::wantSort(std::uint32_t id, Term term, Sort sort) const {
  if (m_.sort(term) != sort) fail(id, fmt::format("this is of sort {}, not {}", m_.sort(term).str(), sort.str()));
}

void SmtReader::wantBits(std::uint32_t id, std::span<const Term> operands) const {
  for (const Term operand : operands)
    if (!m_.sort(operand).isBits())
      fail(id, fmt::format("bit-vectors are expected here, not {}", m_.sort(operand).str()));
}

void SmtReader::wantFloats(std::uint32_t id, std::span<const Term> operands) const {
  for (const Term operand : operands) {
    if (!m_.sort(operand).isFloat()) fail(id, fmt::format("floats are expected here, not {}", m_.sort(operand).str()));
    if (m_.sort(operand) != m_.sort(operands[0])) fail(id, "floats of one format are expected here");
  }
}

void SmtReader::wantBools(std::uint32_t id, std::span<const Term> operands) const {
  for (const Term operand : operands) wantSort(id, operand, Sort::boolean());
}

Term SmtReader::application(std::uint32_t id) {
  const std::uint32_t head = node(id).children[0];
  const std::string& text = node(head).text;
  if (text.starts_with(ownPrefix)) return own(id, text);
  const std::string symbol = name(head);
  if (const auto macro = macros_.find(symbol); macro != macros_.end()) return expand(id, macro->second);
  if (functions_.contains(symbol)) return call(id, symbol);
  if (text == "fp") return floatParts(id);
  if (auto done = floats(id, text)) return *done;
  if (auto done = core(id, text)) return *done;
  if (auto done = bits(id, text)) return *done;
  fail(head, fmt::format("{} is no function that is known here", symbol), "declare-fun declares one");
}

Term SmtReader::call(std::uint32_t id, const std::string& symbol) {
  const FunctionId function = functions_.at(symbol);
  const std::vector<Sort> sorts = m_.function(function).arguments;
  wantChildren(id, sorts.size() + 1, sorts.size() + 1);
  const std::vector<Term> arguments = operandsOf(id);
  for (std::size_t i = 0; i < sorts.size(); ++i) wantSort(node(id).children[i + 1], arguments[i], sorts[i]);
  return m_.apply(function, arguments);
}

Term SmtReader::expand(std::uint32_t id, const Macro& macro) {
  wantChildren(id, macro.parameters.size() + 1, macro.parameters.size() + 1);
  if (++expansions_ > deepestExpansion) fail(id, "definitions are nested too deep");
  const std::vector<Term> arguments = operandsOf(id);
  for (std::size_t i = 0; i < arguments.size(); ++i) wantSort(node(id).children[i + 1], arguments[i], macro.sorts[i]);
  for (std::size_t i = 0; i < arguments.size(); ++i) bound_[macro.parameters[i]].push_back(arguments[i]);
  const Term body = term(macro.body);
  for (const std::string& parameter : macro.parameters) bound_[parameter].pop_back();
  --expansions_;
  return body;
}

// --- the whole -----------------------------------------------------------------------------------

support::Result<std::vector<Term>> readSmtLib(TermManager& manager, std::string_view text, const std::string& file) {
  auto tree = parseSmtTree(text, file);
  if (!tree) return std::unexpected(std::move(tree.error()));
  SmtReader reader(manager, *tree);
  try {
    for (const std::uint32_t command : tree->commands) reader.command(command);
  } catch (SmtProblem& problem) {
    const SmtNode& place = tree->nodes[problem.node];
    return std::unexpected(support::Error(support::ErrorKind::Usage, std::move(problem.message))
                               .at({file, place.line, place.column})
                               .hint(std::move(problem.hint)));
  }
  return reader.takeAssertions();
}

} // namespace beagle::logic
