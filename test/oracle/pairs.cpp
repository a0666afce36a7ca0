#include "test/oracle/pairs.h"

#include "test/oracle/rewrites.h"

#include <fmt/format.h>

#include <array>
#include <functional>

namespace beagle::oracle {

namespace {

/// One change of the node itself that probably matters.
bool slip(Node& node, Random& random) {
  struct Slip {
    std::string_view form, other;
  };
  static constexpr std::array<Slip, 20> slips = {{{"($ < $)", "($ <= $)"},
                                                  {"($ <= $)", "($ < $)"},
                                                  {"($ > $)", "($ >= $)"},
                                                  {"($ >= $)", "($ > $)"},
                                                  {"($ == $)", "($ >= $)"},
                                                  {"($ != $)", "($ > $)"},
                                                  {"ADD($, $)", "SUB($, $)"},
                                                  {"SUB($, $)", "ADD($, $)"},
                                                  {"MUL($, $)", "ADD($, $)"},
                                                  {"DIV($, $)", "REM($, $)"},
                                                  {"SHR($, $)", "SHL($, $)"},
                                                  {"($ & $)", "($ | $)"},
                                                  {"($ | $)", "($ ^ $)"},
                                                  {"($ ^ $)", "($ | $)"},
                                                  {"($ && $)", "($ || $)"},
                                                  {"($ || $)", "($ && $)"},
                                                  {"(int8_t)$", "(int8_t)($ & 127)"},
                                                  {"(uint16_t)$", "(uint16_t)(uint8_t)$"},
                                                  {"(int32_t)$", "(int32_t)(int16_t)$"},
                                                  {"(uint64_t)$", "(uint64_t)(uint32_t)$"}}};
  for (const Slip& one : slips)
    if (node.form == one.form) {
      node.form = one.other;
      return true;
    }
  if (node.kind == Node::Kind::Statement && node.form.ends_with(" = $;\n") &&
      node.form.find(' ') == node.form.find(" = ") && random.percent(50)) {
    node = statement(";\n");
    return true;
  }
  if (node.kind == Node::Kind::Expression && node.children.empty() && node.form.size() < 4 &&
      node.form.find_first_not_of("0123456789") == std::string::npos) {
    node.form = fmt::format("{}", std::stoi(node.form) + 1);
    return true;
  }
  return false;
}

/// A node of the changed version; `isOnlyThere`: the first version does not have it.
struct Place {
  Node* node = nullptr;
  bool isOnlyThere = false;
};

void addPlaces(Node& node, bool isOnlyThere, std::vector<Place>& to) {
  if (!node.changed.empty()) return addPlaces(node.changed.front(), true, to);
  to.push_back({&node, isOnlyThere});
  for (Node& child : node.children) addPlaces(child, isOnlyThere, to);
}

using Change = std::function<bool(Node&)>;

/// Tries the change on nodes chosen at random until it fits one.
void changeSomewhere(Node& code, Random& random, const Change& change) {
  std::vector<Place> places;
  addPlaces(code, false, places);
  for (int tries = 0; tries < 300; ++tries) {
    const Place& place = places[random.below(static_cast<std::uint32_t>(places.size()))];
    Node changed = *place.node;
    if (!change(changed)) continue;
    if (place.isOnlyThere) *place.node = std::move(changed);
    else place.node->changed = {std::move(changed)};
    return;
  }
}

/// What both versions do for one input only, all of it known: other results, other contents of a global, another error,
/// a value that only one leaves undefined, another text.
struct Special {
  std::string_view base, head;
};
constexpr std::array<Special, 5> specials = {
    {{"return 5;", "return 6;"},
     {"{ SPECIAL = 1; return 5; }", "{ SPECIAL = 2; return 5; }"},
     {"{ POINTER(int, p); return AT(p, 0); }", "{ int a[2] = {1, 2}; return a[INDEX(5, 2)]; }"},
     {"return 5;", "{ int32_t one = 1; return 5 + (ADD(2147483647, one) == 3); }"},
     {"{ oracle_emit('a'); return 5; }", "{ oracle_emit('b'); return 5; }"}}};

} // namespace

void addSpecial(GeneratedProgram& program, Random& random) {
  const std::string name = program.prefix + "special";
  const Special& special = random.of(std::span<const Special>(specials));
  const std::string condition = fmt::format("if ({} == {}) ", program.parameters.front().name, random.below(2));
  const auto written = [&](std::string_view text) {
    std::string result = condition + std::string(text) + "\n";
    if (const std::size_t at = result.find("SPECIAL"); at != std::string::npos) result.replace(at, 7, name);
    return statement(std::move(result));
  };
  Node made = written(special.base);
  made.changed = {written(special.head)};
  Node& body = program.code.children.back().children.front(); // of the entry
  body = text("$$", {std::move(made), std::move(body)});
  program.code = text("$$", {text(fmt::format("GLOBAL int32_t {} = 7;\n", name)), std::move(program.code)});
  program.watched.push_back(name);
}

void rewrite(GeneratedProgram& program, Random& random, unsigned rewrites) {
  for (unsigned i = 0; i < rewrites; ++i)
    changeSomewhere(program.code, random, [&](Node& node) {
      return node.kind == Node::Kind::Expression ? rewriteExpression(node, random) : rewriteStatement(node, random);
    });
}

void rewriteLoops(GeneratedProgram& program, Random& random, unsigned rewrites) {
  for (unsigned i = 0; i < rewrites; ++i)
    changeSomewhere(program.code, random, [&](Node& node) { return rewriteLoop(node, random); });
}

void mutate(GeneratedProgram& program, Random& random) {
  // The entry is the last of the functions; not all others are called.
  Node& code = random.percent(75) ? program.code.children.back() : program.code;
  changeSomewhere(code, random, [&](Node& node) { return slip(node, random); });
}

GeneratedProgram changedVersion(const GeneratedProgram& program) {
  GeneratedProgram changed = program;
  changed.code = text(program.code.text(true));
  return changed;
}

} // namespace beagle::oracle
