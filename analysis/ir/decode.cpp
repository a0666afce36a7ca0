#include "analysis/ir/debug_places.h"
#include "analysis/ir/decoder.h"
#include "analysis/ir/operands.h"
#include "analysis/ir/parameters.h"
#include "analysis/ir/tidy.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace beagle::ir {

Function decodeFunction(const Program::Implementation& program, std::uint32_t unit, const llvm::Function& function) {
  return Decoder(program, unit, function).run();
}

Decoder::Decoder(const Program::Implementation& program, std::uint32_t unit, const llvm::Function& function)
    : program_(program), unit_(program.units[unit]), source_(function), layout_(function.getParent()->getDataLayout()),
      order_(function), labels_(function), locals_(function) {}

Function Decoder::run() {
  result_.name = source_.getName().str();
  result_.isVariadic = source_.isVarArg();
  Location own;
  if (const llvm::DISubprogram* place = source_.getSubprogram())
    own = {program_.files.number(pathOf(place->getFile())), place->getLine(), 0};
  result_.locations.push_back(own);
  result_.accesses.emplace_back();
  blocks_.resize(order_.reached().size());
  result_.blocks.resize(order_.reached().size());
  addParameters();
  addResults();
  assignPhis();
  for (const llvm::BasicBlock* block : order_.reached()) decodeBlock(*block);
  finish();
  return std::move(result_);
}

void Decoder::addParameters() {
  const ParameterSources sources(source_);
  for (const llvm::Argument& argument : source_.args()) {
    const std::vector<ScalarType>* scalars = scalarsOf(argument.getType());
    if (!scalars) {
      current_ = 0;
      note("a parameter without a form");
      continue;
    }
    const Slots slots = freshFor(argument.getType());
    for (std::size_t i = 0; i < slots.size(); ++i) {
      Parameter parameter;
      parameter.type = (*scalars)[i];
      parameter.slot = slots[i];
      parameter.noundef = argument.hasAttribute(llvm::Attribute::NoUndef);
      if (argument.hasByValAttr())
        parameter.byvalSize = layout_.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
      parameter.isStructResult = argument.hasStructRetAttr();
      parameter.isRestrict = argument.hasNoAliasAttr();
      parameter.isInVector = argument.getType()->isVectorTy();
      if (parameter.isInVector && i == 0)
        parameter.vector = static_cast<std::uint16_t>(parameter.type.width * slots.size());
      result_.parameters.push_back(parameter);
    }
    define(argument, slots);
    sources.name(argument, std::span(result_.parameters).last(slots.size()));
  }
}

void Decoder::addResults() {
  const std::vector<ScalarType>* scalars = scalarsOf(source_.getReturnType());
  if (scalars) result_.results = *scalars;
  else note("a result without a form");
  result_.noundefResult = source_.hasRetAttribute(llvm::Attribute::NoUndef);
}

/// Phis get their slots first: edges into a block are decoded before it.
void Decoder::assignPhis() {
  for (const llvm::BasicBlock* block : order_.reached()) {
    if (!hasMoves(*block)) continue;
    for (const llvm::PHINode& phi : block->phis()) define(phi, freshFor(phi.getType()));
  }
  // Promoted locals, too, so that every block knows them.
  for (const llvm::Instruction& instruction : source_.getEntryBlock()) {
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (const auto* parts = local ? locals_.partsOf(*local) : nullptr) localSlots_[local] = fresh(parts->size());
  }
}

/// Whether the phis of a block need moves: with one way into it, they only rename.
bool Decoder::hasMoves(const llvm::BasicBlock& block) const {
  const llvm::BasicBlock* first = nullptr;
  for (const llvm::BasicBlock* from : llvm::predecessors(&block)) {
    if (!order_.isReached(from) || from == first) continue;
    if (first) return true;
    first = from;
  }
  return false;
}

void Decoder::decodeBlock(const llvm::BasicBlock& block) {
  current_ = order_.indexOf(&block);
  if (!hasMoves(block))
    for (const llvm::PHINode& phi : block.phis())
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        if (order_.isReached(phi.getIncomingBlock(i))) {
          where_ = whereOf(phi);
          define(phi, slotsOf(*phi.getIncomingValue(i)));
          break;
        }
  for (const llvm::Instruction& instruction : block) {
    for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
      if (record.getType() == llvm::DbgVariableRecord::LocationType::Declare) decodeDeclaration(record);
    if (!llvm::isa<llvm::PHINode>(instruction)) decode(instruction);
  }
}

