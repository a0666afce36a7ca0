#include "analysis/compare/local_order.h"

#include "analysis/ir/operands.h"

#include <set>

namespace beagle::compare {

using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

LocalOrder orderOfUse(const ir::Function& function) {
  struct Local {
    std::uint32_t at = 0; ///< the instruction that makes it
    std::uint64_t size = 0;
  };
  LocalOrder order;
  std::map<SlotIndex, Local> locals;               // by the slot of their address
  std::map<std::uint64_t, std::size_t> made, used; // of each size
  for (std::uint32_t at = 0; at < function.code.size(); ++at) {
    const Instruction& i = function.code[at];
    if (i.op != Opcode::Allocate || i.a >= function.constants.size()) continue;
    const ir::Constant& count = function.constants[i.a];
    if (count.kind != ir::Constant::Kind::Bits) continue;
    const std::uint64_t size = count.bits * i.b;
    if (!locals.try_emplace(i.d, Local{at, size}).second) return {}; // of one slot, nobody knows which it is
    order[at].made = made[size]++;
  }
  std::set<std::uint32_t> seen;
  const auto use = [&](SlotIndex slot) {
    const auto local = locals.find(slot);
    if (local != locals.end() && seen.insert(local->second.at).second)
      order[local->second.at].used = used[local->second.size]++;
  };
  const auto useAll = [&](SlotIndex first, std::uint32_t count) {
    for (SlotIndex slot = first; slot < first + count; ++slot) use(slot);
  };
  for (const Instruction& i : function.code)
    if (i.op != Opcode::LifetimeStart && i.op != Opcode::LifetimeEnd) ir::forEachRead(function, i, use, useAll);
  for (const auto& [slot, local] : locals) use(slot); // that nobody uses
  return order;
}

} // namespace beagle::compare
