#include "analysis/change/assertion_calls.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>

namespace beagle::change {

bool isAssertionFailure(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || !callee->doesNotReturn()) return false;
  return llvm::StringSwitch<bool>(callee->getName())
      .Cases("__assert_fail", "__assert_perror_fail", "__assert", "__assert_rtn", "__assert_func", "_assert", true)
      .Case("_ZSt21__glibcxx_assert_failPKciS0_S0_", true)
      .Default(false);
}

} // namespace beagle::change
