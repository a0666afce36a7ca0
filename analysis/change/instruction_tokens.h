#pragma once

#include "analysis/change/canonical_writer.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::change {

/// A function's instructions in their order, and numbers that they are compared by. Equal numbers mean equal
/// things, on both sides: sides that are to be compared share nothing but the way they are made.
class InstructionTokens {
public:
  explicit InstructionTokens(const llvm::Function& function);

  /// What a local is called while tokens are made: by its name in the source, by its type, or by its partner.
  using LocalKeys = llvm::DenseMap<const llvm::Value*, std::uint64_t>;

  /// A parameter or a stack object: compared by use, not by where it stands.
  struct Local {
    const llvm::Value* value = nullptr;
    std::uint64_t name = 0; ///< of the variable in the source; 0: none
    std::uint64_t type = 0;
  };

  [[nodiscard]] const llvm::Function& function() const { return function_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(instructions_.size()); }
  [[nodiscard]] const llvm::Instruction& at(std::uint32_t index) const { return *instructions_[index]; }
  [[nodiscard]] std::uint32_t indexOf(const llvm::Instruction& instruction) const {
    return index_.lookup(&instruction);
  }
  [[nodiscard]] const std::vector<Local>& locals() const { return locals_; }

  /// An instruction on its own: operation, types, flags, constants and symbols, not what its operands are.
  [[nodiscard]] std::uint64_t operation(std::uint32_t index) const { return operations_[index]; }
  /// Hardly more than the opcode: what one that was edited keeps.
  [[nodiscard]] std::uint64_t kind(std::uint32_t index) const { return kinds_[index]; }
  /// The instruction with the locals it uses itself.
  [[nodiscard]] std::vector<std::uint64_t> shallow(const LocalKeys& locals) const;
  /// The instruction with all that its operands are computed from, as far as there are no other statements.
  [[nodiscard]] std::vector<std::uint64_t> deep(const LocalKeys& locals) const;

  /// A constant or symbol as a number.
  [[nodiscard]] std::uint64_t constant(const llvm::Constant& value) const;

private:
  void findLocals();
  [[nodiscard]] std::uint64_t typeHash(const llvm::Type& type) const;
  [[nodiscard]] std::uint64_t passing(const llvm::CallBase& call) const;
  [[nodiscard]] std::uint64_t flagsOf(const llvm::Instruction& instruction) const;
  [[nodiscard]] std::uint64_t addressOf(const llvm::GetElementPtrInst& address) const;
  [[nodiscard]] std::uint64_t operationOf(const llvm::Instruction& instruction) const;
  [[nodiscard]] static std::uint64_t kindOf(const llvm::Instruction& instruction);
  [[nodiscard]] std::uint64_t withLocals(std::uint32_t index, const LocalKeys& locals) const;

  const llvm::Function& function_;
  mutable llvm::DenseMap<const llvm::Type*, std::uint64_t> types_;
  mutable CanonicalWriter constants_; ///< remembers the keys of constants
  std::vector<const llvm::Instruction*> instructions_;
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> index_;
  std::vector<Local> locals_;
  std::vector<std::uint64_t> operations_, kinds_;
};

/// The variable of the source that lives in a stack object, or null.
[[nodiscard]] const llvm::DILocalVariable* variableAt(const llvm::AllocaInst& object);

/// The operands that are compared by what their partners are: neither constants nor jump targets.
[[nodiscard]] llvm::SmallVector<const llvm::Value*, 4> valueOperands(const llvm::Instruction& instruction);

/// Says something about storage or to a debugger and is nothing that a jump can lead to.
[[nodiscard]] bool isMarker(const llvm::Instruction& instruction);

[[nodiscard]] bool isPlainJump(const llvm::Instruction& instruction);

} // namespace beagle::change
