#include "test/oracle/engine.h"

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/substitute.h"
#include "analysis/solver/chain.h"
#include "test/oracle/random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace beagle::oracle {

using exec::EndKind;
using support::Result;

static_assert(ORACLE_NULL_POINTER == static_cast<int>(exec::MemoryFault::NullPointer));
static_assert(ORACLE_BAD_FREE == static_cast<int>(exec::MemoryFault::BadFree));
static_assert(ORACLE_SIGNED_OVERFLOW == static_cast<int>(exec::ValueFault::SignedOverflow));
static_assert(ORACLE_FLOAT_TO_INTEGER == static_cast<int>(exec::ValueFault::FloatToInteger));

namespace {

/// Hard programs are given up by what they cost the solver, not by time: the same ones everywhere.
constexpr solver::Limits patience{20'000'000};

exec::HarnessOptions harnessOptions() {
  exec::HarnessOptions options;
  options.globalsAreInputs = false;
  return options;
}

std::uint32_t kindOf(EndKind kind) {
  switch (kind) {
  case EndKind::Returned: return ORACLE_RETURNED;
  case EndKind::Exited: return ORACLE_EXITED;
  case EndKind::Aborted: return ORACLE_ABORTED;
  case EndKind::AssertFailed: return ORACLE_ASSERT;
  case EndKind::MemoryError: return ORACLE_MEMORY;
  case EndKind::DivisionByZero: return ORACLE_DIVISION;
  default: return ORACLE_SIGNAL;
  }
}

} // namespace

bool gaveWrongModels(const solver::Solver& solver) {
  std::vector<solver::LayerStatistics> layers;
  solver.statistics(layers);
  // The first layer checks all models, and what it does not like becomes unknown.
  return layers.size() > 1 && layers[0].unknown != layers[1].unknown;
}

EngineRun::EngineRun(const ir::Program& program, const GeneratedProgram& generated, const EngineOptions& options)
    : program_(program), generated_(generated), options_(options), types_(ir::sourceTypes(program)), leaves_(terms_),
      harness_(program, *types_, leaves_, harnessOptions()), machine_(program, terms_, harness_, {}),
      evaluator_(terms_, input_), guess_(terms_, input_) {}

EngineRun::~EngineRun() = default;

Result<void> EngineRun::explore() {
  const auto entry = program_.find(generated_.entry);
  if (!entry) return support::cannotRun("{} is not in the bitcode", generated_.entry);
  auto solver = solver::makeSolver(terms_, {}, {});
  if (!solver) return std::unexpected(solver.error());
  solver_ = std::move(*solver);
  auto start = harness_.start(machine_, *entry);
  if (!start) return std::unexpected(start.error());
  explore::ExplorerOptions options{.order = options_.order, .seed = options_.seed, .merge = options_.merge};
  options.bounds.paths = options_.maxPaths;
  options.patiently = patience;
  explorer_ = std::make_unique<explore::Explorer>(machine_, *solver_, options);
  explorer_->explore(
      std::move(*start), support::Budget().limitTime(options_.time),
      [this](const exec::State& state, const std::vector<std::uint32_t>& address) { keep(state, address); });
  return {};
}

void EngineRun::keep(const exec::State& state, const std::vector<std::uint32_t>& address) {
  Path path;
  path.ending = *state.ending;
  path.conditions = state.path.all();
  path.address = fmt::format("{} {}", fmt::join(address, "."), describe(state.ending->kind));
  if (!state.results.empty()) path.result = state.results.front();
  if (state.ending->kind == EndKind::Unsupported) unsupported_.push_back(state.ending->text);
  for (const std::string& name : generated_.watched) {
    const auto index = program_.findGlobal(name);
    const ir::Global& global = program_.globals()[*index];
    const exec::ObjectId id = machine_.globalObject(*index);
    for (std::uint64_t i = 0; i < global.size; ++i)
      path.globals.push_back(state.memory.exists(id)
                                 ? state.memory[id].contents.byte(machine_, i)
                                 : terms_.constant(8, i < global.bytes.size() ? global.bytes[i] : 0));
  }
  state.effects.forEach([&](const exec::Ref<exec::Effect>& effect) {
    path.text.insert(path.text.end(), effect->bytes.begin(), effect->bytes.end());
  });
  state.faults.forEach([&](const exec::PossibleFault& fault) { path.faults.push_back(fault); });
  paths_.push_back(std::move(path));
}

bool EngineRun::holds(const Path& path) {
  return std::ranges::all_of(path.conditions, [&](logic::Term condition) { return evaluator_.truth(condition); });
}

