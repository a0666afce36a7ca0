#include "analysis/compare/start_difference.h"

#include "analysis/compare/same_code.h"

#include <algorithm>

namespace beagle::compare {

namespace {

bool hasCode(const ir::Program& program, ir::FunctionIndex index) {
  const ir::FunctionInfo& info = program.functions()[index];
  return info.isDefined && !info.isRuntime;
}

/// Whether both do the same, as far as their code and that of all they call shows.
bool actAlike(SharedNames& names, const ir::Program& base, ir::FunctionIndex old, const ir::Program& head,
              ir::FunctionIndex now) {
  std::set<FunctionPairing> seen;
  std::vector<FunctionPairing> open{{old, now}};
  while (!open.empty()) {
    const FunctionPairing pair = open.back();
    open.pop_back();
    if (!seen.insert(pair).second) continue;
    if (hasCode(base, pair.first) != hasCode(head, pair.second)) return false;
    if (!hasCode(base, pair.first)) continue; // of one name
    const SameCode code = sameCode(names, base, pair.first, head, pair.second);
    if (!code.isSame || !names.obstacle().empty()) return false;
    open.insert(open.end(), code.called.begin(), code.called.end());
    open.insert(open.end(), names.addressed().begin(), names.addressed().end());
  }
  return true;
}

/// Adds the variables that a function refers to, by itself or through others.
void addReached(const ir::Program& program, ir::FunctionIndex start, std::set<std::string>& reached) {
  std::set<ir::FunctionIndex> functions;
  std::set<ir::GlobalIndex> globals;
  std::vector<ir::FunctionIndex> openFunctions{start};
  std::vector<ir::GlobalIndex> openGlobals;
  while (!openFunctions.empty() || !openGlobals.empty()) {
    if (!openGlobals.empty()) {
      const ir::GlobalIndex index = openGlobals.back();
      openGlobals.pop_back();
      if (!globals.insert(index).second) continue;
      const ir::Global& global = program.globals()[index];
      if (!global.isConstant) reached.insert(global.name);
      for (const ir::Relocation& at : global.relocations) {
        if (at.isFunction) openFunctions.push_back(at.target);
        else openGlobals.push_back(at.target);
      }
      continue;
    }
    const ir::FunctionIndex index = openFunctions.back();
    openFunctions.pop_back();
    if (!hasCode(program, index) || !functions.insert(index).second) continue;
    const ir::Function& body = program.body(index);
    for (const ir::Constant& constant : body.constants) {
      if (constant.kind == ir::Constant::Kind::Function) openFunctions.push_back(constant.index);
      if (constant.kind == ir::Constant::Kind::Global) openGlobals.push_back(constant.index);
    }
    for (const ir::CallSite& call : body.calls)
      if (call.function != ir::none) openFunctions.push_back(call.function);
  }
}

} // namespace

StartDifference startDifference(const ir::Program& base, const ir::Program& head) {
  StartDifference difference;
  logic::TermManager terms;
  UnknownMemory memory(terms);
  SharedNames names(terms, memory, base, head, {});
  const auto compare = [&](std::span<const ir::FunctionIndex> old, std::span<const ir::FunctionIndex> now,
                           bool isBefore) {
    for (std::size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
      if (i < old.size() && i < now.size() && base.functions()[old[i]].name == head.functions()[now[i]].name &&
          actAlike(names, base, old[i], head, now[i]))
        continue;
      difference.isSame = false;
      if (i < old.size() && isBefore) addReached(base, old[i], difference.apart);
      if (i < now.size() && isBefore) addReached(head, now[i], difference.apart);
    }
  };
  compare(base.constructors(), head.constructors(), true);
  compare(base.destructors(), head.destructors(), false);
  return difference;
}

} // namespace beagle::compare
