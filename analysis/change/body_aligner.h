#pragma once

#include "analysis/change/alignment.h"
#include "analysis/change/program.h"
#include "analysis/ir/bitcode.h"

#include <functional>
#include <map>

namespace beagle::change {

/// The bitcode of a unit, by version and position in its program.
using BitcodeReader = std::function<support::Result<std::string>(bool base, std::size_t unit)>;

/// Aligns bodies out of two programs; a unit is opened once, and only the bodies that are asked for are read. Those of
/// both versions are read at the same time.
class BodyAligner {
public:
  BodyAligner(const Program& base, const Program& head, BitcodeReader bitcode)
      : base_{base, {}}, head_{head, {}}, bitcode_(std::move(bitcode)) {}

  [[nodiscard]] support::Result<Alignment> align(SymbolRef base, SymbolRef head);

private:
  struct Side {
    const Program& program;
    std::map<std::size_t, ir::BitcodeModule> modules; ///< by unit
  };
  [[nodiscard]] support::Result<llvm::Function*> body(bool isBase, SymbolRef ref);

  Side base_, head_;
  BitcodeReader bitcode_; ///< called from two threads, for a version each
};

} // namespace beagle::change
