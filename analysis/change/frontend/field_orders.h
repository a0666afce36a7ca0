#pragma once

#include "analysis/ir/unit_facts.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <vector>

namespace beagle::change {

// Where code goes by the order in which fields are declared, as far as somebody could tell: which of two texts or
// numbers was made, copied or ended first, nobody can.

/// Of a function, as the compiler completes it: members that a constructor makes and a destructor ends, what
/// defaulted members copy and compare.
[[nodiscard]] std::vector<ir::FieldOrder> ordersOf(const clang::FunctionDecl& function);

/// Values in braces without the names of their fields.
[[nodiscard]] std::vector<ir::FieldOrder> ordersOf(const clang::InitListExpr& list, const clang::ASTContext& context);
[[nodiscard]] std::vector<ir::FieldOrder> ordersOf(const clang::CXXParenListInitExpr& list,
                                                   const clang::ASTContext& context);

/// `auto [a, b] = pair`.
[[nodiscard]] std::vector<ir::FieldOrder> ordersOf(const clang::DecompositionDecl& bindings);

} // namespace beagle::change
