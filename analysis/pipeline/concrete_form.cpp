#include "analysis/logic/bit_vector.h"
#include "analysis/pipeline/concrete_run.h"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace beagle::pipeline {

namespace {

/// Each is looked for by itself.
constexpr std::size_t mostNumbers = 200;
/// For which a large input takes long.
constexpr auto mostForNumbers = std::chrono::milliseconds(500);

} // namespace

testgen::ConcreteInput ConcreteRuns::inputOf(exec::State ended, const logic::Assignment& model) {
  machine_.attach(ended);
  harness_.settle(ended, model);
  return input(ended, model);
}

/// A number is what gets another value where only its own bytes change.
fuzz::Form ConcreteRuns::form(exec::State ended, const logic::Assignment& model) {
  const auto end = std::chrono::steady_clock::now() + mostForNumbers;
  machine_.attach(ended);
  harness_.settle(ended, model);
  fuzz::Form form{input(ended, model), {}};
  if (!fuzz::obstacle(form.input).empty()) return form;
  logic::Evaluator evaluator(machine_.terms, model);
  // Looking at one may make leaves of others: those that are there now.
  std::vector<const input::Leaf*> leaves;
  for (const input::Leaf& leaf : leaves_.all()) {
    const bool isNumber = leaf.choice.empty() && leaf.source && leaf.type.kind != ir::ScalarKind::Pointer;
    if (isNumber && leaf.type.width <= 64 && harness_.belongsTo(ended, leaf, model)) leaves.push_back(&leaf);
  }
  if (leaves.size() > mostNumbers) leaves.resize(mostNumbers);
  for (const input::Leaf* leaf : leaves) {
    if (std::chrono::steady_clock::now() > end) break;
    const std::uint64_t now =
        leaf->type.width == 1 ? std::uint64_t{evaluator.truth(leaf->variable)} : evaluator.bits64(leaf->variable);
    const std::uint64_t value = ~now & logic::lowMask(leaf->type.width); // every bit is another one
    logic::Assignment other = model;
    other.set(leaf->variable, value);
    auto number = fuzz::numberBetween(form.input, input(ended, other), value, leaf->type.width);
    if (!number) continue;
    number->name = machine_.terms.name(leaf->variable);
    form.numbers.push_back(std::move(*number));
  }
  std::ranges::sort(form.numbers, {}, [](const fuzz::Number& number) {
    return std::tie(number.where, number.index, number.global, number.offset);
  });
  return form;
}

} // namespace beagle::pipeline
