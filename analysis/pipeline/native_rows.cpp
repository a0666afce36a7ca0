#include "analysis/pipeline/native_rows.h"

#include "analysis/testgen/outcome_view.h"

#include <algorithm>

namespace beagle::pipeline {

using Values = report::Report::Values;

std::vector<NativeRow> nativeRows(const Values& base, const Values& head) {
  std::vector<NativeRow> rows;
  const auto find = [&](const std::string& what) { return std::ranges::find(rows, what, &NativeRow::what); };
  for (const auto& [what, value] : base)
    if (find(what) == rows.end()) rows.push_back({what, value, ""});
  for (const auto& [what, value] : head) {
    const auto row = find(what);
    if (row == rows.end()) rows.push_back({what, "", value});
    else if (row->head.empty()) row->head = value;
  }
  // What is the same says something of how the runs end only.
  std::erase_if(rows, [](const NativeRow& row) {
    return !row.differs() && row.what != "ending" && !row.what.starts_with("return");
  });
  return rows;
}

Values nativeValues(const LinkedVersion& version, ir::FunctionIndex entry, const testgen::ConcreteInput& input,
                    const testgen::NativeOutcome& outcome) {
  const testgen::TestMemory memory(*version.program, *version.types, entry, input,
                                   {version.program->functions()[entry].name.starts_with("_Z")});
  return shownOutcome(memory, input, outcome);
}

} // namespace beagle::pipeline
