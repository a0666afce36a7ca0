#pragma once

#include "config/settings.h"

#include <array>
#include <tuple>

/// How the settings are written: one descriptor per key, from which the reader, the JSON schema, the
/// reference and `explain` are made. A new setting is a member in `settings.h` and a line here.
namespace beagle::config {

/// A word that may stand as a value.
template <class E> struct Word {
  E value;
  std::string_view word;
  std::string_view doc;
};

/// `Words<E>::all`, in the order of the reference.
template <class E> struct Words;

/// What a number may be, or the milliseconds of a time.
struct Range {
  std::uint64_t least, most;
};

inline constexpr Range anyTime{1'000, 24 * 3'600'000};

/// What a text is for.
enum class Form : std::uint8_t {
  Command, ///< for a shell; may have several lines
  Path,    ///< of a file, below the project's root
  Pattern, ///< of paths, below the folder of the file that it stands in
  Flag,    ///< one option of a compiler
};

struct AnyValue {};

/// At the end of a key's description: it is read and checked, and that is all.
constexpr bool isIdle(std::string_view doc) { return doc.ends_with(" Without influence so far."); }

/// A key with one value. `Rule`: a Range, a Form, or AnyValue.
template <class Owner, class T, class Rule = AnyValue> struct Key {
  std::string_view name;
  Setting<T> Owner::*member;
  std::string_view doc;
  Rule rule = {};
};

/// A key with keys below it.
template <class Owner, class Inner> struct Group {
  std::string_view name;
  Inner Owner::*member;
  std::string_view doc;
};

/// A key with names of functions below it.
template <class Owner, class T> struct NameTable {
  std::string_view name;
  Table<T> Owner::*member;
  std::string_view doc;
};

/// `Keys<S>::all`: a tuple of descriptors.
template <class S> struct Keys;

template <> struct Words<BuildMethod> {
  static constexpr std::array all{
      Word{BuildMethod::Auto, "auto", "find out"},
      Word{BuildMethod::Database, "database", "a `compile_commands.json`"},
      Word{BuildMethod::CMake, "cmake", "configure with CMake"},
      Word{BuildMethod::Meson, "meson", "configure with Meson"},
      Word{BuildMethod::Make, "make",
           "`make`, after `configure` if there is one; compiler calls are recorded"},
      Word{BuildMethod::Command, "command", "`command` below; compiler calls are recorded"},
      Word{BuildMethod::Plain, "plain",
           "compile each source by itself; its headers are looked for in the folders that have them"},
  };
};

template <> struct Words<Comparison> {
  static constexpr std::array all{
      Word{Comparison::Lockstep, "lockstep", "both versions run over the same input"},
      Word{Comparison::CbpeSd, "cbpe-sd",
           "what each version does is written down as a formula, then compared"},
      Word{Comparison::Pie, "pie", "one input that shows a difference, as fast as possible"},
      Word{Comparison::Fuzz, "fuzz", "both versions run with many inputs; never proves anything"},
  };
};

template <> struct Words<Strategy> {
  static constexpr std::array all{
      Word{Strategy::Full, "full", "every path"},
      Word{Strategy::Dise, "dise", "one path for each sequence of steps that the change can influence"},
      Word{Strategy::Idise, "idise", "the same, through calls"},
      Word{Strategy::Dgse, "dgse", "one path for each relevant slice of a path"},
      Word{Strategy::Peso, "peso", "one path for each way in which the result is computed"},
      Word{Strategy::Reach, "reach", "paths that reach a changed place"},
      Word{Strategy::Cbpe, "cbpe", "paths on which several changes act together"},
  };
};

template <> struct Words<Coverage> {
  static constexpr std::array all{
      Word{Coverage::Sequences, "sequences", "every sequence of influenced steps"},
      Word{Coverage::Statement, "statement", "every influenced statement once"},
      Word{Coverage::Block, "block", "every influenced basic block once"},
      Word{Coverage::Branch, "branch", "both sides of every influenced branch"},
      Word{Coverage::PathFragment, "path-fragment", "every influenced piece of a path"},
      Word{Coverage::DataFlow, "data-flow", "every influenced definition with each of its uses"},
  };
};

template <> struct Words<Order> {
  static constexpr std::array all{
      Word{Order::BreadthFirst, "bfs", "short paths first"},
      Word{Order::DepthFirst, "dfs", "each path to its end before the next one"},
      Word{Order::Random, "random", "by lot, the same in every run"},
      Word{Order::Coverage, "coverage", "places first that were not reached yet"},
      Word{Order::Greedy, "greedy", "nearest first to a place that the change can influence"},
      Word{Order::Nearest, "nearest", "the same, by the branches that decide about it; without influence so far"},
  };
};

template <> struct Words<OverflowCheck> {
  static constexpr std::array all{
      Word{OverflowCheck::Report, "report", "new overflows are findings"},
      Word{OverflowCheck::Wrap, "wrap", "numbers wrap around, as with `-fwrapv`"},
      Word{OverflowCheck::Exclude, "exclude", "inputs that overflow are left out"},
  };
};

template <> struct Words<ValueCheck> {
  static constexpr std::array all{
      Word{ValueCheck::Report, "report", "new ones are findings"},
      Word{ValueCheck::Exclude, "exclude", "inputs that lead to it are left out"},
  };
};

template <> struct Words<LeakCheck> {
  static constexpr std::array all{
      Word{LeakCheck::Report, "report", "new leaks are findings, and old ones that are gone are told"},
      Word{LeakCheck::Ignore, "ignore", "leaks are not looked for"},
  };
};

template <> struct Words<TextMask> {
  static constexpr std::array all{
      Word{TextMask::Nothing, "nothing", "texts are compared as they are"},
      Word{TextMask::Addresses, "addresses", "addresses like `0x7ffd5e8c` do not count"},
      Word{TextMask::Times, "times", "times of day and dates do not count"},
      Word{TextMask::Both, "both", "neither do"},
  };
};

template <> struct Words<ContractLevel> {
  static constexpr std::array all{
      Word{ContractLevel::Equal, "equal", "nothing may change except what a contract allows"},
      Word{ContractLevel::NoNewCrash, "no-new-crash",
           "results may change; new crashes, leaks and undefined behaviour may not"},
      Word{ContractLevel::Off, "off", "anything may change; written contracts are still checked"},
  };
};

template <> struct Words<FailLevel> {
  static constexpr std::array all{
      Word{FailLevel::Never, "never", "nothing does"},
      Word{FailLevel::Violation, "violation", "behaviour that the contract forbids"},
      Word{FailLevel::Unchecked, "unchecked", "that, and whatever could not be checked"},
      Word{FailLevel::Change, "change", "that, and every other difference, also intended ones"},
  };
};

template <> struct Words<EntryUse> {
  static constexpr std::array all{
      Word{EntryUse::Always, "always", "compare it even if the change cannot reach it"},
      Word{EntryUse::Never, "never", "do not compare it by itself"},
  };
};

template <> struct Words<Gate> {
  static constexpr std::array all{
      Word{Gate::Pass, "pass", "say so, and let the push go on"},
      Word{Gate::Block, "block", "stop the push"},
  };
};

template <> struct Keys<BuildSettings> {
  using S = BuildSettings;
  static constexpr std::tuple all{
      Key{"method", &S::method, "How the project is built."},
      Key{"command", &S::command, "A command that builds everything, run by a shell at the project's root.",
          Form::Command},
      Key{"compile-commands", &S::compileCommands,
          "A `compile_commands.json` in your working folder. It wins over what is found.", Form::Path},
      Key{"prepare", &S::prepare,
          "A command to run once before building, such as one that fetches or generates sources.",
          Form::Command},
      Key{"network", &S::network, "Whether `prepare` may use the network. Nothing else ever may."},
      Key{"extra-flags", &S::extraFlags, "Compiler options to add to every unit.", Form::Flag},
      Key{"submodules", &S::submodules, "Whether changes inside submodules are looked at."},
      Key{"timeout", &S::timeout, "Time for preparing, configuring and building one version.", anyTime},
  };
};

template <> struct Keys<HookSettings> {
  using S = HookSettings;
  static constexpr std::tuple all{
      Key{"budget", &S::budget,
          "Most time for checking before a push, building included. It wins over every other `budget`.",
          anyTime},
      Key{"patience", &S::patience,
          "How long comparing goes on when it shows nothing new any more: no answer for a function, no further "
          "difference.",
          anyTime},
      Key{"on-timeout", &S::onTimeout, "What to do about what was not checked because time is over."},
      Key{"on-error", &S::onError,
          "What to do about what could not be checked for another reason, as when a version does not build."},
  };
};

template <> struct Keys<ReportSettings> {
  using S = ReportSettings;
  static constexpr std::tuple all{
      Key{"max-findings", &S::maxFindings,
          "How many findings a comment shows in full. The others are counted; the JSON report has all. Without influence so far.",
          Range{1, 1'000}},
      Key{"remarks", &S::remarks, "Whether findings also stand as remarks beside the changed lines. Without influence so far."},
      Key{"intended", &S::intended, "Whether differences that a contract allows are shown. Without influence so far."},
      Key{"tests", &S::tests, "Whether a regression test is offered for each finding. Without influence so far."},
  };
};

template <> struct Keys<ProjectSettings> {
  using S = ProjectSettings;
  static constexpr std::tuple all{
      Group{"build", &S::build, "How both versions are compiled. Without it, Beagle finds out."},
      Key{"max-entries", &S::maxEntries, "How many functions are compared at most.", Range{1, 100'000}},
      Group{"hook", &S::hook, "What the hook does before a push."},
      Group{"report", &S::report, "What reports and comments show."},
  };
};

template <> struct Keys<CheckSettings> {
  using S = CheckSettings;
  static constexpr std::tuple all{
      Key{"overflow", &S::overflow, "Signed integers that overflow."},
      Key{"shift", &S::shift, "Shifts by more bits than there are."},
      Key{"uninitialised", &S::uninitialised, "Values that are read before they are written."},
      Key{"leak", &S::leak, "Memory that nobody can free any more."},
      Key{"float-digits", &S::floatDigits,
          "How many significant decimal digits of floating-point results count; 0: every bit does.",
          Range{0, 17}},
      Key{"mask", &S::mask, "What of the text that is written is another one in every run."},
  };
};

template <> struct Keys<BoundSettings> {
  using S = BoundSettings;
  static constexpr std::tuple all{
      Key{"buffer", &S::buffer, "Most elements of a buffer.", Range{1, 1'000'000}},
      Key{"string", &S::string, "Most characters of a string.", Range{0, 1'000'000}},
      Key{"depth", &S::depth, "Most pointers behind one another, as in a list.", Range{0, 1'000}},
      Key{"calls", &S::calls, "Most calls inside one another.", Range{1, 1'000'000}},
      Key{"steps", &S::steps, "Most instructions of one run.", Range{1, 1'000'000'000'000}},
  };
};

template <> struct Keys<Settings> {
  using S = Settings;
  static constexpr std::tuple all{
      Key{"budget", &S::budget,
          "Time for comparing functions, all of them together. What a deeper file says is for the functions of its folder "
          "alone, and comes on top. `--budget` wins over all of them.",
          anyTime},
      Key{"contract", &S::contract, "What a change may do where no contract is written."},
      Key{"fail-level", &S::failLevel,
          "What makes the check fail. Before a push, `hook` says what becomes of what could not be checked."},
      Key{"comparison", &S::comparison, "How the two versions of a function are compared. Without influence so far."},
      Key{"strategy", &S::strategy, "Which paths through a function are taken. Without influence so far."},
      Key{"coverage", &S::coverage,
          "How much of the influenced code must be covered, with `dise` and `idise`. Without influence so far."},
      Key{"order", &S::order, "Which path is taken first."},
      Key{"inputs", &S::inputs,
          "Most inputs that are tried in both versions, beside what is explored: some at first, the others if time is left.",
          Range{0, 1'000'000'000}},
      Key{"fuzz", &S::fuzz,
          "Both versions run natively on inputs that a fuzzer makes up, where exploring takes longer. What it finds is "
          "looked at like everything else; it never proves anything."},
      Key{"failing-allocation", &S::failingAllocation,
          "Where both versions do the same as long as there is memory, one call of `malloc`, `calloc`, `realloc`, "
          "`strdup` or `strndup` in each run finds none, too. Where nobody minds running out of memory, switch it off."},
      Group{"checks", &S::checks, "What is done about mistakes that do not end the program."},
      Group{"bounds", &S::bounds,
            "Limits of inputs and runs. What lies beyond them is not compared, and reports say so."},
      NameTable{"entries", &S::entries, "Functions to compare always or never by themselves."},
      NameTable{"functions", &S::functions, "Functions whose code is not looked at when they are called."},
      Key{"tests", &S::tests, "Test sources whose inputs are tried first.", Form::Pattern},
  };
};

/// The patterns that choose files.
inline constexpr std::string_view includeDoc = "Only files that match are looked at; without it, all are. A "
                                               "pattern is as in `.gitignore`, below the folder of "
                                               "this file.";
inline constexpr std::string_view excludeDoc =
    "Files that match are not looked at, even if `include` names them.";

} // namespace beagle::config
