#include "analysis/ir/archive.h"
#include "analysis/ir/debug_places.h"
#include "analysis/ir/linked.h"
#include "analysis/ir/start_steps.h"

#include <llvm/ADT/StringSet.h>

#include <algorithm>
#include <array>
#include <set>

namespace beagle::ir {

using support::Result;

std::uint32_t FileNames::number(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto [it, isNew] = numbers_.try_emplace(path, static_cast<std::uint32_t>(names_.size()));
  if (isNew) names_.push_back(projectNameOf(path));
  return it->second;
}

std::string_view FileNames::name(std::uint32_t number) const {
  const std::scoped_lock lock(mutex_);
  return number < names_.size() ? std::string_view(names_[number]) : std::string_view();
}

namespace {

Result<void> checkTarget(const llvm::Module& module, const std::string& name) {
  const llvm::DataLayout& layout = module.getDataLayout();
  if (!layout.isLittleEndian() || layout.getPointerSizeInBits(0) != 64)
    return support::cannotRun("{}: compiled for `{}`; only little-endian targets with 64-bit pointers are supported",
                              name, module.getTargetTriple());
  return {};
}

/// Programs that share units may be linked at the same time: always in the same order.
std::vector<std::unique_lock<std::mutex>> lockAll(Program::Units units, Program::Units runtime) {
  std::set<std::mutex*> mutexes;
  for (const Program::Units some : {units, runtime})
    for (const std::shared_ptr<BitcodeModule>& unit : some) mutexes.insert(&unit->mutex());
  std::vector<std::unique_lock<std::mutex>> locks;
  for (std::mutex* mutex : mutexes) locks.emplace_back(*mutex);
  return locks;
}

Result<void> addUnit(Program::Implementation& program, const std::shared_ptr<BitcodeModule>& bitcode) {
  auto module = bitcode->whole();
  if (!module) return std::unexpected(std::move(module.error()));
  if (auto fits = checkTarget(**module, bitcode->name()); !fits) return std::unexpected(std::move(fits.error()));
  Program::Implementation::Unit& unit = program.units.emplace_back();
  unit.bitcode = bitcode;
  unit.module = *module;
  return {};
}

/// The names that a unit needs and that nothing linked so far defines.
class MissingNames {
public:
  /// `isOfRuntime`: it does without what it refers to weakly. What the project refers to in that way, as to the
  /// functions of pthread.h, the C library has.
  Result<void> add(BitcodeModule& unit, bool isOfRuntime) {
    const std::scoped_lock lock(unit.mutex());
    const auto module = unit.whole();
    if (!module) return std::unexpected(module.error());
    for (const llvm::GlobalValue& value : (*module)->global_values()) {
      if (value.hasLocalLinkage()) continue;
      if (isOfRuntime && value.hasExternalWeakLinkage()) continue;
      if (value.isDeclarationForLinker()) needed_.insert(value.getName());
      else defined_.insert(value.getName());
    }
    // What runs at the end is registered as if the program had asked for it.
    if (std::ranges::any_of(startStepsOf(**module), &StartStep::isAtEnd)) needed_.insert("atexit");
    return {};
  }
  /// Whether a unit that defines these has one of them, or what is to replace something.
  [[nodiscard]] bool areAmong(std::span<const BitcodeArchive::Symbol> symbols) const {
    return std::ranges::any_of(symbols, [this](const BitcodeArchive::Symbol& symbol) {
      return defined_.contains(symbol.name) ? symbol.isReplacement : needed_.contains(symbol.name);
    });
  }

private:
  llvm::StringSet<> needed_, defined_;
};

/// The runtime units that are needed or asked for: those, and what they need in turn.
Result<std::vector<std::shared_ptr<BitcodeModule>>> runtimeFor(Program::Units units, const BitcodeArchive& runtime,
                                                               const std::set<std::string>& asked) {
  MissingNames missing;
  for (const std::shared_ptr<BitcodeModule>& unit : units)
    if (auto done = missing.add(*unit, false); !done) return std::unexpected(std::move(done.error()));
  std::vector<std::shared_ptr<BitcodeModule>> linked;
  std::vector<bool> isLinked(runtime.members().size());
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < isLinked.size(); ++i) {
      if (isLinked[i]) continue;
      if (!asked.contains(runtime.members()[i].name) && !missing.areAmong(runtime.symbolsOf(i))) continue;
      auto unit = runtime.open(i);
      if (!unit) return std::unexpected(std::move(unit.error()));
      if (auto done = missing.add(**unit, true); !done) return std::unexpected(std::move(done.error()));
      linked.push_back(std::move(*unit));
      isLinked[i] = again = true;
    }
  }
  return linked;
}

