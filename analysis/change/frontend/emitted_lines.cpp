#include "analysis/change/frontend/emitted_lines.h"

#include "analysis/change/assertion_calls.h"
#include "analysis/change/line_constants.h"
#include "analysis/ir/line_marks.h"
#include "analysis/support/files.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

namespace beagle::change {

namespace {

std::string pathOf(FactsCollector& collector, const llvm::DIFile* file) {
  if (!file) return {};
  return collector.places().pathOf(support::joinPath(file->getDirectory().str(), file->getFilename().str()));
}

} // namespace

int sourceOf(FactsCollector& collector, const llvm::Function& function) {
  const llvm::DISubprogram* described = function.getSubprogram();
  if (!described || (described->isArtificial() && described->getLine() == 0)) return -1;
  return collector.functionAt(pathOf(collector, described->getFile()), described->getLine(), described->getName(),
                              described->isArtificial());
}

int itemOf(FactsCollector& collector, const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) return -1;
  const llvm::DIGlobalVariable* described = expressions.front()->getVariable();
  return collector.itemAt(pathOf(collector, described->getFile()), described->getLine(), described->getName());
}

std::vector<std::uint64_t> linesWrittenIn(const FactsCollector& collector, int item) {
  std::vector<std::uint64_t> lines;
  for (const auto& [value, written] : collector.linesOfItem(item).numbers)
    lines.insert(lines.end(), written.size(), value);
  return lines;
}

void markLines(llvm::Module& module, FactsCollector& collector) {
  bool& holds = collector.facts().holdsLineNumbers;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (ir::isSourceLocation(variable)) holds = true;
    if (!variable.hasInitializer() || variable.hasPrivateLinkage()) continue;
    const auto lines = linesIn(*variable.getInitializer(), linesWrittenIn(collector, itemOf(collector, variable)));
    if (lines.empty()) continue;
    ir::markLines(variable, lines);
    holds = true;
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    for (const auto& [operand, withoutLine] :
         lineConstants(function, collector.linesOf(sourceOf(collector, function)))) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(operand->getUser());
      if (call && isAssertionFailure(*call)) continue;
      ir::markLine(*operand, withoutLine);
      holds = true;
    }
  }
}

} // namespace beagle::change
