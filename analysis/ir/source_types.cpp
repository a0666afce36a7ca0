#include "analysis/ir/source_types.h"

#include "analysis/ir/debug_places.h"
#include "analysis/ir/linked.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

#include <algorithm>
#include <deque>

namespace beagle::ir {

namespace {

namespace dwarf = llvm::dwarf;
using Kind = SourceType::Kind;

/// Types are made when they are asked for and stay where they are. `mutex_` guards everything but types
/// handed out.
class DebugSourceTypes final : public SourceTypes {
public:
  explicit DebugSourceTypes(const Program& program) : program_(program), linked_(program.implementation()) {
    for (const Program::Implementation::Unit& unit : linked_.units) {
      const std::scoped_lock lock(unit.bitcode->mutex());
      llvm::DebugInfoFinder finder;
      finder.processModule(*unit.module);
      const bool isC = std::ranges::all_of(finder.compile_units(), [](const llvm::DICompileUnit* compiled) {
        return dwarf::isC(static_cast<dwarf::SourceLanguage>(compiled->getSourceLanguage()));
      });
      for (const llvm::DIType* type : finder.types()) {
        nameType(*type);
        const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
        if (!composite) continue;
        if (isC) ofC_.insert(composite);
        if (!composite->isForwardDecl()) definitions_.try_emplace(keyOf(*composite), composite);
      }
    }
  }

  const SourceType& type(TypeIndex index) const override {
    const std::scoped_lock lock(mutex_);
    return types_[index];
  }

  SourceFunction function(FunctionIndex index) const override {
    SourceFunction result;
    const auto& definition = linked_.functionDefinitions[index];
    const llvm::DISubprogram* source = nullptr;
    if (definition.value) source = llvm::cast<llvm::Function>(definition.value)->getSubprogram();
    if (!source) source = declarationOf(index); // none, or the runtime's, which has no debug info
    if (!source || !source->getType()) return result;
    const std::scoped_lock lock(mutex_);
    result.isKnown = true;
    const llvm::DITypeRefArray types = source->getType()->getTypeArray();
    for (unsigned i = 0; i < types.size(); ++i) {
      if (i == 0) {
        result.result = types[i] ? make(types[i]) : none;
      } else if (!types[i]) {
        result.isVariadic = true;
      } else {
        result.parameters.push_back({"", make(types[i])});
      }
    }
    for (const llvm::DINode* node : source->getRetainedNodes())
      if (const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(node)) nameParameter(result, *variable);
    if (definition.value) nameFromBody(result, *llvm::cast<llvm::Function>(definition.value));
    return result;
  }

  TypeIndex global(GlobalIndex index) const override {
    const llvm::DIGlobalVariable* source = nullptr;
    if (const auto* variable = llvm::cast_or_null<llvm::GlobalVariable>(linked_.globalDefinitions[index].value))
      source = debugVariableOf(*variable);
    else source = declaredVariable(index);
    const std::scoped_lock lock(mutex_);
    if (source && source->getType()) return sized(make(source->getType()), program_.globals()[index]);
    const llvm::GlobalVariable* elsewhere = program_.globals()[index].isDefined ? nullptr : declared(index);
    return elsewhere ? makePlain(*elsewhere->getValueType(), elsewhere->getDataLayout()) : none;
  }

  TypeIndex accessed(const Access& access) const override {
    // As alias analysis has them: signs make no difference there.
    static const std::map<std::string, std::string, std::less<>> other{
        {"omnipotent char", "char"}, {"bool", "_Bool"}, {"_Bool", "bool"}};
    const std::string& name = access.record.empty() ? access.scalar : access.record;
    auto found = named_.find(name);
    if (const auto renamed = other.find(name); found == named_.end() && renamed != other.end())
      found = named_.find(renamed->second);
    if (name.empty() || found == named_.end()) return none;
    const std::scoped_lock lock(mutex_);
    return make(found->second);
  }

