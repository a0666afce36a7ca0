#pragma once

#include "analysis/ir/outline.h"
#include "analysis/ir/unit_facts.h"

#include <string>
#include <vector>

namespace beagle::change {
struct ChangeSentence {
  std::string text;
  std::uint32_t baseLine = 0, headLine = 0;
};
inline std::vector<ChangeSentence> describeChange(const ir::Outline&, const ir::Outline&) { return {}; }
inline std::vector<ChangeSentence> describeSignature(const ir::SourceFunction&, const ir::SourceFunction&) { return {}; }
inline std::string describeItem(const ir::Item*, const ir::Item*) { return {}; }
} // namespace beagle::change
