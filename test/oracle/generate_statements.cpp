#include "test/oracle/generator.h"

#include <fmt/format.h>

namespace beagle::oracle {

Node Generator::statements(int count, int depth) {
  std::vector<Node> nodes;
  for (int i = 0; i < count; ++i) nodes.push_back(oneStatement(depth));
  return sequence(std::move(nodes));
}

Node Generator::block(int count, int depth) {
  const Scope before = scope_;
  ++scope_.depth;
  Node node = statements(count, depth);
  scope_ = before;
  return node;
}

Node Generator::oneStatement(int depth) {
  const std::uint32_t roll = random_.below(100);
  if (roll < 20) return assignment();
  if (roll < 34) return declaration();
  if (roll < 40) return declareArray();
  if (roll < 43) return declareRecordVariable();
  if (roll < 46) return overflowStatement();
  if (roll < 49) return ending();
  if (roll < 53) return bytesStatement();
  if (roll < 58) return pointerStatement();
  if (roll < 61) return unionStatement();
  if (roll < 63) return statement("oracle_emit((uint8_t)$);\n", {any(2)});
  if (depth <= 0) return assignment();
  if (roll < 76) return conditional(depth);
  if (roll < 86) return loop(depth);
  if (roll < 90) return selection(depth);
  if (roll < 94) return jump(depth);
  if (roll < 96) return heapStatement();
  if (roll < 98) return scopeStatement();
  return maybeStatement();
}

Node Generator::declaration() {
  Variable variable{fresh("v"), anyType(), true};
  Node node = statement((random_.percent(5) ? "volatile " : "") + variable.type.name + " " + variable.name + " = $;\n",
                        {any(3)});
  scope_.variables.push_back(std::move(variable));
  return node;
}

Node Generator::assignment() {
  const std::uint32_t roll = random_.below(100);
  if (roll < 30 && !scope_.arrays.empty()) {
    const Array& array = random_.of(std::span<const Array>(scope_.arrays));
    if (array.isWritable) return statement("$ = $;\n", {element(array, 1), any(2)});
  }
  if (roll < 45 && !scope_.records.empty()) {
    const RecordVariable& variable = random_.of(std::span<const RecordVariable>(scope_.records));
    for (const RecordVariable& other : scope_.records)
      if (other.record == variable.record && other.name != variable.name && other.count == 0 && variable.count == 0 &&
          random_.percent(20))
        return statement(fmt::format("{} = {};\n", variable.name, other.name));
    const Field& chosen = random_.of(std::span<const Field>(records_[variable.record].fields));
    return statement("$ = $;\n", {field(variable, chosen, 1), any(2)});
  }
  std::vector<const Variable*> targets;
  for (const Variable& variable : scope_.variables)
    if (variable.isWritable) targets.push_back(&variable);
  if (targets.empty()) return declaration();
  const Variable& target = *targets[random_.below(static_cast<std::uint32_t>(targets.size()))];
  return statement(target.name + " = $;\n", {any(3)});
}

Node Generator::conditional(int depth) {
  const int count = 1 + static_cast<int>(random_.below(2));
  if (random_.percent(45)) {
    Node c = condition(2);
    Node then = block(count, depth - 1);
    return statement("if ($) {\n$} else {\n$}\n", {std::move(c), std::move(then), block(count, depth - 1)});
  }
  Node c = condition(2);
  return statement("if ($) {\n$}\n", {std::move(c), block(count, depth - 1)});
}

Node Generator::loop(int depth) {
  if (loops_ >= 2 || !options_.loops) return assignment();
  const std::string i = fresh("i");
  const int count = 1 + static_cast<int>(random_.below(2));
  Node bound =
      random_.percent(50) ? expression(fmt::format("{}", random_.between(1, 5))) : upTo(random_.percent(70) ? 3 : 7, 1);
  const bool whileLoop = random_.percent(30);
  Node again = condition(1);
  const Scope before = scope_;
  ++scope_.depth;
  scope_.variables.push_back({i, {"int32_t", 32, true}, false});
  ++loops_;
  Node body = statements(count, depth - 1);
  Node leave = text("");
  if (random_.percent(25))
    leave = statement(random_.percent(60) ? "if ($) break;\n" : "if ($) continue;\n", {condition(1)});
  --loops_;
  scope_ = before;
  if (whileLoop) {
    if (random_.percent(50))
      return statement(fmt::format("for (int32_t {0} = 0; {0} < 6 && $; {0}++) {{\n$$}}\n", i),
                       {std::move(again), std::move(body), std::move(leave)});
    return statement(fmt::format("{{ int32_t {0} = 0; do {{\n$$}} while ({0}++ < 3 && $); }}\n", i),
                     {std::move(body), std::move(leave), std::move(again)});
  }
  if (random_.percent(30))
    return statement(fmt::format("for (int32_t {0} = $; {0} > 0; {0}--) {{\n$$}}\n", i),
                     {std::move(bound), std::move(body), std::move(leave)});
  return statement(fmt::format("for (int32_t {0} = 0; {0} < $; {0}++) {{\n$$}}\n", i),
                   {std::move(bound), std::move(body), std::move(leave)});
}

Node Generator::selection(int depth) {
  std::vector<Node> cases;
  const bool wide = random_.percent(20);
  Node subject = wide ? value({"int64_t", 64, true}, 2) : random_.percent(50) ? upTo(7, 2) : any(2);
  const int count = 2 + static_cast<int>(random_.below(4));
  std::int64_t label = random_.between(-2, 2);
  for (int i = 0; i < count; ++i) {
    cases.push_back(statement(fmt::format("case {}: {{\n$}}\n{}", label, random_.percent(75) ? "break;\n" : ""),
                              {block(1, depth - 1)}));
    label += random_.between(1, random_.percent(80) ? 2 : 60);
  }
  if (random_.percent(70)) cases.push_back(statement("default: {\n$}\n", {block(1, depth - 1)}));
  return statement("switch ($) {\n$}\n", {std::move(subject), sequence(std::move(cases))});
}

Node Generator::jump(int depth) {
  const std::string label = fresh("L");
  if (random_.percent(60)) {
    Node c = condition(2);
    return statement("if ($) goto " + label + ";\n{\n$}\n" + label + ":;\n", {std::move(c), block(2, depth - 1)});
  }
  if (loops_ >= 2 || !options_.loops) return assignment();
  const std::string count = fresh("c");
  ++loops_;
  Node body = block(1, depth - 1);
  --loops_;
  return statement(fmt::format("int {0} = 0;\n{1}:;\n{{\n$}}\nif ({0}++ < 3 && $) goto {1};\n", count, label),
                   {std::move(body), condition(1)});
}

Node Generator::ending() {
  switch (random_.below(4)) {
  case 0: return statement("if ($) abort();\n", {expression("($ && $)", {comparison(2), comparison(1)})});
  case 1: return statement("if ($) exit((int)$);\n", {expression("($ && $)", {comparison(2), comparison(1)}), any(2)});
  case 2: return statement("assert($);\n", {expression("($ || $)", {comparison(2), comparison(1)})});
  default:
    if (inFunction_) return assignment();
    return statement(fmt::format("if ($) return $;\n"), {comparison(2), any(2)});
  }
}

/// What checks for overflow itself.
Node Generator::overflowStatement() {
  const Type type = standardType();
  const std::string v = fresh("v");
  Node node = statement(fmt::format("{} {};\nint {}o = __builtin_{}_overflow($, $, &{});\n", type.name, v, v,
                                    random_.of<std::string_view>({"add", "sub", "mul"}), v),
                        {value(standardType(), 2), value(standardType(), 1)});
  scope_.variables.push_back({v, type, true});
  scope_.variables.push_back({v + "o", {"int32_t", 32, true}, true});
  return node;
}

} // namespace beagle::oracle
