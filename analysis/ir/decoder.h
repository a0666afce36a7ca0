#pragma once

#include "analysis/ir/block_order.h"
#include "analysis/ir/labels.h"
#include "analysis/ir/linked.h"
#include "analysis/ir/locals.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>

namespace beagle::ir {

using Slots = llvm::SmallVector<SlotIndex, 4>;

/// Turns one body into micro-instructions. A value of LLVM is a list of slots, one per scalar in it; taking
/// apart and putting together (extractvalue, insertelement, shufflevector, ...) only makes other lists. While
/// decoding, slots of constants are told from the others by their highest bit, because their number is not
/// known yet.
class Decoder {
public:
  Decoder(const Program::Implementation& program, std::uint32_t unit, const llvm::Function& function);
  [[nodiscard]] Function run();

private:
  static constexpr SlotIndex constantBit = 0x80000000U;

  // decode.cpp: the frame of the body
  void addParameters();
  void addResults();
  void assignPhis();
  void decodeBlock(const llvm::BasicBlock& block);
  void decode(const llvm::Instruction& instruction);
  bool dispatch(const llvm::Instruction& instruction);
  void finish();
  void renumber();
  void numberSides();

  // slots.cpp: values, slots and types
  /// The scalars that a value of the type is made of; nothing for a type that has no form here.
  [[nodiscard]] const std::vector<ScalarType>* scalarsOf(llvm::Type* type);
  bool flatten(llvm::Type* type, std::vector<ScalarType>& scalars);
  [[nodiscard]] std::optional<ScalarType> scalarOf(llvm::Type* type) const;
  [[nodiscard]] std::size_t countOf(llvm::Type* type);
  [[nodiscard]] SlotIndex fresh(std::size_t count = 1);
  [[nodiscard]] Slots freshFor(llvm::Type* type);
  void define(const llvm::Value& value, const Slots& slots);
  void define(const llvm::Value& value, SlotIndex slot) { define(value, Slots{slot}); }
  [[nodiscard]] Slots slotsOf(const llvm::Value& value);
  [[nodiscard]] SlotIndex slotOf(const llvm::Value& value);
  [[nodiscard]] SlotIndex constantSlot(const Constant& constant);
  [[nodiscard]] SlotIndex integer(std::uint64_t value, unsigned width);
  [[nodiscard]] SlotIndex bits(const llvm::APInt& value, ScalarType type);

  // constants.cpp
  [[nodiscard]] Slots constantSlots(const llvm::Constant& constant);
  [[nodiscard]] SlotIndex constantScalar(const llvm::Constant& constant, ScalarType type);
  [[nodiscard]] std::optional<SlotIndex> constantPointer(const llvm::Constant& constant);
  [[nodiscard]] Slots expand(const llvm::ConstantExpr& expression);

  // emitting
  Instruction& emit(Opcode op, unsigned width = 0, SlotIndex d = 0, SlotIndex a = 0, SlotIndex b = 0, SlotIndex c = 0,
                    unsigned extra = 0);
  /// The same with a new slot for the result.
  SlotIndex compute(Opcode op, unsigned width, SlotIndex a, SlotIndex b = 0, SlotIndex c = 0, unsigned extra = 0);
  [[nodiscard]] BlockIndex newBlock();
  void unsupported(const llvm::Instruction& instruction, const std::string& what);
  void note(const std::string& what);
  [[nodiscard]] std::uint32_t whereOf(const llvm::Instruction& instruction);
  [[nodiscard]] std::uint32_t whereOf(const llvm::DebugLoc& place);

