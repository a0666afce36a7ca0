#pragma once

#include "analysis/exec/machine.h"

#include <span>
#include <string_view>

namespace beagle::exec {

/// A call of a function that has no body in the program.
struct ModelCall {
  const ir::CallSite& site;
  std::span<const Value> arguments;
  std::uint32_t result; ///< slot for what it returns
};

/// Does what the function does. Like a handler: false when the run has ended or has to ask.
using Model = bool (*)(Machine& machine, const ModelCall& call);

struct ModelEntry {
  std::string_view name;
  std::uint32_t parameters; ///< at least so many arguments, or the call is a BadCall
  Model model;
};

/// What the engine itself does in place of a function. The rest of the C library is C code that is linked to
/// the program (runtime/), which is built on these.
[[nodiscard]] std::span<const ModelEntry> allocationModels();
[[nodiscard]] std::span<const ModelEntry> processModels();
[[nodiscard]] std::span<const ModelEntry> fileModels();
[[nodiscard]] std::span<const ModelEntry> mathModels();
/// What a function of math.h gives for these numbers, as a term: what only the C library knows is a function of them.
/// Nothing: it is no such function, or does more than that, errno apart.
[[nodiscard]] std::optional<Term> mathTerm(logic::TermManager& terms, std::string_view name,
                                           std::span<const Term> arguments);
[[nodiscard]] std::span<const ModelEntry> textModels();
[[nodiscard]] std::span<const ModelEntry> unwindModels();
[[nodiscard]] std::span<const ModelEntry> jumpModels();
/// Appends so many bytes of memory. Like a handler.
[[nodiscard]] bool takeBytes(Machine& machine, const Value& from, const Value& length, std::vector<Term>& bytes);
/// All of them, by name.
[[nodiscard]] std::span<const ModelEntry> allModels();
[[nodiscard]] const ModelEntry* findModel(std::string_view name);

} // namespace beagle::exec
