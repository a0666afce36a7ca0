#include "analysis/exec/harness.h"
#include "analysis/logic/bit_vector.h"

#include <fmt/format.h>

namespace beagle::exec {

using logic::Op;

namespace {

std::string shown(std::uint64_t bits, std::uint32_t width, bool isSigned) {
  if (!isSigned) return std::to_string(bits);
  const std::uint32_t unused = 64 - width;
  return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// "0, 1 or 3", "from 0 to 15".
std::string described(const ir::PassedValues& passed, std::uint32_t width, bool isSigned) {
  if (passed.values.empty())
    return fmt::format("from {} to {}", shown(passed.first, width, isSigned), shown(passed.last, width, isSigned));
  std::string text;
  for (std::size_t i = 0; i < passed.values.size(); ++i)
    text += fmt::format("{}{}",
                        i == 0                          ? ""
                        : i + 1 == passed.values.size() ? " or "
                                                        : ", ",
                        shown(passed.values[i], width, isSigned));
  return text;
}

} // namespace

void Harness::takePassed(State& state, const Value& value, const ir::PassedValues& passed, const std::string& name,
                         bool isSigned) {
  logic::TermManager& terms = machine_->terms;
  if (passed.isNeverNull) {
    const InputPointer* pointer = value.object() != 0 ? pointerAt(state, value.object()) : nullptr;
    if (!pointer || !pointer->null) return;
    state.path.add(terms.logicalNot(pointer->null));
    assumptions_.insert(fmt::format("{} is not null: all calls of the function are in its file", name));
    return;
  }
  if (!value.isSymbolic() || value.object() != 0 || terms.op(value.asTerm()) != Op::Variable) return;
  const Term number = value.asTerm();
  if (!terms.sort(number).isBits()) return;
  const std::uint32_t width = terms.sort(number).width;
  // What goes through zero is no range that people would write.
  const std::uint64_t turn = isSigned ? std::uint64_t{1} << (width - 1) : 0;
  if (passed.values.empty() && (passed.first ^ turn) > (passed.last ^ turn)) return;
  const auto constant = [&](std::uint64_t bits) { return terms.constant(width, bits); };
  Term is;
  if (passed.values.empty()) {
    const std::uint64_t count = (passed.last - passed.first + 1) & logic::lowMask(width);
    is = terms.binary(Op::ULess, terms.binary(Op::Sub, number, constant(passed.first)), constant(count));
  } else {
    is = terms.truth(false);
    for (const std::uint64_t each : passed.values) is = terms.logicalOr(is, terms.equal(number, constant(each)));
  }
  logic::Assignment one;
  one.set(number, passed.values.empty() ? passed.first : passed.values.front());
  state.path.add(is, one);
  assumptions_.insert(
      fmt::format("{} is {}: all calls of the function are in its file", name, described(passed, width, isSigned)));
}

} // namespace beagle::exec