void Decoder::decode(const llvm::Instruction& instruction) {
  where_ = whereOf(instruction);
  access_ = accessOf(instruction);
  problem_.clear();
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction); call && decodeQuietIntrinsic(*call)) return;
  bool hasForm = instruction.getType()->isTokenTy() || scalarsOf(instruction.getType());
  for (const llvm::Value* operand : instruction.operand_values()) {
    llvm::Type* type = operand->getType();
    hasForm &= type->isLabelTy() || type->isMetadataTy() || type->isTokenTy() || scalarsOf(type);
  }
  const std::size_t before = blocks_[current_].size();
  const bool isDone = hasForm && !touchesOddAddressSpace(instruction) && dispatch(instruction);
  if (isDone && problem_.empty()) return;
  if (!hasForm) problem_ = "with a type that has no form";
  if (!instruction.isTerminator()) blocks_[current_].resize(before);
  unsupported(instruction, problem_);
}

bool Decoder::dispatch(const llvm::Instruction& instruction) {
  using llvm::cast;
  using llvm::Instruction;
  if (instruction.isTerminator()) return decodeTerminator(instruction);
  if (instruction.isBinaryOp()) return decodeBinary(cast<llvm::BinaryOperator>(instruction));
  if (instruction.isCast()) return decodeCast(cast<llvm::CastInst>(instruction));
  switch (instruction.getOpcode()) {
  case Instruction::FNeg: return decodeUnary(cast<llvm::UnaryOperator>(instruction));
  case Instruction::ICmp:
  case Instruction::FCmp: return decodeCompare(cast<llvm::CmpInst>(instruction));
  case Instruction::Alloca: return decodeAlloca(cast<llvm::AllocaInst>(instruction));
  case Instruction::Load: return decodeLoad(cast<llvm::LoadInst>(instruction));
  case Instruction::Store: return decodeStore(cast<llvm::StoreInst>(instruction));
  case Instruction::GetElementPtr: return decodeGep(cast<llvm::GEPOperator>(instruction));
  case Instruction::AtomicRMW: return decodeReadModifyWrite(cast<llvm::AtomicRMWInst>(instruction));
  case Instruction::AtomicCmpXchg: return decodeCompareExchange(cast<llvm::AtomicCmpXchgInst>(instruction));
  case Instruction::Fence: result_.hasAtomic = true; return true;
  case Instruction::VAArg: return decodeVaArg(cast<llvm::VAArgInst>(instruction));
  case Instruction::Select: return decodeSelect(cast<llvm::SelectInst>(instruction));
  case Instruction::ExtractElement: return decodeExtract(cast<llvm::ExtractElementInst>(instruction));
  case Instruction::InsertElement: return decodeInsert(cast<llvm::InsertElementInst>(instruction));
  case Instruction::ShuffleVector: return decodeShuffle(cast<llvm::ShuffleVectorInst>(instruction));
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Freeze: return decodeAggregate(instruction);
  case Instruction::LandingPad: decodeLandingPad(cast<llvm::LandingPadInst>(instruction)); return true;
  case Instruction::Call: return decodeCall(cast<llvm::CallBase>(instruction));
  default: return false;
  }
}

Instruction& Decoder::emit(Opcode op, unsigned width, SlotIndex d, SlotIndex a, SlotIndex b, SlotIndex c,
                           unsigned extra) {
  return blocks_[current_].emplace_back(Instruction{op, static_cast<std::uint16_t>(width),
                                                    static_cast<std::uint16_t>(extra), access_, d, a, b, c, where_});
}

SlotIndex Decoder::compute(Opcode op, unsigned width, SlotIndex a, SlotIndex b, SlotIndex c, unsigned extra) {
  const SlotIndex d = fresh();
  emit(op, width, d, a, b, c, extra);
  return d;
}

BlockIndex Decoder::newBlock() {
  blocks_.emplace_back();
  result_.blocks.push_back({0, 0, false});
  return static_cast<BlockIndex>(blocks_.size() - 1);
}

