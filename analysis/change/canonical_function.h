#pragma once

#include "analysis/change/canonical_writer.h"

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
  /// By what the operands of commutative operations are ordered. With the names of symbols, `a + b` and `b + a`
  /// meet when both are globals; without, a renamed global stays where it was.
  enum class Order { WithNames, WithoutNames };

  FunctionForm(llvm::Function& function, const LineLiterals& lineLiterals, Order order, bool keepText);

  [[nodiscard]] CanonicalCode write();
  /// After writing: another order would have given another form.
  [[nodiscard]] bool namesMattered() const { return namesMattered_; }

private:
  /// A truth value and whether its opposite is meant, so that `a < b` and `!(a >= b)` meet.
  struct Condition {
    Key key;
    bool negated = false;
  };

  struct Comparison {
    llvm::Value* left;
    llvm::Value* right;
    llvm::CmpInst::Predicate predicate;
    bool negated = false; ///< the opposite is what was written
  };

  void writeHeader();
  void orderBlocks();
  void writeBlock(llvm::BasicBlock& block);
  void writeInstruction(llvm::Instruction& instruction);
  void writeEffect(llvm::StringRef what, const Key& effect);
  void writeCall(llvm::CallBase& call);
  void writeTerminator(llvm::Instruction& terminator);
  void writeBranch(llvm::BranchInst& branch);
  void writeSwitch(llvm::SwitchInst& select);
  void writePhis();
  void flushLoads();

  void noteLifetime(llvm::IntrinsicInst& marker);
  void writeEnds();
  void writeMarksOfObjects();

  [[nodiscard]] Key key(llvm::Value& value);
  [[nodiscard]] Key leafKey(llvm::Value& value);
  [[nodiscard]] Key expressionKey(llvm::Instruction& instruction);
  [[nodiscard]] Key gepKey(llvm::GetElementPtrInst& gep);
  [[nodiscard]] Key loadKey(llvm::LoadInst& load);
  [[nodiscard]] Key number(llvm::Value& value, llvm::StringRef what);
  [[nodiscard]] Key operandKey(const llvm::Use& operand);
  [[nodiscard]] Condition condition(llvm::Value& value);
  [[nodiscard]] Condition compare(llvm::CmpInst& compare);
  [[nodiscard]] OrderKey orderKey(llvm::Value& value);
  [[nodiscard]] bool comesBefore(llvm::Value& a, llvm::Value& b);
  void sortParts(llvm::SmallVectorImpl<OrderKey>& parts) const;
  [[nodiscard]] bool isPure(const llvm::Instruction& instruction) const;
  [[nodiscard]] Comparison oriented(llvm::CmpInst& compared);
  [[nodiscard]] llvm::SmallVector<llvm::Value*, 4> operandsInOrder(llvm::Instruction& instruction);
  [[nodiscard]] std::map<std::uint64_t, std::vector<const llvm::Use*>> possibleLines() const;
  void findLineConstants();
  void findCycles();

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const LineLiterals& lineLiterals_;
  Order ordering_;
  bool namesMattered_ = false;
  CanonicalWriter writer_;

  std::vector<llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint64_t> blocks_;
  llvm::DenseSet<const llvm::BasicBlock*> cyclic_;

  llvm::DenseMap<const llvm::Value*, Key> keys_;
  llvm::DenseMap<const llvm::Value*, OrderKey> orderKeys_;
  llvm::DenseMap<const llvm::Value*, std::uint64_t> numbers_;
  std::vector<llvm::PHINode*> phis_;       ///< in the order of their numbers
  std::vector<llvm::AllocaInst*> objects_; ///< likewise

  std::uint64_t block_ = 0; ///< the block being written
  std::uint64_t epoch_ = 0; ///< effects written so far
  llvm::DenseMap<const llvm::LoadInst*, std::uint64_t> loadEpochs_;
  std::vector<Key> loads_;  ///< since the last effect

  /// Lifetime marks that wait for their object to be used: moved next to its first use in the block.
  llvm::SmallVector<llvm::AllocaInst*, 8> starts_;
  llvm::SmallVector<llvm::AllocaInst*, 8> ends_;
  /// Blocks in which an object that is not used there begins (true) or ends its life.
  llvm::DenseMap<llvm::AllocaInst*, std::vector<std::pair<std::uint64_t, bool>>> marks_;
  llvm::DenseSet<const llvm::Use*> lineUses_; ///< operands that are surely line numbers
};

} // namespace beagle::change
