// Trial runs: both versions on inputs that somebody chose. What they come with where versions meet tells what
// may be in common there, and when they part, no proof at this pace is worth the time.

#include "analysis/compare/lockstep_proof.h"

namespace beagle::compare {

namespace {

constexpr std::size_t leastTrials = 14;
constexpr std::size_t mostTrials = 80;    ///< where they are short
constexpr std::uint64_t fewSteps = 3'000; ///< of all of them
constexpr std::uint32_t mostVisits = 40;  ///< of one trial
constexpr std::size_t mostRows = 120;     ///< at one place
constexpr std::size_t mostSamples = 40;   ///< of them
constexpr std::uint64_t mostTrialSteps = 4'000;

} // namespace

LockstepProof::Result LockstepProof::runTrials(ir::FunctionIndex base, ir::FunctionIndex head) {
  Result wrong;
  const std::uint64_t first = tools_.base.steps() + tools_.head.steps();
  const auto isShort = [&] { return tools_.base.steps() + tools_.head.steps() - first < fewSteps; };
  for (std::size_t k = 0; k < mostTrials && !wrong && (k < leastTrials || isShort()); ++k) {
    choose(&trials_.emplace_back(tools_.terms, k + 1, numbers_));
    wrong = start(base, head);
    if (trial_->isDoubtful()) wrong.reset();
  }
  choose(nullptr);
  trusted_.clear();
  outside_.clear();
  entered_.clear();
  return wrong;
}

void LockstepProof::choose(Trial* trial) {
  trial_ = trial;
  tools_.base.setTrial(trial);
  tools_.head.setTrial(trial);
  visits_ = 0;
  stepsBefore_ = tools_.base.steps() + tools_.head.steps();
}

void LockstepProof::takeSamples(const ir::Function& function) {
  samples_.clear();
  for (Trial& trial : trials_) {
    logic::Assignment values;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const ir::ScalarType type = function.parameters[i].type;
      const Term value = trial.argument(i, type);
      if (tools_.terms.isConstant(value)) values.set(parameter(i, type), tools_.terms.bits(value));
    }
    samples_.add(std::move(values));
  }
}

void LockstepProof::takeSamples(const Meeting& meeting) {
  samples_.clear();
  const std::vector<Term> variables = meeting.values.variables();
  const std::size_t step = (meeting.rows->size() + mostSamples - 1) / mostSamples;
  for (std::size_t i = 0; i < meeting.rows->size(); i += step) {
    const std::vector<Arrival>& arrivals = (*meeting.rows)[i].arrivals;
    logic::Assignment values;
    for (std::size_t k = 0; k < variables.size() && k < arrivals.size(); ++k)
      if (variables[k] && arrivals[k].kind == Arrival::Kind::Term && tools_.terms.isConstant(arrivals[k].term) &&
          tools_.terms.sort(variables[k]) == tools_.terms.sort(arrivals[k].term))
        values.set(variables[k], tools_.terms.bits(arrivals[k].term));
    samples_.add(std::move(values));
  }
}

bool LockstepProof::isTrialOver() const {
  return visits_ >= mostVisits || tools_.base.steps() + tools_.head.steps() - stepsBefore_ > mostTrialSteps;
}

LockstepProof::Result LockstepProof::note(Pair& pair) {
  if (auto wrong = settle(pair)) return wrong;
  std::vector<Holder> holders;
  ValueGuesses::Row row;
  arrive(pair, holders, row.arrivals);
  Rows& rows = rows_[keyOf(pair, holders, row.arrivals)];
  if (rows.size() < mostRows) {
    row.trial = trials_.size();
    row.made = pair.made;
    row.load = [this, trial = trial_, memory = pair.base.memory](std::uint64_t address, logic::Sort sort) {
      logic::TermManager& terms = tools_.terms;
      Term loaded = tools_.memory.load(memory, terms.constant(64, address), sort.width);
      ir::ScalarType type{ir::ScalarKind::Integer, 0, static_cast<std::uint16_t>(sort.width)};
      if (sort.isFloat()) {
        type.kind = ir::ScalarKind::Float;
        type.format = static_cast<std::uint8_t>(sort.format());
        loaded = terms.fpFromBits(sort.format(), loaded);
      }
      return trial->chosen(loaded, type);
    };
    rows.push_back(std::move(row));
  }
  startAgain(pair);
  ++visits_;
  goFromMeeting(pair);
  return {};
}

} // namespace beagle::compare
