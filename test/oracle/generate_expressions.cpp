#include "test/oracle/generator.h"

#include <fmt/format.h>

namespace beagle::oracle {

Node Generator::leaf() {
  const std::size_t inputs = program_.parameters.size();
  std::size_t chosen = random_.below(static_cast<std::uint32_t>(scope_.variables.size()));
  // Inputs of the entry come first.
  if (!inFunction_ && random_.percent(40)) chosen = random_.below(static_cast<std::uint32_t>(inputs));
  return expression(scope_.variables[chosen].name);
}

Node Generator::value(const Type& type, int depth) { return expression("(" + type.name + ")$", {any(depth)}); }

Node Generator::operand(int depth) { return random_.percent(45) ? value(anyType(), depth) : any(depth); }

Node Generator::right(int depth) {
  return random_.percent(40) ? expression(literal({"int64_t", 64, true})) : operand(depth);
}

Node Generator::upTo(std::uint32_t most, int depth) {
  return expression(fmt::format("((int)($ & {}))", most), {any(depth)});
}

Node Generator::condition(int depth) {
  const std::uint32_t roll = random_.below(10);
  if (roll < 7) return comparison(depth);
  if (roll < 8)
    return expression(random_.percent(50) ? "($ && $)" : "($ || $)", {comparison(depth - 1), comparison(depth - 1)});
  if (roll < 9) return expression(fmt::format("(($ & {}) == {})", 7, random_.below(8)), {any(depth)});
  return any(depth);
}

Node Generator::comparison(int depth) {
  static constexpr std::string_view operators[] = {"<", "<=", ">", ">=", "==", "!="};
  const std::string op(random_.of(std::span<const std::string_view>(operators)));
  if (random_.percent(35)) // likely to go both ways
    return expression("($ " + op + " $)", {upTo(15, depth - 1), expression(fmt::format("{}", random_.between(1, 14)))});
  if (random_.percent(40)) return expression("($ " + op + " $)", {operand(depth - 1), expression(smallLiteral())});
  return expression("($ " + op + " $)", {operand(depth - 1), right(depth - 1)});
}

Node Generator::arithmetic(int depth) {
  const std::uint32_t roll = random_.below(10);
  if (roll < 4) return expression("ADD($, $)", {operand(depth - 1), right(depth - 1)});
  if (roll < 7) return expression("SUB($, $)", {operand(depth - 1), right(depth - 1)});
  if (roll < 9) return expression("MUL($, $)", {operand(depth - 1), right(depth - 1)});
  return expression("NEG($)", {operand(depth - 1)});
}

Node Generator::division(int depth) {
  const std::string op = random_.percent(50) ? "DIV" : "REM";
  const std::uint32_t roll = random_.below(10);
  // Division of wide numbers costs the solver much.
  const Type type = random_.percent(85) ? Type{random_.percent(50) ? "int16_t" : "uint16_t", 16, true} : standardType();
  Node dividend = value(type, depth - 1);
  if (roll < 4) return expression(op + "($, $)", {dividend, expression(fmt::format("{}", random_.between(1, 20)))});
  if (roll < 5) return expression(op + "($, (-$))", {dividend, expression(fmt::format("{}", random_.between(1, 20)))});
  if (roll < 9 || random_.percent(50)) return expression(op + "($, ($ | 1))", {dividend, value(type, depth - 1)});
  return expression(op + "($, $)", {dividend, value(type, depth - 1)});
}

Node Generator::shift(int depth) {
  const std::string op = random_.percent(50) ? "SHL" : "SHR";
  const Type type =
      random_.percent(8) ? Type{random_.percent(50) ? "int128_t" : "uint128_t", 128, true} : standardType();
  const std::uint32_t width = type.width < 32 ? 32 : type.width;
  Node shifted = value(type, depth - 1);
  if (random_.percent(40))
    return expression(op + "($, $)", {shifted, expression(fmt::format("{}", random_.below(width)))});
  if (random_.percent(85)) return expression(op + "($, $)", {shifted, upTo(width - 1, depth - 1)});
  return expression(op + "($, $)", {shifted, upTo(2 * width - 1, depth - 1)});
}

Node Generator::bitwise(int depth) {
  static constexpr std::string_view operators[] = {"&", "|", "^"};
  if (random_.percent(15)) return expression("(~$)", {operand(depth - 1)});
  return expression("($ " + std::string(random_.of(std::span<const std::string_view>(operators))) + " $)",
                    {operand(depth - 1), right(depth - 1)});
}

Node Generator::builtin(int depth) {
  switch (random_.below(14)) {
  case 0: return expression("__builtin_popcount((unsigned)$)", {operand(depth - 1)});
  case 1: return expression("__builtin_popcountll((uint64_t)$)", {operand(depth - 1)});
  case 2: return expression("__builtin_bswap16((uint16_t)$)", {operand(depth - 1)});
  case 3: return expression("__builtin_bswap32((uint32_t)$)", {operand(depth - 1)});
  case 4: return expression("__builtin_bswap64((uint64_t)$)", {operand(depth - 1)});
  case 5: return expression("__builtin_parity((unsigned)$)", {operand(depth - 1)});
  case 6: return expression("__builtin_ffs((int)$)", {operand(depth - 1)});
  case 7: return expression("__builtin_clz((unsigned)$ | 1)", {operand(depth - 1)});
  case 8: return expression("__builtin_ctzll((uint64_t)$ | 0x100)", {operand(depth - 1)});
  case 9:
    return expression(random_.percent(50) ? "BUILTIN(__builtin_clz, (unsigned)$)"
                                          : "BUILTIN(__builtin_ctz, (unsigned)$)",
                      {operand(depth - 1)});
  case 10: {
    const std::uint32_t width = 8U << random_.below(4);
    return expression(fmt::format("__builtin_rotate{}{}($, $)", random_.percent(50) ? "left" : "right", width),
                      {value({fmt::format("uint{}_t", width), width, false}, depth - 1),
                       value({fmt::format("uint{}_t", width), width, false}, depth - 1)});
  }
  case 11: {
    const std::uint32_t width = 8U << random_.below(4);
    return expression(fmt::format("__builtin_bitreverse{}((uint{}_t)$)", width, width), {operand(depth - 1)});
  }
  case 12: {
    const Type type = standardType();
    // Near one of the limits, so that it is often reached.
    const std::string limit = type.isSigned ? fmt::format("((1ULL << {}) - {})", type.width - 1, random_.below(9))
                                            : fmt::format("(0ULL - {})", random_.below(9));
    Node other = random_.percent(60) ? expression(fmt::format("({}){}", type.name, limit)) : value(type, depth - 1);
    return expression(random_.percent(50) ? "__builtin_elementwise_add_sat($, $)"
                                          : "__builtin_elementwise_sub_sat($, $)",
                      {value(type, depth - 1), std::move(other)});
  }
  default: {
    const Type type = standardType();
    return expression(random_.percent(50) ? "__builtin_elementwise_max($, $)" : "__builtin_elementwise_min($, $)",
                      {value(type, depth - 1), value(type, depth - 1)});
  }
  }
}

/// Narrow integers as floats and back.
Node Generator::floating(int depth) {
  const std::string type = random_.percent(50) ? "double" : "float";
  const Node a = value({random_.percent(50) ? "int8_t" : "uint8_t", 8, true}, depth - 1);
  switch (random_.below(5)) {
  case 0: return expression("((" + type + ")$ < (" + type + ")$)", {a, value({"int8_t", 8, true}, 0)});
  case 1: return expression("((int)((" + type + ")$ * 0.5f))", {a});
  case 2: return expression("((int64_t)((" + type + ")$ + 1.25f))", {a});
  case 3: return expression("TO_INTEGER(uint8_t, -1.0, 256.0, (" + type + ")$ * 1.5f)", {a});
  default: return expression("((" + type + ")$ == 7.0f)", {a});
  }
}

Node Generator::call(int depth) {
  const std::uint32_t roll = random_.below(10);
  if (roll < 2 && !tables_.empty())
    return expression(
        random_.of(std::span<const std::string>(tables_)) + "[$]($, $)",
        {index(4, depth - 1), value({"int32_t", 32, true}, depth - 1), value({"uint8_t", 8, false}, depth - 1)});
  if (roll < 3 && !variadic_.empty())
    return expression(variadic_ + "($, $, $, $)",
                      {upTo(3, depth - 1), value({"int32_t", 32, true}, depth - 1),
                       value({"int64_t", 64, true}, depth - 1), value({"int32_t", 32, true}, 0)});
  if (roll < 4 && !makesRecord_.empty()) {
    const Field& wanted = random_.of(std::span<const Field>(records_[0].fields));
    if (wanted.count == 0)
      return expression("(+" + makesRecord_ + "($, $)." + wanted.name + ")",
                        {value({"int32_t", 32, true}, depth - 1), value({"int32_t", 32, true}, depth - 1)});
  }
  if (helpers_.empty()) return leaf();
  const Helper& helper = random_.of(std::span<const Helper>(helpers_));
  std::vector<Node> arguments;
  if (helper.takesPointer) {
    for (const PointerVariable& pointer : scope_.pointers)
      if (pointer.element.name == helper.element.name && arguments.empty())
        arguments.push_back(text("PASS(" + pointer.name + ")"));
    if (arguments.empty()) return leaf();
  }
  for (std::size_t i = 0; i < helper.parameters.size(); ++i) {
    const bool counts = helper.countsDown && i + 1 == helper.parameters.size();
    arguments.push_back(counts ? upTo(3, depth - 1) : value(helper.parameters[i], depth - 1));
  }
  return expression(helper.name + "($)", {sequence(std::move(arguments), ", ")});
}

Node Generator::any(int depth) {
  if (depth <= 0) return random_.percent(25) ? memoryLeaf(0) : leaf();
  const std::uint32_t roll = random_.below(100);
  if (roll < 26) return arithmetic(depth);
  if (roll < 34) return division(depth);
  if (roll < 43) return shift(depth);
  if (roll < 58) return bitwise(depth);
  if (roll < 63) return comparison(depth);
  if (roll < 66) return expression("(!$)", {operand(depth - 1)});
  if (roll < 71) return expression("($ ? $ : $)", {condition(depth - 1), operand(depth - 1), operand(depth - 1)});
  if (roll < 75) return builtin(depth);
  if (roll < 76) return floating(depth);
  if (roll < 83) return call(depth);
  if (roll < 95) return memoryLeaf(depth);
  return leaf();
}

} // namespace beagle::oracle
