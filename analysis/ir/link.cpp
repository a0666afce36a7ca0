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
  void add(const llvm::Module& module) {
    for (const llvm::GlobalValue& value : module.global_values()) {
      if (value.hasLocalLinkage()) continue;
      if (value.hasExternalWeakLinkage()) continue; // does without
      if (value.isDeclarationForLinker()) needed_.insert(value.getName());
      else defined_.insert(value.getName());
    }
    // What runs at the end is registered as if the program had asked for it.
    if (std::ranges::any_of(startStepsOf(module), &StartStep::isAtEnd)) needed_.insert("atexit");
  }
  /// Whether the unit defines one of them, or what is to replace something.
  [[nodiscard]] bool areIn(const llvm::Module& module) const {
    return std::ranges::any_of(module.global_values(), [this](const llvm::GlobalValue& value) {
      if (value.hasLocalLinkage() || value.isDeclaration()) return false;
      const bool isDefined = defined_.contains(value.getName());
      return isDefined ? isReplacement(value) : needed_.contains(value.getName());
    });
  }

private:
  llvm::StringSet<> needed_, defined_;
};

/// Adds the runtime units that are needed or asked for, until no more are.
Result<void> addRuntime(Program::Implementation& program, Program::Units runtime) {
  MissingNames missing;
  for (const Program::Implementation::Unit& unit : program.units) missing.add(*unit.module);
  std::set<std::string>& linked = program.likeness.runtime;
  const auto isWanted = [&, asked = linked](const BitcodeModule& unit) {
    return asked.contains(unit.name()) || missing.areIn(unit.outline());
  };
  std::vector<bool> isLinked(runtime.size());
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < runtime.size(); ++i) {
      if (isLinked[i] || !isWanted(*runtime[i])) continue;
      if (auto done = addUnit(program, runtime[i]); !done) return done;
      program.units.back().isRuntime = true;
      missing.add(*program.units.back().module);
      linked.insert(runtime[i]->name());
      isLinked[i] = again = true;
    }
  }
  return {};
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

Result<std::shared_ptr<const Program>> Program::link(Units units, Units runtime, const Likeness& likeness) {
  auto implementation = std::make_unique<Implementation>();
  implementation->likeness = likeness;
  const auto locks = lockAll(units, runtime);
  for (const std::shared_ptr<BitcodeModule>& bitcode : units)
    if (auto done = addUnit(*implementation, bitcode); !done) return std::unexpected(std::move(done.error()));
  // All units are the project's, so far.
  implementation->looksBehindMath = std::ranges::any_of(
      implementation->units, [](const Implementation::Unit& unit) { return namesMathState(*unit.module); });
  if (auto done = addRuntime(*implementation, runtime); !done) return std::unexpected(std::move(done.error()));
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
