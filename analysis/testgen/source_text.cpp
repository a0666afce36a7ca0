#include "analysis/testgen/source_text.h"

#include "analysis/logic/bit_vector.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>

namespace beagle::testgen {

using ir::SourceType;
using ir::SourceTypes;
using ir::TypeIndex;
using Kind = SourceType::Kind;

namespace {

/// Words that C or C++ keeps, and names of the C library that a variable would hide.
constexpr std::array keptWords{
    "alignas",  "alignof", "and",       "asm",      "auto",     "bool",     "break",     "case",   "catch",  "char",
    "class",    "const",   "constexpr", "continue", "default",  "delete",   "do",        "double", "else",   "enum",
    "explicit", "export",  "extern",    "false",    "float",    "for",      "friend",    "goto",   "if",     "inline",
    "int",      "long",    "main",      "memcmp",   "memcpy",   "mutable",  "namespace", "new",    "not",    "operator",
    "or",       "private", "protected", "public",   "register", "requires", "restrict",  "return", "result", "short",
    "signed",   "sizeof",  "static",    "stderr",   "stdout",   "strcmp",   "strcpy",    "struct", "switch", "template",
    "this",     "throw",   "true",      "try",      "typedef",  "typeid",   "typename",  "typeof", "union",  "unsigned",
    "using",    "virtual", "void",      "volatile", "while",    "xor"};

/// A name of debug information as a programmer writes it.
std::string written(std::string name) {
  name = support::withoutUnnamed(std::move(name));
  constexpr std::string_view text = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
  for (std::size_t at = 0; (at = name.find(text)) != std::string::npos;) name.replace(at, text.size(), "std::string");
  return name;
}

std::string declaredAs(const SourceTypes& types, TypeIndex index, const std::string& name, bool isOutermost) {
  if (index == ir::none) return "void" + (name.empty() ? "" : " " + name);
  const SourceType& type = types.type(index);
  const std::string constness = type.isConst && !isOutermost ? "const " : "";
  switch (type.kind) {
  case Kind::Pointer:
  case Kind::Reference: {
    const std::string sign = type.kind == Kind::Pointer ? "*" : type.name.ends_with("&&") ? "&&" : "&";
    if (type.element == ir::none && type.kind == Kind::Reference) return "";
    const Kind target = type.element == ir::none ? Kind::Void : types.type(type.element).kind;
    const bool isInner = target == Kind::Function || target == Kind::Array;
    const std::string inner = sign + constness + name;
    return declaredAs(types, type.element, isInner ? "(" + inner + ")" : inner, false);
  }
  case Kind::Array: return declaredAs(types, type.element, fmt::format("{}[{}]", name, type.count), isOutermost);
  case Kind::Function: {
    std::string parameters;
    for (const TypeIndex each : type.parameters) {
      const std::string text = typeText(types, each);
      if (text.empty()) return "";
      parameters += (parameters.empty() ? "" : ", ") + text;
    }
    if (type.isVariadic) parameters += parameters.empty() ? "" : ", ...";
    else if (parameters.empty()) parameters = "void";
    return declaredAs(types, type.element, fmt::format("{}({})", name, parameters), false);
  }
  default: break;
  }
  std::string text = written(type.name);
  if (text.empty() || text.ends_with(' ')) return ""; // "struct " without a name
  return constness + text + (name.empty() || name.starts_with('[') ? "" : " ") + name;
}

std::string character(std::uint64_t code) {
  if (code == '\'' || code == '\\') return fmt::format("'\\{}'", static_cast<char>(code));
  if (code == '\n') return "'\\n'";
  if (code == '\t') return "'\\t'";
  return code >= 0x20 && code < 0x7F ? fmt::format("'{}'", static_cast<char>(code)) : "";
}

std::string integer(std::uint64_t bits, std::uint32_t width, bool isSigned, std::string_view name) {
  const bool isLong = name.find("long") != std::string_view::npos;
  const std::string_view suffix = name.find("long long") != std::string_view::npos ? "LL" : isLong ? "L" : "";
  if (!isSigned) return fmt::format("{}{}{}", bits, width >= 32 ? "U" : "", suffix);
  const std::int64_t value = logic::signedValue(bits, width);
  // The smallest number has no literal: its sign is not part of it.
  if (width >= 32 && value == logic::signedValue(std::uint64_t{1} << (width - 1), width))
    return fmt::format("(-{}{} - 1)", -(value + 1), suffix);
  return fmt::format("{}{}", value, suffix);
}

std::string floating(std::span<const std::uint8_t> bytes) {
  const bool isSingle = bytes.size() == 4;
  double value = 0;
  if (isSingle) {
    float single = 0;
    std::memcpy(&single, bytes.data(), sizeof single);
    value = single;
  } else {
    std::memcpy(&value, bytes.data(), sizeof value);
  }
  if (std::isnan(value)) return isSingle ? "__builtin_nanf(\"\")" : "__builtin_nan(\"\")";
  if (std::isinf(value))
    return fmt::format("{}{}", value < 0 ? "-" : "", isSingle ? "__builtin_inff()" : "__builtin_inf()");
  std::string text = isSingle ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return isSingle ? text + "f" : text;
}

} // namespace

std::string declared(const SourceTypes& types, TypeIndex type, const std::string& name) {
  return declaredAs(types, type, name, true);
}

std::string typeText(const SourceTypes& types, TypeIndex type) { return declaredAs(types, type, "", false); }

std::string literal(const SourceType& type, std::uint64_t bits, std::uint32_t width, Language language) {
  if (width == 0 || width > 64) return "";
  bits &= logic::lowMask(width);
  switch (type.kind) {
  case Kind::Boolean: return language.isCxx ? (bits != 0 ? "true" : "false") : (bits != 0 ? "1" : "0");
  case Kind::Character:
    if (std::string text = width == 8 ? character(bits) : ""; !text.empty()) return text;
    return integer(bits, width, type.isSigned, type.name);
  case Kind::Enum: {
    const std::int64_t value = type.isSigned ? logic::signedValue(bits, width) : static_cast<std::int64_t>(bits);
    const std::string name = written(type.name);
    for (const auto& [enumerator, number] : type.enumerators) {
      if (number != value) continue;
      if (!language.isCxx) return enumerator;
      // Of a scoped one, and of any other since C++11.
      const std::size_t scope = name.rfind("::");
      return !name.empty()                ? name + "::" + enumerator
             : scope == std::string::npos ? enumerator
                                          : name.substr(0, scope + 2) + enumerator;
    }
    const std::string number = integer(bits, width, type.isSigned, "");
    return name.empty() || name.ends_with(' ') ? number : fmt::format("({}){}", name, number);
  }
  case Kind::Integer: return integer(bits, width, type.isSigned, type.name);
  default: return "";
  }
}

std::string literal(const SourceType& type, std::span<const std::uint8_t> bytes, Language language) {
  constexpr std::size_t extendedBytes = 10;
  if (type.kind == Kind::Float && type.name == "long double" && bytes.size() >= extendedBytes) {
    long double value = 0;
    std::memcpy(&value, bytes.data(), extendedBytes);
    return std::isfinite(value) ? fmt::format("{:a}L", value) : "";
  }
  if (type.kind == Kind::Float) return bytes.size() == 4 || bytes.size() == 8 ? floating(bytes) : "";
  if (bytes.empty() || bytes.size() > 8) return "";
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) bits |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
  return literal(type, bits, static_cast<std::uint32_t>(8 * bytes.size()), language);
}

std::string quoted(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') text += {'\\', c};
    else if (c == '?') text += text.ends_with('?') ? "\\?" : "?"; // no trigraph
    else if (c == '\n') text += "\\n";
    else if (c == '\t') text += "\\t";
    else if (code >= 0x20 && code < 0x7F) text += c;
    else text += fmt::format("\\{:03o}", code); // never longer, whatever follows
  }
  return text + "\"";
}

std::string inComment(std::string_view text, std::size_t limit) {
  std::string shown = support::printable(text, limit);
  if (shown.ends_with('\\')) shown += ' ';
  return shown;
}

std::string identifier(std::string_view text) {
  std::string name;
  for (const char c : text)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c
            : name.empty() || name.ends_with('_')                   ? '\0'
                                                                    : '_';
  std::erase(name, '\0');
  while (name.size() > 1 && name.ends_with('_')) name.pop_back();
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front()))) name.insert(0, "value_");
  return std::ranges::find(keptWords, name) == keptWords.end() ? name : name + "_";
}

} // namespace beagle::testgen
