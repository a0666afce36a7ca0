#include "analysis/change/frontend/declared_variables.h"
#include "analysis/change/frontend/driver_step.h"
#include "analysis/change/frontend/emitted.h"
#include "analysis/change/frontend/emitted_lines.h"
#include "analysis/change/frontend/facts_collector.h"
#include "analysis/change/frontend/job.h"
#include "analysis/support/files.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/stat.h>
#include <unistd.h>

namespace beagle::change {

namespace {

/// Runs the collector over the AST before code is generated from it. The outlines, which are as large as the source,
/// are written at once.
class CollectingConsumer final : public clang::ASTConsumer {
public:
  CollectingConsumer(FactsCollector& collector, const std::string& output, support::Result<void>& written)
      : collector_(collector), output_(output), written_(written) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    collector_.collect(context);
    support::DiskFiles files;
    written_ = files.write(output_ + ".outline", collector_.takeOutlines());
  }

private:
  FactsCollector& collector_;
  const std::string& output_;
  support::Result<void>& written_;
};

/// One parse gives both: the module, and what the source says about it. No pass runs over the module: who reads the
/// bitcode checks it.
class UnitAction final : public clang::ASTFrontendAction {
public:
  UnitAction(llvm::LLVMContext& context, const CompileJob& job) : context_(context), job_(job) {}

  /// Of a unit without errors; belongs to the caller.
  [[nodiscard]] llvm::Module* module() { return module_; }
  [[nodiscard]] FactsCollector& collector() { return *collector_; }
  [[nodiscard]] const support::Result<void>& outlinesWritten() const { return outlinesWritten_; }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    collector_ =
        std::make_unique<FactsCollector>(compiler, SourcePlaces(compiler.getSourceManager(), compiler.getLangOpts(),
                                                                job_.directory, job_.source, job_.build));
    compiler.getPreprocessor().addPPCallbacks(collector_->preprocessorCallbacks());
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<CollectingConsumer>(*collector_, job_.output, outlinesWritten_));
    generator_ = clang::CreateLLVMCodeGen(compiler.getDiagnostics(), file, &compiler.getVirtualFileSystem(),
                                          compiler.getHeaderSearchOpts(), compiler.getPreprocessorOpts(),
                                          compiler.getCodeGenOpts(), context_);
    declared_ = new DeclaredVariables(*generator_);
    consumers.emplace_back(declared_);
    consumers.emplace_back(generator_);
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
  void EndSourceFileAction() override {
    noteOrders();
    if (generator_->GetModule()) declared_->removeUnused();
    module_ = generator_->ReleaseModule();
  }

private:
  /// What the compiler completes, which only the declaration behind a symbol tells.
  void noteOrders() {
    if (!generator_->GetModule()) return;
    for (const llvm::Function& function : *generator_->GetModule()) {
      if (function.isDeclaration()) continue;
      const auto* declared =
          llvm::dyn_cast_or_null<clang::FunctionDecl>(generator_->GetDeclForMangledName(function.getName()));
      if (!declared) continue;
      if (const clang::FunctionDecl* defined = declared->getDefinition()) declared = defined;
      collector_->noteOrders(function.getName(), *declared);
    }
  }

  llvm::LLVMContext& context_;
  const CompileJob& job_;
  clang::CodeGenerator* generator_ = nullptr; ///< the compiler's own; it goes with the source file
  DeclaredVariables* declared_ = nullptr;     ///< the same
  llvm::Module* module_ = nullptr;
  std::unique_ptr<FactsCollector> collector_;
  support::Result<void> outlinesWritten_;
};

support::Result<void> writeBitcode(const llvm::Module& module, const std::string& path) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code);
  if (code) return support::cannotRun("{}: cannot write: {}", path, code.message());
  llvm::WriteBitcodeToFile(module, stream);
  stream.close();
  if (stream.has_error()) return support::cannotRun("{}: cannot write: {}", path, stream.error().message());
  return {};
}

support::Result<void> writeArtefacts(llvm::Module& module, FactsCollector& collector, const std::string& output) {
  markLines(module, collector);
  if (auto written = writeBitcode(module, output + ".bc"); !written) return written;
  addEmitted(module, collector);
  support::DiskFiles files;
  return files.write(output + ".facts", packed(collector.facts()));
}

std::string cut(std::string text) {
  // An answer must fit into a pipe.
  constexpr std::size_t limit = 16U << 10;
  if (text.size() > limit) text.resize(limit);
  return text;
}

} // namespace

CompileAnswer compileUnit(const CompileJob& job) {
  if (::chdir(job.directory.c_str()) != 0) return {false, "cannot enter " + job.directory};
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  options->ShowCarets = false;
  auto printer = std::make_unique<clang::TextDiagnosticPrinter>(stream, options.get());
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs, options, printer.get(), false));

  std::unique_ptr<clang::driver::Compilation> compilation;
  const auto invocation = compileStepOf(job.arguments, *diagnostics, compilation);
  if (!invocation) return {false, cut(text.empty() ? "clang finds nothing to compile in this command" : text)};
  invocation->getFrontendOpts().DisableFree = true; // the AST is small beside the code made of it
  invocation->getDiagnosticOpts().ShowCarets = false;
  invocation->getCodeGenOpts().DwarfVersion = 4; // the next one has a checksum of every file, which nobody reads

  // The process ends with the unit: nothing is worth tidying up.
  auto& compiler = *new clang::CompilerInstance;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(printer.get(), false);
  if (!compiler.hasDiagnostics()) return {false, "cannot set up diagnostics"};

  compiler.LoadRequestedPlugins();
  auto& action = *new UnitAction(*new llvm::LLVMContext, job);
  const bool compiled = compiler.ExecuteAction(action);
  if (!compiled || !action.module() || compiler.getDiagnostics().hasErrorOccurred()) return {false, cut(text)};
  if (const auto& written = action.outlinesWritten(); !written) return {false, written.error().str()};
  auto written = writeArtefacts(*action.module(), action.collector(), job.output);
  if (!written) return {false, written.error().str()};
  return {true, {}};
}

} // namespace beagle::change
