#include "analysis/change/frontend/field_orders.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <set>

namespace beagle::change {

using By = ir::FieldOrder::By;

namespace {

const clang::CXXRecordDecl* classOf(clang::QualType type, const clang::ASTContext& context) {
  const auto* made = context.getBaseElementType(type)->getAsCXXRecordDecl();
  return made ? made->getDefinition() : nullptr;
}

/// Containers and texts of the standard library do nothing that can be seen but what their elements do.
bool isContainer(const clang::CXXRecordDecl& type) {
  static constexpr std::array names{"basic_string",
                                    "vector",
                                    "deque",
                                    "list",
                                    "forward_list",
                                    "map",
                                    "multimap",
                                    "set",
                                    "multiset",
                                    "unordered_map",
                                    "unordered_set",
                                    "optional",
                                    "pair",
                                    "tuple",
                                    "array",
                                    "allocator",
                                    "less",
                                    "greater",
                                    "equal_to",
                                    "hash",
                                    "char_traits",
                                    "variant",
                                    "queue",
                                    "stack",
                                    "priority_queue",
                                    "basic_string_view",
                                    "complex",
                                    "unordered_multimap",
                                    "unordered_multiset"};
  return type.isInStdNamespace() && std::ranges::find(names, type.getName()) != names.end();
}

bool showsLife(clang::QualType type, const clang::ASTContext& context, By by);

bool elementsShowLife(const clang::CXXRecordDecl& container, const clang::ASTContext& context, By by) {
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&container);
  if (!instance) return true;
  const auto shows = [&](const clang::TemplateArgument& argument) {
    return argument.getKind() == clang::TemplateArgument::Type && showsLife(argument.getAsType(), context, by);
  };
  return std::ranges::any_of(instance->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& argument) {
    return argument.getKind() == clang::TemplateArgument::Pack ? std::ranges::any_of(argument.pack_elements(), shows)
                                                               : shows(argument);
  });
}

/// Whether somebody could tell when an object of the type was made, copied, ended or compared.
bool showsLife(clang::QualType type, const clang::ASTContext& context, By by) {
  const clang::CXXRecordDecl* made = classOf(type, context);
  if (!made) return false;
  if (isContainer(*made)) return elementsShowLife(*made, context, by);
  switch (by) {
  case By::Ending: return !made->hasTrivialDestructor();
  case By::Making: return !made->hasTrivialDefaultConstructor() || !made->hasTrivialDestructor();
  case By::Copying:
    return !made->hasTrivialCopyConstructor() || !made->hasTrivialCopyAssignment() ||
           made->hasNonTrivialMoveConstructor() || made->hasNonTrivialMoveAssignment();
  default: return true;
  }
}

std::string nameOf(const clang::CXXRecordDecl& base) { return "base " + base.getNameAsString(); }

/// The order counts from two on.
void addOrder(std::vector<ir::FieldOrder>& orders, By by, const clang::RecordDecl& record,
              std::vector<std::string> fields) {
  if (fields.size() < 2) return;
  std::string name = record.getQualifiedNameAsString();
  if (const auto* typedefName = record.getTypedefNameForAnonDecl()) name = typedefName->getQualifiedNameAsString();
  orders.push_back({by, std::move(name), std::move(fields)});
}

/// Bases and fields for which `counts`, in the order of the class.
template <class Counts> std::vector<std::string> membersWhere(const clang::CXXRecordDecl& record, Counts counts) {
  std::vector<std::string> members;
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (const auto* type = base.getType()->getAsCXXRecordDecl(); type && counts(base.getType()))
      members.push_back(nameOf(*type));
  for (const clang::FieldDecl* field : record.fields())
    if (!field->isUnnamedBitField() && counts(field->getType())) members.push_back(field->getNameAsString());
  return members;
}

