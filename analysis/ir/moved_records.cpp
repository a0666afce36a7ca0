#include "analysis/ir/moved_records.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace beagle::ir {

using Member = Record::Member;

namespace {

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

/// Without names that typedefs give, and promises.
const llvm::DIType* plainType(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type)
      break;
    type = derived->getBaseType();
  }
  return type;
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
    const auto* inner = llvm::dyn_cast_or_null<llvm::DICompositeType>(plainType(member->getBaseType()));
    const bool isRecord =
        inner && !inner->getName().empty() &&
        (inner->getTag() == llvm::dwarf::DW_TAG_structure_type || inner->getTag() == llvm::dwarf::DW_TAG_class_type);
    record.members.push_back(
        {std::move(name), member->getOffsetInBits(), bits, isRecord ? nameOf(*inner, "") : std::string()});
  }
  return record;
}

} // namespace

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

std::optional<std::uint64_t> MovedRecord::placeOf(std::uint64_t byte) const {
  std::optional<std::uint64_t> place;
  if (!isKnown()) return place;
  for (const Member& member : own_->members) {
    // A bit field is reached through the bytes that it is in.
    const std::uint64_t first = member.bit / 8, end = (member.bit + member.bits + 7) / 8;
    if (byte < first || byte >= std::max(end, first + 1)) continue;
    const auto same = std::ranges::find(other_->members, member.name, &Member::name);
    if (same == other_->members.end() || same->bit % 8 != member.bit % 8) return {};
    // One that is a record has members itself, which may have moved in it.
    const bool isRecord = byte == first && !member.record.empty() && member.record == same->record;
    if (same->bits != member.bits && !isRecord) return {};
    const std::uint64_t there = byte - first + same->bit / 8;
    if (place && *place != there) return {};
    place = there;
  }
  return place;
}

std::uint64_t MovedRecord::roomAt(std::uint64_t byte) const {
  if (!isKnown()) return 0;
  const auto behind = [](const Member& member, std::uint64_t begin) { return (member.bit + member.bits) / 8 - begin; };
  for (const Member& member : own_->members) {
    if (byte * 8 < member.bit || byte * 8 >= member.bit + member.bits) continue;
    const auto same = std::ranges::find(other_->members, member.name, &Member::name);
    const std::uint64_t within = byte - member.bit / 8;
    if (same == other_->members.end() || within * 8 >= same->bits) return 0;
    return std::min(behind(member, byte), behind(*same, same->bit / 8 + within));
  }
  return 0;
}

bool MovedRecords::hasAny() const {
  return std::ranges::any_of(own_, [&](const auto& alike) {
    const auto others = other_.find(alike.first);
    return others != other_.end() && std::ranges::any_of(alike.second, [&](const auto& named) {
             const auto same = others->second.find(named.first);
             return same != others->second.end() && same->second != named.second;
           });
  });
}

std::optional<MovedRecords::Sizes> MovedRecords::sizesOf(const llvm::DICompositeType& type,
                                                         llvm::StringRef given) const {
  const std::string name = nameOf(type, given);
  const auto only = [&](const Records& records) -> const Record* {
    const auto alike = records.find(plainName(name));
    if (alike == records.end()) return nullptr;
    const auto named = alike->second.find(name);
    return named != alike->second.end() && named->second.size() == 1 ? &named->second.front() : nullptr;
  };
  const Record* own = only(own_);
  const Record* other = only(other_);
  return own && other && *own != *other ? std::optional(Sizes{own, own->size, other->size}) : std::nullopt;
}

const MovedRecord* MovedRecords::find(const llvm::StructType& type) {
  if (!type.hasName()) return nullptr;
  const auto [known, isNew] = found_.try_emplace(&type);
  if (isNew) known->second = findAnew(type);
  return known->second ? &*known->second : nullptr;
}

std::optional<MovedRecord> MovedRecords::findAnew(const llvm::StructType& type) const {
  const std::string name = plainName(type.getName());
  const auto alike = own_.find(name), others = other_.find(name);
  if (alike == own_.end() || others == other_.end()) return {};
  const auto size = type.isSized() ? layout_.getTypeAllocSize(const_cast<llvm::StructType*>(&type)).getFixedValue() : 0;
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

} // namespace beagle::ir
