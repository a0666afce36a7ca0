#include "analysis/ir/treatments.h"

#include "analysis/ir/debug_places.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <vector>

namespace beagle::ir {

using support::Result;

namespace {

/// What the source says of the function, as of one that is declared only.
llvm::DISubprogram* declared(const llvm::DISubprogram& source) {
  return llvm::DISubprogram::get(source.getContext(), source.getScope(), source.getName(), source.getLinkageName(),
                                 source.getFile(), source.getLine(), source.getType(), 0, nullptr, 0, 0,
                                 source.getFlags() & ~llvm::DINode::FlagAllCallsDescribed,
                                 llvm::DISubprogram::SPFlagZero, nullptr);
}

/// An undefined function with the same interface.
llvm::Function* outside(llvm::Function& function, Treatment::Kind kind) {
  auto* other = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                       function.getName() + ".outside", function.getParent());
  other->setAttributes(function.getAttributes());
  other->setCallingConv(function.getCallingConv());
  if (const llvm::DISubprogram* source = function.getSubprogram()) other->setSubprogram(declared(*source));
  if (kind == Treatment::Kind::Pure) {
    other->setDoesNotAccessMemory();
    other->setWillReturn();
  }
  return other;
}

void treat(llvm::Function& function, const Treatment& treatment) {
  llvm::Function* other = nullptr;
  if (treatment.kind != Treatment::Kind::Like) {
    other = outside(function, treatment.kind);
  } else {
    llvm::Module& module = *function.getParent();
    other = module.getFunction(treatment.model);
    if (!other)
      other = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::ExternalLinkage, treatment.model,
                                     module);
  }
  if (other == &function) return;
  function.replaceUsesWithIf(other, [&](const llvm::Use& use) {
    // An alias is another name of this one, and the address of a label is one in its code.
    return !llvm::isa<llvm::GlobalAlias, llvm::GlobalIFunc, llvm::BlockAddress>(use.getUser());
  });
}

} // namespace

Result<std::string> withTreatments(std::string bitcode, const TreatmentOf& treatmentOf) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "unit"), context);
  if (!module) return support::cannotRun("damaged bitcode: {}", llvm::toString(module.takeError()));
  std::vector<std::pair<llvm::Function*, Treatment>> treated;
  for (llvm::Function& function : **module)
    if (!function.isIntrinsic())
      if (auto treatment = treatmentOf(sourceNameOf(function))) treated.emplace_back(&function, std::move(*treatment));
  if (treated.empty()) return bitcode;
  for (const auto& [function, treatment] : treated) treat(*function, treatment);
  std::string result;
  llvm::raw_string_ostream out(result);
  llvm::WriteBitcodeToFile(**module, out);
  out.flush();
  return result;
}

} // namespace beagle::ir
