#include "analysis/exec/runtime.h"

#include "analysis/exec/models.h"
#include "analysis/exec/runtime/embedded.h"

namespace beagle::exec {

support::Result<const ir::BitcodeArchive*> runtimeLibrary() {
  // Never torn down: what was opened of it is of use until the end.
  static const auto& library = *new auto([] {
    std::vector<ir::BitcodeArchive::Member> members;
    for (const runtime::EmbeddedUnit& unit : runtime::embeddedUnits())
      members.push_back({std::string(unit.name), unit.bitcode});
    return ir::BitcodeArchive::of(std::move(members));
  }());
  if (!library) return std::unexpected(library.error());
  return library->get();
}

bool isProvided(const std::string& symbol) {
  const auto library = runtimeLibrary();
  return symbol.starts_with("llvm.") || (library && (*library)->defines(symbol)) || findModel(symbol) != nullptr;
}

} // namespace beagle::exec
