#pragma once

#include "analysis/ir/compile_options.h"
#include "analysis/support/error.h"

#include <memory>
#include <mutex>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace beagle::ir {

/// A unit's bitcode. Bodies are read when they are asked for: of a large unit, only a few ever are.
class BitcodeModule {
public:
  /// `name` is for messages.
  [[nodiscard]] static support::Result<BitcodeModule> open(std::string bitcode, const std::string& name,
                                                           CompileOptions options = {});
  BitcodeModule(BitcodeModule&&) noexcept;
  BitcodeModule& operator=(BitcodeModule&&) noexcept;
  ~BitcodeModule();

  /// The function with its body; an error when the unit does not define it or its body is damaged.
  [[nodiscard]] support::Result<llvm::Function*> function(const std::string& symbol);

  /// The whole module, all bodies read and verified: unsound bitcode is an error here and nowhere later.
  [[nodiscard]] support::Result<llvm::Module*> whole();
  /// The module with whatever bodies have been read: enough to see what it declares and defines.
  [[nodiscard]] const llvm::Module& outline() const;
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const CompileOptions& options() const;
  [[nodiscard]] const std::string& bytes() const; ///< as they were opened
  /// To be held while anything of the module is looked at: LLVM makes constants and types on the way.
  [[nodiscard]] std::mutex& mutex();

private:
  struct Data;
  explicit BitcodeModule(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

} // namespace beagle::ir
