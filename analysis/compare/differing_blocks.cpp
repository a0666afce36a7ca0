#include "analysis/compare/differing_blocks.h"

#include <algorithm>

namespace beagle::compare {

std::span<const std::uint8_t> DifferingBlocks::of(bool isBase, ir::FunctionIndex function) {
  const std::scoped_lock lock(mutex_);
  auto& known = marks(isBase);
  if (!known.contains(function)) {
    const ir::Program& own = things_.version(isBase).program;
    const ir::Program& other = things_.version(!isBase).program;
    const std::string& name = own.functions()[function].name;
    const auto named = other.find(name); // by its name in the source, too
    const bool isThere = named && other.functions()[*named].isDefined && other.functions()[*named].name == name;
    if (isThere) match(isBase ? function : *named, isBase ? *named : function);
    else known[function].assign(own.body(function).blocks.size(), 1);
  }
  return known[function];
}

bool DifferingBlocks::haveSameInputs(ir::FunctionIndex base, ir::FunctionIndex head) {
  const std::scoped_lock lock(mutex_);
  return things_.interfaces(base, head);
}

void DifferingBlocks::match(ir::FunctionIndex base, ir::FunctionIndex head) {
  BlockMarks old, now;
  if (things_.functions(base, head)) {
    BodyMatch match(things_, base, head);
    old = match.takeMarks(true);
    now = match.takeMarks(false);
  } else {
    old.assign(things_.version(true).program.body(base).blocks.size(), 1);
    now.assign(things_.version(false).program.body(head).blocks.size(), 1);
  }
  const auto isSame = [](const BlockMarks& marks) { return std::ranges::find(marks, 1) == marks.end(); };
  if (isSame(old) && isSame(now)) old.clear(), now.clear();
  base_[base] = std::move(old);
  head_[head] = std::move(now);
}

} // namespace beagle::compare
