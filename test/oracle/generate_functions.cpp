#include "test/oracle/generator.h"

#include <fmt/format.h>

namespace beagle::oracle {

namespace {

std::string signature(const Helper& helper, const std::vector<Variable>& parameters, const std::string& first = "") {
  std::string text = fmt::format("static {} {}({}", helper.result.name, helper.name, first);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 && first.empty() ? "" : ", ", parameters[i].type.name, parameters[i].name);
  return text + ")";
}

} // namespace

/// Statements with a scope of parameters and globals only.
Node Generator::helper() {
  Helper helper{prefixed(fresh("f")), standardType(), {}, false, false, {}};
  const Scope before = scope_;
  std::vector<Variable> parameters;
  for (std::uint32_t i = 0; i < 1 + random_.below(3); ++i) parameters.push_back({fresh("x"), anyType(), true});
  for (const Variable& parameter : parameters) helper.parameters.push_back(parameter.type);
  scope_.variables.insert(scope_.variables.begin(), parameters.begin(), parameters.end());
  inFunction_ = true;
  Node body = statements(1 + static_cast<int>(random_.below(3)), 1);
  Node result = any(2);
  inFunction_ = false;
  scope_ = before;
  Node node = text(signature(helper, parameters) + " {\n$return $;\n}\n", {std::move(body), std::move(result)});
  helpers_.push_back(std::move(helper));
  return node;
}

Node Generator::recursiveHelper() {
  Helper helper{prefixed(fresh("f")), standardType(), {standardType(), {"uint32_t", 32, false}}, true, false, {}};
  const Scope before = scope_;
  const std::vector<Variable> parameters = {{fresh("x"), helper.parameters[0], true},
                                            {fresh("n"), helper.parameters[1], false}};
  scope_.variables.insert(scope_.variables.begin(), parameters.begin(), parameters.end());
  inFunction_ = true;
  Node stop = any(1);
  Node body = statements(1, 1);
  Node next = value(helper.parameters[0], 2);
  inFunction_ = false;
  scope_ = before;
  Node node = text(fmt::format("{} {{\nif ({} == 0) return $;\n$return ADD({}($, {} - 1), 1);\n}}\n",
                               signature(helper, parameters), parameters[1].name, helper.name, parameters[1].name),
                   {std::move(stop), std::move(body), std::move(next)});
  helpers_.push_back(std::move(helper));
  return node;
}

Node Generator::pointerHelper() {
  Helper helper{prefixed(fresh("f")), standardType(), {{"uint8_t", 8, false}}, false, true, standardType()};
  const std::string p = fresh("q");
  const std::string x = fresh("x");
  Node node = text(fmt::format("static {0} {1}(PASSED({2}, {3}), uint8_t {4}) {{\n{0} sum = 0;\nfor (int i = "
                               "0; i < ({4} & 3); i++) sum = (uint64_t)sum * 3 + AT({3}, i);\n"
                               "{5}return sum;\n}}\n",
                               helper.result.name, helper.name, helper.element.name, p, x,
                               random_.percent(50) ? fmt::format("AT({}, 0) = {} ^ 5;\n", p, x) : ""));
  helpers_.push_back(std::move(helper));
  return node;
}

Node Generator::variadicHelper() {
  variadic_ = prefixed("va");
  return text(
      fmt::format("static uint64_t {}(int n, ...) {{\nva_list list;\nva_start(list, n);\nuint64_t sum = 7;\n"
                  "if (n > 0) sum = sum * 31 + va_arg(list, int);\nif (n > 1) sum = sum * 31 + va_arg(list, int64_t);\n"
                  "if (n > 2) sum = sum * 31 + va_arg(list, int);\nva_end(list);\nreturn sum;\n}}\n",
                  variadic_));
}

Node Generator::recordHelper() {
  makesRecord_ = prefixed("make");
  const Record& record = records_[0];
  std::string text_ =
      fmt::format("static {} {}(int32_t x, int32_t y) {{\n{} r = {{0}};\n", record.name, makesRecord_, record.name);
  bool first = true;
  for (const Field& field : record.fields) {
    text_ += fmt::format("r.{}{} = {};\n", field.name, field.count != 0 ? "[1]" : "", first ? "x" : "(x ^ y)");
    first = false;
  }
  return text(text_ + "return r;\n}\n");
}

Node Generator::table() {
  std::vector<Node> nodes;
  std::vector<std::string> names;
  for (int i = 0; i < 2; ++i) {
    const std::string name = prefixed(fresh("t"));
    const std::vector<Variable> parameters = {{fresh("x"), {"int32_t", 32, true}, true},
                                              {fresh("x"), {"uint8_t", 8, false}, true}};
    const Scope before = scope_;
    scope_.variables.insert(scope_.variables.begin(), parameters.begin(), parameters.end());
    inFunction_ = true;
    nodes.push_back(text(fmt::format("static int64_t {}(int32_t {}, uint8_t {}) {{\nreturn $;\n}}\n", name,
                                     parameters[0].name, parameters[1].name),
                         {any(2)}));
    inFunction_ = false;
    scope_ = before;
    names.push_back(name);
  }
  const std::string name = prefixed(fresh("table"));
  const std::uint32_t third = random_.below(2);
  nodes.push_back(
      text(fmt::format("{}[4])(int32_t, uint8_t) = {{{}, {}, {}, {}}};\n",
                       (random_.percent(60) ? "static int64_t (*const " : "GLOBAL static int64_t (*") + name, names[0],
                       names[1], names[third], names[1 - third])));
  tables_.push_back(name);
  return sequence(std::move(nodes));
}

} // namespace beagle::oracle
