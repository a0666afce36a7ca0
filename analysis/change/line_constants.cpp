#include "analysis/change/line_constants.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <iterator>

namespace beagle::change {

namespace {

using Uses = std::vector<const llvm::Use*>;

/// Whether an operand is an argument of a function of this plain name; everything goes to the empty name.
bool goesTo(const llvm::Use& operand, const std::string& callee) {
  if (callee.empty()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(operand.getUser());
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().contains(callee);
}

/// Constants that are handed to calls or stored and equal a `__LINE__` of this function, by their value.
std::map<std::uint64_t, Uses> possibleLines(const llvm::Function& function, const LineLiterals& literals) {
  std::map<std::uint64_t, Uses> uses;
  const auto note = [&](const llvm::Use& use) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(use.get());
    if (!constant || constant->getBitWidth() > 64 || constant->getBitWidth() <= 8) return;
    if (literals.contains(constant->getZExtValue())) uses[constant->getZExtValue()].push_back(&use);
  };
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) note(store->getOperandUse(0));
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      for (const llvm::Use& argument : call->args()) note(argument);
    }
  return uses;
}

/// Of the given operands, those that stand on a line where one of the literals is written.
Uses standingThere(const Uses& uses, std::uint64_t value, const std::vector<LineLiteral>& written) {
  Uses there;
  std::ranges::copy_if(uses, std::back_inserter(there), [&](const llvm::Use* use) {
    const llvm::DebugLoc& place = llvm::cast<llvm::Instruction>(use->getUser())->getDebugLoc();
    return place && (place.getLine() == value ||
                     std::ranges::find(written, place.getLine(), &LineLiteral::line) != written.end());
  });
  return there;
}

/// Drops arguments in places where none of the literals is written.
void keepPlaces(Uses& arguments, const std::vector<LineLiteral>& written) {
  std::erase_if(arguments, [&](const llvm::Use* use) {
    const auto* call = llvm::cast<llvm::CallBase>(use->getUser());
    return std::ranges::find(written, call->arg_size() - call->getArgOperandNo(use), &LineLiteral::fromEnd) ==
           written.end();
  });
}

} // namespace

llvm::DenseSet<const llvm::Use*> lineConstants(const llvm::Function& function, const LineLiterals& literals) {
  llvm::DenseSet<const llvm::Use*> lines;
  if (literals.empty()) return lines;
  for (const auto& [value, uses] : possibleLines(function, literals)) {
    std::map<std::string, std::vector<LineLiteral>, std::greater<>> byCallee; // what has no callee comes last
    for (const LineLiteral& literal : literals.at(value)) byCallee[literal.callee].push_back(literal);
    std::size_t elsewhere = 0; // written as arguments of calls that are not found
    for (const auto& [callee, written] : byCallee) {
      Uses found;
      std::ranges::copy_if(uses, std::back_inserter(found), [&](const llvm::Use* use) {
        return !lines.contains(use) && goesTo(*use, callee);
      });
      if (!callee.empty() && found.empty()) {
        elsewhere += written.size();
        continue;
      }
      Uses meant = standingThere(found, value, written);
      if (meant.empty()) meant = std::move(found);
      if (meant.size() > written.size() && !callee.empty()) keepPlaces(meant, written);
      if (meant.size() <= written.size() + (callee.empty() ? elsewhere : 0))
        lines.insert(meant.begin(), meant.end());
      if (callee.empty()) elsewhere = 0;
    }
    if (elsewhere > 0 && uses.size() <= elsewhere) lines.insert(uses.begin(), uses.end());
  }
  return lines;
}

} // namespace beagle::change
