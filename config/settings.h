#pragma once

#include "analysis/support/error.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What `.beagle.yml` can say. The members' initial values are the defaults; `keys.h` says how each is
/// written.
namespace beagle::config {

/// A value and the place where it was written; a default was written nowhere.
template <class T> struct Setting {
  T value{};
  support::SourcePosition origin;

  [[nodiscard]] bool isDefault() const { return origin.file.empty(); }
  [[nodiscard]] const T& operator*() const { return value; }
  [[nodiscard]] const T* operator->() const { return &value; }
  friend bool operator==(const Setting&, const Setting&) = default;
};

/// Values by the names that they are for; a name may have the wildcards `*` and `?`.
template <class T> using Table = std::map<std::string, Setting<T>>;

enum class BuildMethod : std::uint8_t { Auto, Database, CMake, Meson, Make, Command, Plain };
enum class Comparison : std::uint8_t { Lockstep, CbpeSd, Pie, Fuzz };
enum class Strategy : std::uint8_t { Full, Dise, Idise, Dgse, Peso, Reach, Cbpe };
enum class Coverage : std::uint8_t { Sequences, Statement, Block, Branch, PathFragment, DataFlow };
enum class Order : std::uint8_t { DepthFirst, BreadthFirst, Random, Coverage, Greedy, Nearest };
enum class OverflowCheck : std::uint8_t { Report, Wrap, Exclude };
enum class ValueCheck : std::uint8_t { Report, Exclude };
enum class LeakCheck : std::uint8_t { Report, Ignore };
enum class TextMask : std::uint8_t { Nothing, Addresses, Times, Both };
enum class ContractLevel : std::uint8_t { Equal, NoNewCrash, Off };
/// Findings of the level and of those before it fail the check.
enum class FailLevel : std::uint8_t { Never, Violation, Unchecked, Change };
enum class EntryUse : std::uint8_t { Always, Never };
enum class Gate : std::uint8_t { Pass, Block };

/// How calls of a function are handled instead of running its code.
struct Treatment {
  enum class Kind : std::uint8_t { Outside, Pure, Like } kind = Kind::Outside;
  std::string model; ///< Like: the library function that it does the same as

  friend bool operator==(const Treatment&, const Treatment&) = default;
};

struct BuildSettings {
  Setting<BuildMethod> method{BuildMethod::Auto};
  Setting<std::string> command;
  Setting<std::string> compileCommands; ///< relative to the project's root
  Setting<std::string> prepare;
  Setting<bool> network{false}; ///< of `prepare`
  Setting<std::vector<std::string>> extraFlags;
  Setting<bool> submodules{false};
  Setting<std::chrono::milliseconds> timeout{std::chrono::minutes(10)};
};

struct HookSettings {
  Setting<std::chrono::milliseconds> budget{std::chrono::minutes(1)};
  Setting<std::chrono::milliseconds> patience{std::chrono::seconds(3)};
  Setting<Gate> onTimeout{Gate::Pass};
  Setting<Gate> onError{Gate::Pass};
};

struct ReportSettings {
  Setting<std::uint64_t> maxFindings{20};
  Setting<bool> remarks{true};
  Setting<bool> intended{true};
  Setting<bool> tests{true};
};

/// What holds for the project as a whole.
struct ProjectSettings {
  BuildSettings build;
  Setting<std::uint64_t> maxEntries{100};
  HookSettings hook;
  ReportSettings report;
};

struct CheckSettings {
  Setting<OverflowCheck> overflow{OverflowCheck::Report};
  Setting<ValueCheck> shift{ValueCheck::Report};
  Setting<ValueCheck> uninitialised{ValueCheck::Report};
  Setting<LeakCheck> leak{LeakCheck::Report};
  Setting<std::uint64_t> floatDigits{0};
  Setting<TextMask> mask{TextMask::Nothing};
};

struct BoundSettings {
  Setting<std::uint64_t> buffer{8};
  Setting<std::uint64_t> string{8};
  Setting<std::uint64_t> depth{4};
  Setting<std::uint64_t> calls{2'000};
  Setting<std::uint64_t> steps{4'000'000'000};
};

/// Whether a file is looked at, and the pattern that decided it; none did by default.
struct Selection {
  Setting<bool> analysed{true};
  std::string pattern;
};

/// What holds for one path, or what one file says about its folder.
struct Settings {
  Selection selection; ///< of a path; the patterns themselves belong to a file
  Setting<std::chrono::milliseconds> budget{std::chrono::minutes(1)};
  Setting<ContractLevel> contract{ContractLevel::Equal};
  Setting<FailLevel> failLevel{FailLevel::Unchecked};
  Setting<Comparison> comparison{Comparison::Lockstep};
  Setting<Strategy> strategy{Strategy::Full};
  Setting<Coverage> coverage{Coverage::Sequences};
  Setting<Order> order{Order::Greedy};
  Setting<std::uint64_t> inputs{50'000};
  Setting<bool> fuzz{true};
  Setting<bool> failingAllocation{true};
  CheckSettings checks;
  BoundSettings bounds;
  Table<EntryUse> entries;
  Table<Treatment> functions;
  Setting<std::vector<std::string>> tests;
};

/// The value for a function; null when no name fits. Of several that fit, the deepest file has the say;
/// within a file the name without wildcards, or else the last line.
template <class T> [[nodiscard]] const Setting<T>* valueFor(const Table<T>& table, std::string_view function);

extern template const Setting<EntryUse>* valueFor(const Table<EntryUse>&, std::string_view);
extern template const Setting<Treatment>* valueFor(const Table<Treatment>&, std::string_view);

} // namespace beagle::config
