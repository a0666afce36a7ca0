#include "test/oracle/generator.h"

#include <fmt/format.h>

#include <bit>

namespace beagle::oracle {

Node Generator::index(std::uint32_t count, int depth) {
  const std::uint32_t roll = random_.below(100);
  if (roll < 25) // another number may stand there in a changed version
    return text(fmt::format("INDEX($, {})", count), {expression(fmt::format("{}", random_.below(count)))});
  if (roll < 86) return upTo(std::bit_floor(count) - 1, depth);
  const std::uint32_t most = std::bit_ceil(count + 1) - 1;
  if (roll < 94) return text(fmt::format("INDEX($, {})", count), {upTo(most, depth)});
  if (roll < 98)
    return text(fmt::format("INDEX($, {})", count),
                {expression(fmt::format("($ - {})", random_.below(3)), {upTo(most, depth)})});
  return text(fmt::format("INDEX($, {})", count),
              {value({random_.percent(50) ? "int8_t" : "uint16_t", 8, true}, depth)});
}

Node Generator::element(const Array& array, int depth) {
  if (array.second == 0) return expression(array.name + "[$]", {index(array.count, depth)});
  const std::uint32_t rows = array.count / array.second;
  return expression(fmt::format("{} INDEX2($, {}, $, {})", array.name, rows, array.second),
                    {upTo(std::bit_ceil(rows) - 1, depth), upTo(std::bit_ceil(array.second) - 1, depth)});
}

Node Generator::field(const RecordVariable& variable, const Field& field, int depth) {
  std::vector<Node> children;
  std::string form = variable.name;
  if (variable.count != 0) {
    form += "[$]";
    children.push_back(index(variable.count, depth));
  }
  form += "." + field.name;
  if (field.count != 0) {
    form += "[$]";
    children.push_back(upTo(field.count - 1, depth));
  }
  return expression(std::move(form), std::move(children));
}

/// How far behind a pointer something is looked for; mostly still in its object.
Node Generator::reach(int depth) {
  const std::uint32_t roll = random_.below(100);
  if (roll < 55) return expression("0");
  if (roll < 70) return expression("1");
  return upTo(roll < 92 ? 1 : roll < 97 ? 3 : 7, depth);
}

Node Generator::memoryLeaf(int depth) {
  const std::uint32_t roll = random_.below(100);
  if (roll < 45 && !scope_.arrays.empty()) return element(random_.of(std::span<const Array>(scope_.arrays)), depth - 1);
  if (roll < 70 && !scope_.records.empty()) {
    const RecordVariable& variable = random_.of(std::span<const RecordVariable>(scope_.records));
    const Field& chosen = random_.of(std::span<const Field>(records_[variable.record].fields));
    return expression("(+$)", {field(variable, chosen, depth - 1)});
  }
  if (roll < 92 && !scope_.pointers.empty()) {
    const PointerVariable& pointer = random_.of(std::span<const PointerVariable>(scope_.pointers));
    return expression("AT(" + pointer.name + ", $)", {reach(depth - 1)});
  }
  if (roll < 95)
    return expression(
        fmt::format("((int32_t[4]){{$, {}, {}, $}})[$]", random_.below(100), random_.below(9)),
        {value({"int32_t", 32, true}, depth - 1), value({"int32_t", 32, true}, depth - 1), index(4, depth - 1)});
  return leaf();
}

Node Generator::declareArray() {
  Array array{fresh("a"), standardType(), static_cast<std::uint32_t>(random_.between(2, 9)), 0, true, scope_.depth};
  std::string dimensions = fmt::format("[{}]", array.count);
  if (random_.percent(15)) {
    array.second = static_cast<std::uint32_t>(random_.between(2, 4));
    dimensions = fmt::format("[{}][{}]", 3, array.second);
    array.count = 3 * array.second;
  }
  std::vector<Node> values;
  const std::uint32_t given = random_.below(4) + 1;
  for (std::uint32_t i = 0; i < std::min(given, array.count); ++i)
    values.push_back(random_.percent(60) ? expression(smallLiteral()) : value(array.element, 1));
  Node node = statement(fmt::format("{}{} {}{} = {{$}};\n", random_.percent(5) ? "volatile " : "", array.element.name,
                                    array.name, dimensions),
                        {sequence(std::move(values), ", ")});
  scope_.arrays.push_back(std::move(array));
  return node;
}

Node Generator::declareRecordVariable() {
  if (records_.empty()) return declaration();
  RecordVariable variable{fresh("r"), random_.below(static_cast<std::uint32_t>(records_.size())),
                          random_.percent(25) ? 4U : 0U};
  const Record& record = records_[variable.record];
  std::vector<Node> pieces;
  if (variable.count != 0) {
    pieces.push_back(text(fmt::format("{} {}[{}] = {{0}};\n", record.name, variable.name, variable.count)));
  } else {
    std::vector<Node> values;
    for (const Field& field : record.fields)
      if (field.count == 0 && random_.percent(60))
        values.push_back(text("." + field.name + " = $", {value(field.type, 1)}));
    if (values.empty()) values.push_back(text("0"));
    pieces.push_back(
        text(fmt::format("{} {} = {{$}};\n", record.name, variable.name), {sequence(std::move(values), ", ")}));
  }
  scope_.records.push_back(std::move(variable));
  return statement("$", std::move(pieces));
}

Node Generator::declarePointer() {
  std::vector<const Array*> targets;
  for (const Array& array : scope_.arrays)
    if (array.isWritable && array.second == 0) targets.push_back(&array);
  if (targets.empty()) return heapStatement();
  const Array& target = *targets[random_.below(static_cast<std::uint32_t>(targets.size()))];
  PointerVariable pointer{fresh("p"), target.element, scope_.depth};
  Node node = statement(
      fmt::format("POINTER({}, {});\n$", target.element.name, pointer.name),
      {statement(fmt::format("POINT({}, {}, {}, $);\n", pointer.name, target.name, target.count), {reach(1)})});
  scope_.pointers.push_back(std::move(pointer));
  return node;
}

Node Generator::pointerStatement() {
  if (scope_.pointers.empty()) return declarePointer();
  const PointerVariable& pointer = random_.of(std::span<const PointerVariable>(scope_.pointers));
  const std::uint32_t roll = random_.below(10);
  if (roll < 4) return statement("AT(" + pointer.name + ", $) = $;\n", {reach(1), value(pointer.element, 2)});
  if (roll < 6) return statement("MOVE(" + pointer.name + ", $);\n", {expression("($ - $)", {reach(1), reach(0)})});
  for (const Array& array : scope_.arrays)
    if (array.element.name == pointer.element.name && array.isWritable && array.second == 0 &&
        array.depth <= pointer.depth && random_.percent(60))
      return statement(fmt::format("if ($) POINT({}, {}, {}, $);\n", pointer.name, array.name, array.count),
                       {condition(1), reach(1)});
  for (const PointerVariable& other : scope_.pointers)
    if (other.name != pointer.name && other.element.name == pointer.element.name && other.depth <= pointer.depth)
      return statement(fmt::format("if ($) COPY_POINTER({}, {});\n", pointer.name, other.name), {condition(1)});
  return statement("AT(" + pointer.name + ", 0) = $;\n", {value(pointer.element, 2)});
}

Node Generator::heapStatement() {
  PointerVariable pointer{fresh("h"), standardType(), scope_.depth};
  const std::string& p = pointer.name;
  const std::string type = pointer.element.name;
  std::vector<Node> nodes;
  const auto count = static_cast<std::uint32_t>(random_.between(1, 8));
  const bool symbolic = random_.percent(30);
  Node size =
      symbolic ? expression("($ + 1)", {upTo(random_.percent(50) ? 3 : 7, 1)}) : expression(fmt::format("{}", count));
  nodes.push_back(statement(fmt::format("HEAP_ZERO({}, $);\n", p), {std::move(size)}));
  if (random_.percent(60))
    nodes.push_back(statement(
        fmt::format("AT({}, $) = $;\n", p),
        {symbolic ? reach(1) : expression(fmt::format("{}", random_.below(count))), value(pointer.element, 2)}));
  scope_.pointers.push_back(pointer);
  if (random_.percent(30)) nodes.push_back(statement(fmt::format("if ($) {{ FREE({}); }}\n", p), {condition(2)}));
  if (random_.percent(10)) nodes.push_back(statement(fmt::format("if ($) {{ FREE({}); }}\n", p), {condition(1)}));
  return text(fmt::format("POINTER({}, {});\n$", type, p), {sequence(std::move(nodes))});
}

/// A pointer to an array of an inner scope, used behind it.
Node Generator::scopeStatement() {
  const Type type = standardType();
  const std::string p = fresh("p");
  const std::string a = fresh("a");
  const std::string keep = fresh("a");
  Node node = text(fmt::format("{1} {3}[2] = {{1, 2}};\nPOINTER({1}, {0});\nPOINT({0}, {3}, 2, 0);\nif ($) "
                               "{{\n  SCOPED({1}, {2}, 3);\n"
                               "  {2}[0] = {2}[1] = {2}[2] = $;\n  POINT_SCOPED({0}, {2}, 3, 0);\n  if ($) "
                               "POINT({0}, {3}, 2, 1);\n"
                               "  AT({0}, 0) = $;\n}}\n",
                               p, type.name, a, keep),
                   {condition(2), value(type, 1), condition(1), value(type, 1)});
  scope_.pointers.push_back({p, type, scope_.depth});
  return node;
}

/// memcpy, memmove and memset, also with lengths that depend on the input.
Node Generator::bytesStatement() {
  if (scope_.arrays.size() < 2) return declareArray();
  const Array& to = random_.of(std::span<const Array>(scope_.arrays));
  const Array& from = random_.of(std::span<const Array>(scope_.arrays));
  if (!to.isWritable) return assignment();
  const std::uint32_t toSize = to.count * to.element.width / 8;
  const std::uint32_t fromSize = from.count * from.element.width / 8;
  const std::uint32_t fits = std::min(toSize, fromSize);
  const auto length = [&](std::uint32_t most) {
    if (random_.percent(60)) return expression(fmt::format("{}", random_.below(most + 1)));
    return upTo(random_.percent(90) ? std::min(7U, std::bit_floor(most) - 1) : std::bit_ceil(most + 1) - 1, 1);
  };
  switch (random_.below(3)) {
  case 0:
    if (to.name != from.name)
      return statement(fmt::format("COPY({}, {}u, {}, {}u, $);\n", to.name, toSize, from.name, fromSize),
                       {length(fits)});
    [[fallthrough]];
  case 1:
    return statement(fmt::format("SLIDE({}, {}u, $, $, $);\n", to.name, toSize),
                     {length(toSize / 2), length(toSize / 2), length(toSize / 2)});
  default: return statement(fmt::format("FILL({}, {}u, (int)$, $);\n", to.name, toSize), {any(1), length(toSize)});
  }
}

/// A local that only some inputs write before it is looked at.
Node Generator::maybeStatement() {
  const std::string name = fresh("u");
  const bool isPlain = random_.percent(30); // the value itself decides
  const Type type = isPlain && random_.percent(60) ? Type{"_Bool", 1, false} : standardType();
  return statement(fmt::format("MAYBE({}, {});\nif ($) PUT({}, $);\nif ($) {{ if (TAKE({}){}) {{ $}} }}\n", type.name,
                               name, name, name, isPlain ? "" : " > 3"),
                   {condition(2), value(type, 2), condition(2), block(1, 1)});
}

Node Generator::unionStatement() {
  const std::string name = fresh("n");
  Node node = statement(fmt::format("union {{ uint64_t whole; uint8_t bytes[8]; int16_t halves[4]; struct {{ "
                                    "uint32_t low : 12, mid : 9; int32_t top : 11; }} bits; }} {0};\n"
                                    "{0}.whole = $;\n$",
                                    name),
                        {value({"uint64_t", 64, false}, 2),
                         random_.percent(50)
                             ? statement(name + ".bytes[$] = $;\n", {upTo(7, 1), value({"uint8_t", 8, false}, 1)})
                             : statement(name + ".bits.mid = $;\n", {any(1)})});
  const std::string_view part = random_.of<std::string_view>({"bits.top", "halves[1]", "bytes[5]", "whole"});
  scope_.variables.push_back({fmt::format("(+{}.{})", name, part), {"int32_t", 32, true}, false});
  return node;
}

} // namespace beagle::oracle
