#include "analysis/change/frontend/ast_watch.h"

#include "analysis/change/frontend/field_orders.h"
#include "analysis/change/frontend/item_parts.h"
#include "analysis/change/frontend/line_literal.h"
#include "analysis/change/frontend/promises.h"
#include "analysis/ir/assembly.h"
#include "analysis/support/digest.h"

#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <ranges>
#include <set>

namespace beagle::change {

using ir::Declaration;

class AstWatch final : public clang::RecursiveASTVisitor<AstWatch> {
public:
  AstWatch(FactsCollector& owner, clang::ASTContext& context)
      : owner_(owner), context_(context), policy_(context.getPrintingPolicy()), symbols_(context) {
    policy_.SuppressTagKeyword = true;
    policy_.Bool = true;
    policy_.AnonymousTagLocations = false;
  }

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    noteAlias(*function);
    if (!function->doesThisDeclarationHaveABody() || function->isImplicit()) return true;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function); method && method->getParent()->isLambda())
      return true; // named after the function around it
    owner_.addFunction(*function, function->getQualifiedNameAsString());
    return true;
  }

  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl* call = lambda->getCallOperator();
    std::string outer;
    for (const clang::DeclContext* scope = call->getParent()->getDeclContext(); scope; scope = scope->getParent()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
      if (!named) continue;
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope); record && record->isLambda()) continue;
      if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(scope); method && method->getParent()->isLambda()) {
        outer = "(lambda)" + (outer.empty() ? "" : "::" + outer);
        continue;
      }
      outer = named->getQualifiedNameAsString() + (outer.empty() ? "" : "::" + outer);
      break;
    }
    owner_.addFunction(*call, outer.empty() ? "(lambda)" : outer + "::(lambda)");
    return true;
  }

  bool VisitEnumDecl(clang::EnumDecl* declared) {
    if (!declared->isThisDeclarationADefinition()) return true;
    ir::Item item = begin(ir::Item::Kind::Enum, *declared, nameOf(*declared));
    for (const clang::EnumConstantDecl* constant : declared->enumerators()) {
      llvm::SmallString<24> value;
      constant->getInitVal().toString(value, 10);
      item.parts.push_back((constant->getName() + "=" + value).str());
    }
    if (const clang::QualType type = declared->getIntegerType(); !type.isNull() && !type->isDependentType())
      item.parts.push_back("type " + type.getCanonicalType().getAsString(policy_));
    item.digest = digestOfParts(item.parts);
    owner_.addItem(declared, std::move(item), declared->getSourceRange());
    return true;
  }

  bool VisitRecordDecl(clang::RecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || record->isInvalidDecl()) return true;
    if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(record);
        type && (type->isLambda() || type->isDependentContext()))
      return true;
    ir::Item item = begin(ir::Item::Kind::Type, *record, nameOf(*record));
    if (!record->isCompleteDefinition()) return true;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    item.parts.push_back("size " + std::to_string(layout.getSize().getQuantity()));
    item.parts.push_back("alignment " + std::to_string(layout.getAlignment().getQuantity()));
    for (const clang::FieldDecl* field : record->fields()) {
      const std::uint64_t bit = layout.getFieldOffset(field->getFieldIndex());
      std::string place = std::to_string(bit / 8);
      if (field->isBitField())
        place += "." + std::to_string(bit % 8) + ":" + std::to_string(field->getBitWidthValue(context_));
      item.parts.push_back(nameOf(*field) + "@" + place + ":" +
                           field->getType().getCanonicalType().getAsString(policy_));
    }
    for (const clang::FieldDecl* field : record->fields())
      if (const clang::Expr* value = field->getInClassInitializer())
        item.parts.push_back("default " + nameOf(*field) + "=" + textOf(*value));
    if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(record)) addClassParts(*type, layout, item);
    item.digest = digestOfParts(item.parts);
    owner_.addItem(record, std::move(item), record->getSourceRange());
    return true;
  }

  bool VisitTypedefNameDecl(clang::TypedefNameDecl* declared) {
    if (declared->getUnderlyingType()->isDependentType()) return true;
    // `typedef struct {...} S;`: the struct is the item.
    if (const auto* tag = declared->getUnderlyingType()->getAsTagDecl(); tag && !tag->getIdentifier()) return true;
    ir::Item item = begin(ir::Item::Kind::Type, *declared, declared->getQualifiedNameAsString());
    item.parts = {declared->getUnderlyingType().getCanonicalType().getAsString(policy_)};
    item.digest = digestOfParts(item.parts);
    owner_.addItem(declared, std::move(item), declared->getSourceRange());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    noteAlias(*variable);
    if (variable->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(variable))
      mentionPromising(variable->getLocation(), *variable, Declaration::Kind::Local);
    if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable))
      owner_.mentionOrders(variable->getLocation(), ordersOf(*bindings));
    if (!variable->hasGlobalStorage() || variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly)
      return true;
    if (variable->getType()->isDependentType() || variable->isInvalidDecl()) return true;
    // In C, one without a value is a definition only if no other one is.
    if (variable->isThisDeclarationADefinition() == clang::VarDecl::TentativeDefinition &&
        (variable->getDefinition() || variable->getActingDefinition() != variable))
      return true;
    ir::Item item = begin(ir::Item::Kind::Global, *variable, variable->getQualifiedNameAsString());
    if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod()))
      item.name = function->getQualifiedNameAsString() + "::" + variable->getNameAsString();
    std::string value = variable->hasInit() ? textOf(*variable->getInit()) : std::string();
    std::string type = variable->getType().getCanonicalType().getAsString(policy_);
    if (variable->getTLSKind() != clang::VarDecl::TLS_None)
      type = (context_.getLangOpts().CPlusPlus ? "thread_local " : "_Thread_local ") + type;
    item.digest = support::Digest().add(type).add(value).hex();
    item.parts = {type, shortened(std::move(value))};
    if (variable->hasInit() && context_.getLangOpts().CPlusPlus && !variable->hasConstantInitialization())
      item.parts.emplace_back("dynamic"); // its value is computed at start-up
    const int index = owner_.addItem(variable->getCanonicalDecl(), std::move(item), variable->getSourceRange());
    for (const clang::VarDecl* other : variable->redecls())
      if (other->isThisDeclarationADefinition() == clang::VarDecl::TentativeDefinition)
        owner_.addPlace(index, other->getSourceRange());
    return true;
  }

  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* assembly) {
    std::string text = assembly->getAsmString()->getString().str();
    const std::vector<ir::AssemblySymbol> symbols = ir::symbolsOfAssembly(text);
    ir::Item item;
    item.kind = ir::Item::Kind::Assembly;
    item.name = symbols.empty() ? "asm" : symbols.front().name;
    item.file = owner_.places_.pathOf(assembly->getLocation());
    item.line = owner_.places_.lineOf(assembly->getLocation());
    item.parts = {text};
    item.digest = support::Digest().add(text).hex();
    const int index = owner_.addItem(assembly, std::move(item), assembly->getSourceRange());
    owner_.assembly_.push_back({std::move(text), index});
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    const clang::ValueDecl* target = reference->getDecl();
    if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(target))
      owner_.mention(reference->getLocation(), llvm::cast<clang::EnumDecl>(constant->getDeclContext()));
    else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(target); variable && variable->hasGlobalStorage())
      owner_.mention(reference->getLocation(), variable->getCanonicalDecl());
    else if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(target)) // as in `&S::x`
      owner_.mentionMember(reference->getLocation(), *field);
    if (llvm::isa<clang::FunctionDecl>(target))
      owner_.mentionDeclared(reference->getLocation(), *target, Declaration::Kind::Function);
    else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(target); variable && variable->hasGlobalStorage())
      owner_.mentionDeclared(reference->getLocation(), *target, Declaration::Kind::Variable);
    mentionType(reference->getLocation(), reference->getType());
    return true;
  }

  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* member) {
    owner_.mentionMember(member->getMemberLoc(), *member);
    return true;
  }

  bool VisitDesignatedInitExpr(clang::DesignatedInitExpr* value) {
    for (const clang::DesignatedInitExpr::Designator& designator : value->designators())
      if (const clang::FieldDecl* field = designator.isFieldDesignator() ? designator.getFieldDecl() : nullptr)
        owner_.mentionMember(designator.getFieldLoc(), *field);
    return true;
  }

  bool VisitOffsetOfExpr(clang::OffsetOfExpr* offset) {
    for (unsigned i = 0; i < offset->getNumComponents(); ++i)
      if (const clang::OffsetOfNode& part = offset->getComponent(i); part.getKind() == clang::OffsetOfNode::Field)
        owner_.mentionMember(part.getBeginLoc(), *part.getField());
    return true;
  }

  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* constructor) {
    for (const clang::CXXCtorInitializer* initialiser : constructor->inits())
      if (initialiser->isWritten() && initialiser->isMemberInitializer())
        owner_.mentionMember(initialiser->getMemberLocation(), *initialiser->getMember());
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* member) {
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
      owner_.mention(member->getMemberLoc(), field->getParent());
      owner_.mentionMember(member->getMemberLoc(), *field);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      owner_.mention(member->getMemberLoc(), variable->getCanonicalDecl());
    else if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
             method && method->isVirtual())
      owner_.mention(member->getMemberLoc(), method->getParent()); // its place in the vtable
    if (llvm::isa<clang::CXXMethodDecl>(member->getMemberDecl()))
      owner_.mentionDeclared(member->getMemberLoc(), *member->getMemberDecl(), Declaration::Kind::Function);
    else mentionPromising(member->getMemberLoc(), *member->getMemberDecl(), Declaration::Kind::Field);
    return true;
  }

  bool VisitTypeLoc(clang::TypeLoc written) {
    if (written.getBeginLoc().isValid()) mentionType(written.getBeginLoc(), written.getType());
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    mentionType(made->getBeginLoc(), made->getType());
    noteLineArguments(made->arguments(), made->getConstructor()->getParent());
    if (!made->getConstructor()->isImplicit())
      owner_.mentionDeclared(made->getBeginLoc(), *made->getConstructor(), Declaration::Kind::Function);
    return true;
  }

  bool VisitInitListExpr(clang::InitListExpr* list) {
    if (list->getBeginLoc().isValid()) owner_.mentionOrders(list->getBeginLoc(), ordersOf(*list, context_));
    return true;
  }

  bool VisitCXXParenListInitExpr(clang::CXXParenListInitExpr* list) {
    owner_.mentionOrders(list->getBeginLoc(), ordersOf(*list, context_));
    return true;
  }

  bool VisitPredefinedExpr(clang::PredefinedExpr* name) {
    owner_.mentionAt(name->getLocation(), FactsCollector::Mention::Of::Name, 0);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    noteLineArguments(call->arguments(), llvm::dyn_cast_or_null<clang::NamedDecl>(call->getCalleeDecl()));
    return true;
  }

  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* left) {
    const clang::ParmVarDecl* parameter = left->getParam();
    const auto* callee = llvm::dyn_cast<clang::NamedDecl>(parameter->getDeclContext());
    if (!callee || !parameter->hasDefaultArg() || parameter->hasUnparsedDefaultArg() ||
        parameter->hasUninstantiatedDefaultArg())
      return true;
    noteLineLeft(*left, *callee);
    owner_.mentionDefault(left->getUsedLocation(), {callee->getQualifiedNameAsString(), parameter->getNameAsString(),
                                                    shortened(textOf(*parameter->getDefaultArg()))});
    return true;
  }

  bool VisitStringLiteral(clang::StringLiteral* text) {
    if (!isMadeText(*text, context_.getSourceManager())) return true;
    const std::string held = text->getBytes().str();
    const std::string withoutLine = text->getCharByteWidth() == 1 ? withoutLineNumber(*text, context_) : held;
    owner_.mentionText(text->getBeginLoc(), withoutLine);
    const clang::PresumedLoc place = context_.getSourceManager().getPresumedLoc(text->getBeginLoc());
    const llvm::StringRef file = place.isValid() ? llvm::StringRef(place.getFilename()) : llvm::StringRef();
    if (!file.empty() && llvm::StringRef(held).contains(file.substr(file.rfind('/') + 1)))
      owner_.mentionAt(text->getBeginLoc(), FactsCollector::Mention::Of::File, 0);
    if (withoutLine != held) owner_.mentionLineText(text->getBeginLoc(), held, withoutLine);
    return true;
  }

  bool VisitIntegerLiteral(clang::IntegerLiteral* literal) {
    if (!isLineLiteral(*literal, context_) || !seenLines_.insert(literal).second) return true;
    const auto argument = lineArguments_.find(literal);
    if (argument == lineArguments_.end())
      owner_.mentionLine(literal->getLocation(), literal->getValue().getZExtValue(), {});
    else owner_.mentionLine(literal->getLocation(), argument->second.second, argument->second.first);
    return true;
  }

