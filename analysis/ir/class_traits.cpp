#include "analysis/ir/class_traits.h"

#include "analysis/ir/linked.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

namespace beagle::ir {

namespace {

/// Or a destructor. The name of a template's has no arguments. What the compiler adds by itself does not
/// count.
bool isConstructor(const llvm::DISubprogram& method, const llvm::DICompositeType& owner) {
  return !method.isArtificial() &&
         (method.getName().starts_with("~") || method.getName() == owner.getName().split('<').first);
}

bool isHidden(const llvm::DIDerivedType& member, const llvm::DICompositeType& owner) {
  const bool isByDefault = owner.getTag() == llvm::dwarf::DW_TAG_class_type;
  return !member.isStaticMember() &&
         (member.isPrivate() || member.isProtected() || (isByDefault && !member.isPublic()));
}

} // namespace

std::map<std::string, ClassTraits> classTraits(const Program& program) {
  std::map<std::string, ClassTraits> all;
  for (const Program::Implementation::Unit& unit : program.implementation().units) {
    const std::scoped_lock lock(unit.bitcode->mutex());
    llvm::DebugInfoFinder finder;
    finder.processModule(*unit.module);
    for (const llvm::DIType* type : finder.types()) {
      const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
      if (!composite || composite->isForwardDecl() || composite->getIdentifier().empty()) continue;
      ClassTraits& traits = all[composite->getIdentifier().str()];
      for (const llvm::DINode* element : composite->getElements()) {
        if (const auto* method = llvm::dyn_cast_or_null<llvm::DISubprogram>(element))
          traits.hasConstructor |= isConstructor(*method, *composite);
        const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
        if (member && member->getTag() == llvm::dwarf::DW_TAG_member)
          traits.hasHiddenMembers |= isHidden(*member, *composite);
      }
    }
  }
  return all;
}

} // namespace beagle::ir
