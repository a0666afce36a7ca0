#include "analysis/change/assertion_calls.h"

#include "analysis/ir/assertion_names.h"

#include <llvm/IR/Function.h>

namespace beagle::change {

bool isAssertionFailure(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && callee->doesNotReturn() && ir::reportsAssertion(callee->getName());
}

} // namespace beagle::change
