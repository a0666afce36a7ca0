#include "analysis/change/frontend/promises.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <optional>
#include <ranges>

namespace beagle::change {

namespace {

std::string withNumbers(std::string name, const std::vector<unsigned>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) name += (i == 0 ? "(" : ", ") + std::to_string(numbers[i]);
  return numbers.empty() ? name : name + ")";
}

std::string valueOf(const clang::Expr& number, const clang::ASTContext& context) {
  if (number.isValueDependent()) return "…";
  const auto value = number.getIntegerConstantExpr(context);
  if (!value) return "…";
  llvm::SmallString<20> digits;
  value->toString(digits, 10);
  return digits.str().str();
}

std::optional<std::string> promiseOf(const clang::Attr& attribute, const clang::ASTContext& context) {
  switch (attribute.getKind()) {
  case clang::attr::Const: return "const";
  case clang::attr::Pure: return "pure";
  case clang::attr::Restrict: return "malloc";
  case clang::attr::NoAlias: return "noalias";
  case clang::attr::ReturnsNonNull: return "returns_nonnull";
  case clang::attr::ReturnsTwice: return "returns_twice";
  case clang::attr::NoThrow: return "nothrow";
  case clang::attr::Leaf: return "leaf";
  case clang::attr::NoEscape: return "noescape";
  case clang::attr::MayAlias: return "may_alias";
  case clang::attr::Packed: return "packed";
  case clang::attr::NonNull: {
    std::vector<unsigned> numbers;
    for (const clang::ParamIdx index : llvm::cast<clang::NonNullAttr>(attribute).args())
      numbers.push_back(index.getSourceIndex());
    return withNumbers("nonnull", numbers);
  }
  case clang::attr::AllocSize: {
    const auto& sizes = llvm::cast<clang::AllocSizeAttr>(attribute);
    std::vector<unsigned> numbers{sizes.getElemSizeParam().getSourceIndex()};
    if (sizes.getNumElemsParam().isValid()) numbers.push_back(sizes.getNumElemsParam().getSourceIndex());
    return withNumbers("alloc_size", numbers);
  }
  case clang::attr::AllocAlign:
    return withNumbers("alloc_align", {llvm::cast<clang::AllocAlignAttr>(attribute).getParamIndex().getSourceIndex()});
  case clang::attr::AssumeAligned: {
    const auto& aligned = llvm::cast<clang::AssumeAlignedAttr>(attribute);
    const std::string offset = aligned.getOffset() ? ", " + valueOf(*aligned.getOffset(), context) : "";
    return "assume_aligned(" + valueOf(*aligned.getAlignment(), context) + offset + ")";
  }
  case clang::attr::AlignValue:
    return "align_value(" + valueOf(*llvm::cast<clang::AlignValueAttr>(attribute).getAlignment(), context) + ")";
  case clang::attr::OMPAssume:
    return "assume(" + llvm::cast<clang::OMPAssumeAttr>(attribute).getAssumption().str() + ")";
  default: return std::nullopt;
  }
}

/// `int p[static 4]`: at least so many are there.
std::optional<std::string> promiseOfArray(const clang::ParmVarDecl& parameter) {
  const auto* decayed = llvm::dyn_cast<clang::DecayedType>(parameter.getType());
  const auto* array =
      decayed ? llvm::dyn_cast<clang::ConstantArrayType>(decayed->getOriginalType().getTypePtr()) : nullptr;
  if (!array || array->getSizeModifier() != clang::ArraySizeModifier::Static) return std::nullopt;
  return "[static " + std::to_string(array->getZExtSize()) + "]";
}

} // namespace

std::vector<std::string> promisesOf(const clang::Decl& declared) {
  std::vector<std::string> promises;
  const clang::ASTContext& context = declared.getASTContext();
  const clang::Decl& latest = *declared.getMostRecentDecl(); // which has what earlier ones said
  for (const clang::Attr* attribute : latest.attrs())
    if (auto promise = promiseOf(*attribute, context)) promises.push_back(std::move(*promise));
  // Where a global lies is what it is to the linker.
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&latest);
  const bool isGlobal = variable && variable->hasGlobalStorage();
  // In a template it may depend on what the arguments are.
  const auto aligned = latest.specific_attrs<clang::AlignedAttr>();
  const bool isKnown = std::ranges::none_of(
      aligned, [](const clang::AlignedAttr* attribute) { return attribute->isAlignmentDependent(); });
  if (const unsigned bits = isKnown && !isGlobal ? latest.getMaxAlignment() : 0; bits > 0)
    promises.push_back("aligned(" + std::to_string(bits / 8) + ")");
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&latest); function && function->isNoReturn())
    promises.emplace_back("noreturn");
  if (const auto* value = llvm::dyn_cast<clang::ValueDecl>(&latest); value && value->getType().isRestrictQualified())
    promises.emplace_back("restrict");
  if (const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(&latest))
    if (auto promise = promiseOfArray(*parameter)) promises.push_back(std::move(*promise));
  std::ranges::sort(promises);
  const auto repeated = std::ranges::unique(promises);
  promises.erase(repeated.begin(), repeated.end());
  return promises;
}

} // namespace beagle::change
