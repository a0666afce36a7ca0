#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>
#include <vector>

namespace beagle::change {

/// What a declaration promises the compiler about behaviour or addresses, so that it may make other code of the same
/// text: "const", "nonnull(1)", "aligned(16)", "restrict". Sorted. Attributes that only warn, format, place or tune
/// are none.
[[nodiscard]] std::vector<std::string> promisesOf(const clang::Decl& declared);

} // namespace beagle::change
