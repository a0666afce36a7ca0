#include "analysis/ir/moved_members.h"

#include "analysis/ir/moved_records.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

namespace beagle::ir {

using support::Result;

namespace {

using Sizes = MovedRecords::Sizes;

/// Names what no function of a program is called.
constexpr llvm::StringLiteral otherMember = "beagle.member.of.one.version";

class Mover {
public:
  Mover(llvm::Module& module, const Records& own, const Records& other)
      : module_(module), layout_(module.getDataLayout()), moved_(layout_, own, other) {}

  [[nodiscard]] bool hasMoved() const { return moved_.hasAny(); }

  /// Gives the functions that it changed.
  std::set<std::string> run() {
    std::set<std::string> changed;
    for (llvm::Function& function : module_) {
      if (function.isDeclaration()) continue;
      std::vector<llvm::GetElementPtrInst*> places;
      std::vector<std::pair<llvm::MemIntrinsic*, std::uint64_t>> wholes;
      std::vector<llvm::AllocaInst*> variables;
      bool isKnown = true;
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block) {
          if (auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction); place && isAboutMoved(*place)) {
            places.push_back(place);
            isKnown = isKnown && areKnown(*place);
          }
          if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
            if (const MovedRecord* moved = movedIn(variable->getAllocatedType()); moved && moved->isKnown())
              variables.push_back(variable);
          const Filled filled = filledBy(instruction);
          if (filled.length) wholes.emplace_back(llvm::cast<llvm::MemIntrinsic>(&instruction), *filled.length);
          isKnown = isKnown && filled.isKnown && !goesByBytes(instruction) &&
                    std::ranges::none_of(instruction.operands(), [&](const llvm::Use& use) {
                      return isConstantPlace(*use) || isLaidOut(*use);
                    });
        }
      bool isOther = !isKnown || !places.empty() || !wholes.empty() || !variables.empty();
      if (isKnown) {
        for (const auto& [copy, length] : wholes)
          copy->setLength(llvm::ConstantInt::get(copy->getLength()->getType(), length));
        isOther = movePassed(function) || isOther;
        for (llvm::AllocaInst* variable : variables) variable->setAllocatedType(bytesOf(variable->getAllocatedType()));
        for (llvm::GetElementPtrInst* place : places) move(*place);
      } else {
        callOther(function);
      }
      if (isOther) changed.insert(function.getName().str());
    }
    return changed;
  }

private:
  [[nodiscard]] const MovedRecord* movedOf(const llvm::Type* type) const {
    const auto* record = llvm::dyn_cast<llvm::StructType>(type);
    return record ? moved_.find(*record) : nullptr;
  }

  /// As the type or in an array.
  [[nodiscard]] const MovedRecord* movedIn(const llvm::Type* type) const {
    while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
    return movedOf(type);
  }
  [[nodiscard]] bool holdsMoved(const llvm::Type* type) const { return movedIn(type) != nullptr; }

  /// Also in records inside of it.
  [[nodiscard]] bool hasMovedInside(const llvm::Type* type) const {
    while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
    const auto* record = llvm::dyn_cast<llvm::StructType>(type);
    return record && (movedOf(record) || std::ranges::any_of(record->elements(), [&](const llvm::Type* element) {
                        return hasMovedInside(element);
                      }));
  }

  /// A constant, whose bytes stay as the compiler has laid them out.
  [[nodiscard]] bool isLaidOut(const llvm::Value& value) const {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    return global && global->isConstant() && hasMovedInside(global->getValueType());
  }

