#include "test/oracle/generator.h"

#include <fmt/format.h>

namespace beagle::oracle {

Generator::Generator(std::uint64_t seed, std::uint64_t number, GeneratorOptions options)
    : options_(options), random_(Random(seed ^ number * 0x9e3779b97f4a7c15ULL).next()) {
  program_.number = number;
  program_.prefix = fmt::format("p{}_", number);
  program_.entry = prefixed("entry");
}

void Generator::chooseParameters() {
  // Most programs have 8 to 10 bits of input, a few have 16.
  std::uint32_t bits = random_.percent(4) ? 16 : static_cast<std::uint32_t>(random_.between(6, 10));
  const std::uint32_t count = 1 + random_.below(3);
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < count && bits > 0; ++i) {
    Parameter parameter;
    parameter.name = fmt::format("in{}", i);
    const std::uint32_t roll = random_.below(100);
    if (roll < 8) parameter.type = "_Bool", parameter.width = 1;
    else if (roll < 14) parameter.type = "enum " + prefixed("e"), parameter.width = 32;
    else {
      const Type type = standardType();
      parameter.type = type.name, parameter.width = type.width;
    }
    const std::uint32_t share = i + 1 == count ? bits : static_cast<std::uint32_t>(random_.between(1, bits));
    parameter.bits = std::min(share, parameter.width);
    parameter.firstBit = first;
    first += parameter.bits;
    bits -= parameter.bits;
    program_.parameters.push_back(std::move(parameter));
  }
}

Node Generator::declareRecord() {
  Record record{"struct " + prefixed(fresh("s")), {}};
  std::string fields;
  const auto count = random_.between(2, 5);
  for (int i = 0; i < count; ++i) {
    Field field{fmt::format("m{}", i), standardType(), 0, 0};
    const std::uint32_t roll = random_.below(100);
    if (roll < 45) field.bits = static_cast<std::uint32_t>(random_.between(1, field.type.width));
    else if (roll < 60) field.count = 4;
    fields += fmt::format("  {} {}{};\n", field.type.name, field.name,
                          field.bits != 0    ? fmt::format(" : {}", field.bits)
                          : field.count != 0 ? fmt::format("[{}]", field.count)
                                             : "");
    record.fields.push_back(std::move(field));
  }
  const std::string name = record.name;
  records_.push_back(std::move(record));
  return text(fmt::format("{} {{\n{}}};\n", name, fields));
}

Node Generator::declareGlobals() {
  std::vector<Node> nodes;
  for (std::uint32_t i = 0; i < 1 + random_.below(3); ++i) {
    Variable variable{prefixed(fresh("g")), standardType(), true};
    nodes.push_back(text(fmt::format("GLOBAL {} {} = {};\n", variable.type.name, variable.name,
                                     random_.percent(50) ? "0" : smallLiteral())));
    program_.watched.push_back(variable.name);
    scope_.variables.push_back(std::move(variable));
  }
  for (std::uint32_t i = 0; i < random_.below(3); ++i) {
    const bool isConstant = random_.percent(40);
    Array array{prefixed(fresh("g")), standardType(), static_cast<std::uint32_t>(random_.between(2, 9)), 0,
                !isConstant};
    std::string values;
    for (std::uint32_t k = 0; k < array.count; ++k) values += smallLiteral() + ", ";
    nodes.push_back(text(fmt::format("{} {} {}[{}] = {{{}}};\n", isConstant ? "static const" : "GLOBAL",
                                     array.element.name, array.name, array.count, values)));
    if (!isConstant) program_.watched.push_back(array.name);
    scope_.arrays.push_back(std::move(array));
  }
  if (!records_.empty() && random_.percent(50)) {
    RecordVariable variable{prefixed(fresh("g")), 0, 0};
    nodes.push_back(text(fmt::format("GLOBAL {} {} = {{1}};\n", records_[0].name, variable.name)));
    for (const Field& field : records_[0].fields)
      for (std::uint32_t k = 0; k < std::max(field.count, 1U); ++k)
        program_.fields.push_back(variable.name + "." + field.name + (field.count != 0 ? fmt::format("[{}]", k) : ""));
    scope_.records.push_back(std::move(variable));
  }
  return sequence(std::move(nodes));
}

Node Generator::entry() {
  static const std::vector<Type> results = {{"uint64_t", 64, false}, {"int64_t", 64, true},   {"uint32_t", 32, false},
                                            {"int32_t", 32, true},   {"uint16_t", 16, false}, {"int8_t", 8, true},
                                            {"_Bool", 1, false}};
  const Type result = random_.percent(60) ? results[0] : random_.of(std::span<const Type>(results));
  program_.resultWidth = result.width;
  std::vector<Variable> inputs;
  std::string parameters;
  std::string masks;
  for (const Parameter& parameter : program_.parameters) {
    parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", parameter.type, parameter.name);
    if (parameter.bits != parameter.width)
      masks += fmt::format("{0} = ({1})({0} & {2}u);\n", parameter.name, parameter.type, (1ULL << parameter.bits) - 1);
    inputs.push_back({parameter.name, {parameter.type, parameter.width, true}, random_.percent(20)});
  }
  scope_.variables.insert(scope_.variables.begin(), inputs.begin(), inputs.end());
  scope_.variables.push_back({"acc", {"uint64_t", 64, false}, true});
  Node body = statements(5 + static_cast<int>(random_.below(8)), 2);
  std::string mix;
  for (const Variable& variable : scope_.variables)
    mix += fmt::format("acc = acc * 31 + (uint64_t){};\n", variable.name);
  for (const Array& array : scope_.arrays) {
    if (array.second != 0) continue;
    if (!options_.loops)
      for (std::uint32_t i = 0; i < array.count; ++i)
        mix += fmt::format("acc = acc * 31 + (uint64_t){}[{}];\n", array.name, i);
    else
      mix += fmt::format("for (int i = 0; i < {}; i++) acc = acc * 31 + (uint64_t){}[i];\n", array.count, array.name);
  }
  return text(fmt::format("{} {}({}) {{\n{}uint64_t acc = 1;\n$$return ({}){};\n}}\n", result.name, program_.entry,
                          parameters, masks, result.name, result.width == 1 ? "(acc & 1)" : "acc"),
              {std::move(body), statement(std::move(mix))});
}

GeneratedProgram Generator::run() {
  chooseParameters();
  std::vector<Node> nodes;
  nodes.push_back(text(fmt::format("enum {0}e {{ {0}e0, {0}e1, {0}e5 = 5, {0}em = -3 }};\n", program_.prefix)));
  if (random_.percent(50)) nodes.push_back(declareRecord());
  if (random_.percent(15)) nodes.push_back(declareRecord());
  nodes.push_back(declareGlobals());
  if (random_.percent(15)) nodes.push_back(variadicHelper());
  if (!records_.empty() && random_.percent(40)) nodes.push_back(recordHelper());
  for (std::uint32_t i = 0; i < random_.below(3); ++i) nodes.push_back(helper());
  if (random_.percent(20) && options_.loops) nodes.push_back(recursiveHelper());
  if (random_.percent(30) && options_.loops) nodes.push_back(pointerHelper());
  if (random_.percent(20)) nodes.push_back(table());
  nodes.push_back(entry());
  program_.code = sequence(std::move(nodes));
  return std::move(program_);
}

} // namespace beagle::oracle
