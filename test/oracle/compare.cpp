#include "test/oracle/compare.h"

#include <fmt/format.h>

#include <array>

namespace beagle::oracle {

namespace {

constexpr std::array<std::string_view, 9> kinds = {"returned",         "exited",    "aborted", "assert", "memory error",
                                                   "division by zero", "undefined", "limit",   "crash"};

/// The paths that are looked at for an input, in all, before only some inputs are compared with all paths.
constexpr std::uint64_t exhaustiveWork = 2'000'000;

std::string differs(const Outcome& native, const Outcome& engine, std::uint32_t resultWidth) {
  if (native.kind == ORACLE_UNDEFINED)
    return (native.faults & ~engine.faults) == 0 ? "" : "a fault of a value is not reported";
  if (native.kind != engine.kind) return "the ending";
  if (native.fault != engine.fault) return "the memory error";
  if (native.faults != engine.faults) return "the faults of values";
  const std::uint64_t mask = resultWidth >= 64 ? ~0ULL : (1ULL << resultWidth) - 1;
  if (((native.low ^ engine.low) & mask) != 0) return "the returned value";
  if (native.code != engine.code) return "the exit code";
  if (native.globals != engine.globals) return "the globals";
  if (native.text != engine.text) return "the text written";
  return {};
}

} // namespace

std::string describe(const Outcome& outcome) {
  return fmt::format("{} {} faults {:#x} value {:#x} code {} globals {:016x} text {:016x}", kinds[outcome.kind],
                     exec::describe(static_cast<exec::MemoryFault>(outcome.fault)), outcome.faults, outcome.low,
                     outcome.code, outcome.globals, outcome.text);
}

std::optional<Mismatch> compare(EngineRun& engine, const std::vector<Outcome>& native, std::uint32_t resultWidth,
                                Tally& tally) {
  if (engine.hasWrongModels()) return Mismatch{0, "a layer of the solver gave a model that is none", native[0], {}};
  const auto inputs = static_cast<std::uint32_t>(native.size());
  const std::uint64_t work = inputs * static_cast<std::uint64_t>(engine.pathCount());
  const std::uint64_t every = work / exhaustiveWork + 1;
  for (std::uint32_t input = 0; input < inputs; ++input) {
    const Outcome& truth = native[input];
    ++tally.endings[std::string(kinds[truth.kind])];
    if (truth.kind == ORACLE_SIGNAL) return Mismatch{input, "the native run crashed", truth, {}};
    const EngineRun::Found found = engine.find(input, input % every == 0);
    if (found.count == 0) {
      if (!engine.isCut()) return Mismatch{input, "the input belongs to no path", truth, {}};
      ++tally.cutInputs;
      continue;
    }
    if (found.count > 1) return Mismatch{input, "the input belongs to two paths", truth, found.outcome};
    if (!found.walked) return Mismatch{input, "the tree does not lead to the input's path", truth, found.outcome};
    if (found.isUnsupported || found.isBounded) {
      ++(found.isUnsupported ? tally.unsupportedInputs : tally.cutInputs);
      continue;
    }
    if (truth.kind == ORACLE_UNDEFINED) ++tally.undefinedInputs;
    if (std::string what = differs(truth, found.outcome, resultWidth); !what.empty())
      return Mismatch{input, std::move(what), truth, found.outcome};
  }
  return {};
}

} // namespace beagle::oracle
