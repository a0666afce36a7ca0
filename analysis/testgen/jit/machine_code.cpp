#include "analysis/testgen/jit/machine_code.h"

#include "analysis/testgen/jit/reached.h"

#include <dlfcn.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/JITLink/EHFrameSupport.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/GVMaterializer.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ModuleSymbolTable.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <memory>
#include <set>

namespace beagle::testgen {

namespace {

using Text = std::string;
template <typename T> using Result = std::expected<T, Text>;

std::unexpected<Text> failed(llvm::Error error) { return std::unexpected(llvm::toString(std::move(error))); }

/// As for a program linked by clang: nothing that this machine has beyond others.
std::unique_ptr<llvm::TargetMachine> targetMachine(const std::string& triple, std::string& problem) {
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (!target) return nullptr;
  llvm::TargetOptions options;
  options.TrapUnreachable = true;
  options.EmulatedTLS = true; // the other kinds need the dynamic loader
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "x86-64", "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::None, true));
}

/// What a program is linked to in any case.
class Libraries {
public:
  Libraries() {
    for (const char* name : names) handles_.push_back(::dlopen(name, RTLD_NOW | RTLD_GLOBAL));
  }
  [[nodiscard]] bool have(const std::string& symbol) const {
    return std::ranges::any_of(handles_, [&](void* handle) { return handle && ::dlsym(handle, symbol.c_str()); });
  }
  static constexpr const char* names[] = {"libstdc++.so.6", "libm.so.6", "libc.so.6"};

private:
  std::vector<void*> handles_;
};

class Maker {
public:
  Maker(const JitJob& job, const std::vector<Given>& given, const char* missing)
      : job_(job), given_(given), missing_(missing) {}

  Result<MachineCode> make() {
    if (auto done = readModules(); !done) return std::unexpected(done.error());
    auto reached = keepReached(modules_, "beagle_entry");
    if (!reached) return std::unexpected(reached.error());
    for (const std::string& symbol : reached->own)
      if (!inlined_.contains(symbol) && libraries_.have(symbol))
        return std::unexpected("the program and a library both have " + symbol);
    if (auto done = addStubs(reached->undefined); !done) return std::unexpected(done.error());
    return link(*reached);
  }

private:
  Result<void> readModules() {
    llvm::SMDiagnostic diagnostic;
    auto caller = llvm::parseIRFile(job_.caller, diagnostic, context_);
    if (!caller) return std::unexpected(job_.caller + ": " + diagnostic.getMessage().str());
    modules_.push_back(std::move(caller));
    for (const JitUnit& unit : job_.units) {
      auto buffer = llvm::MemoryBuffer::getFile(unit.file);
      if (!buffer) return std::unexpected(unit.file + ": " + buffer.getError().message());
      auto module = llvm::getOwningLazyBitcodeModule(std::move(*buffer), context_, true);
      if (!module) return failed(module.takeError());
      (*module)->getMaterializer()->setStripDebugInfo();
      for (const llvm::Function& function : **module)
        if (function.hasAvailableExternallyLinkage()) inlined_.insert(function.getName().str());
      ir::exportModule(**module, unit.number, unit.exported);
      modules_.push_back(std::move(*module));
    }
    const std::string triple = job_.units.empty() ? "" : modules_.back()->getTargetTriple();
    std::string problem;
    machine_ = targetMachine(triple, problem);
    if (!machine_) return std::unexpected(problem);
    modules_.front()->setTargetTriple(triple);
    modules_.front()->setDataLayout(machine_->createDataLayout());
    for (const auto& module : modules_)
      if (module->getDataLayout() != machine_->createDataLayout())
        return std::unexpected("a unit is of another kind of machine");
    return {};
  }

  Result<void> addStubs(std::map<std::string, Undefined>& undefined) {
    llvm::ModuleSymbolTable::CollectAsmSymbols(*modules_.front(),
                                               [&](llvm::StringRef name, auto) { undefined.erase(name.str()); });
    for (const Given& one : given_) undefined.erase(one.name);
    auto stubs = std::make_unique<llvm::Module>("stubs", context_);
    stubs->setTargetTriple(machine_->getTargetTriple().str());
    stubs->setDataLayout(machine_->createDataLayout());
    for (const auto& [symbol, what] : undefined) {
      if (libraries_.have(symbol)) {
        if (what.isThreadLocal) return std::unexpected("a library has " + symbol + ", which is thread-local");
      } else if (what.isFunction) {
        addFunction(*stubs, symbol);
      } else {
        addVariable(*stubs, symbol, what);
      }
    }
    modules_.push_back(std::move(stubs));
    return {};
  }

