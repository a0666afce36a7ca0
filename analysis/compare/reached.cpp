#include "analysis/compare/reached.h"

#include <algorithm>
#include <vector>

namespace beagle::compare {

using ir::Opcode;

bool isAnyReached(const ir::Program& program, ir::FunctionIndex function,
                  const std::function<bool(ir::FunctionIndex)>& is) {
  constexpr std::size_t most = 32; ///< functions that are looked into
  std::vector<ir::FunctionIndex> seen{function};
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (is(seen[k])) return true;
    for (const ir::CallSite& site : program.body(seen[k]).calls) {
      const ir::FunctionIndex callee = site.function;
      if (callee == ir::none || !program.functions()[callee].isDefined || program.functions()[callee].isRuntime)
        continue;
      if (seen.size() < most && std::ranges::find(seen, callee) == seen.end()) seen.push_back(callee);
    }
  }
  return false;
}

bool mayBeUndefined(const ir::Program& program, ir::FunctionIndex function) {
  const auto is = [](const ir::Instruction& i) {
    switch (i.op) {
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul: return (i.extra & ir::NoSignedWrap) != 0;
    case Opcode::Shl:
    case Opcode::LShr:
    case Opcode::AShr:
    case Opcode::FToSigned:
    case Opcode::FToUnsigned: return true;
    default: return false;
    }
  };
  return isAnyReached(program, function,
                      [&](ir::FunctionIndex f) { return std::ranges::any_of(program.body(f).code, is); });
}

} // namespace beagle::compare
