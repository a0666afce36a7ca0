#include "analysis/ir/bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace beagle::ir {

using support::Result;

struct BitcodeModule::Data {
  std::string name;
  CompileOptions options;
  std::string bytes;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module; ///< refers to bytes and context
  std::mutex mutex;
  bool isVerified = false;
};

BitcodeModule::BitcodeModule(std::unique_ptr<Data> data) : data_(std::move(data)) {}
BitcodeModule::BitcodeModule(BitcodeModule&&) noexcept = default;
BitcodeModule& BitcodeModule::operator=(BitcodeModule&&) noexcept = default;
BitcodeModule::~BitcodeModule() = default;

Result<BitcodeModule> BitcodeModule::open(std::string bitcode, const std::string& name, CompileOptions options) {
  auto data = std::make_unique<Data>();
  data->name = name;
  data->options = std::move(options);
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
    return support::cannotRun("{}: the body of `{}` is damaged: {}", data_->name, symbol,
                              llvm::toString(std::move(failed)));
  if (llvm::Error failed = data_->module->materializeMetadata())
    return support::cannotRun("{}: its debug information is damaged: {}", data_->name,
                              llvm::toString(std::move(failed)));
  if (function->isDeclaration()) return support::cannotRun("{}: defines no `{}`", data_->name, symbol);
  return function;
}

Result<llvm::Module*> BitcodeModule::whole() {
  llvm::Module& module = *data_->module;
  if (data_->isVerified) return &module;
  if (llvm::Error failed = module.materializeAll())
    return support::cannotRun("{}: damaged bitcode: {}", data_->name, llvm::toString(std::move(failed)));
  std::string problems;
  llvm::raw_string_ostream out(problems);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(module, &out, &brokenDebugInfo))
    return support::cannotRun("{}: unsound bitcode: {}", data_->name, problems.substr(0, problems.find('\n')));
  if (brokenDebugInfo) llvm::StripDebugInfo(module);
  module.setIsNewDbgInfoFormat(true);
  data_->isVerified = true;
  return &module;
}

const llvm::Module& BitcodeModule::outline() const { return *data_->module; }

const std::string& BitcodeModule::name() const { return data_->name; }

const CompileOptions& BitcodeModule::options() const { return data_->options; }

const std::string& BitcodeModule::bytes() const { return data_->bytes; }

std::mutex& BitcodeModule::mutex() { return data_->mutex; }

} // namespace beagle::ir
