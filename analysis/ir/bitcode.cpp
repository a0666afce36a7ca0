#include "analysis/ir/bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

namespace beagle::ir {

using support::Result;

struct BitcodeModule::Data {
  std::string name;
  std::string bytes;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module; ///< refers to bytes and context
};

BitcodeModule::BitcodeModule(std::unique_ptr<Data> data) : data_(std::move(data)) {}
BitcodeModule::BitcodeModule(BitcodeModule&&) noexcept = default;
BitcodeModule& BitcodeModule::operator=(BitcodeModule&&) noexcept = default;
BitcodeModule::~BitcodeModule() = default;

Result<BitcodeModule> BitcodeModule::open(std::string bitcode, const std::string& name) {
  auto data = std::make_unique<Data>();
  data->name = name;
  data->bytes = std::move(bitcode);
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(data->bytes, data->name), data->context, true);
  if (!module) return support::cannotRun("{}: damaged bitcode: {}", name, llvm::toString(module.takeError()));
  data->module = std::move(*module);
  return BitcodeModule(std::move(data));
}

Result<llvm::Function*> BitcodeModule::function(const std::string& symbol) {
  llvm::Function* function = data_->module->getFunction(symbol);
  if (!function) return support::cannotRun("{}: defines no `{}`", data_->name, symbol);
  if (llvm::Error failed = function->materialize())
    return support::cannotRun("{}: the body of `{}` is damaged: {}", data_->name, symbol, llvm::toString(std::move(failed)));
  if (llvm::Error failed = data_->module->materializeMetadata())
    return support::cannotRun("{}: its debug information is damaged: {}", data_->name, llvm::toString(std::move(failed)));
  if (function->isDeclaration()) return support::cannotRun("{}: defines no `{}`", data_->name, symbol);
  return function;
}

} // namespace beagle::ir
