#pragma once

#include "analysis/ir/program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <optional>
#include <span>

namespace beagle::ir {

/// Which source parameter each argument of a function carries, and at which byte, from debug info. Clang
/// passes one struct in several arguments, or several fields in one.
class ParameterSources {
public:
  explicit ParameterSources(const llvm::Function& function);
  /// Fills in what is known of the scalars of one argument.
  void name(const llvm::Argument& argument, std::span<Parameter> scalars) const;

private:
  struct Place {
    std::uint32_t parameter = none;
    std::uint64_t offset = 0;
    bool isIndirect = false; ///< the value is the parameter's address
  };
  void note(bool isDeclare, const llvm::Value* value, const llvm::DILocalVariable& variable,
            const llvm::DIExpression& expression, const llvm::DILocation* inlinedAt);
  [[nodiscard]] std::optional<Place> placeOf(const llvm::Argument& argument) const;
  [[nodiscard]] std::optional<Place> storedTo(const llvm::Value& value) const;
  [[nodiscard]] std::optional<Place> memoryAt(const llvm::Value& pointer) const;
  [[nodiscard]] std::optional<Place> declaredAt(const llvm::Value& base, std::uint64_t offset) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, Place> addresses_, values_;
};

} // namespace beagle::ir
