#include "analysis/ir/moved_members.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace beagle::ir {

using support::Result;

namespace {

/// Names what no function of a program is called.
constexpr llvm::StringLiteral otherMember = "beagle.member.of.one.version";

struct Member {
  std::string name; ///< a base class goes by its own name, what has none by its number among those
  std::uint64_t bit = 0, bits = 0;
  friend bool operator==(const Member&, const Member&) = default;
};

struct Record {
  std::uint64_t size = 0; ///< bytes
  std::vector<Member> members;
  friend bool operator==(const Record&, const Record&) = default;
};

/// Those that the compiler calls alike: "struct.ns::point" is what "point.3" of a template and one of a function are
/// called, too. Below it by their own names, "struct.ns::point<int>"; different ones that have the same name, as in two
/// functions, are told apart by nobody.
using Records = std::map<std::string, std::map<std::string, std::vector<Record>>>;

/// Of a record or of its type in the code: without what tells those of a template apart, and a class from the part of
/// it that others begin with.
std::string plainName(llvm::StringRef name) {
  while (true) {
    const auto [front, back] = name.rsplit('.');
    const bool isMark = front.contains('.') && (back == "base" || llvm::all_of(back, llvm::isDigit));
    if (!isMark) break;
    name = front;
  }
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    if (c == '>') --depth;
    else if (c == '<') ++depth;
    else if (depth == 0) plain += c;
  }
  return plain;
}

/// `given`: by a typedef, where it has no name itself.
std::string nameOf(const llvm::DICompositeType& type, llvm::StringRef given) {
  std::string name = (type.getName().empty() ? given : type.getName()).str();
  for (const llvm::DIScope* scope = type.getScope(); scope; scope = scope->getScope())
    if (llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope)) name = scope->getName().str() + "::" + name;
  return (type.getTag() == llvm::dwarf::DW_TAG_class_type ? "class." : "struct.") + name;
}

Record recordOf(const llvm::DICompositeType& type) {
  Record record{type.getSizeInBits() / 8, {}};
  std::size_t nameless = 0;
  for (const llvm::DINode* element : type.getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
    if (!member || member->isStaticMember()) continue;
    const bool isBase = member->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!isBase && member->getTag() != llvm::dwarf::DW_TAG_member) continue;
    std::string name = isBase ? "base " + member->getBaseType()->getName().str() : member->getName().str();
    if (name.empty()) name = "#" + std::to_string(nameless++);
    std::uint64_t bits = member->getSizeInBits();
    if (isBase && bits == 0) bits = member->getBaseType()->getSizeInBits();
    record.members.push_back({std::move(name), member->getOffsetInBits(), bits});
  }
  return record;
}

Records recordsOf(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  Records records;
  const auto add = [&](const llvm::DIType* type, llvm::StringRef given) {
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (!composite || composite->isForwardDecl() || composite->getName().empty() == given.empty()) return;
    if (composite->getTag() != llvm::dwarf::DW_TAG_structure_type &&
        composite->getTag() != llvm::dwarf::DW_TAG_class_type)
      return;
    const std::string name = nameOf(*composite, given);
    std::vector<Record>& alike = records[plainName(name)][name];
    if (Record record = recordOf(*composite); std::ranges::find(alike, record) == alike.end())
      alike.push_back(std::move(record));
  };
  for (const llvm::DIType* type : finder.types()) {
    add(type, "");
    if (type->getTag() == llvm::dwarf::DW_TAG_typedef)
      add(llvm::cast<llvm::DIDerivedType>(type)->getBaseType(), type->getName());
  }
  return records;
}

/// Where the members of one record are in the other version.
class MovedRecord {
public:
  /// One of several, of which some moved: nobody knows.
  MovedRecord() = default;
  MovedRecord(const Record& own, const Record& other) : own_(&own), other_(&other) {}

  [[nodiscard]] bool isKnown() const { return own_ != nullptr; }
  [[nodiscard]] std::uint64_t otherSize() const { return other_ ? other_->size : 0; }

