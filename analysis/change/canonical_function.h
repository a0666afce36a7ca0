#pragma once

#include "analysis/change/canonical_writer.h"
#include "analysis/change/lifetime_marks.h"
#include "analysis/change/line_constants.h"
#include "analysis/change/operand_order.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <utility>
#include <vector>

namespace beagle::change {

/// Writes one function's canonical form: blocks in the order they are reached, effects in their order, pure
/// values as keys of the effects that use them. Values with an identity of their own (results of calls, phis,
/// stack objects) are numbered when they are first met.
///
/// Loads between two effects have no order among themselves, so they are written as a set before the next
/// effect; the value of a load is named by its address and by the effects before it (the epoch).
class FunctionForm {
public:
  FunctionForm(llvm::Function& function, const LineMentions& lines, OperandOrder::By by, bool keepText);
  FunctionForm(const FunctionForm&) = delete;
  FunctionForm& operator=(const FunctionForm&) = delete;

  [[nodiscard]] CanonicalCode write();
  /// After writing: another order would have given another form.
  [[nodiscard]] bool namesMattered() const { return operands_.namesMattered(); }

private:
  /// A truth value and whether its opposite is meant, so that `a < b` and `!(a >= b)` meet.
  struct Condition {
    Key key;
    bool negated = false;
  };

  void writeHeader();
  void writeBlock(llvm::BasicBlock& block);
  void writeInstruction(llvm::Instruction& instruction);
  void writeEffect(llvm::StringRef what, const Key& effect);
  void writeCall(llvm::CallBase& call);
  void writeTerminator(llvm::Instruction& terminator);
  void writeBranch(llvm::BranchInst& branch);
  void writeSwitch(llvm::SwitchInst& select);
  void writePhis();
  void flushLoads();

  void writeLifetime(llvm::IntrinsicInst& marker);
  void writeEnds();
  void writeMarksOfObjects();

  [[nodiscard]] Key key(llvm::Value& value);
  [[nodiscard]] Key leafKey(llvm::Value& value);
  [[nodiscard]] Key metadataKey(const llvm::Metadata* metadata);
  [[nodiscard]] Key expressionKey(llvm::Instruction& instruction);
  [[nodiscard]] Key gepKey(llvm::GetElementPtrInst& gep);
  [[nodiscard]] Key loadKey(llvm::LoadInst& load);
  [[nodiscard]] Key number(llvm::Value& value, llvm::StringRef what);
  [[nodiscard]] Key operandKey(const llvm::Use& operand);
  [[nodiscard]] Condition condition(llvm::Value& value);
  [[nodiscard]] Condition compare(llvm::CmpInst& compare);

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  CanonicalWriter writer_;

  std::vector<llvm::BasicBlock*> blocksInOrder_;
  OperandOrder::BlockNumbers blocks_;
  LineConstants lineUses_;
  std::uint64_t block_ = 0; ///< the block being written
  std::uint64_t epoch_ = 0; ///< effects written so far

  OperandOrder operands_;
  LifetimeMarks lifetimes_;

  llvm::DenseMap<const llvm::Value*, Key> keys_;
  LifetimeMarks::Numbers numbers_;
  std::vector<llvm::PHINode*> phis_;       ///< in the order of their numbers
  std::vector<llvm::AllocaInst*> objects_; ///< likewise
  std::vector<Key> loads_;                 ///< since the last effect
};

} // namespace beagle::change