/// Which members of the object that is being made an initialiser looks at.
void addOwnMembers(const clang::Stmt* code, std::set<const clang::FieldDecl*>& found) {
  if (!code) return;
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(code); list && list->getSyntacticForm())
    code = list->getSyntacticForm(); // the other form has what was left out, too
  if (const auto* left = llvm::dyn_cast<clang::CXXDefaultInitExpr>(code)) return addOwnMembers(left->getExpr(), found);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(code))
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
        field && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      found.insert(field);
  for (const clang::Stmt* child : code->children()) addOwnMembers(child, found);
}

/// Whether an initialiser does something that others could see, other than making a value that nobody sees.
bool initialiserShows(const clang::Expr& init, const clang::ASTContext& context, By by) {
  const clang::Expr* value = init.IgnoreImplicit();
  if (const auto* left = llvm::dyn_cast<clang::CXXDefaultInitExpr>(value)) value = left->getExpr()->IgnoreImplicit();
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value)) {
    const bool argumentsShow = std::ranges::any_of(
        made->arguments(), [&](const clang::Expr* argument) { return initialiserShows(*argument, context, by); });
    return argumentsShow || showsLife(made->getType(), context, by);
  }
  if (value->isValueDependent()) return false;
  return value->HasSideEffects(context);
}

void addConstructor(const clang::CXXConstructorDecl& made, std::vector<ir::FieldOrder>& orders) {
  if (made.isDelegatingConstructor()) return;
  const clang::ASTContext& context = made.getASTContext();
  const By by = made.isCopyOrMoveConstructor() && made.isDefaulted() ? By::Copying : By::Making;
  std::set<const clang::FieldDecl*> counting;
  std::vector<std::string> members;
  for (const clang::CXXCtorInitializer* init : made.inits()) {
    if (!init->getInit()) continue;
    const bool shows = initialiserShows(*init->getInit(), context, by);
    if (const clang::FieldDecl* field = init->getAnyMember()) {
      std::set<const clang::FieldDecl*> read;
      addOwnMembers(init->getInit(), read);
      if (shows || !read.empty()) counting.insert(field);
      counting.insert(read.begin(), read.end());
    } else if (shows && init->isBaseInitializer()) {
      if (const auto* base = init->getBaseClass()->getAsCXXRecordDecl()) members.push_back(nameOf(*base));
    }
  }
  for (const clang::FieldDecl* field : made.getParent()->fields())
    if (counting.contains(field)) members.push_back(field->getNameAsString());
  addOrder(orders, by, *made.getParent(), std::move(members));
}

void addComparison(const clang::FunctionDecl& function, std::vector<ir::FieldOrder>& orders) {
  if (!function.isDefaulted() || function.getNumParams() == 0) return;
  const clang::OverloadedOperatorKind sign = function.getOverloadedOperator();
  if (sign != clang::OO_Spaceship && sign != clang::OO_EqualEqual) return;
  const clang::ASTContext& context = function.getASTContext();
  const clang::CXXRecordDecl* record = classOf(function.getParamDecl(0)->getType().getNonReferenceType(), context);
  if (!record) return;
  // Whether two are equal does not depend on where one begins, unless somebody watches.
  addOrder(orders, By::Comparison, *record, membersWhere(*record, [&](clang::QualType type) {
             return sign == clang::OO_Spaceship || showsLife(type, context, By::Comparison);
           }));
}

