#include "analysis/pipeline/diff_work.h"

#include "analysis/pipeline/comparison_report.h"
#include "analysis/pipeline/passed_arguments.h"
#include "analysis/pipeline/test_inputs.h"
#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::pipeline {

using report::Report;

void DiffWork::setTime(Clock::time_point deadline, std::optional<Clock::duration> patience) {
  deadline_ = deadline;
  patience_ = patience;
  // What a push has to wait for besides was taken off already.
  if (!patience) grace_ = std::max((deadline - Clock::now()) / 10, Clock::duration::zero());
}

bool DiffWork::isOverdue() const {
  const std::scoped_lock lock(mutex_);
  return Clock::now() > deadline_ + grace_;
}

void DiffWork::extendTo(Clock::time_point deadline) {
  const std::scoped_lock lock(mutex_);
  deadline_ = std::max(deadline_, deadline);
}

void DiffWork::postpone(Clock::duration time) {
  const std::scoped_lock lock(mutex_);
  deadline_ += time;
}

DiffWork::Clock::time_point DiffWork::deadline() const {
  const std::scoped_lock lock(mutex_);
  return deadline_;
}

DiffWork::Clock::duration DiffWork::timeLeft() const {
  const std::scoped_lock lock(mutex_);
  const Clock::time_point end = patience_ ? std::min(deadline_, lastNews_ + *patience_) : deadline_;
  return std::max(end - Clock::now(), Clock::duration::zero());
}

void DiffWork::noteNews() {
  const std::scoped_lock lock(mutex_);
  lastNews_ = Clock::now();
}

compare::DifferingBlocks& DiffWork::differing() {
  const std::scoped_lock lock(mutex_);
  if (!differing_)
    differing_ = std::make_unique<compare::DifferingBlocks>(
        compare::SameThings::Version{*subject.base.program, *subject.base.types},
        compare::SameThings::Version{*subject.head.program, *subject.head.types});
  return *differing_;
}

const compare::TestInputs* DiffWork::testInputs(const config::Settings& settings) {
  constexpr std::size_t mostText = 4'000'000;
  if (settings.tests->empty() || !subject.run) return nullptr;
  const std::scoped_lock lock(mutex_);
  const auto [known, isNew] = tests_.try_emplace(settings.tests.origin.str());
  if (!isNew) return &known->second;
  // Patterns are below the folder of the file that they stand in.
  const std::string& file = settings.tests.origin.file;
  const std::string folder = file.substr(0, file.rfind('/') + 1);
  std::size_t read = 0;
  for (const std::string& path : subject.run->files(false)) {
    if (!path.starts_with(folder)) continue;
    const auto fits = [&](const std::string& pattern) {
      return support::matchesGlob(std::string_view(path).substr(folder.size()), pattern);
    };
    if (std::ranges::none_of(*settings.tests, fits)) continue;
    const std::string text = subject.run->read(false, path);
    if ((read += text.size()) > mostText) break;
    addTestInputs(text, known->second);
  }
  return &known->second;
}

const std::vector<std::optional<ir::PassedValues>>& DiffWork::passed(const DiffEntry& entry) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = passed_.find(&entry); known != passed_.end()) return known->second;
  }
  auto passed = options.usesCallers ? passedArguments(subject, entry) : std::vector<std::optional<ir::PassedValues>>();
  const std::scoped_lock lock(mutex_);
  return passed_.try_emplace(&entry, std::move(passed)).first->second;
}

void DiffWork::noteEntered(const std::set<ir::FunctionIndex>& functions) {
  const std::scoped_lock lock(mutex_);
  entered_.insert(functions.begin(), functions.end());
}

bool DiffWork::isEntered(ir::FunctionIndex function) const {
  const std::scoped_lock lock(mutex_);
  return entered_.contains(function);
}

