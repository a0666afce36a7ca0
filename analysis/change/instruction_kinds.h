#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <cstdint>

namespace beagle::change {

/// A local before anything was stored to it, as the canonicaliser writes it.
[[nodiscard]] bool isUninitialised(const llvm::Value& value);
/// Intrinsics that say something to the optimiser only.
[[nodiscard]] bool isHint(llvm::Intrinsic::ID id);
[[nodiscard]] bool isExpect(const llvm::Instruction& instruction);
[[nodiscard]] bool isDivision(const llvm::Instruction& instruction);
/// Division by a constant that can neither be zero nor overflow does not trap.
[[nodiscard]] bool divisionMayTrap(const llvm::Instruction& instruction);
/// Without effect, trap or identity of its own: a value that is named by how it is computed. Divisions are
/// not among them.
[[nodiscard]] bool isPure(const llvm::Instruction& instruction);
/// `nsw`, `exact`, `inbounds`, fast-math: part of what an operation is.
[[nodiscard]] std::uint64_t flagsOf(const llvm::Instruction& instruction);

} // namespace beagle::change