/// Fields that values in braces without names go to, in the order of the record.
void addPositions(const clang::RecordDecl& record, llvm::ArrayRef<clang::Expr*> values,
                  const clang::ASTContext& context, std::vector<ir::FieldOrder>& orders) {
  const auto says = [&](const clang::Expr* value) {
    if (!value || llvm::isa<clang::ImplicitValueInitExpr, clang::NoInitExpr, clang::CXXDefaultInitExpr>(value))
      return false;
    // `{0}` makes all of it nothing.
    clang::Expr::EvalResult result;
    const bool number = !value->isValueDependent() && value->getType()->isScalarType();
    if (number && value->EvaluateAsInt(result, context)) return !result.Val.getInt().isZero();
    return true;
  };
  std::vector<std::string> all;
  for (const clang::FieldDecl* field : record.fields())
    if (!field->isUnnamedBitField()) all.push_back(field->getNameAsString());
  if (std::ranges::any_of(values, says)) addOrder(orders, By::Braces, record, std::move(all));
  // Values that the fields bring along are made in their order, too.
  std::vector<std::string> made;
  std::size_t at = 0;
  if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(&record)) at = type->getNumBases();
  for (const clang::FieldDecl* field : record.fields()) {
    if (field->isUnnamedBitField()) continue;
    if (at >= values.size()) break;
    const auto* left = llvm::dyn_cast_or_null<clang::CXXDefaultInitExpr>(values[at++]);
    if (left && initialiserShows(*left, context, By::Making)) made.push_back(field->getNameAsString());
  }
  addOrder(orders, By::Making, record, std::move(made));
}

void addLists(const clang::InitListExpr& list, bool named, const clang::ASTContext& context,
              std::vector<ir::FieldOrder>& orders) {
  if (const clang::InitListExpr* written = list.getSyntacticForm())
    named = std::ranges::any_of(written->inits(), [](const clang::Expr* value) {
      return llvm::isa_and_nonnull<clang::DesignatedInitExpr>(value);
    });
  const auto* record = list.getType()->getAsRecordDecl();
  if (record && !record->isUnion() && !named) addPositions(*record, list.inits(), context, orders);
  for (const clang::Expr* value : list.inits())
    if (const auto* inner = llvm::dyn_cast_or_null<clang::InitListExpr>(value))
      addLists(*inner, named, context, orders);
}

} // namespace

std::vector<ir::FieldOrder> ordersOf(const clang::FunctionDecl& function) {
  std::vector<ir::FieldOrder> orders;
  if (function.isDependentContext()) return orders;
  addComparison(function, orders);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (!method || method->getParent()->isLambda()) return orders;
  const clang::CXXRecordDecl& record = *method->getParent();
  const clang::ASTContext& context = function.getASTContext();
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(method)) addConstructor(*made, orders);
  else if (llvm::isa<clang::CXXDestructorDecl>(method))
    addOrder(orders, By::Ending, record,
             membersWhere(record, [&](clang::QualType type) { return showsLife(type, context, By::Ending); }));
  else if (method->isDefaulted() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    addOrder(orders, By::Copying, record,
             membersWhere(record, [&](clang::QualType type) { return showsLife(type, context, By::Copying); }));
  return orders;
}

std::vector<ir::FieldOrder> ordersOf(const clang::InitListExpr& list, const clang::ASTContext& context) {
  std::vector<ir::FieldOrder> orders;
  if (const clang::InitListExpr* meant = list.isSemanticForm() ? &list : list.getSemanticForm())
    addLists(*meant, false, context, orders);
  return orders;
}

std::vector<ir::FieldOrder> ordersOf(const clang::CXXParenListInitExpr& list, const clang::ASTContext& context) {
  std::vector<ir::FieldOrder> orders;
  const auto values = const_cast<clang::CXXParenListInitExpr&>(list).getInitExprs();
  if (const auto* record = list.getType()->getAsRecordDecl()) addPositions(*record, values, context, orders);
  return orders;
}

std::vector<ir::FieldOrder> ordersOf(const clang::DecompositionDecl& bindings) {
  std::vector<ir::FieldOrder> orders;
  const auto* record = bindings.getType().getNonReferenceType()->getAsRecordDecl();
  std::vector<std::string> fields;
  for (const clang::BindingDecl* binding : bindings.bindings()) {
    const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(
        binding->getBinding() ? binding->getBinding()->IgnoreImplicit() : nullptr);
    if (member) fields.push_back(member->getMemberDecl()->getNameAsString());
  }
  if (record) addOrder(orders, By::Binding, *record, std::move(fields));
  return orders;
}

} // namespace beagle::change
