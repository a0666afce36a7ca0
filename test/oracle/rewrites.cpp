#include "test/oracle/rewrites.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>

namespace beagle::oracle {

namespace {

/// Text that may end a run, show a fault, or have an effect: its order and number of evaluations count.
constexpr std::array<std::string_view, 17> busy = {"INDEX",       "AT(",  "DIV(", "REM(",   "SHL(",     "SHR(",
                                                   "ADD(",        "SUB(", "MUL(", "NEG(",   "PASS",     "BUILTIN(",
                                                   "TO_INTEGER(", "_f",   "_va(", "_make(", "__builtin"};

bool isQuiet(const Node& node) {
  const std::string text = node.text(true);
  if (std::ranges::any_of(busy, [&](std::string_view word) { return text.contains(word); })) return false;
  // Calls by tables: p1_t0, p1_table2; unlike the names of types, they go on.
  for (std::size_t at = text.find("_t"); at != std::string::npos; at = text.find("_t", at + 1))
    if (at + 2 < text.size() && (std::isalnum(static_cast<unsigned char>(text[at + 2])) != 0)) return false;
  return true;
}

bool areQuiet(const Node& node) { return std::ranges::all_of(node.children, isQuiet); }

bool takes(Node& node, std::string form) {
  node.form = std::move(form);
  return true;
}

bool isNumber(const Node& node) {
  return node.children.empty() && !node.form.empty() && node.form.size() < 4 &&
         node.form.find_first_not_of("0123456789") == std::string::npos;
}

struct Form {
  std::string_view form, other;
};

/// The children stay where they are.
constexpr std::array<Form, 16> forms = {{{"($ < $)", "(!($ >= $))"},
                                         {"($ <= $)", "(!($ > $))"},
                                         {"($ > $)", "(!($ <= $))"},
                                         {"($ >= $)", "($ < $ ? 0 : 1)"},
                                         {"($ == $)", "(!($ != $))"},
                                         {"($ != $)", "(!($ == $))"},
                                         {"($ && $)", "(!(!$ || !$))"},
                                         {"($ || $)", "($ ? 1 : !!$)"},
                                         {"(!$)", "($ == 0)"},
                                         {"(uint8_t)$", "(uint8_t)($ & 255)"},
                                         {"(int8_t)$", "(int8_t)(uint8_t)$"},
                                         {"(uint16_t)$", "(uint16_t)(int16_t)$"},
                                         {"(uint32_t)$", "(uint32_t)-(-(uint32_t)$)"},
                                         {"(uint64_t)$", "(~(~(uint64_t)$ - 12345u) - 12345u)"},
                                         {"(int64_t)$", "(int64_t)((uint64_t)$ ^ 0xffff0000u ^ 0xffff0000u)"},
                                         {"__builtin_parity((unsigned)$)", "(__builtin_popcount((unsigned)$) & 1)"}}};

/// The only child, which is quiet, stands there twice.
constexpr std::array<Form, 6> doubled = {
    {{"(uint32_t)$", "(((uint32_t)$ & 0x0ff0f0f0u) | ((uint32_t)$ & 0xf00f0f0fu))"},
     {"(uint64_t)$", "(((uint64_t)$ << 1) - (uint64_t)$)"},
     {"(uint16_t)$", "(uint16_t)(((uint16_t)$ & 0xf0u) + ((uint16_t)$ & 0xff0fu))"},
     {"(int32_t)$", "(int32_t)(((uint32_t)$ * 3u) - ((uint32_t)$ + (uint32_t)0) * 2u)"},
     {"(int64_t)$", "($ ? (int64_t)$ : 0)"},
     {"(int8_t)$", "(int8_t)((((uint32_t)$ & 255u) ^ 128u) - 128u + ((uint32_t)$ & 0u))"}}};

/// Both children, which are quiet, change places.
constexpr std::array<Form, 11> swapped = {{{"($ & $)", "($ & $)"},
                                           {"($ | $)", "($ | $)"},
                                           {"($ ^ $)", "($ ^ $)"},
                                           {"ADD($, $)", "ADD($, $)"},
                                           {"MUL($, $)", "MUL($, $)"},
                                           {"($ < $)", "($ > $)"},
                                           {"($ <= $)", "($ >= $)"},
                                           {"($ > $)", "($ < $)"},
                                           {"($ >= $)", "($ <= $)"},
                                           {"($ == $)", "($ == $)"},
                                           {"($ != $)", "($ != $)"}}};

/// Division of 16 bits by a number.
bool rewriteDivision(Node& node) {
  const bool isRemainder = node.form == "REM($, $)";
  if ((!isRemainder && node.form != "DIV($, $)") || !isNumber(node.children[1])) return false;
  const Node& dividend = node.children[0];
  const auto divisor = static_cast<unsigned>(std::stoi(node.children[1].form));
  if (divisor == 0) return false;
  if (dividend.form == "(uint16_t)$" && std::has_single_bit(divisor)) {
    node.children.resize(1);
    return takes(node, isRemainder ? fmt::format("($ & {})", divisor - 1)
                                   : fmt::format("($ >> {})", std::countr_zero(divisor)));
  }
  if (!isRemainder || dividend.form != "(int16_t)$" || !isQuiet(dividend.children[0])) return false;
  node.children = {dividend, dividend};
  return takes(node, fmt::format("($ - DIV($, {0}) * {0})", divisor));
}

bool rewriteForm(Node& node, Random& random) {
  if (node.children.size() == 1 && areQuiet(node) && random.percent(50))
    for (const Form& form : doubled)
      if (node.form == form.form) {
        node.children.resize(static_cast<std::size_t>(std::ranges::count(form.other, '$')), node.children[0]);
        return takes(node, std::string(form.other));
      }
  if (node.children.size() == 2 && areQuiet(node) && random.percent(50))
    for (const Form& form : swapped)
      if (node.form == form.form) {
        std::swap(node.children[0], node.children[1]);
        return takes(node, std::string(form.other));
      }
  for (const Form& form : forms)
    if (node.form == form.form) return takes(node, std::string(form.other));
  return false;
}

/// "i" of "for (int32_t i = ..."
std::string counterOf(const Node& loop) {
  constexpr std::string_view start = "for (int32_t ";
  if (!loop.form.starts_with(start)) return {};
  return loop.form.substr(start.size(), loop.form.find(' ', start.size()) - start.size());
}

/// Whether its text can stand there twice: labels cannot.
bool canRepeat(const Node& node) { return !node.text(true).contains(":;\n"); }

} // namespace

bool rewriteExpression(Node& node, Random& random) {
  if (node.form == "($ ? $ : $)") {
    std::swap(node.children[1], node.children[2]);
    return takes(node, "((!$) ? $ : $)");
  }
  if (isNumber(node)) {
    const int number = std::stoi(node.form);
    return takes(node, fmt::format("({} + {})", number / 2, number - number / 2));
  }
  if (node.form == "($ & $)" && areQuiet(node) && random.percent(30)) {
    node.children = {node.children[0], node.children[1], node.children[0], node.children[1]};
    return takes(node, "(($ | $) ^ ($ ^ $))"); // with `~`, one operand could be wider than the other
  }
  if (node.form == "($ ^ $)" && areQuiet(node) && random.percent(30)) {
    node.children = {node.children[0], node.children[1], node.children[0], node.children[1]};
    return takes(node, "(($ | $) & ~($ & $))");
  }
  return rewriteDivision(node) || rewriteForm(node, random);
}

bool rewriteStatement(Node& node, Random& random) {
  if (node.form == "if ($) {\n$} else {\n$}\n") {
    std::swap(node.children[1], node.children[2]);
    return takes(node, random.percent(60) ? "if (!($)) {\n$} else {\n$}\n"
                                          : "switch (!!($)) {\ncase 0: {\n$}\nbreak;\ndefault: {\n$}\n}\n");
  }
  if (node.form == "if ($) {\n$}\n")
    return takes(node, random.percent(50) ? "if ($) {\n$} else {\n}\n" : "if (!$) {\n} else {\n$}\n");
  // What mixes all variables into the result.
  constexpr std::string_view mix = "acc * 31 +";
  const std::size_t at = node.form.find(mix);
  if (node.kind == Node::Kind::Statement && at != std::string::npos && random.percent(30)) {
    node.form.replace(at, mix.size(), "(acc << 5) - acc +");
    return true;
  }
  // An assignment by way of another variable.
  if (node.kind == Node::Kind::Statement && node.form.ends_with(" = $;\n") &&
      node.form.find(' ') == node.form.find(" = ") && std::ranges::count(node.form, '$') == 1 &&
      !node.form.contains('.')) {
    const std::string name = node.form.substr(0, node.form.find(' '));
    return takes(node,
                 fmt::format("{{ const __typeof__({0}) oracle_new_value = $; {0} = oracle_new_value; }}\n", name));
  }
  return false;
}

bool rewriteLoop(Node& node, Random& random) {
  const std::string i = counterOf(node);
  if (i.empty()) return false;
  const bool isUp = node.form == fmt::format("for (int32_t {0} = 0; {0} < $; {0}++) {{\n$$}}\n", i);
  const bool isDown = node.form == fmt::format("for (int32_t {0} = $; {0} > 0; {0}--) {{\n$$}}\n", i);
  const bool isWhile = node.form == fmt::format("for (int32_t {0} = 0; {0} < 6 && $; {0}++) {{\n$$}}\n", i);
  const bool leaves = !node.children[2].form.empty();
  if (isDown) return takes(node, fmt::format("for (int32_t {0} = $ + 1; --{0} > 0;) {{\n$$}}\n", i));
  if (isWhile)
    return takes(node, fmt::format("for (int32_t {0} = 0; {0} < 6; {0} = {0} + 1) {{\nif (!$) break;\n$$}}\n", i));
  if (!isUp) return false;
  const Node bound = node.children[0];
  const Node body = node.children[1];
  const std::uint32_t roll = random.below(3);
  if (roll == 0 && !leaves && canRepeat(body) && isNumber(bound)) {
    std::string form = "{\n";
    const int count = std::stoi(bound.form);
    for (int k = 0; k < count; ++k) form += fmt::format("{{ const int32_t {} = {};\n$}}\n", i, k);
    node.children.assign(static_cast<std::size_t>(count), body);
    return takes(node, form + "}\n");
  }
  if (roll == 1 && !leaves && canRepeat(body)) {
    node.children = {bound, body, bound, body};
    return takes(node, fmt::format("{{ int32_t {0} = 0;\nif ({0} < $) {{\n{{\n$}}\nfor ({0} = 1; {0} < $; ++{0}) "
                                   "{{\n$}}\n}}\n}}\n",
                                   i));
  }
  return takes(node, fmt::format("for (int32_t {0} = 0;; {0} += 1) {{\nif ({0} >= $) break;\n$$}}\n", i));
}

} // namespace beagle::oracle