  /// Of the byte there; nothing: it is of no member that the other version has.
  [[nodiscard]] std::optional<std::uint64_t> placeOf(std::uint64_t byte) const {
    std::optional<std::uint64_t> place;
    if (!isKnown()) return place;
    for (const Member& member : own_->members) {
      // A bit field is reached through the bytes that it is in.
      const std::uint64_t first = member.bit / 8, end = (member.bit + member.bits + 7) / 8;
      if (byte < first || byte >= std::max(end, first + 1)) continue;
      const auto same = std::ranges::find(other_->members, member.name, &Member::name);
      if (same == other_->members.end() || same->bits != member.bits || same->bit % 8 != member.bit % 8) return {};
      const std::uint64_t there = byte - first + same->bit / 8;
      if (place && *place != there) return {};
      place = there;
    }
    return place;
  }
  /// How many bytes from that one on belong to its member; 0: nobody knows.
  [[nodiscard]] std::uint64_t roomAt(std::uint64_t byte) const {
    if (!isKnown()) return 0;
    for (const Member& member : own_->members)
      if (byte * 8 >= member.bit && byte * 8 < member.bit + member.bits) return (member.bit + member.bits) / 8 - byte;
    return 0;
  }

private:
  const Record* own_ = nullptr;
  const Record* other_ = nullptr;
};

/// Which records of the code have moved members.
class MovedRecords {
public:
  MovedRecords(const llvm::DataLayout& layout, const Records& own, const Records& other)
      : layout_(layout), own_(own), other_(other) {}

  [[nodiscard]] bool hasAny() const {
    return std::ranges::any_of(own_, [&](const auto& alike) {
      const auto others = other_.find(alike.first);
      return others != other_.end() && std::ranges::any_of(alike.second, [&](const auto& named) {
               const auto same = others->second.find(named.first);
               return same != others->second.end() && same->second != named.second;
             });
    });
  }

  /// Null: its members lie where they did, or the other version has no such record.
  [[nodiscard]] const MovedRecord* find(const llvm::StructType& type) {
    if (!type.hasName()) return nullptr;
    const auto [known, isNew] = found_.try_emplace(&type);
    if (isNew) known->second = findAnew(type);
    return known->second ? &*known->second : nullptr;
  }

private:
  [[nodiscard]] std::optional<MovedRecord> findAnew(const llvm::StructType& type) const {
    const std::string name = plainName(type.getName());
    const auto alike = own_.find(name), others = other_.find(name);
    if (alike == own_.end() || others == other_.end()) return {};
    const auto size =
        type.isSized() ? layout_.getTypeAllocSize(const_cast<llvm::StructType*>(&type)).getFixedValue() : 0;
    const auto isOfSize = [&](const Record& record) { return record.size == size; };
    const bool isOneOfSize = std::ranges::any_of(
        alike->second, [&](const auto& named) { return std::ranges::any_of(named.second, isOfSize); });
    std::size_t candidates = 0;
    std::optional<MovedRecord> moved;
    for (const auto& [full, records] : alike->second) {
      const auto same = others->second.find(full);
      if (same == others->second.end() || (isOneOfSize && std::ranges::none_of(records, isOfSize))) continue;
      ++candidates;
      if (records == same->second) continue;
      const bool areKnown = records.size() == 1 && same->second.size() == 1;
      moved = areKnown ? MovedRecord(records.front(), same->second.front()) : MovedRecord();
    }
    return moved && candidates > 1 ? MovedRecord() : moved;
  }

  const llvm::DataLayout& layout_;
  const Records& own_;
  const Records& other_;
  std::map<const llvm::StructType*, std::optional<MovedRecord>> found_;
};

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
      bool isKnown = true;
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block) {
          if (auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction); place && isAboutMoved(*place)) {
            places.push_back(place);
            isKnown = isKnown && areKnown(*place);
          }
          isKnown =
              isKnown && staysInMembers(instruction) &&
              std::ranges::none_of(instruction.operands(), [&](const llvm::Use& use) { return isConstantPlace(*use); });
        }
      if (isKnown)
        for (llvm::GetElementPtrInst* place : places) move(*place);
      else callOther(function);
      if (!isKnown || !places.empty()) changed.insert(function.getName().str());
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
  [[nodiscard]] bool staysInMembers(const llvm::Instruction& instruction) const {
    const auto* fills = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    if (!fills) return true;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fills->getLength());
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
    const auto* copies = llvm::dyn_cast<llvm::MemTransferInst>(fills);
    return stays(fills->getRawDest()) && (!copies || stays(copies->getRawSource()));
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
