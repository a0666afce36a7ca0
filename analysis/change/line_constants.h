#pragma once

#include "analysis/change/canonical.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constant.h>
#include <llvm/IR/Use.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace beagle::change {

/// Operands of a function's calls and stores that are surely line numbers, or strings with one in them, and
/// what is left of them without the number: nothing, or "run.c:__LINE__".
using LineConstants = llvm::DenseMap<const llvm::Use*, std::string>;

/// Those are constants of the value of a `__LINE__` that stand where it is written and go to the function that
/// it goes to, or, where there is none such, all of that value; of several arguments of one call, the one in
/// its place. If they are more than are written, it is not known which of them are meant, and none is taken.
/// Strings go by what they hold.
[[nodiscard]] LineConstants lineConstants(const llvm::Function& function, const LineMentions& mentions);

/// Of the numbers written as `__LINE__`, each as often as it is written, those that an initialiser holds no more often.
[[nodiscard]] std::set<std::uint64_t> linesIn(const llvm::Constant& initialiser,
                                              const std::vector<std::uint64_t>& written);

} // namespace beagle::change
