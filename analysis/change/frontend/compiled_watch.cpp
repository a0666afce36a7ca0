#include "analysis/change/frontend/compiled_watch.h"

#include "analysis/change/frontend/dropped_code.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <ranges>

namespace beagle::change {

using clang::Stmt;
using Of = ir::Choice::Of;

/// Goes through the code of the unit as it is compiled: templates as they are instantiated, without the sides that a
/// constant drops. What is dropped in one instantiation may be taken in another one, or be the text of a macro's
/// argument that is used twice: a second round says of all that is dropped whether it is met somewhere.
class CompiledWatch final : public clang::RecursiveASTVisitor<CompiledWatch> {
public:
  using Base = clang::RecursiveASTVisitor<CompiledWatch>;

  CompiledWatch(FactsCollector& owner, clang::ASTContext& context) : owner_(owner), context_(context) {}

  void run() {
    walk();
    addSidesOfTemplates();
    if (choices_.empty()) return;
    noteReach();
    isSecond_ = true;
    walkDropped();
    tell();
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(clang::Decl* declared) {
    const auto* scope = llvm::dyn_cast_or_null<clang::DeclContext>(declared);
    const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(declared);
    const bool isPattern = (scope && scope->isDependentContext()) || (variable && variable->getDescribedVarTemplate());
    const bool wasPattern = std::exchange(inPattern_, inPattern_ || isPattern);
    const unsigned unevaluated = std::exchange(unevaluated_, scope ? 0 : unevaluated_);
    const bool goesOn = Base::TraverseDecl(declared);
    inPattern_ = wasPattern;
    unevaluated_ = unevaluated;
    return goesOn;
  }

  bool TraverseIfStmt(clang::IfStmt* choice) {
    if (inPattern_) {
      if (choice->isConstexpr())
        sides_.try_emplace(choice->getIfLoc(), choice->getThen()->getSourceRange(), elseOf(*choice));
      return Base::TraverseIfStmt(choice);
    }
    if (choice->isConsteval()) return Base::TraverseIfStmt(choice);
    const auto holds = constantCondition(*choice->getCond(), context_);
    const Stmt* dropped = holds ? (*holds ? choice->getElse() : choice->getThen()) : nullptr;
    const bool isDropped = holds && (choice->isConstexpr() || !hasLabel(dropped));
    if (choice->isConstexpr() && holds) chosen_[choice->getIfLoc()][*holds ? 0 : 1] = true;
    const Of of = choice->isConstexpr() ? Of::IfConstexpr : Of::Condition;
    return WalkUpFromIfStmt(choice) && TraverseStmt(choice->getInit()) &&
           TraverseStmt(choice->getConditionVariableDeclStmt()) && TraverseStmt(choice->getCond()) &&
           side(choice->getThen(), choice->getThen()->getSourceRange(), of, !isDropped || *holds) &&
           side(choice->getElse(), elseOf(*choice), of, !isDropped || !*holds);
  }

  bool TraverseConditionalOperator(clang::ConditionalOperator* choice) {
    const auto holds = inPattern_ ? std::nullopt : constantCondition(*choice->getCond(), context_);
    const bool isDropped = holds && !hasLabel(*holds ? choice->getFalseExpr() : choice->getTrueExpr());
    return WalkUpFromConditionalOperator(choice) && TraverseStmt(choice->getCond()) &&
           side(choice->getTrueExpr(), Of::Condition, !isDropped || *holds) &&
           side(choice->getFalseExpr(), Of::Condition, !isDropped || !*holds);
  }

  bool TraverseBinaryOperator(clang::BinaryOperator* operation) {
    if (inPattern_ || !operation->isLogicalOp()) return Base::TraverseBinaryOperator(operation);
    const auto holds = constantCondition(*operation->getLHS(), context_);
    const bool decides = holds && *holds == (operation->getOpcode() == clang::BO_LOr);
    // `assert(0 && "text")` shows the text.
    const bool isText = llvm::isa<clang::StringLiteral>(operation->getRHS()->IgnoreParenImpCasts());
    return WalkUpFromBinaryOperator(operation) && TraverseStmt(operation->getLHS()) &&
           side(operation->getRHS(), Of::Condition, !decides || isText || hasLabel(operation->getRHS()));
  }

  bool TraverseGenericSelectionExpr(clang::GenericSelectionExpr* choice) {
    if (choice->isResultDependent() || inPattern_) return Base::TraverseGenericSelectionExpr(choice);
    ++unevaluated_;
    bool goesOn = WalkUpFromGenericSelectionExpr(choice) &&
                  (choice->isExprPredicate() ? TraverseStmt(choice->getControllingExpr())
                                             : TraverseTypeLoc(choice->getControllingType()->getTypeLoc()));
    --unevaluated_;
    for (const clang::GenericSelectionExpr::Association association : choice->associations()) {
      // The type that is asked for is part of a side that nobody takes.
      const clang::TypeSourceInfo* type = association.getTypeSourceInfo();
      const clang::Expr* value = association.getAssociationExpr();
      const clang::SourceLocation begin =
          type && !association.isSelected() ? type->getTypeLoc().getBeginLoc() : value->getBeginLoc();
      note(Of::Generic, {begin, value->getEndLoc()}, association.isSelected());
      if (association.isSelected()) goesOn = goesOn && TraverseStmt(const_cast<clang::Expr*>(value));
      else noteArguments(value, Of::Generic);
    }
    return goesOn;
  }

  bool TraverseChooseExpr(clang::ChooseExpr* choice) {
    if (inPattern_ || choice->isConditionDependent()) return Base::TraverseChooseExpr(choice);
    return WalkUpFromChooseExpr(choice) && TraverseStmt(choice->getCond()) &&
           side(choice->getLHS(), Of::ChooseExpr, choice->isConditionTrue()) &&
           side(choice->getRHS(), Of::ChooseExpr, !choice->isConditionTrue());
  }

  bool TraverseSwitchStmt(clang::SwitchStmt* choice) {
    const auto code = inPattern_ ? std::nullopt : codeOfCase(*choice, context_);
    if (!code) return Base::TraverseSwitchStmt(choice);
    for (Stmt* statement : code->dead) side(statement, Of::Case, false);
    return WalkUpFromSwitchStmt(choice) && TraverseStmt(choice->getInit()) &&
           TraverseStmt(choice->getConditionVariableDeclStmt()) && TraverseStmt(choice->getCond()) &&
           oneByOne(code->live);
  }

  bool TraverseCompoundStmt(clang::CompoundStmt* block) {
    if (inPattern_) return Base::TraverseCompoundStmt(block);
    return WalkUpFromCompoundStmt(block) && oneByOne(block->body());
  }

  // What is only asked for its type.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* asked) {
    return unevaluated([&] { return Base::TraverseUnaryExprOrTypeTraitExpr(asked); });
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* asked) {
    return unevaluated([&] { return Base::TraverseCXXNoexceptExpr(asked); });
  }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc asked) {
    return unevaluated([&] { return Base::TraverseDecltypeTypeLoc(asked); });
  }
  bool TraverseTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc asked) {
    return unevaluated([&] { return Base::TraverseTypeOfExprTypeLoc(asked); });
  }
  bool TraverseRequiresExpr(clang::RequiresExpr* asked) {
    return unevaluated([&] { return Base::TraverseRequiresExpr(asked); });
  }

  bool VisitStmt(Stmt* statement) {
    if (isSecond_ && !inPattern_ && unevaluated_ == 0) met(statement->getBeginLoc());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      needs(reference->getLocation(), *function);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(member->getMemberDecl()))
      needs(member->getMemberLoc().isValid() ? member->getMemberLoc() : member->getBeginLoc(), *function);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    needs(made->getLocation(), *made->getConstructor());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* made) {
    if (const clang::CXXDestructorDecl* function = made->getTemporary()->getDestructor())
      needs(made->getBeginLoc(), *function);
    return true;
  }
  /// Nothing says which of a concept's uses there are; a name that can only be one function is that.
  bool TraverseConceptDecl(clang::ConceptDecl* declared) {
    inConcept_ = true;
    const bool goesOn = Base::TraverseConceptDecl(declared);
    inConcept_ = false;
    return goesOn;
  }
  bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr* name) {
    if (!inConcept_ || name->getNumDecls() != 1) return true;
    if (const clang::FunctionDecl* function = (*name->decls_begin())->getAsFunction())
      needs(name->getNameLoc(), *function);
    return true;
  }