/// See Program::looksBehindMath.
bool namesMathState(const llvm::Module& module) {
  static constexpr auto names = std::to_array<llvm::StringRef>({"__errno_location",
                                                                "perror",
                                                                "err",
                                                                "verr",
                                                                "warn",
                                                                "vwarn",
                                                                "error",
                                                                "error_at_line",
                                                                "syslog",
                                                                "feclearexcept",
                                                                "fegetexceptflag",
                                                                "feraiseexcept",
                                                                "fesetexceptflag",
                                                                "fetestexcept",
                                                                "feenableexcept",
                                                                "fedisableexcept",
                                                                "fegetexcept",
                                                                "feholdexcept",
                                                                "fegetenv",
                                                                "fesetenv",
                                                                "feupdateenv",
                                                                "fegetround",
                                                                "fesetround"});
  return std::ranges::any_of(names, [&](llvm::StringRef name) { return module.getFunction(name) != nullptr; });
}

std::optional<std::uint32_t> lookUp(std::string_view name, const Program::Implementation::Names& byName,
                                    const Program::Implementation::Names& bySource) {
  auto it = byName.find(name);
  if (it != byName.end() && it->second != none) return it->second;
  it = bySource.find(name);
  if (it != bySource.end() && it->second != none) return it->second;
  return std::nullopt;
}

} // namespace

void Likeness::add(const Likeness& other) {
  apart.insert(other.apart.begin(), other.apart.end());
  runtime.insert(other.runtime.begin(), other.runtime.end());
}

Result<std::shared_ptr<const Program>> Program::link(Units units, const BitcodeArchive* runtime,
                                                     const Likeness& likeness) {
  auto implementation = std::make_unique<Implementation>();
  implementation->likeness = likeness;
  std::vector<std::shared_ptr<BitcodeModule>> library;
  if (runtime) {
    auto needed = runtimeFor(units, *runtime, likeness.runtime);
    if (!needed) return std::unexpected(std::move(needed.error()));
    library = std::move(*needed);
  }
  const auto locks = lockAll(units, library);
  for (const std::shared_ptr<BitcodeModule>& bitcode : units)
    if (auto done = addUnit(*implementation, bitcode); !done) return std::unexpected(std::move(done.error()));
  // All units are the project's, so far.
  implementation->looksBehindMath = std::ranges::any_of(
      implementation->units, [](const Implementation::Unit& unit) { return namesMathState(*unit.module); });
  for (const std::shared_ptr<BitcodeModule>& bitcode : library) {
    if (auto done = addUnit(*implementation, bitcode); !done) return std::unexpected(std::move(done.error()));
    implementation->units.back().isRuntime = true;
    implementation->likeness.runtime.insert(bitcode->name());
  }
  resolveSymbols(*implementation);
  implementation->bodies = std::vector<std::atomic<const Function*>>(implementation->functions.size());
  return std::shared_ptr<const Program>(new Program(std::move(implementation)));
}

Program::Program(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Program::~Program() = default;

std::span<const FunctionInfo> Program::functions() const { return implementation_->functions; }
std::span<const Global> Program::globals() const { return implementation_->globals; }
const Likeness& Program::likeness() const { return implementation_->likeness; }
bool Program::looksBehindMath() const { return implementation_->looksBehindMath; }
std::span<const FunctionIndex> Program::constructors() const { return implementation_->constructors; }
std::span<const FunctionIndex> Program::destructors() const { return implementation_->destructors; }
std::string_view Program::file(std::uint32_t number) const { return implementation_->files.name(number); }

std::optional<FunctionIndex> Program::find(std::string_view name) const {
  return lookUp(name, implementation_->functionsByName, implementation_->functionsBySource);
}

std::optional<GlobalIndex> Program::findGlobal(std::string_view name) const {
  return lookUp(name, implementation_->globalsByName, implementation_->globalsBySource);
}

const Function& Program::body(FunctionIndex index) const {
  std::atomic<const Function*>& body = implementation_->bodies[index];
  if (const Function* done = body.load(std::memory_order_acquire)) return *done;
  const Implementation::Definition& definition = implementation_->functionDefinitions[index];
  const std::scoped_lock lock(implementation_->units[definition.unit].bitcode->mutex());
  if (const Function* done = body.load(std::memory_order_acquire)) return *done;
  auto decoded = std::make_unique<Function>(
      decodeFunction(*implementation_, definition.unit, *llvm::cast<llvm::Function>(definition.value)));
  decoded->name = implementation_->functions[index].name;
  const Function& result = *decoded;
  {
    const std::scoped_lock keep(implementation_->keptMutex);
    implementation_->kept.push_back(std::move(decoded));
  }
  body.store(&result, std::memory_order_release);
  return result;
}

} // namespace beagle::ir
