#include "analysis/pipeline/line_uses.h"

#include <algorithm>

namespace beagle::pipeline {

void LineUses::note(const ir::Program& program, const ir::Location& where, const ir::SourceLines& changed, Use use) {
  const std::string_view file = program.file(where.file);
  if (where.line == 0 || !changed.of(file).contains(where.line)) return;
  Use& known = uses_.try_emplace({std::string(file), where.line}, use).first->second;
  known = std::max(known, use);
}

void LineUses::addRuns(const exec::Machine& machine, const ir::SourceLines& changed) {
  const ir::Program& program = machine.program();
  for (const auto& [index, covered] : machine.coverage().all()) {
    if (program.functions()[index].isRuntime) continue;
    exec::forEachPlace(program.body(index), covered, [&](const ir::Location& where, bool isReached) {
      note(program, where, changed, isReached ? Use::Run : Use::Missed);
    });
  }
}

void LineUses::noteAll(const ir::Program& program, ir::FunctionIndex function, const ir::SourceLines& changed,
                       Use use) {
  if (program.functions()[function].isRuntime) return;
  for (const ir::Location& where : program.body(function).locations) note(program, where, changed, use);
}

void LineUses::addUnrun(const ir::Program& program, ir::FunctionIndex function, const ir::SourceLines& changed) {
  noteAll(program, function, changed, Use::Missed);
}

void LineUses::addProof(const ir::Program& program, ir::FunctionIndex function, const ir::SourceLines& changed) {
  noteAll(program, function, changed, Use::Proved);
}

std::vector<std::string> LineUses::of(const std::string& file, unsigned first, std::size_t count) const {
  std::vector<std::string> words(count);
  for (std::size_t i = 0; i < count; ++i)
    if (const auto use = uses_.find({file, first + static_cast<unsigned>(i)}); use != uses_.end())
      words[i] = use->second == Use::Run ? "run" : use->second == Use::Proved ? "proved" : "missed";
  return words;
}

} // namespace beagle::pipeline