private:
  void walk() {
    for (clang::Decl* declared : declarations()) TraverseDecl(declared);
  }

  /// Those of the project.
  [[nodiscard]] std::vector<clang::Decl*> declarations() {
    std::vector<clang::Decl*> all;
    for (clang::Decl* declared : context_.getTranslationUnitDecl()->decls())
      if (declared->getLocation().isValid() && owner_.places().inProject(declared->getLocation()))
        all.push_back(declared);
    return all;
  }

  /// The second round, only through what may hold text that is dropped somewhere. In C that is a declaration around it,
  /// but for the text of a macro's body.
  void walkDropped() {
    if (context_.getLangOpts().CPlusPlus) return walk();
    std::map<clang::FileID, std::map<unsigned, bool>> dropped; // by where it begins; whether it is in a declaration
    for (const auto& [file, ranges] : choices_)
      for (const auto& [range, noted] : ranges)
        if (!noted.isTaken) dropped[file][range.first] = false;
    std::vector<clang::Decl*> around;
    for (clang::Decl* declared : declarations()) {
      const auto range = owner_.places().rangeOf(declared->getSourceRange());
      if (!range) return walk();
      const auto inFile = dropped.find(range->file);
      if (inFile == dropped.end()) continue;
      const auto first = inFile->second.lower_bound(range->begin), last = inFile->second.lower_bound(range->end);
      if (first == last) continue;
      if (owner_.places().textOf(*range).contains("define")) return walk(); // it may be the text of a macro's body
      around.push_back(declared);
      std::for_each(first, last, [](auto& text) { text.second = true; });
    }
    const bool isAround = std::ranges::all_of(dropped, [](const auto& file) {
      return std::ranges::all_of(file.second | std::views::values, std::identity());
    });
    if (!isAround) return walk();
    for (clang::Decl* declared : around) TraverseDecl(declared);
  }

  bool unevaluated(auto&& traverse) {
    ++unevaluated_;
    const bool goesOn = traverse();
    --unevaluated_;
    return goesOn;
  }

  /// Statements up to one that never goes on.
  bool oneByOne(const auto& statements) {
    bool ends = false;
    for (Stmt* statement : statements) {
      ends = ends && !hasLabel(statement);
      if (!side(statement, Of::Behind, !ends)) return false;
      ends = ends || neverGoesOn(statement, context_);
    }
    return true;
  }

  static clang::SourceRange elseOf(const clang::IfStmt& choice) {
    return choice.getElse() ? clang::SourceRange(choice.getElseLoc(), choice.getElse()->getEndLoc())
                            : clang::SourceRange();
  }

  /// One of the sides of a choice.
  bool side(Stmt* statement, Of of, bool isTaken) {
    return !statement || side(statement, statement->getSourceRange(), of, isTaken);
  }
  bool side(Stmt* statement, clang::SourceRange range, Of of, bool isTaken) {
    if (!statement) return true;
    if (!isTaken) {
      note(of, range, false);
      noteArguments(statement, of);
      return true;
    }
    // Another unit may drop what a macro says, or what a template decides.
    const bool decidesHere = of == Of::IfConstexpr || of == Of::ChooseExpr;
    if (decidesHere || (of == Of::Condition && range.getBegin().isMacroID())) note(of, range, true);
    return TraverseStmt(statement);
  }

  /// What is dropped of a macro's text is dropped of the arguments, too.
  void noteArguments(const Stmt* statement, Of of) {
    if (!statement || isSecond_ || inPattern_) return;
    if (statement->getBeginLoc().isMacroID()) note(of, statement->getSourceRange(), false);
    for (const Stmt* child : statement->children()) noteArguments(child, of);
  }

  /// In an instantiation, the side that is not taken is gone: the template still has it.
  void addSidesOfTemplates() {
    for (const auto& [where, isTaken] : chosen_) {
      const auto written = sides_.find(where);
      if (written == sides_.end()) continue;
      note(Of::IfConstexpr, written->second.first, isTaken[0]);
      note(Of::IfConstexpr, written->second.second, isTaken[1]);
    }
  }

  void note(Of of, clang::SourceRange range, bool isTaken) {
    if (isSecond_ || inPattern_) return;
    const auto written = owner_.places().writtenRangeOf(range);
    if (!written || !owner_.places().inProject(sources().getLocForStartOfFile(written->file))) return;
    Noted& noted = choices_[written->file][{written->begin, written->end}];
    noted.of = of;
    noted.isTaken |= isTaken;
  }

  /// In the second round: what is dropped somewhere and stands here is not dropped everywhere.
  void met(clang::SourceLocation where) {
    if (where.isInvalid()) return;
    const auto [file, offset] = sources().getDecomposedLoc(sources().getSpellingLoc(where));
    const auto inFile = choices_.find(file);
    if (inFile == choices_.end()) return;
    // They lie within each other or apart.
    auto& ranges = inFile->second;
    for (auto it = ranges.upper_bound({offset, ~0U}); it != ranges.begin();) {
      --it;
      if (it->first.second > offset) it->second.isTaken = true;
      if (it->second.furthestBefore <= offset) break;
    }
  }

  /// How far the ranges up to each one reach.
  void noteReach() {
    for (auto& [file, ranges] : choices_) {
      unsigned furthest = 0;
      for (auto& [range, noted] : ranges) {
        noted.furthestBefore = furthest;
        furthest = std::max(furthest, range.second);
      }
    }
  }

  void tell() {
    for (const auto& [file, ranges] : choices_) {
      std::vector<ir::Choice>& told = owner_.choices_[owner_.places().pathOf(sources().getLocForStartOfFile(file))];
      for (const auto& [range, noted] : ranges)
        told.push_back({noted.of, owner_.places().textRangeOf({file, range.first, range.second}), noted.isTaken});
    }
  }

  [[nodiscard]] const clang::SourceManager& sources() const { return context_.getSourceManager(); }

  void needs(clang::SourceLocation where, const clang::FunctionDecl& function) {
    if (isSecond_ || inPattern_) return;
    const clang::FunctionDecl* written = function.getTemplateInstantiationPattern();
    if (!written) written = &function;
    if (const clang::FunctionDecl* defined = written->getDefinition()) written = defined;
    // What it returns is known by what it does.
    const bool isDeduced = written->getDeclaredReturnType()->getContainedAutoType() != nullptr;
    const bool onlyNamed = unevaluated_ > 0 && !isDeduced;
    if (onlyNamed || isDeduced || written->isConstexpr())
      owner_.mentionFunction(where, written->getLocation(), onlyNamed);
  }

  struct Noted {
    Of of = Of::Condition;
    bool isTaken = false;
    unsigned furthestBefore = 0; ///< where the ranges that begin earlier end at most
  };

  FactsCollector& owner_;
  clang::ASTContext& context_;
  std::map<clang::FileID, std::map<std::pair<unsigned, unsigned>, Noted>> choices_; ///< by where they begin and end
  std::map<clang::SourceLocation, std::pair<clang::SourceRange, clang::SourceRange>> sides_; ///< of `if constexpr`
  std::map<clang::SourceLocation, std::array<bool, 2>> chosen_; ///< and which of them some instantiation takes
  bool inPattern_ = false, inConcept_ = false, isSecond_ = false;
  unsigned unevaluated_ = 0;
};

void watchCompiled(FactsCollector& owner, clang::ASTContext& context) { CompiledWatch(owner, context).run(); }

} // namespace beagle::change