  void addFunction(llvm::Module& module, const std::string& symbol) {
    auto* zero = llvm::StructType::get(llvm::Type::getInt64Ty(context_), llvm::Type::getDoubleTy(context_));
    auto* type = llvm::FunctionType::get(zero, false); // whatever type its result has
    auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "", function));
    auto* missingType = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    builder.CreateCall(module.getOrInsertFunction(missing_, missingType), {builder.CreateGlobalStringPtr(symbol)});
    builder.CreateRet(llvm::Constant::getNullValue(zero));
  }

  void addVariable(llvm::Module& module, const std::string& symbol, const Undefined& what) {
    auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(context_), std::max<std::uint64_t>(what.size, 16));
    auto* variable = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage,
                                              llvm::Constant::getNullValue(type), symbol);
    variable->setAlignment(llvm::Align(16));
    variable->setThreadLocal(what.isThreadLocal);
  }

  Result<MachineCode> link(const Reached& reached) {
    using namespace llvm::orc;
    auto control = SelfExecutorProcessControl::Create();
    if (!control) return failed(control.takeError());
    auto& session = *new ExecutionSession(std::move(*control)); // as long as the process
    session.setErrorReporter([this](llvm::Error error) { reports_ += ": " + llvm::toString(std::move(error)); });
    auto& layer = *new ObjectLinkingLayer(session);
    layer.addPlugin(std::make_unique<EHFrameRegistrationPlugin>(
        session, std::make_unique<llvm::jitlink::InProcessEHFrameRegistrar>()));
    JITDylib& program = session.createBareJITDylib("program");
    SymbolMap symbols;
    for (const Given& one : given_) {
      const bool isDefined = std::ranges::any_of(modules_, [&](const auto& module) {
        const llvm::GlobalValue* own = module->getNamedValue(one.name);
        return own && !own->isDeclaration();
      });
      if (isDefined) continue; // the program replaces it
      symbols[session.intern(one.name)] = {ExecutorAddr::fromPtr(one.address), llvm::JITSymbolFlags::Exported};
    }
    if (auto error = program.define(absoluteSymbols(std::move(symbols)))) return failed(std::move(error));
    SimpleCompiler compile(*machine_);
    for (const auto& module : modules_) {
      auto object = compile(*module);
      if (!object) return failed(object.takeError());
      if (auto error = layer.add(program, std::move(*object))) return failed(std::move(error));
    }
    for (const char* name : Libraries::names) {
      auto library = DynamicLibrarySearchGenerator::Load(name, 0);
      if (!library) return failed(library.takeError());
      program.addGenerator(std::move(*library));
    }
    MachineCode code;
    auto entry = session.lookup({&program}, "beagle_entry");
    if (!entry) return std::unexpected(llvm::toString(entry.takeError()) + reports_);
    code.entry = entry->getAddress().toPtr<void*>();
    for (const auto& [names, functions] : {std::pair(&reached.run.start, &code.start), {&reached.run.end, &code.end}})
      for (const std::string& name : *names) {
        auto found = session.lookup({&program}, name);
        if (!found) return failed(found.takeError());
        functions->push_back(found->getAddress().toPtr<StartFunction>());
      }
    return code;
  }

  const JitJob& job_;
  const std::vector<Given>& given_;
  const char* missing_;
  llvm::LLVMContext& context_ = *new llvm::LLVMContext; // nothing is worth tidying up
  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  Libraries libraries_;
  std::set<std::string> inlined_; ///< what units have a definition of that is not the one for all
  std::string reports_;           ///< why something could not be linked
};

} // namespace

Result<MachineCode> machineCode(const JitJob& job, const std::vector<Given>& given, const char* missing) {
#if !defined __x86_64__
  return std::unexpected("this is done on x86-64 only");
#endif
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  auto& maker = *new Maker(job, given, missing);
  return maker.make();
}

} // namespace beagle::testgen
