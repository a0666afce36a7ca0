#pragma once

#include "analysis/input/layouts.h"
#include "analysis/ir/program.h"

#include <map>
#include <optional>
#include <utility>

namespace beagle::exec {

/// What variables of two versions begin with, member by member where those lie elsewhere in head.
class InitialValues {
public:
  struct Version {
    const ir::Program& program;
    const ir::SourceTypes& types;
  };
  /// All references outlive it.
  InitialValues(Version base, Version head, input::Layouts& layouts) : base_(base), head_(head), layouts_(layouts) {}

  /// Whether head's begins with what base's does, also where it leads; it may be longer. Constants are the same as the
  /// ones that hold the same, whatever they are called.
  [[nodiscard]] bool alike(ir::GlobalIndex base, ir::GlobalIndex head);

private:
  [[nodiscard]] bool alikeAnew(const ir::Global& base, const ir::Global& head,
                               std::optional<std::pair<ir::TypeIndex, ir::TypeIndex>> types);
  [[nodiscard]] bool sameMember(const ir::Global& base, const ir::Global& head, const input::Layouts::Part& part);
  [[nodiscard]] bool samePointers(const ir::Global& base, const ir::Global& head, const input::Layouts::Part& part);
  [[nodiscard]] bool pointAlike(const ir::Relocation& base, const ir::Relocation& head);

  Version base_, head_;
  input::Layouts& layouts_;
  std::map<std::pair<ir::GlobalIndex, ir::GlobalIndex>, bool> alike_;
};

/// Tables of virtual functions and type infos go by the name of their class.
[[nodiscard]] bool isOfClass(const ir::Global& global);

} // namespace beagle::exec
