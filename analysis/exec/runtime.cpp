#include "analysis/exec/runtime.h"

#include "analysis/exec/models.h"
#include "analysis/exec/runtime/embedded.h"

#include <llvm/IR/Module.h>

#include <set>

namespace beagle::exec {

support::Result<std::vector<std::shared_ptr<ir::BitcodeModule>>> openRuntime() {
  std::vector<std::shared_ptr<ir::BitcodeModule>> units;
  for (const runtime::EmbeddedUnit& unit : runtime::embeddedUnits()) {
    auto module = ir::BitcodeModule::open(std::string(unit.bitcode), std::string(unit.name));
    if (!module) return std::unexpected(std::move(module.error()));
    units.push_back(std::make_shared<ir::BitcodeModule>(std::move(*module)));
  }
  return units;
}

bool isProvided(const std::string& symbol) {
  static const std::set<std::string, std::less<>> library = [] {
    std::set<std::string, std::less<>> names;
    if (const auto units = openRuntime())
      for (const std::shared_ptr<ir::BitcodeModule>& unit : *units)
        for (const llvm::GlobalValue& value : unit->outline().global_values())
          if (!value.hasLocalLinkage() && !value.isDeclaration()) names.emplace(value.getName());
    return names;
  }();
  return symbol.starts_with("llvm.") || library.contains(symbol) || findModel(symbol) != nullptr;
}

} // namespace beagle::exec
