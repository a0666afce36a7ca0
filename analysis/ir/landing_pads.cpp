#include "analysis/ir/landing_pads.h"

#include "analysis/ir/operands.h"

namespace beagle::ir {

const LandingPad* landingPadAt(const Function& function, BlockIndex unwind) {
  // Before it, there may be moves of what differs from way to way.
  const Instruction* at = &function.code[function.blocks[unwind].first];
  while (at->op != Opcode::LandingPad) {
    if (at->op == Opcode::Jump) at = &function.code[function.blocks[at->d].first];
    else if (!isTerminator(at->op)) ++at;
    else return nullptr;
  }
  return &function.landingPads[at->b];
}

} // namespace beagle::ir
