#include "analysis/change/line_constants.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

namespace beagle::change {

namespace {

/// The members of an initialiser that are numbers, with how often each value comes.
void countNumbers(const llvm::Constant& constant, std::map<std::uint64_t, unsigned>& counts) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant); number && number->getBitWidth() <= 64)
    ++counts[number->getZExtValue()];
  if (const auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant))
    for (const llvm::Use& member : aggregate->operands()) countNumbers(*llvm::cast<llvm::Constant>(member), counts);
}

using Uses = std::vector<const llvm::Use*>;

/// Whether an operand is an argument of a function of this plain name; everything goes to the empty name.
bool goesTo(const llvm::Use& operand, const std::string& callee) {
  if (callee.empty()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(operand.getUser());
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().contains(callee);
}

/// Of a local that becomes a value; what is stored there goes on from where it is read.
bool isValue(const llvm::Value& object) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&object);
  return local && llvm::isAllocaPromotable(local);
}

/// What is handed to calls or stored.
Uses handedOn(const llvm::Function& function) {
  Uses uses;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        if (!isValue(*store->getPointerOperand())) uses.push_back(&store->getOperandUse(0));
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      for (const llvm::Use& argument : call->args()) uses.push_back(&argument);
    }
  return uses;
}

/// Those that equal a `__LINE__` of this function, by their value.
std::map<std::uint64_t, Uses> possibleLines(const Uses& handed, const LineLiterals& literals) {
  std::map<std::uint64_t, Uses> uses;
  for (const llvm::Use* use : handed) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(use->get());
    if (!constant || constant->getBitWidth() > 64 || constant->getBitWidth() <= 8) continue;
    if (literals.contains(constant->getZExtValue())) uses[constant->getZExtValue()].push_back(use);
  }
  return uses;
}

/// What a string constant holds, without the zero at its end.
std::optional<std::string> stringOf(const llvm::Value& value) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (!variable || !variable->hasPrivateLinkage() || !variable->isConstant() || !variable->hasInitializer())
    return std::nullopt;
  const auto* data = llvm::dyn_cast<llvm::ConstantDataArray>(variable->getInitializer());
  if (!data || !data->isCString()) return std::nullopt;
  return data->getAsCString().str();
}

void addTexts(const Uses& handed, const std::map<std::string, LineText>& texts, LineConstants& lines) {
  std::map<const LineText*, Uses> found;
  for (const llvm::Use* use : handed)
    if (const auto text = stringOf(*use->get()))
      if (const auto it = texts.find(*text); it != texts.end()) found[&it->second].push_back(use);
  for (const auto& [text, uses] : found)
    if (uses.size() <= text->written)
      for (const llvm::Use* use : uses) lines[use] = text->withoutLine;
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

LineConstants lineConstants(const llvm::Function& function, const LineMentions& mentions) {
  LineConstants lines;
  const LineLiterals& literals = mentions.numbers;
  if (literals.empty() && mentions.texts.empty()) return lines;
  const Uses handed = handedOn(function);
  addTexts(handed, mentions.texts, lines);
  const auto take = [&](const Uses& uses) {
    for (const llvm::Use* use : uses) lines.try_emplace(use);
  };
  for (const auto& [value, uses] : possibleLines(handed, literals)) {
    std::map<std::string, std::vector<LineLiteral>, std::greater<>> byCallee; // what has no callee comes last
    for (const LineLiteral& literal : literals.at(value)) byCallee[literal.callee].push_back(literal);
    std::size_t elsewhere = 0; // written as arguments of calls that are not found
    for (const auto& [callee, written] : byCallee) {
      Uses found;
      std::ranges::copy_if(uses, std::back_inserter(found),
                           [&](const llvm::Use* use) { return !lines.contains(use) && goesTo(*use, callee); });
      if (!callee.empty() && found.empty()) {
        elsewhere += written.size();
        continue;
      }
      Uses meant = standingThere(found, value, written);
      if (meant.empty()) meant = std::move(found);
      if (meant.size() > written.size() && !callee.empty()) keepPlaces(meant, written);
      if (meant.size() <= written.size() + (callee.empty() ? elsewhere : 0)) take(meant);
      if (callee.empty()) elsewhere = 0;
    }
    if (elsewhere > 0 && uses.size() <= elsewhere) take(uses);
  }
  return lines;
}

std::set<std::uint64_t> linesIn(const llvm::Constant& initialiser, const std::vector<std::uint64_t>& written) {
  std::set<std::uint64_t> lines;
  if (written.empty()) return lines;
  std::map<std::uint64_t, unsigned> counts;
  countNumbers(initialiser, counts);
  for (const std::uint64_t line : written)
    if (counts[line] <= static_cast<unsigned>(std::ranges::count(written, line))) lines.insert(line);
  return lines;
}

} // namespace beagle::change