Outcome EngineRun::outcomeOf(const Path& path) {
  Outcome outcome{};
  outcome.kind = kindOf(path.ending.kind);
  outcome.fault = static_cast<std::uint32_t>(path.ending.fault);
  const auto wordOf = [&](const exec::Value& value) {
    return value.isSymbolic() ? evaluator_.bits64(value.asTerm()) : value.bits;
  };
  if (path.ending.kind == EndKind::Exited) outcome.code = static_cast<std::int32_t>(wordOf(path.ending.code));
  if (path.ending.kind == EndKind::Returned) outcome.low = wordOf(path.result);
  const auto digest = [&](const std::vector<logic::Term>& bytes) {
    std::uint64_t hash = ORACLE_BASIS;
    for (const logic::Term byte : bytes) hash = (hash ^ evaluator_.bits64(byte)) * ORACLE_PRIME;
    return hash;
  };
  outcome.globals = digest(path.globals);
  outcome.text = digest(path.text);
  for (const exec::PossibleFault& fault : path.faults)
    if (evaluator_.truth(fault.condition) ||
        (fault.fault == exec::ValueFault::UninitialisedUse && mayHold(fault.condition)))
      outcome.faults |= 1U << static_cast<unsigned>(fault.fault);
  return outcome;
}

/// Whether some contents of what was never written make it true: a few are tried, small numbers among them.
bool EngineRun::mayHold(logic::Term condition) {
  std::vector<logic::Term> unwritten;
  for (const std::uint32_t number : terms_.support(condition))
    if (const logic::Term variable = terms_.variableAt(number); terms_.name(variable).starts_with("uninitialised"))
      unwritten.push_back(variable);
  const std::uint64_t guesses = unwritten.empty() ? 0 : 40;
  for (std::uint64_t seed = 0; seed < guesses; ++seed) {
    Random random(seed);
    logic::Assignment contents = input_;
    for (const logic::Term variable : unwritten) {
      const std::uint32_t width = terms_.sort(variable).isBool() ? 1 : terms_.width(variable);
      const std::uint64_t any = random.next();
      if (width <= 64)
        contents.set(variable, random.of<std::uint64_t>({any, any & 15, ~std::uint64_t{0}, std::uint64_t{0}}) &
                                   logic::lowMask(width));
    }
    guess_.reset(contents);
    if (guess_.truth(condition)) return true;
  }
  return options_.merge != explore::Merge::None && isPossible(condition);
}

/// The same as the solver says. Of merged runs a condition also says which way was gone, and that may rest on contents
/// that nobody guesses.
bool EngineRun::isPossible(logic::Term condition) {
  logic::Substitution input(terms_);
  for (const std::uint32_t number : terms_.support(condition)) {
    const logic::Term variable = terms_.variableAt(number);
    if (terms_.name(variable).starts_with("uninitialised")) continue;
    const logic::Sort sort = terms_.sort(variable);
    input.replace(variable, sort.isBool() ? terms_.truth(input_.bits64(variable) != 0)
                                          : terms_.constant(input_.bits(variable, sort.width)));
  }
  solver::Query query;
  query.name = "contents";
  query.goal = input.apply(condition);
  return std::holds_alternative<solver::Sat>(solver_->check(query));
}

EngineRun::Found EngineRun::find(std::uint32_t input, bool exhaustive) {
  input_.clear();
  for (const Parameter& parameter : generated_.parameters)
    if (const input::Leaf* leaf = leaves_.find(parameter.name))
      input_.set(leaf->variable, GeneratedProgram::argument(parameter, input));
  evaluator_.reset(input_);
  Found found;
  if (explorer_->root()) found.walked = walkDown(*explorer_->root(), evaluator_).node->path;
  std::optional<std::size_t> satisfied;
  if (found.walked && holds(paths_[*found.walked])) satisfied = found.walked, found.count = 1;
  if (exhaustive || !satisfied)
    for (std::size_t i = 0; i < paths_.size() && found.count < 2; ++i)
      if (i != found.walked && holds(paths_[i])) satisfied = i, ++found.count;
  if (!satisfied) return found;
  if (found.walked != satisfied) found.walked.reset();
  const Path& path = paths_[*satisfied];
  found.outcome = outcomeOf(path);
  found.isUnsupported = path.ending.kind == EndKind::Unsupported;
  found.isBounded = path.ending.kind == EndKind::OutOfBound;
  found.described =
      fmt::format("{}{}{} {}", describe(path.ending.kind), path.ending.fault == exec::MemoryFault::None ? "" : ": ",
                  describe(path.ending.fault), path.ending.text);
  return found;
}

std::vector<std::string> EngineRun::addresses() const {
  std::vector<std::string> all;
  for (const Path& path : paths_) all.push_back(path.address);
  std::ranges::sort(all);
  return all;
}

} // namespace beagle::oracle