void DiffWork::noteRuns(const exec::Machine& machine, bool isBase) {
  const std::scoped_lock lock(mutex_);
  (isBase ? usesInBase_ : usesInHead_).addRuns(machine, reach_.changed(isBase));
}

void DiffWork::noteProof(ir::FunctionIndex function, bool isBase) {
  const std::scoped_lock lock(mutex_);
  (isBase ? usesInBase_ : usesInHead_).addProof(*version(isBase).program, function, reach_.changed(isBase));
}

void DiffWork::noteUnrun(ir::FunctionIndex function, bool isBase) {
  const std::scoped_lock lock(mutex_);
  (isBase ? usesInBase_ : usesInHead_).addUnrun(*version(isBase).program, function, reach_.changed(isBase));
}

void DiffWork::addUses(report::Report::Hunk& hunk) const {
  const std::scoped_lock lock(mutex_);
  hunk.removedUse =
      usesInBase_.of(hunk.baseFile.empty() ? hunk.file : hunk.baseFile, hunk.baseStart, hunk.removed.size());
  hunk.addedUse = usesInHead_.of(hunk.file, hunk.headStart, hunk.added.size());
}

void DiffWork::noteDoubt(const std::string& function, Doubt doubt) {
  const std::scoped_lock lock(mutex_);
  doubts_[function] = std::move(doubt);
}

void DiffWork::easeDoubt(const std::string& function, Doubt other) {
  const std::scoped_lock lock(mutex_);
  eased_[function] = std::move(other);
}

std::optional<DiffWork::Doubt> DiffWork::doubtOf(const std::string& function) const {
  const std::scoped_lock lock(mutex_);
  const auto found = doubts_.find(function);
  if (found == doubts_.end()) return {};
  Doubt doubt = found->second;
  const auto eased = eased_.find(function);
  if (eased == eased_.end()) return doubt;
  const std::vector<std::string>& missed = eased->second.missed;
  if (eased->second.open.empty()) doubt.open.clear();
  std::erase_if(doubt.missed,
                [&](const std::string& place) { return std::ranges::find(missed, place) == missed.end(); });
  return doubt;
}

void DiffWork::noteEffort(const compare::EntryResult& result, const solver::Solver& solver) {
  const std::scoped_lock lock(mutex_);
  stats_.inputs += result.searched.inputs;
  countEffort(result, solver, stats_);
}

void DiffWork::noteSeen(const Report::Change& change) {
  const std::scoped_lock lock(mutex_);
  if (change.replayed != true || stats_.firstSeconds) return;
  stats_.firstSeconds = std::chrono::duration<double>(Clock::now() - asked_).count();
}

bool DiffWork::isFirstSeen() const {
  const std::scoped_lock lock(mutex_);
  return stats_.firstSeconds.has_value();
}

Report::Statistics DiffWork::statistics() const {
  const std::scoped_lock lock(mutex_);
  return stats_;
}

support::Result<void> DiffWork::writeTests(Report::Function& function) {
  const std::scoped_lock lock(replaying_);
  if (regressionTests_)
    if (auto written = regressionTests_->write(function); !written) return support::within(written, "--tests");
  return {};
}

std::string DiffWork::textFolder(const DiffEntry& entry) const {
  return support::joinPath(subject.bench->folder.path(), fmt::format("texts-{}-{}", folder_, *entry.head));
}

ChangeReplay& DiffWork::changeReplay() {
  if (!replay_)
    replay_ =
        std::make_unique<ChangeReplay>(env, *subject.bench, subject.base, subject.head,
                                       support::joinPath(subject.bench->folder.path(), folder_), subject.fieldsMoved);
  return *replay_;
}

RegressionTests* DiffWork::regressionTests() {
  if (!regressionTests_ && !options.tests.folder.empty())
    regressionTests_ = std::make_unique<RegressionTests>(options.tests, env.files, subject.base, subject.head);
  return regressionTests_.get();
}

} // namespace beagle::pipeline