  std::vector<TypeIndex> derived(TypeIndex base) const override {
    const std::scoped_lock lock(mutex_);
    if (!derived_) {
      derived_.emplace();
      for (const auto& [key, definition] : definitions_)
        for (const llvm::DINode* element : definition->getElements()) {
          const auto* part = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
          const bool isFirst = part && part->getTag() == dwarf::DW_TAG_inheritance && part->getOffsetInBits() == 0 &&
                               (part->getFlags() & llvm::DINode::FlagVirtual) != llvm::DINode::FlagVirtual;
          if (const auto* of = isFirst ? llvm::dyn_cast_or_null<llvm::DICompositeType>(part->getBaseType()) : nullptr)
            (*derived_)[keyOf(*of)].push_back(definition);
        }
    }
    std::vector<TypeIndex> classes;
    const auto made = std::ranges::find_if(made_, [&](const auto& each) { return each.second == base; });
    const auto* type =
        made == made_.end() ? nullptr : llvm::dyn_cast_or_null<llvm::DICompositeType>(std::get<0>(made->first));
    const auto found = type ? derived_->find(keyOf(*type)) : derived_->end();
    if (found != derived_->end())
      for (const llvm::DICompositeType* each : found->second) classes.push_back(make(each));
    return classes;
  }

private:
  /// Records and basic types go by the names that LLVM has for them.
  void nameType(const llvm::DIType& type) {
    if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(&type)) named_.try_emplace(basic->getName().str(), basic);
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(&type);
    std::string name = type.getName().str();
    if (const auto* alias = llvm::dyn_cast<llvm::DIDerivedType>(&type);
        alias && alias->getTag() == dwarf::DW_TAG_typedef) {
      composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(alias->getBaseType());
      if (composite && !composite->getName().empty()) return;
    }
    if (!composite || composite->isForwardDecl() || name.empty()) return;
    for (const llvm::DIScope* scope = composite->getScope(); scope; scope = scope->getScope())
      if (llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope) && !scope->getName().empty())
        name = scope->getName().str() + "::" + name;
    named_.try_emplace(name, composite);
  }

