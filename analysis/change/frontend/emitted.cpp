#include "analysis/change/frontend/emitted.h"

#include "analysis/change/canonical.h"
#include "analysis/change/frontend/emitted_lines.h"
#include "analysis/ir/assembly.h"
#include "analysis/ir/start_steps.h"
#include "analysis/support/digest.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

namespace beagle::change {

namespace {

ir::Linkage linkageOf(const llvm::GlobalValue& value) {
  if (value.hasLocalLinkage()) return ir::Linkage::Internal;
  return value.isWeakForLinker() ? ir::Linkage::Weak : ir::Linkage::External;
}

/// What the source asked for, beside what everybody's linkage is.
std::vector<std::string> traitsOf(const llvm::GlobalValue& value) {
  std::vector<std::string> traits;
  if (value.hasWeakAnyLinkage()) traits.emplace_back("weak");
  if (value.hasAvailableExternallyLinkage()) traits.emplace_back("defined elsewhere");
  if (value.hasHiddenVisibility()) traits.emplace_back("hidden");
  if (value.hasProtectedVisibility()) traits.emplace_back("protected");
  const auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value);
  if (object && object->hasSection()) traits.push_back("section " + object->getSection().str());
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value); variable && variable->getAlign()) {
    // A compiler aligns arrays by itself up to what a vector needs.
    constexpr std::uint64_t usual = 16;
    const std::uint64_t needed = variable->getDataLayout().getABITypeAlign(variable->getValueType()).value();
    if (variable->getAlign()->value() > std::max(usual, needed))
      traits.push_back("aligned " + std::to_string(variable->getAlign()->value()));
  }
  return traits;
}

template <class Row> void take(Row& row, CanonicalCode code) {
  row.digest = std::move(code.digest);
  row.shape = std::move(code.shape);
  row.symbols = std::move(code.symbols);
}

class Emitted {
public:
  Emitted(llvm::Module& module, FactsCollector& collector)
      : module_(module), collector_(collector), facts_(collector.facts()), canonicaliser_(module) {}

  void add() {
    for (llvm::GlobalVariable& variable : module_.globals()) addVariable(variable);
    for (const llvm::GlobalAlias& alias : module_.aliases()) addAlias(alias, alias.getAliasee(), "alias");
    for (const llvm::GlobalIFunc& indirect : module_.ifuncs()) addAlias(indirect, indirect.getResolver(), "ifunc");
    addAssembly();
    facts_.start = ir::startStepsOf(module_);
    std::vector<llvm::Function*> functions; // preparing them adds declarations
    for (llvm::Function& function : module_)
      if (!function.isDeclaration()) functions.push_back(&function);
    for (llvm::Function* function : functions) addFunction(*function);
  }

private:
  void addVariable(llvm::GlobalVariable& variable) {
    if (variable.isDeclaration() || variable.hasPrivateLinkage() || variable.getName().starts_with("llvm.")) return;
    ir::GlobalFacts row;
    row.symbol = variable.getName().str();
    row.linkage = linkageOf(variable);
    row.traits = traitsOf(variable);
    row.constant = variable.isConstant();
    row.item = itemOf(collector_, variable);
    take(row, canonicaliser_.global(variable, linesWrittenIn(collector_, row.item)));
    facts_.globals.push_back(std::move(row));
  }

  void addAlias(const llvm::GlobalValue& alias, const llvm::Constant* target, std::string_view what) {
    if (alias.hasPrivateLinkage()) return;
    ir::GlobalFacts row;
    row.symbol = alias.getName().str();
    row.linkage = linkageOf(alias);
    row.traits = traitsOf(alias);
    row.isFunction = llvm::isa<llvm::FunctionType>(alias.getValueType());
    row.item = collector_.itemOf(row.symbol);
    llvm::APInt offset(64, 0);
    const llvm::Value* object = target->stripAndAccumulateConstantOffsets(module_.getDataLayout(), offset, true, true);
    row.symbols = {object->getName().str()};
    row.shape = support::Digest().add(what).add(offset.getSExtValue()).hex();
    row.digest = support::Digest().add(row.shape).add(row.symbols.front()).hex();
    facts_.globals.push_back(std::move(row));
  }

  void addAssembly() {
    for (const FactsCollector::AssemblyText& assembly : collector_.assembly())
      for (const ir::AssemblySymbol& symbol : ir::symbolsOfAssembly(assembly.text)) {
        ir::GlobalFacts row;
        row.symbol = symbol.name;
        row.linkage = symbol.isVisible ? ir::Linkage::External : ir::Linkage::Internal;
        row.item = assembly.item;
        if (!symbol.target.empty()) row.symbols = {symbol.target};
        row.digest = row.shape = support::Digest().add(assembly.text).hex();
        facts_.globals.push_back(std::move(row));
      }
  }

  void addFunction(llvm::Function& function) {
    ir::FunctionFacts row;
    row.symbol = function.getName().str();
    row.linkage = linkageOf(function);
    row.traits = traitsOf(function);
    row.instructions = function.getInstructionCount();
    row.source = sourceOf(collector_, function);
    if (const llvm::DISubprogram* described = function.getSubprogram())
      if (described->getName().contains('<') && described->getTemplateParams())
        row.instance = described->getName().str();
    const LineMentions& lines =
        row.source >= 0 ? collector_.linesOf(row.source) : collector_.linesOfItem(itemInitialisedBy(row.symbol));
    take(row, canonicaliser_.function(function, lines));
    row.orders = collector_.ordersOf(row.symbol);
    facts_.functions.push_back(std::move(row));
  }

  [[nodiscard]] int itemInitialisedBy(const std::string& function) const {
    const auto step = std::ranges::find(facts_.start, function, &ir::StartStep::function);
    if (step == facts_.start.end()) return -1;
    const auto variable = std::ranges::find(facts_.globals, step->variable, &ir::GlobalFacts::symbol);
    return variable == facts_.globals.end() ? -1 : variable->item;
  }

  llvm::Module& module_;
  FactsCollector& collector_;
  ir::UnitFacts& facts_;
  Canonicaliser canonicaliser_;
};

} // namespace

void addEmitted(llvm::Module& module, FactsCollector& collector) { Emitted(module, collector).add(); }

} // namespace beagle::change
