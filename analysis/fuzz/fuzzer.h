#pragma once

#include "analysis/fuzz/form.h"
#include "analysis/testgen/replay.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace beagle::fuzz {

/// A version of the function whose inputs are made up.
struct Version {
  const ir::Program& program;
  std::span<const testgen::NativeUnit> units; ///< in the order in which the program was linked from them
  ir::FunctionIndex entry;
};

/// An input on which the versions did not seem to do the same.
struct Found {
  std::size_t form = 0;              ///< its number
  std::vector<std::uint64_t> values; ///< of its numbers
  std::string kind;                  ///< what differs, in a word: equal for what is likely to be one difference
};

struct FuzzerOptions {
  std::chrono::milliseconds time{1000};
  std::uint64_t runs = 0; ///< at most; 0: as many as the time allows
  std::uint32_t seed = 1;
};

/// Both versions in one libFuzzer program in the sandbox, run on what it makes up from forms. What it finds is a hint:
/// one process makes all runs, and undefined behaviour in one of them may show in another. What it does not find means
/// nothing.
class Fuzzer {
public:
  /// All outlive it. Several may have one folder, if they have names of their own and are not built at once: what was
  /// built there is used again.
  Fuzzer(const build::Sandbox& sandbox, support::Files& files, std::string folder, std::string name,
         testgen::Compiler compiler = {})
      : sandbox_(sandbox), files_(files), folder_(std::move(folder)), name_(std::move(name)),
        builder_(sandbox, files, folder_, std::move(compiler)) {}

  /// `names`: functions that the forms speak of.
  [[nodiscard]] support::Result<void> build(const Version& base, const Version& head, testgen::FunctionNames names,
                                            const support::CancelToken& cancel = {});
  /// Whether it can run inputs of the form; once it is built.
  [[nodiscard]] bool takes(const Form& form) const;
  /// Looks for differences until some are found or the time is over; how many inputs were run, zero where that was cut
  /// off. Later calls begin with what earlier ones came to, if the forms are the same and others behind them. At most
  /// as many forms as `mostForms`.
  [[nodiscard]] support::Result<std::uint64_t> run(std::span<const Form> forms, const FuzzerOptions& options,
                                                   const std::function<void(Found)>& onFound,
                                                   const support::CancelToken& cancel = {});

private:
  [[nodiscard]] support::Result<void> linkProgram(const support::CancelToken& cancel);
  [[nodiscard]] support::Result<std::string> textOf(std::span<const Form> forms) const;

  const build::Sandbox& sandbox_;
  support::Files& files_;
  std::string folder_, name_;
  testgen::NativeBuilder builder_;
  std::optional<testgen::NativeLibrary> base_, head_;
  std::set<std::string> outside_; ///< functions without code that both can call
};

constexpr std::size_t mostForms = 64;

} // namespace beagle::fuzz
