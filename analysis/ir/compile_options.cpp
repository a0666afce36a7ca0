#include "analysis/ir/compile_options.h"

#include <algorithm>
#include <iterator>

namespace beagle::ir {

std::size_t unlikeness(const CompileOptions& a, const CompileOptions& b) {
  CompileOptions different;
  std::ranges::set_symmetric_difference(a, b, std::back_inserter(different));
  return different.size();
}

} // namespace beagle::ir
