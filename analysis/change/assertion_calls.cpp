#include "analysis/change/assertion_calls.h"

#include <llvm/ADT/StringSwitch.h>

namespace beagle::change {

bool isAssertionFailure(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("__assert_fail", "__assert_perror_fail", "__assert", "__assert_rtn", "__assert_func", "_assert", true)
      .Case("_ZSt21__glibcxx_assert_failPKciS0_S0_", true)
      .Default(false);
}

} // namespace beagle::change
