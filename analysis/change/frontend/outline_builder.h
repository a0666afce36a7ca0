#pragma once

#include "analysis/change/frontend/source_places.h"
#include "analysis/ir/outline.h"

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace beagle::change {

/// Draws the skeleton of a function's definition. What a macro wrote is one leaf: its call.
class OutlineBuilder {
public:
  explicit OutlineBuilder(const SourcePlaces& places) : places_(places) {}

  [[nodiscard]] ir::Outline build(const clang::FunctionDecl& function);

private:
  void add(const clang::Stmt* statement, unsigned depth);
  void addChildren(const clang::Stmt& statement, unsigned depth);
  /// A named part ("condition", "`else` branch") around a statement.
  void addPart(ir::Construct part, const clang::Stmt* statement, unsigned depth);
  std::size_t open(ir::Construct construct, clang::SourceRange range);
  void close(std::size_t node);
  [[nodiscard]] bool writtenByMacro(const clang::Stmt& statement) const;

  const SourcePlaces& places_;
  ir::Outline outline_;
  FileRange range_;
  std::vector<std::size_t> open_;
};

} // namespace beagle::change
