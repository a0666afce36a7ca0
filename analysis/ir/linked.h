#pragma once

#include "analysis/ir/bitcode.h"
#include "analysis/ir/program.h"
#include "analysis/ir/symbol_uses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

namespace beagle::ir {

/// What the address of a symbol is in the linked program.
struct SymbolTarget {
  enum class Kind : std::uint8_t { None, Function, Global } kind = Kind::None;
  std::uint32_t index = none;
  std::int64_t offset = 0; ///< of an alias into the middle of a global
};

/// The names of source files by number. Safe to use from several threads.
class FileNames {
public:
  [[nodiscard]] std::uint32_t number(const std::string& path);
  [[nodiscard]] std::string_view name(std::uint32_t number) const;

private:
  mutable std::mutex mutex_;
  std::deque<std::string> names_{""}; ///< grows at the end only: views stay valid
  std::unordered_map<std::string, std::uint32_t> numbers_{{"", 0}};
};

/// The linked units. After linking, only bodies and file names are added.
struct Program::Implementation {
  struct Unit {
    std::shared_ptr<BitcodeModule> bitcode;
    llvm::Module* module = nullptr;
    bool isRuntime = false;
    llvm::DenseMap<const llvm::GlobalValue*, SymbolTarget> targets;
  };
  /// Where the definition of a function or global is; nothing for one that is only declared.
  struct Definition {
    std::uint32_t unit = none;
    const llvm::GlobalObject* value = nullptr;
  };
  /// Index by name; ambiguous names are `none`.
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  std::vector<Unit> units;
  std::vector<FunctionInfo> functions;
  std::vector<Definition> functionDefinitions;
  std::vector<Global> globals;
  std::vector<Definition> globalDefinitions;
  std::vector<FunctionIndex> constructors;
  std::vector<FunctionIndex> destructors;
  /// Definitions that only some units go by, since another unit's has the name for the rest, and declarations in those
  /// units: the unit that each means.
  std::map<const llvm::GlobalValue*, std::uint32_t> apart;
  Likeness likeness;
  Names functionsByName, functionsBySource, globalsByName, globalsBySource;
  bool looksBehindMath = false;
  std::once_flag usesFound;
  std::unique_ptr<const SymbolUses> uses;
  mutable FileNames files;
  mutable std::vector<std::atomic<const Function*>> bodies;
  mutable std::mutex keptMutex;
  mutable std::vector<std::unique_ptr<const Function>> kept;
};

inline constexpr llvm::StringLiteral replacementSection = "beagle.replacement";

/// Of the runtime: taken in place of what the project has from a header, since it does the same and is better to
/// analyse.
[[nodiscard]] inline bool isReplacement(const llvm::GlobalValue& value) {
  const auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value);
  return object && object->getSection() == replacementSection;
}

/// Resolves the symbols of `units`, whose modules are read and sound, and fills everything but the bodies.
/// `program.likeness` has the names that were asked for.
void resolveSymbols(Program::Implementation& program);

/// Fills in the initialiser of a global.
void decodeInitialiser(const Program::Implementation& program, std::uint32_t unit, const llvm::GlobalVariable& variable,
                       Global& global);

/// Decodes a body. The caller holds the lock of its unit.
[[nodiscard]] Function decodeFunction(const Program::Implementation& program, std::uint32_t unit,
                                      const llvm::Function& function);

} // namespace beagle::ir
