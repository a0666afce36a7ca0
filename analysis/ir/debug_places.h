#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <string>

namespace beagle::ir {

/// The path as the compiler was given it, made absolute with the folder it ran in; "" for no file.
[[nodiscard]] std::string pathOf(const llvm::DIFile* file);
/// A file of the project by its path below the project's root, any other by its whole path.
[[nodiscard]] std::string projectNameOf(const std::string& path);

/// As the source would say it: "ns::Class::parse". Without debug info, from the linkage name.
[[nodiscard]] std::string sourceNameOf(const llvm::Function& function);
/// "" when the source has no name for it.
[[nodiscard]] std::string sourceNameOf(const llvm::GlobalVariable& variable);

[[nodiscard]] const llvm::DIGlobalVariable* debugVariableOf(const llvm::GlobalVariable& variable);

} // namespace beagle::ir