  /// It reaches a record by its bytes, and not by its members: the compiler does for values that it knows.
  [[nodiscard]] bool goesByBytes(const llvm::Instruction& instruction) const {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
        place && !hasMovedInside(place->getSourceElementType()))
      pointer = place->getPointerOperand();
    if (!pointer) return false;
    const llvm::Type* type = nullptr;
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(pointer)) type = variable->getAllocatedType();
    else if (const auto* argument = llvm::dyn_cast<llvm::Argument>(pointer)) type = argument->getParamByValType();
    else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) type = global->getValueType();
    return type && hasMovedInside(type);
  }

  /// Bytes of a value in the other version.
  [[nodiscard]] std::uint64_t sizeOf(llvm::Type* type) const {
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
      if (holdsMoved(type)) return array->getNumElements() * sizeOf(array->getElementType());
    if (const MovedRecord* moved = movedOf(type)) return moved->otherSize();
    return layout_.getTypeAllocSize(type);
  }

  [[nodiscard]] bool isAboutMoved(const llvm::GEPOperator& place) const {
    if (holdsMoved(place.getSourceElementType())) return true;
    for (auto step = llvm::gep_type_begin(place), end = llvm::gep_type_end(place); step != end; ++step)
      if (holdsMoved(step.getIndexedType()) || (step.getStructTypeOrNull() && movedOf(step.getStructTypeOrNull())))
        return true;
    return false;
  }
  [[nodiscard]] bool isAboutMoved(const llvm::GetElementPtrInst& place) const {
    return isAboutMoved(llvm::cast<llvm::GEPOperator>(place));
  }

  /// A place in a global, as a constant: it is left as it is.
  [[nodiscard]] bool isConstantPlace(const llvm::Value& value) const {
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
    if (!expression) return false;
    const auto* place = llvm::dyn_cast<llvm::GEPOperator>(expression);
    if (place && isAboutMoved(*place)) return true;
    const auto* global = place ? llvm::dyn_cast<llvm::GlobalVariable>(place->getPointerOperand()) : nullptr;
    if (global && holdsMoved(global->getValueType())) return true;
    return std::ranges::any_of(expression->operands(), [&](const llvm::Use& use) { return isConstantPlace(*use); });
  }

  [[nodiscard]] std::uint64_t offsetOf(llvm::StructType& record, unsigned member) const {
    return layout_.getStructLayout(&record)->getElementOffset(member).getFixedValue();
  }

  [[nodiscard]] bool areKnown(const llvm::GetElementPtrInst& place) const {
    for (auto step = llvm::gep_type_begin(place), end = llvm::gep_type_end(place); step != end; ++step) {
      llvm::StructType* record = step.getStructTypeOrNull();
      const MovedRecord* moved = record ? movedOf(record) : movedIn(step.getIndexedType());
      if (moved && !moved->isKnown()) return false;
      if (moved && record && !moved->placeOf(offsetOf(*record, numberOf(step.getOperand())))) return false;
    }
    return true;
  }

  static unsigned numberOf(const llvm::Value* index) {
    return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
  }

  /// What fills or copies so many bytes of a member has to stay in it: what lies behind may be another one.
  [[nodiscard]] bool staysInMembers(const llvm::MemIntrinsic& fills) const {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fills.getLength());
    const auto stays = [&](const llvm::Value* pointer) {
      const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
      const auto* record = place && place->getNumIndices() == 2
                               ? llvm::dyn_cast<llvm::StructType>(place->getSourceElementType())
                               : nullptr;
      const MovedRecord* moved = record ? movedOf(record) : nullptr;
      if (!moved) return !place || !isAboutMoved(*place);
      const auto* member = llvm::dyn_cast<llvm::ConstantInt>(place->getOperand(2));
      return member && length &&
             length->getZExtValue() <=
                 moved->roomAt(offsetOf(const_cast<llvm::StructType&>(*record), numberOf(member)));
    };
    const auto* copies = llvm::dyn_cast<llvm::MemTransferInst>(&fills);
    return stays(fills.getRawDest()) && (!copies || stays(copies->getRawSource()));
  }

  /// As large as a value of the type is in the other version.
  [[nodiscard]] llvm::Type* bytesOf(llvm::Type* type) const {
    return llvm::ArrayType::get(llvm::Type::getInt8Ty(module_.getContext()), sizeOf(type));
  }

  /// What a variable of the source that holds a pointer leads to.
  [[nodiscard]] std::optional<Sizes> declaredBehind(const llvm::Value& variable) const {
    std::vector<const llvm::DILocalVariable*> declared;
    for (const auto* record : llvm::findDVRDeclares(const_cast<llvm::Value*>(&variable)))
      declared.push_back(record->getVariable());
    for (const auto* call : llvm::findDbgDeclares(const_cast<llvm::Value*>(&variable)))
      declared.push_back(call->getVariable());
    for (const llvm::DILocalVariable* local : declared) {
      const llvm::DIType* type = local->getType();
      bool isPointer = false;
      llvm::StringRef given;
      while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
        const unsigned tag = derived->getTag();
        const bool isStep = tag == llvm::dwarf::DW_TAG_pointer_type || tag == llvm::dwarf::DW_TAG_reference_type ||
                            tag == llvm::dwarf::DW_TAG_rvalue_reference_type;
        if (isStep && isPointer) return {};
        if (isStep) given = {};
        isPointer = isPointer || isStep;
        if (tag == llvm::dwarf::DW_TAG_typedef) given = derived->getName();
        type = derived->getBaseType();
      }
      const auto* record = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
      if (isPointer && record) return moved_.sizesOf(*record, record->getName().empty() ? given : "");
    }
    return {};
  }

  /// Of the record, or the array of them, that is all that a pointer leads to. Without a record: nobody knows which.
  [[nodiscard]] std::optional<Sizes> wholeBehind(const llvm::Value& pointer) const {
    llvm::Type* type = nullptr;
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&pointer)) type = variable->getAllocatedType();
    else if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer)) type = argument->getParamByValType();
    else if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer))
      type = place->getResultElementType();
    else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&pointer))
      return declaredBehind(*load->getPointerOperand());
    const MovedRecord* moved = type ? movedIn(type) : nullptr;
    if (!moved) return {};
    return Sizes{moved->own(), layout_.getTypeAllocSize(type).getFixedValue(), sizeOf(type)};
  }

  /// What an instruction does that fills or copies memory.
  struct Filled {
    bool isKnown = true;
    std::optional<std::uint64_t> length; ///< of whole records: how many bytes those have in the other version
  };
  [[nodiscard]] Filled filledBy(const llvm::Instruction& instruction) const {
    const auto* fills = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    if (!fills) return {};
    std::vector<std::optional<Sizes>> sides{wholeBehind(*fills->getRawDest())};
    if (const auto* copies = llvm::dyn_cast<llvm::MemTransferInst>(fills))
      sides.push_back(wholeBehind(*copies->getRawSource()));
    if (std::ranges::none_of(sides, [](const auto& side) { return side.has_value(); }))
      return {.isKnown = staysInMembers(*fills), .length = {}};
    // Of bytes that become a record nobody knows which they are.
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fills->getLength());
    const bool areWhole =
        length && std::ranges::all_of(sides, [&](const auto& side) {
          return side && side->record && side->record == sides.front()->record && side->own == length->getZExtValue();
        });
    return {.isKnown = areWhole, .length = areWhole ? std::optional(sides.front()->other) : std::nullopt};
  }

  /// Records that are passed as copies.
  bool movePassed(llvm::Function& function) {
    bool hasMoved = false;
    const auto passed = [&](llvm::Type* type) {
      const MovedRecord* moved = type ? movedIn(type) : nullptr;
      if (!moved) return llvm::Attribute();
      hasMoved = true;
      return llvm::Attribute::getWithByValType(module_.getContext(), moved->isKnown() ? bytesOf(type) : type);
    };
    for (llvm::Argument& argument : function.args())
      if (const llvm::Attribute copy = passed(argument.getParamByValType()); copy.isValid()) {
        argument.removeAttr(llvm::Attribute::ByVal);
        argument.addAttr(copy);
      }
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        for (unsigned i = 0; call && i < call->arg_size(); ++i)
          if (const llvm::Attribute copy = passed(call->getParamByValType(i)); copy.isValid()) {
            call->removeParamAttr(i, llvm::Attribute::ByVal);
            call->addParamAttr(i, copy);
          }
      }
    return hasMoved;
  }

  /// The same place in the other version.
  void move(llvm::GetElementPtrInst& place) {
    llvm::IRBuilder<> builder(&place);
    llvm::Type* byte = builder.getInt8Ty();
    llvm::Value* pointer = place.getPointerOperand();
    const auto flags = place.isInBounds() ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none();
    std::int64_t bytes = 0;
    for (auto step = llvm::gep_type_begin(place), end = llvm::gep_type_end(place); step != end; ++step) {
      llvm::Value* index = step.getOperand();
      if (llvm::StructType* record = step.getStructTypeOrNull()) {
        const std::uint64_t own = offsetOf(*record, numberOf(index));
        const MovedRecord* moved = movedOf(record);
        bytes += static_cast<std::int64_t>(moved ? *moved->placeOf(own) : own);
        continue;
      }
      const std::uint64_t size = sizeOf(step.getIndexedType());
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index))
        bytes += number->getSExtValue() * static_cast<std::int64_t>(size);
      else pointer = builder.CreateGEP(llvm::ArrayType::get(byte, size), pointer, index, "", flags);
    }
    if (bytes != 0 || pointer == place.getPointerOperand())
      pointer = builder.CreateGEP(byte, pointer, builder.getInt64(static_cast<std::uint64_t>(bytes)), "", flags);
    place.replaceAllUsesWith(pointer);
    place.eraseFromParent();
  }

  void callOther(llvm::Function& function) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    if (function.getSubprogram())
      builder.SetCurrentDebugLocation(llvm::DILocation::get(module_.getContext(), function.getSubprogram()->getLine(),
                                                            0, function.getSubprogram()));
    builder.CreateCall(module_.getOrInsertFunction(otherMember, builder.getVoidTy()));
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  mutable MovedRecords moved_; ///< remembers what it found
};

Result<std::unique_ptr<llvm::Module>> moduleOf(std::string_view bitcode, llvm::LLVMContext& context) {
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "unit"), context);
  if (!module) return support::cannotRun("damaged bitcode: {}", llvm::toString(module.takeError()));
  return std::move(*module);
}

} // namespace

Result<std::optional<MovedUnit>> withMembersAsIn(std::string_view bitcode, std::string_view other) {
  llvm::LLVMContext context, otherContext;
  auto own = moduleOf(bitcode, context);
  if (!own) return std::unexpected(std::move(own.error()));
  auto before = moduleOf(other, otherContext);
  if (!before) return std::unexpected(std::move(before.error()));
  const Records ownRecords = recordsOf(**own), otherRecords = recordsOf(**before);
  Mover mover(**own, ownRecords, otherRecords);
  if (!mover.hasMoved()) return std::nullopt;
  MovedUnit result{{}, mover.run()};
  llvm::raw_string_ostream out(result.bitcode);
  llvm::WriteBitcodeToFile(**own, out);
  out.flush();
  return result;
}

} // namespace beagle::ir