private:
  /// Another name for something, of which no code is made.
  void noteAlias(const clang::NamedDecl& declared) {
    const auto* alias = declared.getAttr<clang::AliasAttr>();
    const auto* indirect = declared.getAttr<clang::IFuncAttr>();
    if (!alias && !indirect) return;
    ir::Item item = begin(ir::Item::Kind::Alias, declared, declared.getQualifiedNameAsString());
    item.parts = {(alias ? alias->getAliasee() : indirect->getResolver()).str(), alias ? "alias" : "ifunc"};
    item.digest = digestOfParts(item.parts);
    owner_.itemOfSymbol_[symbols_.getName(&declared)] =
        owner_.addItem(declared.getCanonicalDecl(), std::move(item), declared.getSourceRange());
  }

  template <typename Arguments> void noteLineArguments(Arguments arguments, const clang::NamedDecl* callee) {
    if (!callee || !callee->getIdentifier()) return;
    auto left = static_cast<unsigned>(std::ranges::distance(arguments));
    for (const clang::Expr* argument : arguments) {
      if (const auto [literal, value] = lineNear(*argument); literal)
        lineArguments_[literal] = {{0, callee->getName().str(), left}, value};
      --left;
    }
  }

  /// Of a call that leaves out an argument which is then the line that the call stands on.
  void noteLineLeft(const clang::CXXDefaultArgExpr& left, const clang::NamedDecl& callee) {
    const auto* place = llvm::dyn_cast<clang::SourceLocExpr>(left.getExpr()->IgnoreParenImpCasts());
    if (!place || place->getIdentKind() != clang::SourceLocIdentKind::Line) return;
    const clang::SourceManager& sources = context_.getSourceManager();
    const auto line = sources.getPresumedLoc(sources.getExpansionRange(left.getUsedLocation()).getEnd()).getLine();
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&callee);
    const clang::NamedDecl& named = constructor ? *constructor->getParent() : callee;
    const unsigned fromEnd =
        llvm::cast<clang::FunctionDecl>(callee).getNumParams() - left.getParam()->getFunctionScopeIndex();
    owner_.mentionLine(left.getUsedLocation(), line,
                       {0, named.getIdentifier() ? named.getName().str() : std::string(), fromEnd});
  }

  /// `__LINE__` and its value, or `__LINE__ - 2`: a place near by.
  std::pair<const clang::IntegerLiteral*, std::uint64_t> lineNear(const clang::Expr& written) {
    const clang::Expr* expression = written.IgnoreParenImpCasts();
    std::int64_t distance = 0;
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression); sum && sum->isAdditiveOp()) {
      const auto* steps = llvm::dyn_cast<clang::IntegerLiteral>(sum->getRHS()->IgnoreParenImpCasts());
      if (!steps || steps->getValue().ugt(100) || isLineLiteral(*steps, context_)) return {};
      distance =
          sum->getOpcode() == clang::BO_Add ? steps->getValue().getSExtValue() : -steps->getValue().getSExtValue();
      expression = sum->getLHS()->IgnoreParenImpCasts();
    }
    const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(expression);
    if (!literal || !isLineLiteral(*literal, context_)) return {};
    return {literal, literal->getValue().getZExtValue() + static_cast<std::uint64_t>(distance)};
  }

  /// Something that matters only for what it promises.
  void mentionPromising(clang::SourceLocation where, const clang::NamedDecl& declared, Declaration::Kind kind) {
    if (!promisesOf(declared).empty()) owner_.mentionDeclared(where, declared, kind);
  }

  void mentionType(clang::SourceLocation where, clang::QualType type) {
    while (!type.isNull()) {
      if (const auto* named = type->getAs<clang::TypedefType>()) {
        owner_.mention(where, named->getDecl());
        for (; named; named = named->desugar()->getAs<clang::TypedefType>())
          mentionPromising(where, *named->getDecl(), Declaration::Kind::Type);
      }
      if (const auto* tag = type->getAsTagDecl()) {
        if (const auto* defined = tag->getDefinition()) {
          owner_.mention(where, defined);
          mentionPromising(where, *defined, Declaration::Kind::Type);
        }
        return;
      }
      const clang::QualType pointee = type->getPointeeType();
      if (!pointee.isNull()) type = pointee;
      else if (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
      else return;
    }
  }

  void addClassParts(const clang::CXXRecordDecl& type, const clang::ASTRecordLayout& layout, ir::Item& item) {
    for (const clang::CXXBaseSpecifier& base : type.bases()) {
      const auto* parent = base.getType()->getAsCXXRecordDecl();
      if (!parent) continue;
      const std::int64_t at = base.isVirtual() ? -1 : layout.getBaseClassOffset(parent).getQuantity();
      item.parts.push_back("base " + parent->getQualifiedNameAsString() + "@" +
                           (at < 0 ? "virtual" : std::to_string(at)));
    }
    for (const clang::CXXMethodDecl* method : type.methods())
      if (method->isVirtual() && (!method->isImplicit() || llvm::isa<clang::CXXDestructorDecl>(method)))
        item.parts.push_back("virtual " + method->getNameAsString() + ": " + method->getType().getAsString(policy_));
  }

  ir::Item begin(ir::Item::Kind kind, const clang::NamedDecl& declared, std::string name) {
    ir::Item item;
    item.kind = kind;
    item.name = std::move(name);
    item.file = owner_.places_.pathOf(declared.getLocation());
    item.line = owner_.places_.lineOf(declared.getLocation());
    item.endLine = owner_.places_.lineOf(declared.getEndLoc());
    return item;
  }

  /// With line numbers by name: they say nothing of the value.
  std::string textOf(const clang::Expr& expression) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    ValuePrinter printer(context_);
    expression.printPretty(stream, &printer, policy_);
    return text;
  }

  /// A name that a macro pasted together with `__LINE__` says so instead of the number.
  std::string nameOf(const clang::FieldDecl& field) {
    std::string name = field.getNameAsString();
    const clang::SourceLocation where = field.getLocation();
    const clang::SourceManager& sources = context_.getSourceManager();
    if (!where.isMacroID() || !sources.isWrittenInScratchSpace(sources.getSpellingLoc(where))) return name;
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionRange(where).getEnd());
    const std::string line = place.isValid() ? std::to_string(place.getLine()) : std::string();
    if (!line.empty() && name.ends_with(line)) name.replace(name.size() - line.size(), line.size(), "__LINE__");
    return name;
  }

  /// What has no name is called by what it holds, or where it is.
  std::string nameOf(const clang::TagDecl& tag) {
    if (const auto* name = tag.getTypedefNameForAnonDecl()) return name->getQualifiedNameAsString();
    if (tag.getIdentifier()) return tag.getQualifiedNameAsString();
    if (const auto* constants = llvm::dyn_cast<clang::EnumDecl>(&tag);
        constants && constants->enumerator_begin() != constants->enumerator_end())
      return "(unnamed, with " + constants->enumerator_begin()->getQualifiedNameAsString() + ")";
    if (const auto* outer = llvm::dyn_cast<clang::TagDecl>(tag.getDeclContext())) return nameOf(*outer) + "::(unnamed)";
    return "(unnamed)";
  }

  FactsCollector& owner_;
  clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
  clang::ASTNameGenerator symbols_;
  std::set<const clang::IntegerLiteral*> seenLines_; // a list in braces is traversed in two forms
  std::map<const clang::IntegerLiteral*, std::pair<LineLiteral, std::uint64_t>>
      lineArguments_; ///< what takes them, and the value
};

void watchDeclarations(FactsCollector& owner, clang::ASTContext& context) {
  AstWatch watch(owner, context);
  for (clang::Decl* declared : context.getTranslationUnitDecl()->decls())
    if (declared->getLocation().isValid() && owner.places().inProject(declared->getLocation()))
      watch.TraverseDecl(declared);
}

} // namespace beagle::change