  // decode_control.cpp
  bool decodeTerminator(const llvm::Instruction& instruction);
  void decodeSwitch(const llvm::SwitchInst& instruction);
  [[nodiscard]] SlotIndex numberOfCase(const llvm::SwitchInst& instruction);
  void decodeReturn(const llvm::ReturnInst& instruction);
  void decodeIndirect(const llvm::IndirectBrInst& instruction);
  void decodeLandingPad(const llvm::LandingPadInst& instruction);
  void jump(BlockIndex target) { emit(Opcode::Jump, 0, target); }
  /// Where the edge leads: the successor, or a block with the moves of its phis.
  [[nodiscard]] BlockIndex edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void moveToPhis(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  struct PendingMove {
    SlotIndex to = 0, from = 0;
    ScalarType type;
  };
  void moveInParallel(std::vector<PendingMove> moves);
  [[nodiscard]] bool hasMoves(const llvm::BasicBlock& block) const;

  // decode_integer.cpp, decode_float.cpp, decode_casts.cpp
  bool decodeUnary(const llvm::UnaryOperator& instruction);
  bool decodeBinary(const llvm::BinaryOperator& instruction);
  SlotIndex binary(unsigned opcode, ScalarType type, SlotIndex a, SlotIndex b, unsigned flags);
  bool decodeCompare(const llvm::CmpInst& instruction);
  SlotIndex compare(llvm::CmpInst::Predicate predicate, ScalarType type, SlotIndex a, SlotIndex b);
  bool decodeCast(const llvm::CastInst& instruction);
  SlotIndex cast(unsigned opcode, ScalarType from, ScalarType to, SlotIndex a);
  /// The same bits as one integer.
  [[nodiscard]] SlotIndex toInteger(SlotIndex slot, ScalarType type);
  [[nodiscard]] SlotIndex fromInteger(SlotIndex slot, ScalarType type);
  [[nodiscard]] SlotIndex pack(llvm::ArrayRef<SlotIndex> parts, ScalarType type);
  [[nodiscard]] Slots unpack(SlotIndex whole, unsigned width, ScalarType type, std::size_t count);
  [[nodiscard]] SlotIndex resize(SlotIndex slot, unsigned from, unsigned to, bool isSigned);
  [[nodiscard]] Slots bitcast(llvm::ArrayRef<SlotIndex> parts, const std::vector<ScalarType>& from,
                              const std::vector<ScalarType>& to);

  // decode_memory.cpp
  bool decodeAlloca(const llvm::AllocaInst& instruction);
  bool decodeGep(const llvm::GEPOperator& instruction);
  SlotIndex address(SlotIndex base, std::int64_t offset, bool inBounds);
  [[nodiscard]] Slots load(llvm::Type* type, SlotIndex pointer);
  void loadInto(llvm::Type* type, SlotIndex pointer, std::uint64_t offset, Slots& result);
  void store(llvm::Type* type, SlotIndex pointer, std::uint64_t offset, llvm::ArrayRef<SlotIndex>& values);
  SlotIndex loadScalar(ScalarType type, SlotIndex pointer);
  void storeScalar(ScalarType type, SlotIndex pointer, SlotIndex value);
  bool decodeLoad(const llvm::LoadInst& instruction);
  bool decodeStore(const llvm::StoreInst& instruction);
  bool decodeReadModifyWrite(const llvm::AtomicRMWInst& instruction);
  bool decodeCompareExchange(const llvm::AtomicCmpXchgInst& instruction);
  bool decodeVaArg(const llvm::VAArgInst& instruction);
  bool touchesOddAddressSpace(const llvm::Instruction& instruction);

  // accesses.cpp
  [[nodiscard]] std::uint16_t accessOf(const llvm::Instruction& instruction);

  // decode_vectors.cpp: vectors and aggregates
  bool decodeAggregate(const llvm::Instruction& instruction);
  std::size_t aggregateIndex(llvm::Type* type, llvm::ArrayRef<unsigned> indices);
  bool decodeExtract(const llvm::ExtractElementInst& instruction);
  bool decodeInsert(const llvm::InsertElementInst& instruction);
  bool decodeShuffle(const llvm::ShuffleVectorInst& instruction);
  bool decodeSelect(const llvm::SelectInst& instruction);
  bool decodeReduction(const llvm::IntrinsicInst& call);

  // decode_calls.cpp
  bool decodeCall(const llvm::CallBase& call);
  void decodeRealCall(const llvm::CallBase& call);
  bool decodeAssembly(const llvm::CallBase& call, const llvm::InlineAsm& assembly);

  // decode_intrinsics.cpp, decode_intrinsics_float.cpp
  bool decodeIntrinsic(const llvm::IntrinsicInst& call);
  bool decodeQuietIntrinsic(const llvm::IntrinsicInst& call);
  bool decodeMemoryIntrinsic(const llvm::IntrinsicInst& call);
  bool decodeIntegerIntrinsic(const llvm::IntrinsicInst& call);
  bool decodeOverflowIntrinsic(const llvm::IntrinsicInst& call);
  bool decodeFloatIntrinsic(const llvm::IntrinsicInst& call);
  bool decodeLifetime(const llvm::IntrinsicInst& call);
  void decodeDeclaration(const llvm::DbgVariableRecord& record);
  void beginLocal(const llvm::Value& pointer);
  bool decodeSystemIntrinsic(const llvm::IntrinsicInst& call);
  /// Element by element: d = op(a, b, c).
  void elementwise(const llvm::IntrinsicInst& call, Opcode op, unsigned operands, unsigned extra = 0);
  [[nodiscard]] SlotIndex length(const llvm::Value& bytes);

  const Program::Implementation& program_;
  const Program::Implementation::Unit& unit_;
  const llvm::Function& source_;
  const llvm::DataLayout& layout_;
  BlockOrder order_;
  Labels labels_;
  Locals locals_;

  Function result_;
  std::vector<std::vector<Instruction>> blocks_; ///< the code of each
  BlockIndex current_ = 0;
  std::uint32_t where_ = 0;
  std::uint16_t access_ = 0; ///< see Instruction
  SlotIndex slots_ = 0;      ///< that are no constants
  std::string problem_;      ///< what a part of the current instruction had no form for

  llvm::DenseMap<const llvm::Value*, std::pair<std::uint32_t, std::uint32_t>> values_; ///< first and count in pool_
  std::vector<SlotIndex> pool_;
  llvm::DenseMap<llvm::Type*, std::unique_ptr<std::vector<ScalarType>>> types_; ///< null: has no form
  llvm::DenseMap<const llvm::AllocaInst*, SlotIndex> localSlots_;               ///< first slot of a promoted local
  std::map<std::tuple<Constant::Kind, ScalarKind, std::uint8_t, std::uint16_t, std::uint64_t, std::uint32_t,
                      std::vector<std::uint64_t>>,
           SlotIndex>
      constants_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> places_;
  llvm::DenseMap<const llvm::DIFile*, std::uint32_t> files_;
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, BlockIndex> edges_;
};

} // namespace beagle::ir
