#include "analysis/ir/passed_values.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <set>

namespace beagle::ir {

namespace {

/// More calls than this are not looked at.
constexpr std::size_t mostCalls = 100;
constexpr std::size_t mostValues = 8;

using All = std::vector<std::optional<PassedValues>>;

PassedValues ofRange(const llvm::ConstantRange& range) {
  if (const llvm::APInt* single = range.getSingleElement())
    return {{single->getZExtValue()}, single->getZExtValue(), single->getZExtValue()};
  return {{}, range.getLower().getZExtValue(), (range.getUpper() - 1).getZExtValue()};
}

llvm::ConstantRange rangeOf(const PassedValues& passed, std::uint32_t width) {
  const llvm::APInt first(width, passed.first), end = llvm::APInt(width, passed.last) + 1;
  return first == end ? llvm::ConstantRange::getFull(width) : llvm::ConstantRange(first, end);
}

/// The functions with calls of `function`; nothing when it is used in any other way.
std::optional<std::set<std::string>> callersOf(const llvm::Function& function) {
  std::set<std::string> callers;
  std::size_t calls = 0;
  for (const llvm::Use& use : function.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) || call->getFunctionType() != function.getFunctionType() || ++calls > mostCalls)
      return {};
    callers.insert(call->getFunction()->getName().str());
  }
  return callers;
}

/// Makes values of a function's variables. What was never written may be anything.
void promote(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> all;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        variable && !variable->isArrayAllocation() && variable->getAllocatedType()->isSingleValueType())
      all.push_back(variable);
  for (llvm::AllocaInst* variable : all) {
    auto* poison = llvm::PoisonValue::get(variable->getAllocatedType());
    auto* anything = new llvm::FreezeInst(poison, "", std::next(variable->getIterator()));
    new llvm::StoreInst(anything, variable, std::next(anything->getIterator()));
  }
  llvm::DominatorTree dominators(function);
  while (true) { // what held the address of another one may be gone then
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : function.getEntryBlock())
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          variable && llvm::isAllocaPromotable(variable))
        variables.push_back(variable);
    if (variables.empty()) return;
    llvm::PromoteMemToReg(variables, dominators);
  }
}

/// What one call passes. Its function's variables are values.
All passedBy(llvm::CallBase& call, llvm::LazyValueInfo& known) {
  All all(call.arg_size());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value* value = call.getArgOperand(i);
    if (call.paramHasAttr(i, llvm::Attribute::ByVal)) continue;
    if (const auto* type = llvm::dyn_cast<llvm::IntegerType>(value->getType())) {
      if (type->getBitWidth() > 64) continue;
      const llvm::ConstantRange range = known.getConstantRange(value, &call, false);
      if (!range.isFullSet() && !range.isEmptySet()) all[i] = ofRange(range);
    } else if (auto* pointer = llvm::dyn_cast<llvm::PointerType>(value->getType())) {
      const llvm::Constant* is =
          known.getPredicateAt(llvm::CmpInst::ICMP_NE, value, llvm::ConstantPointerNull::get(pointer), &call, true);
      const llvm::Value* object = value->stripInBoundsOffsets();
      const auto* global = llvm::dyn_cast<llvm::GlobalValue>(object); // a weak one may be missing
      const bool isObject =
          llvm::isa<llvm::AllocaInst>(object) ||
          (llvm::isa_and_nonnull<llvm::GlobalVariable, llvm::Function>(global) && !global->hasExternalWeakLinkage());
      const bool isNeverNull = (is && is->isOneValue()) || isObject;
      if (isNeverNull) all[i] = PassedValues{{}, 0, 0, true};
    }
  }
  return all;
}

} // namespace

std::optional<PassedValues> eitherOf(const std::optional<PassedValues>& one, const std::optional<PassedValues>& other,
                                     std::uint32_t width) {
  if (!one || !other) return {};
  if (one->isNeverNull || other->isNeverNull) return *one == *other ? one : std::nullopt;
  const llvm::ConstantRange range = rangeOf(*one, width).unionWith(rangeOf(*other, width));
  if (range.isFullSet()) return {};
  PassedValues both = ofRange(range);
  both.values.clear();
  if (one->values.empty() || other->values.empty()) return both;
  std::ranges::set_union(one->values, other->values, std::back_inserter(both.values));
  if (both.values.size() > mostValues) both.values.clear();
  return both;
}

All passedValues(BitcodeModule& unit, const std::string& symbol) {
  std::optional<std::set<std::string>> callers;
  std::vector<std::uint32_t> widths;
  {
    const std::scoped_lock lock(unit.mutex());
    const auto whole = unit.whole();
    const llvm::Function* function = whole ? (*whole)->getFunction(symbol) : nullptr;
    if (!function || !function->hasLocalLinkage() || function->isVarArg()) return {};
    callers = callersOf(*function);
    for (const llvm::Argument& argument : function->args())
      widths.push_back(argument.getType()->isIntegerTy() ? argument.getType()->getIntegerBitWidth() : 64);
  }
  if (!callers || callers->empty()) return {};
  // Their variables become values in a copy.
  auto copy = BitcodeModule::open(unit.bytes(), unit.name());
  if (!copy) return {};
  std::optional<All> all;
  for (const std::string& name : *callers) {
    const auto caller = copy->function(name);
    if (!caller) return {};
    promote(**caller);
    llvm::AssumptionCache assumptions(**caller);
    llvm::LazyValueInfo known(&assumptions, &(*caller)->getParent()->getDataLayout());
    for (llvm::BasicBlock& block : **caller)
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (!call || !call->getCalledFunction() || call->getCalledFunction()->getName() != symbol) continue;
        const All passed = passedBy(*call, known);
        if (!all) {
          all = passed;
          continue;
        }
        for (std::size_t i = 0; i < all->size(); ++i) (*all)[i] = eitherOf((*all)[i], passed[i], widths[i]);
      }
  }
  const bool isAnything = !all || std::ranges::none_of(*all, [](const auto& each) { return each.has_value(); });
  return isAnything ? All() : *all;
}

} // namespace beagle::ir