void Decoder::note(const std::string& what) {
  emit(Opcode::Unsupported, 0, 0, 0, static_cast<std::uint32_t>(result_.notes.size()));
  result_.notes.push_back(what);
}

void Decoder::unsupported(const llvm::Instruction& instruction, const std::string& what) {
  std::string name = instruction.getOpcodeName();
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (const llvm::Function* callee = call->getCalledFunction(); callee && callee->isIntrinsic())
      name = callee->getName().str();
    else if (call->isInlineAsm()) name = llvm::isa<llvm::CallBrInst>(call) ? "asm goto" : "inline assembly";
  }
  // What was there of a terminator is replaced: its block must end once.
  if (instruction.isTerminator()) {
    std::vector<Instruction>& code = blocks_[current_];
    while (!code.empty() && endsBlock(result_, code.back())) code.pop_back();
  }
  note(what.empty() ? name : name + ": " + what);
  if (instruction.isTerminator()) emit(Opcode::Unreachable);
  if (!values_.contains(&instruction)) define(instruction, freshFor(instruction.getType()));
}

std::uint32_t Decoder::whereOf(const llvm::Instruction& instruction) { return whereOf(instruction.getDebugLoc()); }

std::uint32_t Decoder::whereOf(const llvm::DebugLoc& place) {
  if (!place) return 0;
  const auto [file, isNewFile] = files_.try_emplace(place->getFile());
  if (isNewFile) file->second = program_.files.number(pathOf(place->getFile()));
  const Location location{file->second, place.getLine(), place.getCol()};
  const auto [it, isNew] = places_.try_emplace({location.file, location.line, location.column},
                                               static_cast<std::uint32_t>(result_.locations.size()));
  if (isNew) result_.locations.push_back(location);
  return it->second;
}

void Decoder::finish() {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    result_.blocks[i].first = static_cast<std::uint32_t>(result_.code.size());
    result_.blocks[i].count = static_cast<std::uint32_t>(blocks_[i].size());
    result_.code.insert(result_.code.end(), blocks_[i].begin(), blocks_[i].end());
  }
  renumber();
  std::vector<SlotIndex> locals;
  const auto constants = static_cast<SlotIndex>(result_.constants.size());
  for (const llvm::Instruction& instruction : source_.getEntryBlock()) {
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto* parts = local ? locals_.partsOf(*local) : nullptr;
    for (std::size_t i = 0; parts && i < parts->size(); ++i)
      locals.push_back(constants + localSlots_.lookup(local) + static_cast<SlotIndex>(i));
  }
  tidy(result_, locals);
  numberSides();
}

/// Gives the sides of branches and switches their numbers, in the order of the code.
void Decoder::numberSides() {
  for (Instruction& instruction : result_.code) {
    if (instruction.op != Opcode::Branch && instruction.op != Opcode::Switch) continue;
    instruction.d = result_.sides;
    if (instruction.op == Opcode::Branch) {
      result_.sides += 2;
      continue;
    }
    SwitchTable& table = result_.switches[instruction.b];
    std::map<BlockIndex, std::uint32_t> numbers;
    for (const auto& [value, block] : table.cases)
      if (block != table.otherwise && numbers.try_emplace(block, numbers.size()).second) table.targets.push_back(block);
    numbers[table.otherwise] = static_cast<std::uint32_t>(table.targets.size());
    table.targets.push_back(table.otherwise);
    for (const auto& [value, block] : table.cases) table.targetOfCase.push_back(numbers[block]);
    result_.sides += static_cast<std::uint32_t>(table.targets.size());
  }
}

/// Gives constants the first slots and everything else those behind them.
void Decoder::renumber() {
  const auto constants = static_cast<SlotIndex>(result_.constants.size());
  auto place = [&](SlotIndex& slot) { slot = (slot & constantBit) != 0 ? slot & ~constantBit : slot + constants; };
  for (Instruction& instruction : result_.code) {
    bool moved = false;
    forEachRead(result_, instruction, place, [&](SlotIndex& first, std::uint32_t) {
      place(first);
      moved = instruction.op == Opcode::PutSlot;
    });
    if (!moved) forEachWrite(result_, instruction, [&](SlotIndex& first, std::uint32_t, bool) { place(first); });
  }
  for (Parameter& parameter : result_.parameters) place(parameter.slot);
  result_.slots = slots_ + constants;
}

} // namespace beagle::ir
