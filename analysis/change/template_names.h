#pragma once

#include "analysis/ir/outline.h"
#include "analysis/ir/unit_facts.h"

#include <map>
#include <string>

namespace beagle::change {

/// Head's names of template parameters by base's, where they differ. Empty unless both versions have as many:
/// then more than names changed.
using TemplateNames = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] TemplateNames renamedTemplateParameters(const ir::WrittenFunction& base, const ir::WrittenFunction& head);

/// Base's side with head's names in it, so that names alone are no difference in what is said.
[[nodiscard]] ir::WrittenFunction withNames(ir::WrittenFunction base, const TemplateNames& names);
[[nodiscard]] ir::Outline withNames(ir::Outline base, const TemplateNames& names);

} // namespace beagle::change
