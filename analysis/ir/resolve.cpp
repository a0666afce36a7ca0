#include "analysis/ir/debug_places.h"
#include "analysis/ir/linked.h"
#include "analysis/ir/start_steps.h"

#include <dlfcn.h>
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace beagle::ir {

using support::Result;

namespace {

/// Which of several definitions of one name a linker takes: the greatest.
enum class Rank : std::uint8_t { None, Runtime, Inline, Weak, Replacement, Common, Strong };

Rank rankOf(const llvm::GlobalValue& value) {
  if (value.isDeclaration()) return Rank::None;
  if (value.hasAvailableExternallyLinkage()) return Rank::Inline;
  if (value.hasCommonLinkage()) return Rank::Common;
  return value.isWeakForLinker() ? Rank::Weak : Rank::Strong;
}

/// Whether a program finds it without the project: those that this one has are as good as those that others have.
bool isOfLibraries(const std::string& symbol) {
  static const std::array libraries{::dlopen("libc.so.6", RTLD_LAZY), ::dlopen("libm.so.6", RTLD_LAZY),
                                    ::dlopen("libstdc++.so.6", RTLD_LAZY)};
  return std::ranges::any_of(libraries, [&](void* library) { return library && ::dlsym(library, symbol.c_str()); });
}

/// Where a section begins and ends, and the like.
bool isOfLinker(std::string_view symbol) {
  constexpr std::array<std::string_view, 7> names{
      "_end", "end", "_etext", "etext", "_edata", "edata", "_GLOBAL_OFFSET_TABLE_"};
  return symbol.starts_with("__start_") || symbol.starts_with("__stop_") || symbol.starts_with("__bss_start") ||
         symbol.starts_with("__executable_start") || std::ranges::find(names, symbol) != names.end();
}

struct Place {
  std::uint32_t unit = none;
  const llvm::GlobalValue* value = nullptr;
};

struct Symbol {
  Rank rank = Rank::None;
  std::uint32_t unit = none;
  const llvm::GlobalValue* value = nullptr;
  std::vector<Place> others;   ///< of further units, as strong
  std::uint64_t size = 0;      ///< of a common one
  bool isWeakReference = true; ///< every declaration is weak
  std::uint32_t index = none;  ///< of the function or global that was made for it
};

class Resolver {
public:
  explicit Resolver(Program::Implementation& program) : program_(program) {}

  void run() {
    for (std::uint32_t unit = 0; unit < program_.units.size(); ++unit) collect(unit);
    giveWay();
    for (std::uint32_t unit = 0; unit < program_.units.size(); ++unit) makeObjects(unit);
    for (std::uint32_t unit = 0; unit < program_.units.size(); ++unit) resolveAliases(unit);
    for (std::uint32_t unit = 0; unit < program_.units.size(); ++unit) bindDeclarations(unit);
    nameInternals();
    for (std::size_t i = 0; i < program_.globals.size(); ++i)
      if (const auto& definition = program_.globalDefinitions[i]; definition.value)
        decodeInitialiser(program_, definition.unit, *llvm::cast<llvm::GlobalVariable>(definition.value),
                          program_.globals[i]);
    for (const auto& [name, target] : aliasNames_) addName(target, name);
    program_.constructors = startFunctions("llvm.global_ctors");
    program_.destructors = startFunctions("llvm.global_dtors");
    std::ranges::reverse(program_.destructors);
  }

private:
  static bool isOfCompiler(const llvm::GlobalValue& value) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) return function->isIntrinsic();
    return value.getName().starts_with("llvm.");
  }

  void collect(std::uint32_t unit) {
    const llvm::Module& module = *program_.units[unit].module;
    for (const llvm::GlobalValue& value : module.global_values()) {
      if (value.hasLocalLinkage() || isOfCompiler(value)) continue;
      Symbol& symbol = symbols_[value.getName().str()];
      Rank rank = rankOf(value);
      if (program_.units[unit].isRuntime && rank == Rank::Inline) rank = Rank::None; // another runtime unit has it
      if (program_.units[unit].isRuntime && rank != Rank::None) {
        rank = isReplacement(value) ? Rank::Replacement : Rank::Runtime;
        runtimeDefinitions_.try_emplace(value.getName().str(), Place{unit, &value});
      }
      if (rank == Rank::None) {
        symbol.isWeakReference &= value.hasExternalWeakLinkage();
        if (!symbol.value) symbol.value = &value, symbol.unit = unit;
        continue;
      }
      // Units of several programs: each goes with its own definition, or the one of the unit that is most like it.
      if (rank == Rank::Strong && symbol.rank == Rank::Strong) {
        program_.apart.emplace(&value, unit);
        symbol.others.push_back({unit, &value});
        continue;
      }
      std::uint64_t size = 0;
      if (rank == Rank::Common) size = module.getDataLayout().getTypeAllocSize(value.getValueType()).getFixedValue();
      if (rank > symbol.rank || (rank == Rank::Common && symbol.rank == rank && size > symbol.size)) {
        symbol.rank = rank;
        symbol.unit = unit;
        symbol.value = &value;
        symbol.size = size;
      }
    }
  }

  /// What the runtime defines only in case that the project does not: functions that a program may replace, and
  /// templates of the C++ library, which are the same wherever they are made.
  void giveWay() {
    std::erase_if(runtimeDefinitions_, [this](const auto& definition) {
      return definition.second.value->isWeakForLinker() &&
             symbols_.find(definition.first)->second.rank != Rank::Runtime;
    });
  }

  SymbolTarget addFunction(std::uint32_t unit, const llvm::Function& function, const Symbol* symbol) {
    const auto index = static_cast<std::uint32_t>(program_.functions.size());
    FunctionInfo& info = program_.functions.emplace_back();
    info.name = function.getName().str();
    info.unit = program_.units[unit].bitcode->name();
    info.isDefined = !function.isDeclaration();
    info.isInternal = function.hasLocalLinkage();
    info.isMain = info.isDefined && !info.isInternal && info.name == "main";
    info.isRuntime = program_.units[unit].isRuntime;
    info.isWeakReference = !info.isDefined && symbol && symbol->isWeakReference;
    info.isAbsent = info.isWeakReference && !isOfLibraries(info.name);
    info.comesBack = function.hasFnAttribute(llvm::Attribute::ReturnsTwice);
    info.isNoThrow = function.doesNotThrow();
    info.isPure = !info.isDefined && function.doesNotAccessMemory() && function.willReturn();
    info.sourceName = sourceNameOf(function);
    if (const llvm::DISubprogram* source = function.getSubprogram()) {
      const std::string path = pathOf(source->getFile());
      info.location = {program_.files.number(path), source->getLine(), 0};
      info.isSystem = path.starts_with("/usr/");
    }
    program_.functionDefinitions.push_back(info.isDefined ? Program::Implementation::Definition{unit, &function}
                                                          : Program::Implementation::Definition{});
    return {SymbolTarget::Kind::Function, index, 0};
  }

  /// Of an array that is declared without a length: of small elements enough for an index that is a byte.
  static std::uint64_t guessedSize(const llvm::GlobalVariable& variable, const llvm::DataLayout& layout) {
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(variable.getValueType());
    if (variable.hasInitializer() || !array || array->getNumElements() > 0) return 0;
    const std::uint64_t element = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    constexpr std::uint64_t mostBytes = 4096, least = 8, most = 256;
    return element == 0 ? 0 : element * std::clamp(mostBytes / element, least, most);
  }

  SymbolTarget addGlobal(std::uint32_t unit, const llvm::GlobalVariable& variable, const Symbol* symbol) {
    const auto index = static_cast<std::uint32_t>(program_.globals.size());
    Global& global = program_.globals.emplace_back();
    const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
    global.name = variable.getName().str();
    if (global.name.empty()) global.name = fmt::format("unnamed.{}", index);
    if (variable.getValueType()->isSized() && !variable.getValueType()->isScalableTy())
      global.size = layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
    if (const std::uint64_t size = guessedSize(variable, layout); size > 0) {
      global.size = size;
      global.isOfAnySize = true;
    }
    global.alignment = static_cast<std::uint32_t>(layout.getPreferredAlign(&variable).value());
    global.isConstant = variable.isConstant();
    global.isThreadLocal = variable.isThreadLocal();
    global.isInternal = variable.hasLocalLinkage();
    global.isMergeable = variable.hasGlobalUnnamedAddr();
    global.isRuntime = program_.units[unit].isRuntime;
    global.isDefined = variable.hasInitializer();
    global.isWeakReference = !global.isDefined && symbol && symbol->isWeakReference;
    global.isAbsent = global.isWeakReference && !isOfLibraries(global.name) && !isOfLinker(global.name);
    if (const llvm::DIGlobalVariable* source = debugVariableOf(variable))
      global.location = {program_.files.number(pathOf(source->getFile())), source->getLine(), 0};
    program_.globalDefinitions.push_back(global.isDefined ? Program::Implementation::Definition{unit, &variable}
                                                          : Program::Implementation::Definition{});
    return {SymbolTarget::Kind::Global, index, 0};
  }

  SymbolTarget add(std::uint32_t unit, const llvm::GlobalValue& value, const Symbol* symbol) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) return addFunction(unit, *function, symbol);
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) return addGlobal(unit, *variable, symbol);
    return {};
  }

  /// Objects in the order of units and of their modules: the chosen definitions and what is internal.
  void makeObjects(std::uint32_t unit) {
    Program::Implementation::Unit& own = program_.units[unit];
    for (const llvm::GlobalValue& value : own.module->global_values()) {
      if (isOfCompiler(value) || llvm::isa<llvm::GlobalAlias, llvm::GlobalIFunc>(value)) continue;
      const Symbol* symbol = nullptr;
      if (!value.hasLocalLinkage()) {
        symbol = &symbols_.find(value.getName())->second;
        if (symbol->value != &value && !isOfRuntime(value) && !program_.apart.contains(&value)) continue;
      }
      own.targets[&value] = add(unit, value, symbol);
      if (own.isRuntime && (!symbol || symbol->value != &value)) nameApart(own.targets[&value], unit);
      else if (value.hasLocalLinkage() || program_.apart.contains(&value))
        internals_[value.getName().str()].push_back({unit, own.targets[&value]});
      else addName(own.targets[&value], value.getName().str());
    }
  }

  /// Aliases in the unit where they are defined. An ifunc is a function that nobody defines.
  void resolveAliases(std::uint32_t unit) {
    Program::Implementation::Unit& own = program_.units[unit];
    const llvm::DataLayout& layout = own.module->getDataLayout();
    for (const llvm::GlobalIFunc& indirect : own.module->ifuncs()) {
      FunctionInfo info;
      info.name = info.sourceName = indirect.getName().str();
      info.unit = own.bitcode->name();
      program_.functions.push_back(std::move(info));
      program_.functionDefinitions.emplace_back();
      own.targets[&indirect] = {SymbolTarget::Kind::Function, static_cast<std::uint32_t>(program_.functions.size() - 1),
                                0};
      aliasNames_.emplace_back(indirect.getName().str(), own.targets[&indirect]);
    }
    for (const llvm::GlobalAlias& alias : own.module->aliases()) {
      llvm::APInt offset(64, 0);
      const llvm::Value* base = alias.getAliasee()->stripAndAccumulateConstantOffsets(layout, offset, true, true);
      const auto* object = llvm::dyn_cast<llvm::GlobalValue>(base);
      if (!object || llvm::isa<llvm::GlobalAlias>(object)) continue;
      // The alias names this unit's object, also when another unit's definition of that name was chosen.
      SymbolTarget target = own.targets.lookup(object);
      if (target.kind == SymbolTarget::Kind::None && !object->isDeclaration()) {
        target = own.targets[object] = add(unit, *object, nullptr);
        internals_[object->getName().str()].push_back({unit, target});
      }
      target.offset += offset.getSExtValue();
      own.targets[&alias] = target;
      if (const auto it = symbols_.find(alias.getName()); it != symbols_.end() && it->second.value == &alias)
        aliasNames_.emplace_back(alias.getName().str(), target);
    }
  }

  /// Of several definitions that are as strong, the one of the unit that is compiled most like this one.
  [[nodiscard]] Place meantBy(std::uint32_t unit, const Symbol& symbol) const {
    Place meant{symbol.unit, symbol.value};
    if (symbol.others.empty() || program_.units[unit].isRuntime) return meant;
    const auto unlikenessTo = [&](const Place& place) {
      return unlikeness(program_.units[unit].bitcode->options(), program_.units[place.unit].bitcode->options());
    };
    std::size_t least = unlikenessTo(meant);
    for (const Place& other : symbol.others)
      if (const std::size_t unlike = unlikenessTo(other); unlike < least) meant = other, least = unlike;
    return meant;
  }

  /// What is left: names whose object is in another unit.
  void bindDeclarations(std::uint32_t unit) {
    Program::Implementation::Unit& own = program_.units[unit];
    for (const llvm::GlobalValue& value : own.module->global_values()) {
      if (own.targets.contains(&value) || value.hasLocalLinkage() || isOfCompiler(value)) continue;
      const Symbol& symbol = symbols_.find(value.getName())->second;
      const auto runtime = own.isRuntime ? runtimeDefinitions_.find(value.getName()) : runtimeDefinitions_.end();
      const Place meant = runtime == runtimeDefinitions_.end() ? meantBy(unit, symbol) : runtime->second;
      own.targets[&value] = program_.units[meant.unit].targets.lookup(meant.value);
      if (program_.apart.contains(meant.value)) program_.apart.emplace(&value, meant.unit);
    }
  }

  [[nodiscard]] bool isOfRuntime(const llvm::GlobalValue& value) const {
    const auto it = runtimeDefinitions_.find(value.getName());
    return it != runtimeDefinitions_.end() && it->second.value == &value;
  }

  /// What the runtime has for itself takes no name from the project.
  void nameApart(const SymbolTarget& target, std::uint32_t unit) {
    std::string& name = target.kind == SymbolTarget::Kind::Function ? program_.functions[target.index].name
                                                                    : program_.globals[target.index].name;
    name += "@" + program_.units[unit].bitcode->name();
    addName(target, name);
  }

  void addName(const SymbolTarget& target, const std::string& name) {
    if (target.kind == SymbolTarget::Kind::Function) program_.functionsByName.emplace(name, target.index);
    else if (target.kind == SymbolTarget::Kind::Global && target.offset == 0)
      program_.globalsByName.emplace(name, target.index);
  }

  static void addSourceName(Program::Implementation::Names& names, const std::string& name, std::uint32_t index) {
    const auto [it, isNew] = names.emplace(name, index);
    if (!isNew && it->second != index) it->second = none;
  }

  void nameInternals() {
    for (auto& [name, symbols] : internals_)
      for (const auto& [unit, target] : symbols) {
        const bool isFunction = target.kind == SymbolTarget::Kind::Function;
        std::string& own = isFunction ? program_.functions[target.index].name : program_.globals[target.index].name;
        const bool isApart =
            isFunction && (symbols.size() > 1 || symbols_.contains(name) || program_.likeness.apart.contains(name));
        if (isApart) program_.likeness.apart.insert(name);
        if (!isFunction || isApart) own += "@" + program_.units[unit].bitcode->name();
        addName(target, own);
        if (!name.empty())
          addSourceName(isFunction ? program_.functionsBySource : program_.globalsBySource, name, target.index);
      }
    // What is only declared gives way to what is defined.
    for (const bool isDefined : {true, false}) {
      Program::Implementation::Names found;
      for (std::uint32_t i = 0; i < program_.functions.size(); ++i)
        if (program_.functions[i].isDefined == isDefined && !program_.functions[i].isRuntime)
          addSourceName(found, program_.functions[i].sourceName, i);
      for (const auto& [name, index] : found)
        if (!program_.functionsBySource.contains(name)) program_.functionsBySource.emplace(name, index);
    }
    for (std::uint32_t i = 0; i < program_.globals.size(); ++i)
      if (const auto* variable = llvm::cast_or_null<llvm::GlobalVariable>(program_.globalDefinitions[i].value);
          variable && !program_.globals[i].isRuntime)
        if (const std::string name = sourceNameOf(*variable); !name.empty())
          addSourceName(program_.globalsBySource, name, i);
  }

  /// A function whose key object comes from another unit was thrown away together with this unit's copy of
  /// it.
  [[nodiscard]] bool isDiscarded(std::uint32_t unit, const llvm::Constant* key) const {
    const auto* object = llvm::dyn_cast<llvm::GlobalValue>(key->stripPointerCasts());
    if (!object || object->hasLocalLinkage()) return false;
    const auto it = symbols_.find(object->getName());
    return it != symbols_.end() && it->second.unit != unit;
  }

  [[nodiscard]] std::vector<FunctionIndex> startFunctions(llvm::StringRef list) const {
    std::multimap<std::uint64_t, FunctionIndex> found; // by priority, in the order of units
    for (std::uint32_t unit = 0; unit < program_.units.size(); ++unit) {
      const llvm::GlobalVariable* variable = program_.units[unit].module->getNamedGlobal(list);
      if (!variable || !variable->hasInitializer()) continue;
      const auto* entries = llvm::dyn_cast<llvm::ConstantArray>(variable->getInitializer());
      if (!entries) continue;
      for (const llvm::Use& use : entries->operands()) {
        const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
        if (!entry || entry->getNumOperands() < 2) continue;
        const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
        const auto* function = llvm::dyn_cast<llvm::GlobalValue>(entry->getOperand(1)->stripPointerCasts());
        if (!priority || !function || (entry->getNumOperands() > 2 && isDiscarded(unit, entry->getOperand(2))))
          continue;
        if (const SymbolTarget target = program_.units[unit].targets.lookup(function);
            target.kind == SymbolTarget::Kind::Function)
          found.emplace(priority->getZExtValue(), target.index);
      }
    }
    addListed(list == "llvm.global_ctors", found);
    std::vector<FunctionIndex> result;
    for (const auto& [priority, function] : found) result.push_back(function);
    return result;
  }

  /// Pointers that the source itself puts into the lists that the loader reads.
  void addListed(bool isAtStart, std::multimap<std::uint64_t, FunctionIndex>& found) const {
    for (std::size_t i = 0; i < program_.globals.size(); ++i) {
      const auto* variable = llvm::cast_or_null<llvm::GlobalVariable>(program_.globalDefinitions[i].value);
      const std::optional<StartList> list = variable ? startListOf(*variable) : std::nullopt;
      if (!list || list->isAtEnd == isAtStart) continue;
      for (const Relocation& at : program_.globals[i].relocations)
        if (at.isFunction) found.emplace(list->priority, at.target);
    }
  }

  Program::Implementation& program_;
  std::map<std::string, Symbol, std::less<>> symbols_;           ///< all but the internal ones
  std::map<std::string, Place, std::less<>> runtimeDefinitions_; ///< what the runtime means by a name
  std::map<std::string, std::vector<std::pair<std::uint32_t, SymbolTarget>>> internals_;
  std::vector<std::pair<std::string, SymbolTarget>> aliasNames_;
};

} // namespace

void resolveSymbols(Program::Implementation& program) { Resolver(program).run(); }

} // namespace beagle::ir
