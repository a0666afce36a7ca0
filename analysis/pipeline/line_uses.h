#pragma once

#include "analysis/exec/machine.h"
#include "analysis/ir/source_lines.h"
#include "analysis/report/report.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace beagle::pipeline {

/// What became of the changed lines of one version: which of those with code some exploration came to, and which belong
/// to functions that were proved equal without being run.
class LineUses {
public:
  void addRuns(const exec::Machine& machine, const ir::SourceLines& changed);
  /// Of a function that was not compared, as only one version has it.
  void addUnrun(const ir::Program& program, ir::FunctionIndex function, const ir::SourceLines& changed);
  void addProof(const ir::Program& program, ir::FunctionIndex function, const ir::SourceLines& changed);

  /// For the lines of a file from that one on, as many as there are.
  [[nodiscard]] std::vector<std::string> of(const std::string& file, unsigned first, std::size_t count) const;

private:
  enum class Use : std::uint8_t { Missed, Proved, Run };
  void noteAll(const ir::Program& program, ir::FunctionIndex function, const ir::SourceLines& changed, Use use);
  void note(const ir::Program& program, const ir::Location& where, const ir::SourceLines& changed, Use use);

  std::map<std::pair<std::string, unsigned>, Use> uses_; ///< of lines with code
};

} // namespace beagle::pipeline
