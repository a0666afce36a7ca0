#include "test/oracle/pair_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace beagle::oracle {

using compare::ShownChange;
using exec::EndKind;

namespace {

bool differ(const Outcome& a, const Outcome& b) {
  if (a.kind != b.kind || a.text != b.text) return true;
  if (a.kind == ORACLE_EXITED) return a.code != b.code;
  return a.kind == ORACLE_RETURNED && (a.low != b.low || a.globals != b.globals || a.fields != b.fields);
}

bool isError(const Outcome& outcome) { return outcome.kind == ORACLE_MEMORY || outcome.kind == ORACLE_DIVISION; }

/// The number of the input of which the witness is one.
std::uint32_t inputOf(const GeneratedProgram& program, const input::Leaves& leaves, logic::TermManager& terms,
                      const logic::Assignment& witness) {
  logic::Evaluator evaluator(terms, witness);
  std::uint32_t input = 0;
  for (const Parameter& parameter : program.parameters) {
    const input::Leaf* leaf = leaves.find(parameter.name);
    if (!leaf) continue;
    const std::uint64_t value = parameter.width == 1 ? static_cast<std::uint64_t>(evaluator.truth(leaf->variable))
                                                     : evaluator.bits64(leaf->variable);
    input |= static_cast<std::uint32_t>(value & ((1ULL << parameter.bits) - 1)) << parameter.firstBit;
  }
  return input;
}

/// Whether the change says of the witness what the native runs say.
std::string wrongAbout(const ShownChange& shown, Truth truth, const Outcome& base, const Outcome& head) {
  const compare::SemanticChange& change = shown.change;
  if (truth == Truth::Same) return "the witness shows no difference";
  if (change.ubOnly != (truth == Truth::UbOnly || truth == Truth::Free)) return "the witness is ub-only, or is not";
  if (change.ubIntroduced != (truth == Truth::UbIntroduced || truth == Truth::Unknown))
    return "the witness introduces undefined behaviour, or not";
  if (base.kind == ORACLE_UNDEFINED || head.kind == ORACLE_UNDEFINED) return {};
  const auto says = [&](std::string_view what) {
    return std::ranges::find(change.differs, what) != change.differs.end();
  };
  const bool ending = base.kind != head.kind;
  if (says("ending") != ending) return "the ending differs, or does not";
  if (ending) return {};
  if (says("output") != (base.text != head.text)) return "the output differs, or does not";
  if (base.kind == ORACLE_RETURNED && says("return") != (base.low != head.low))
    return "the returned value differs, or does not";
  if (base.kind == ORACLE_EXITED && says("exit status") != (base.code != head.code))
    return "the exit status differs, or does not";
  return {};
}

using Ends = std::pair<std::uint32_t, std::uint32_t>;

/// What an answer that leaves nothing open leaves out.
std::optional<PairMismatch> missing(const compare::EntryResult& result, const NativePair& native,
                                    const std::vector<Ends>& shown) {
  const bool unchanged = result.verdict == compare::Verdict::Unchanged;
  const bool ubOnly = std::ranges::all_of(result.changes, [](const ShownChange& c) { return c.change.ubOnly; });
  for (std::uint32_t input = 0; input < native.base.size(); ++input) {
    const Outcome& base = native.base[input];
    const Outcome& head = native.head[input];
    const Truth truth = truthOf(base, head);
    if (!isDifference(truth)) continue;
    if (unchanged) return PairMismatch{input, "it is not unchanged", ""};
    if (truth == Truth::UbOnly) continue;
    if (ubOnly) return PairMismatch{input, "it differs without undefined behaviour too", ""};
    const Ends ends{base.kind, head.kind};
    if (truth == Truth::Differs && std::ranges::find(shown, ends) == shown.end())
      return PairMismatch{input, "no change has these endings", ""};
  }
  return {};
}

} // namespace

Truth truthOf(const Outcome& base, const Outcome& head) {
  const bool wasUndefined = base.faults != 0;
  const bool isUndefined = head.faults != 0;
  if (base.kind == ORACLE_UNDEFINED) return Truth::Free;
  if (head.kind == ORACLE_UNDEFINED)
    return wasUndefined ? Truth::Free : isError(base) ? Truth::Unknown : Truth::UbIntroduced;
  if (differ(base, head)) return wasUndefined ? Truth::UbOnly : isUndefined ? Truth::UbIntroduced : Truth::Differs;
  return isUndefined && !wasUndefined && !isError(base) ? Truth::UbIntroduced : Truth::Same;
}

bool NativePair::isEqual() const {
  for (std::size_t i = 0; i < base.size(); ++i)
    if (isDifference(truthOf(base[i], head[i]))) return false;
  return true;
}

std::optional<PairMismatch> checkPair(const GeneratedProgram& program, const input::Leaves& leaves,
                                      logic::TermManager& terms, const compare::EntryResult& result,
                                      const NativePair& native) {
  std::vector<Ends> shown;
  for (const ShownChange& change : result.changes) {
    const std::uint32_t input = inputOf(program, leaves, terms, *change.change.witness);
    const Outcome& base = native.base[input];
    const Outcome& head = native.head[input];
    if (std::string wrong = wrongAbout(change, truthOf(base, head), base, head); !wrong.empty())
      return PairMismatch{input, std::move(wrong), fmt::format("{}", fmt::join(change.change.differs, ", "))};
    shown.emplace_back(base.kind, head.kind);
  }
  if (!result.open.empty() || !result.bounds.empty()) return {};
  return missing(result, native, shown);
}

} // namespace beagle::oracle
