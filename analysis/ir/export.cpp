#include "analysis/ir/export.h"

#include "analysis/ir/linked.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace beagle::ir {

using support::Result;

namespace {

std::string nameOfDefinition(const Program::Implementation& program,
                             const Program::Implementation::Definition& definition) {
  return exportedName(*definition.value, definition.unit, program.apart.contains(definition.value));
}

} // namespace

Result<std::string> exportSymbols(std::string_view bitcode, std::size_t unit, const ExportOptions& options) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "unit"), context);
  if (!module) return support::cannotRun("damaged bitcode: {}", llvm::toString(module.takeError()));
  exportModule(**module, unit, options);
  std::string result;
  llvm::raw_string_ostream out(result);
  llvm::WriteBitcodeToFile(**module, out);
  out.flush();
  return result;
}

std::map<std::string, std::size_t> symbolsApart(const Program& program, std::size_t unit) {
  std::map<std::string, std::size_t> symbols;
  const Program::Implementation& linked = program.implementation();
  for (const auto& [value, meant] : linked.apart)
    if (value->getParent() == linked.units[unit].module) symbols.emplace(value->getName().str(), meant);
  return symbols;
}

std::string exportedFunction(const Program& program, FunctionIndex function) {
  const Program::Implementation::Definition& definition = program.implementation().functionDefinitions[function];
  if (!definition.value) return program.functions()[function].name;
  return nameOfDefinition(program.implementation(), definition);
}

std::string exportedGlobal(const Program& program, GlobalIndex global) {
  const Program::Implementation::Definition& definition = program.implementation().globalDefinitions[global];
  if (!definition.value) return program.globals()[global].name;
  return isExported(*definition.value) ? nameOfDefinition(program.implementation(), definition) : "";
}

} // namespace beagle::ir
