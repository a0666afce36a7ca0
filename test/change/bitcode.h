#pragma once

#include "test/change/compiled.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <string>

namespace beagle::change {

/// A source as the module that beagle-cc writes for it.
class CompiledModule {
public:
  explicit CompiledModule(const std::string& source, const std::string& name = "a.c") {
    const CompiledSource compiled(source, name);
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(compiled.bitcode(), name), context_);
    if (module) module_ = std::move(*module);
    else ADD_FAILURE() << llvm::toString(module.takeError());
    facts_ = compiled.facts();
  }

  [[nodiscard]] llvm::Module& module() { return *module_; }
  [[nodiscard]] const ir::UnitFacts& facts() const { return facts_; }
  [[nodiscard]] llvm::Function& function(const std::string& name) {
    llvm::Function* function = module_->getFunction(name);
    EXPECT_NE(function, nullptr) << name;
    return *function;
  }
  [[nodiscard]] std::string digestOf(const std::string& name) const {
    for (const ir::FunctionFacts& function : facts_.functions)
      if (function.symbol == name) return function.digest;
    ADD_FAILURE() << "no function " << name;
    return {};
  }

private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  ir::UnitFacts facts_;
};

} // namespace beagle::change