  static std::string keyOf(const llvm::DICompositeType& type) {
    if (!type.getIdentifier().empty()) return "id:" + type.getIdentifier().str();
    if (type.getName().empty()) return {};
    std::string key = fmt::format("{}:{}", unsigned{type.getTag()}, type.getName().str());
    for (const llvm::DIScope* scope = type.getScope(); scope; scope = scope->getScope())
      if (!llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope)) key += "@" + scope->getName().str();
    return key;
  }

  /// Declarations carry debug info too, when they are called.
  [[nodiscard]] const llvm::DISubprogram* declarationOf(FunctionIndex index) const {
    for (const auto& unit : linked_.units)
      if (const llvm::Function* function = unit.module->getFunction(program_.functions()[index].name))
        if (function->getSubprogram()) return function->getSubprogram();
    return nullptr;
  }

  [[nodiscard]] const llvm::DIGlobalVariable* declaredVariable(GlobalIndex index) const {
    for (const auto& unit : linked_.units)
      if (const llvm::GlobalVariable* variable = unit.module->getNamedGlobal(program_.globals()[index].name))
        if (const llvm::DIGlobalVariable* source = debugVariableOf(*variable)) return source;
    return nullptr;
  }

  [[nodiscard]] const llvm::GlobalVariable* declared(GlobalIndex index) const {
    for (const auto& unit : linked_.units)
      if (const llvm::GlobalVariable* variable = unit.module->getNamedGlobal(program_.globals()[index].name))
        return variable;
    return nullptr;
  }

  static void nameParameter(SourceFunction& function, const llvm::DILocalVariable& variable) {
    if (variable.getArg() > 0 && variable.getArg() <= function.parameters.size())
      function.parameters[variable.getArg() - 1].name = variable.getName().str();
  }

  static void nameFromBody(SourceFunction& function, const llvm::Function& body) {
    for (const llvm::BasicBlock& block : body)
      for (const llvm::Instruction& instruction : block)
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
          if (!record.getDebugLoc().getInlinedAt()) nameParameter(function, *record.getVariable());
  }

  // --- making types; all below requires the lock ---

  /// An array that is declared without a length has as many elements as its variable has room for.
  TypeIndex sized(TypeIndex index, const Global& global) const {
    const SourceType& type = types_[index];
    if (!global.isOfAnySize || type.kind != Kind::Array || type.count > 0 || type.element == none ||
        types_[type.element].size == 0)
      return index;
    const auto [known, isNew] = sized_.try_emplace(index, none);
    if (!isNew) return known->second;
    SourceType made = type;
    made.count = global.size / types_[type.element].size;
    made.size = made.count * types_[type.element].size;
    made.name = arrayName(types_[type.element].name, made.count);
    return known->second = add(std::move(made));
  }

  TypeIndex add(SourceType type) const {
    types_.push_back(std::move(type));
    return static_cast<TypeIndex>(types_.size() - 1);
  }

  TypeIndex make(const llvm::DIType* type) const {
    bool isConst = false;
    bool isRestrict = false;
    for (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type); derived;
         derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
      const unsigned tag = derived->getTag();
      if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type && tag != dwarf::DW_TAG_volatile_type &&
          tag != dwarf::DW_TAG_restrict_type && tag != dwarf::DW_TAG_atomic_type && tag != dwarf::DW_TAG_template_alias)
        break;
      isConst |= tag == dwarf::DW_TAG_const_type;
      isRestrict |= tag == dwarf::DW_TAG_restrict_type;
      noteAlias(*derived);
      type = derived->getBaseType();
    }
    if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
        composite && composite->isForwardDecl())
      if (const auto it = definitions_.find(keyOf(*composite)); it != definitions_.end() && !it->first.empty())
        type = it->second;
    const auto [it, isNew] = made_.try_emplace({canonical(type), isConst, isRestrict}, none);
    if (!isNew) return it->second;
    SourceType empty;
    empty.isConst = isConst;
    empty.isRestrict = isRestrict;
    if (!type) {
      empty.kind = Kind::Void;
      empty.name = "void";
      return it->second = add(std::move(empty));
    }
    // Known before it is complete: a type may lead back to itself.
    const TypeIndex index = it->second = add(std::move(empty));
    SourceType made = describe(*type, index);
    made.isConst = isConst;
    made.isRestrict = isRestrict;
    types_[index] = std::move(made);
    return index;
  }

  /// Of a variable that is only declared there is no more than LLVM's type. Signs are anybody's guess.
  TypeIndex makePlain(llvm::Type& type, const llvm::DataLayout& layout) const {
    const auto [known, isNew] = plain_.try_emplace(&type, none);
    if (!isNew) return known->second;
    SourceType made;
    if (auto* record = llvm::dyn_cast<llvm::StructType>(&type); record && record->hasName()) {
      const llvm::StringRef name = record->getName();
      if (const auto source = named_.find(name.substr(name.find('.') + 1).str()); source != named_.end())
        return plain_[&type] = make(source->second);
    }
    if (type.isSized()) made.size = layout.getTypeAllocSize(&type);
    if (type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) || type.isIntegerTy(64)) {
      made.kind = type.isIntegerTy(8) ? Kind::Character : Kind::Integer;
      made.isSigned = true;
      made.name = type.isIntegerTy(8) ? "char" : type.isIntegerTy(16) ? "short" : type.isIntegerTy(32) ? "int" : "long";
    } else if (type.isFloatTy() || type.isDoubleTy()) {
      made.kind = Kind::Float;
      made.name = type.isFloatTy() ? "float" : "double";
    } else if (type.isPointerTy()) {
      made.kind = Kind::Pointer;
      made.element = make(nullptr);
      made.name = "void *";
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(&type); array && array->getNumElements() > 0) {
      made.kind = Kind::Array;
      made.element = makePlain(*array->getElementType(), layout);
      made.count = array->getNumElements();
      if (made.element == none) return none;
      made.name = fmt::format("{}[{}]", types_[made.element].name, made.count);
    } else if (auto* fields = llvm::dyn_cast<llvm::StructType>(&type); fields && fields->isSized()) {
      made.kind = Kind::Struct;
      made.name = "struct";
      const llvm::StructLayout& places = *layout.getStructLayout(fields);
      for (unsigned i = 0; i < fields->getNumElements(); ++i) {
        const TypeIndex member = makePlain(*fields->getElementType(i), layout);
        if (member == none) return none;
        made.members.push_back(
            {.name = fmt::format("field{}", i), .type = member, .offset = places.getElementOffset(i).getFixedValue()});
      }
    } else {
      return none;
    }
    return plain_[&type] = add(std::move(made));
  }

  /// One definition of several that units have of the same type.
  [[nodiscard]] const llvm::DIType* canonical(const llvm::DIType* type) const {
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (!composite || composite->getIdentifier().empty()) return type;
    const auto it = definitions_.find(keyOf(*composite));
    return it == definitions_.end() ? type : it->second;
  }

  void noteAlias(const llvm::DIDerivedType& derived) const {
    const auto* target = llvm::dyn_cast_or_null<llvm::DICompositeType>(derived.getBaseType());
    if (derived.getTag() == dwarf::DW_TAG_typedef && target && target->getName().empty())
      aliases_.try_emplace(target, derived.getName().str());
  }

  SourceType describe(const llvm::DIType& type, TypeIndex own) const {
    if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(&type)) return describeBasic(*basic);
    if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(&type)) return describeComposite(*composite, own);
    if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(&type)) return describeDerived(*derived);
    if (const auto* function = llvm::dyn_cast<llvm::DISubroutineType>(&type)) return describeFunction(*function);
    SourceType result;
    result.name = type.getName().str();
    return result;
  }

  SourceType describeFunction(const llvm::DISubroutineType& type) const {
    SourceType result;
    result.kind = Kind::Function;
    const llvm::DITypeRefArray types = type.getTypeArray();
    if (types.size() > 0 && types[0]) result.element = make(types[0]);
    result.name = (result.element == none ? "void" : types_[result.element].name) + " (";
    for (unsigned i = 1; i < types.size(); ++i) {
      result.name += i == 1 ? "" : ", ";
      if (!types[i]) {
        result.isVariadic = true;
        result.name += "...";
        continue;
      }
      result.parameters.push_back(make(types[i]));
      result.name += types_[result.parameters.back()].name;
    }
    result.name += ")";
    return result;
  }

  static SourceType describeBasic(const llvm::DIBasicType& type) {
    SourceType result;
    result.name = type.getName().str();
    result.size = type.getSizeInBits() / 8;
    switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean: result.kind = Kind::Boolean; break;
    case dwarf::DW_ATE_float: result.kind = Kind::Float; break;
    case dwarf::DW_ATE_signed_char:
      result.kind = Kind::Character;
      result.isSigned = true;
      break;
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF: result.kind = Kind::Character; break;
    case dwarf::DW_ATE_signed:
      result.kind = Kind::Integer;
      result.isSigned = true;
      break;
    case dwarf::DW_ATE_unsigned: result.kind = Kind::Integer; break;
    default: // complex numbers, `decltype(nullptr)`
      result.kind = type.getTag() == dwarf::DW_TAG_unspecified_type ? Kind::Pointer : Kind::Unknown;
      break;
    }
    return result;
  }

  SourceType describeDerived(const llvm::DIDerivedType& type) const {
    SourceType result;
    result.size = type.getSizeInBits() / 8;
    switch (type.getTag()) {
    case dwarf::DW_TAG_pointer_type: result.kind = Kind::Pointer; break;
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type: result.kind = Kind::Reference; break;
    default: // pointers to members
      result.name = type.getName().str();
      return result;
    }
    if (result.size == 0) result.size = 8;
    result.element = make(type.getBaseType());
    const std::string& target = types_[result.element].name;
    const bool isReference = result.kind == Kind::Reference;
    const char* sign = !isReference ? "*" : type.getTag() == dwarf::DW_TAG_reference_type ? "&" : "&&";
    const bool isConst = types_[result.element].isConst;
    result.name = fmt::format("{}{}{}{}", isConst ? "const " : "", target, target.ends_with("*") ? "" : " ", sign);
    return result;
  }

  /// Debug info has no identifier of a class whose virtual table only one unit has: what the linker calls it.
  static std::string identifierOf(const llvm::DICompositeType& type) {
    if (!type.getIdentifier().empty() || !type.getVTableHolder()) return type.getIdentifier().str();
    std::string names;
    std::size_t count = 0;
    for (const llvm::DIScope* scope = &type; scope && !llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope);
         scope = scope->getScope(), ++count) {
      const bool isUnnamed = llvm::isa<llvm::DINamespace>(scope) && scope->getName().empty();
      const std::string name = isUnnamed ? "_GLOBAL__N_1" : scope->getName().str();
      if (!llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope) || name.empty() || name.contains('<')) return {};
      names = fmt::format("{}{}{}", name.size(), name, names);
    }
    return count == 1 ? "_ZTS" + names : fmt::format("_ZTSN{}E", names);
  }

  SourceType describeComposite(const llvm::DICompositeType& type, TypeIndex own) const {
    SourceType result;
    result.size = type.getSizeInBits() / 8;
    result.name = nameOf(type);
    result.identifier = identifierOf(type);
    switch (type.getTag()) {
    case dwarf::DW_TAG_structure_type: result.kind = Kind::Struct; break;
    case dwarf::DW_TAG_class_type: result.kind = Kind::Class; break;
    case dwarf::DW_TAG_union_type: result.kind = Kind::Union; break;
    case dwarf::DW_TAG_enumeration_type: return describeEnum(type, std::move(result));
    case dwarf::DW_TAG_array_type: return describeArray(type, std::move(result));
    default: return result;
    }
    // Its name is known while its members are made.
    types_[own].name = result.name;
    for (const llvm::DINode* element : type.getElements())
      if (const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element)) addMember(result, *member);
      else if (const auto* function = llvm::dyn_cast_or_null<llvm::DISubprogram>(element))
        result.isAbstract |= function->getVirtuality() == dwarf::DW_VIRTUALITY_pure_virtual;
    for (const llvm::DITemplateParameter* argument : type.getTemplateParams()) addArgument(result, *argument);
    return result;
  }

  /// A pack stands for those in it.
  void addArgument(SourceType& instance, const llvm::DITemplateParameter& argument) const {
    if (llvm::isa<llvm::DITemplateTypeParameter>(argument))
      instance.arguments.push_back(argument.getType() ? make(argument.getType()) : none);
    const auto* value = llvm::dyn_cast<llvm::DITemplateValueParameter>(&argument);
    const auto* pack = value && value->getTag() == llvm::dwarf::DW_TAG_GNU_template_parameter_pack
                           ? llvm::dyn_cast_or_null<llvm::MDTuple>(value->getValue())
                           : nullptr;
    if (!pack) return;
    for (const llvm::MDOperand& operand : pack->operands())
      if (const auto* inner = llvm::dyn_cast_or_null<llvm::DITemplateParameter>(operand)) addArgument(instance, *inner);
  }

  std::string nameOf(const llvm::DICompositeType& type) const {
    std::string name = type.getName().str();
    if (name.empty()) {
      const auto it = aliases_.find(&type);
      return it == aliases_.end() ? "" : it->second;
    }
    for (const llvm::DIScope* scope = type.getScope(); scope; scope = scope->getScope())
      if (llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope))
        name = (scope->getName().empty() ? "(anonymous namespace)" : scope->getName().str()) + "::" + name;
    if (!ofC_.contains(&type)) return name;
    switch (type.getTag()) {
    case dwarf::DW_TAG_structure_type: return "struct " + name;
    case dwarf::DW_TAG_union_type: return "union " + name;
    case dwarf::DW_TAG_enumeration_type: return "enum " + name;
    default: return name;
    }
  }

  void addMember(SourceType& result, const llvm::DIDerivedType& member) const {
    const bool isBase = member.getTag() == dwarf::DW_TAG_inheritance;
    if ((member.getTag() != dwarf::DW_TAG_member && !isBase) || member.isStaticMember()) return;
    if (isBase && (member.getFlags() & llvm::DINode::FlagVirtual) == llvm::DINode::FlagVirtual) {
      result.hasVirtualBase = true; // its place is not fixed
      return;
    }
    SourceType::Member made;
    made.name = member.getName().starts_with("_vptr") ? "_vptr" : member.getName().str();
    made.type = make(member.getBaseType());
    made.isBase = isBase;
    if (isBase) made.name = types_[made.type].name;
    made.offset = member.getOffsetInBits() / 8;
    if (member.isBitField()) {
      made.bitOffset = static_cast<std::uint32_t>(member.getOffsetInBits() % 8);
      made.bitSize = static_cast<std::uint32_t>(member.getSizeInBits());
    }
    result.members.push_back(std::move(made));
  }

  SourceType describeEnum(const llvm::DICompositeType& type, SourceType result) const {
    result.kind = Kind::Enum;
    if (type.getBaseType()) {
      result.element = make(type.getBaseType());
      result.isSigned = types_[result.element].isSigned;
    }
    for (const llvm::DINode* element : type.getElements())
      if (const auto* value = llvm::dyn_cast_or_null<llvm::DIEnumerator>(element))
        result.enumerators.emplace_back(
            value->getName().str(), value->isUnsigned()
                                        ? static_cast<std::int64_t>(value->getValue().zextOrTrunc(64).getZExtValue())
                                        : value->getValue().sextOrTrunc(64).getSExtValue());
    return result;
  }

  /// One array per dimension, the last one innermost. A vector is an array, too.
  SourceType describeArray(const llvm::DICompositeType& type, SourceType result) const {
    std::vector<std::uint64_t> counts;
    for (const llvm::DINode* element : type.getElements()) {
      const auto* range = llvm::dyn_cast_or_null<llvm::DISubrange>(element);
      const auto* count = range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
      counts.push_back(count && !count->isMinusOne() ? count->getZExtValue() : 0);
    }
    TypeIndex element = make(type.getBaseType());
    for (std::size_t i = counts.size(); i-- > 0;) {
      SourceType one;
      one.kind = Kind::Array;
      one.element = element;
      one.count = counts[i];
      one.size = counts[i] * types_[element].size;
      one.name = arrayName(types_[element].name, counts[i]);
      if (i == 0) return one;
      element = add(std::move(one));
    }
    return result;
  }

  static std::string arrayName(std::string element, std::uint64_t count) {
    const std::string size = count > 0 ? fmt::format("[{}]", count) : "[]";
    const std::size_t at = element.find('[');
    return at == std::string::npos ? element + size : element.insert(at, size);
  }

  const Program& program_;
  const Program::Implementation& linked_;
  std::map<std::string, const llvm::DICompositeType*> definitions_; ///< the first of each
  std::map<std::string, const llvm::DIType*, std::less<>> named_;
  llvm::DenseSet<const llvm::DICompositeType*> ofC_; ///< where tags are part of the name
  mutable std::mutex mutex_;
  mutable std::deque<SourceType> types_;
  mutable std::map<std::tuple<const llvm::DIType*, bool, bool>, TypeIndex>
      made_; ///< also whether it is const, restrict
  mutable std::map<const llvm::Type*, TypeIndex> plain_;
  mutable std::map<TypeIndex, TypeIndex> sized_; ///< of arrays without a length, those with one
  mutable std::optional<std::map<std::string, std::vector<const llvm::DICompositeType*>>>
      derived_;                                                               ///< by key; once it is asked for
  mutable llvm::DenseMap<const llvm::DICompositeType*, std::string> aliases_; ///< typedef names of types without one
};

} // namespace

std::unique_ptr<SourceTypes> sourceTypes(const Program& program) { return std::make_unique<DebugSourceTypes>(program); }

} // namespace beagle::ir
