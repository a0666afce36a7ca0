#include "analysis/change/outside_causes.h"

#include "analysis/change/phrases.h"
#include "analysis/change/promise_changes.h"
#include "analysis/support/text.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <array>
#include <optional>

namespace beagle::change {

namespace {

using Texts = std::vector<std::string>;

/// An argument that a call leaves out, whose default is another one now.
std::string changedDefault(const ir::WrittenFunction& before, const ir::WrittenFunction& after) {
  for (const ir::DefaultUse& was : before.defaults)
    for (const ir::DefaultUse& is : after.defaults)
      if (was.callee == is.callee && was.parameter == is.parameter && was.value != is.value)
        return fmt::format("default argument `{}` of `{}`: `{}` became `{}`", is.parameter, is.callee, was.value,
                           is.value);
  return {};
}

/// Flags that make no other code as far as it is compared. A macro that the function uses is named as such.
bool cannotMatter(std::string_view flag) {
  static constexpr std::array beginnings{"-W",
                                         "-D",
                                         "-U",
                                         "-O",
                                         "-g",
                                         "-fPIC",
                                         "-fpic",
                                         "-fPIE",
                                         "-fpie",
                                         "-fno-pic",
                                         "-fno-pie",
                                         "-fvisibility",
                                         "-fstrict-aliasing",
                                         "-fno-strict-aliasing",
                                         "-fstack-protector",
                                         "-fno-stack-protector",
                                         "-fomit-frame-pointer",
                                         "-fno-omit-frame-pointer",
                                         "-ffunction-sections",
                                         "-fdata-sections",
                                         "-fdelete-null-pointer-checks",
                                         "-fno-delete-null-pointer-checks",
                                         "-fdiagnostics",
                                         "-fcolor"};
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return flag.starts_with(beginning); });
}

/// What `flags` has more often than `others` and that can matter.
Texts onlyIn(const Texts& flags, Texts others) {
  Texts only;
  for (const std::string& flag : flags) {
    if (const auto it = std::ranges::find(others, flag); it != others.end()) {
      others.erase(it);
      continue;
    }
    if (!cannotMatter(flag)) only.push_back(quoted(flag));
  }
  return only;
}

std::string listed(Texts names) {
  constexpr std::size_t most = 6;
  const std::size_t left = names.size() > most ? names.size() - most : 0;
  names.resize(names.size() - left);
  if (left > 0) return fmt::format("{} and {} more", support::join(names, ", "), left);
  if (names.size() == 1) return names[0];
  const std::string last = std::move(names.back());
  names.pop_back();
  return support::join(names, ", ") + " and " + last;
}

std::string changedFlags(const Texts& before, const Texts& after) {
  const Texts come = onlyIn(after, before), gone = onlyIn(before, after);
  Texts said;
  if (!come.empty())
    said.push_back(fmt::format("compiled with {}, which {} new", listed(come), come.size() == 1 ? "is" : "are"));
  if (!gone.empty()) said.push_back(fmt::format("no longer compiled with {}", listed(gone)));
  return support::join(said, "; ");
}

/// A symbol that the compiler or its runtime made: what code does that refers to it, and what it no longer does.
struct Internal {
  std::string_view prefix, does, stopped;
};

const Internal* internalOf(std::string_view symbol) {
  static constexpr std::array internals{
      Internal{"__gxx_personality", "takes part in exceptions now", "takes no part in exceptions any more"},
      Internal{"__gcc_personality", "takes part in exceptions now", "takes no part in exceptions any more"},
      Internal{"__clang_call_terminate", "ends the program where an exception would leave it now",
               "no longer ends the program where an exception would leave it"},
      Internal{"__cxa_guard_", "makes a static local at its first use now",
               "no longer makes a static local at its first use"},
      Internal{"__cxa_throw", "throws now", "no longer throws"},
      Internal{"__cxa_rethrow", "throws now", "no longer throws"},
      Internal{"__cxa_", "handles exceptions in another way now", "handles exceptions in another way now"},
      Internal{"_Unwind_", "handles exceptions in another way now", "handles exceptions in another way now"},
      Internal{"_ZTI", "asks for a type at run time now", "no longer asks for a type at run time"},
      Internal{"__dynamic_cast", "asks for a type at run time now", "no longer asks for a type at run time"},
      Internal{"_ZTV", "makes objects with virtual functions now", "no longer makes objects with virtual functions"},
      Internal{"llvm.fmuladd.", "multiplies and adds in one step now, rounded once",
               "no longer multiplies and adds in one step, rounded once"},
      Internal{"llvm.memcpy.", "copies memory as a whole now", "no longer copies memory as a whole"},
      Internal{"llvm.memmove.", "copies memory as a whole now", "no longer copies memory as a whole"},
      Internal{"llvm.memset.", "fills memory as a whole now", "no longer fills memory as a whole"},
      Internal{"llvm.ubsantrap", "ends the program where something is undefined now",
               "no longer ends the program where something is undefined"},
      Internal{"__ubsan_", "reports what is undefined now", "no longer reports what is undefined"},
      Internal{"__asan_", "checks its memory accesses now", "no longer checks its memory accesses"},
      Internal{"llvm.trap", "ends the program in some case now", "no longer ends the program in some case"},
      Internal{"llvm.threadlocal.", "uses a variable of each thread now", "no longer uses a variable of each thread"},
      Internal{"llvm.assume", "lets the compiler assume something now", "no longer lets the compiler assume something"},
      Internal{"llvm.", "does it by other operations of the compiler now",
               "does it by other operations of the compiler now"},
      Internal{"beagle.", "uses a value that nobody set now", "no longer uses a value that nobody set"},
  };
  const auto it =
      std::ranges::find_if(internals, [&](const Internal& internal) { return symbol.starts_with(internal.prefix); });
  return it == internals.end() ? nullptr : &*it;
}

/// A symbol that only one version refers to: those that people know first.
std::optional<std::string> onlyReferred(const Texts& symbols, const Texts& others) {
  std::optional<std::string> first;
  for (const std::string& symbol : symbols) {
    if (std::ranges::find(others, symbol) != others.end()) continue;
    if (!internalOf(symbol)) return symbol;
    if (!first) first = symbol;
  }
  return first;
}

/// Where a unit has what a symbol stands for, if the project wrote it there.
const ir::FunctionFacts* definitionOf(const ir::UnitFacts& unit, const std::string& symbol) {
  const auto it = std::ranges::find(unit.functions, symbol, &ir::FunctionFacts::symbol);
  return it == unit.functions.end() || it->source < 0 ? nullptr : &*it;
}

/// Two symbols that read the same: told apart by where they stand.
std::string otherPlace(const FunctionVersions& function, const std::string& was, const std::string& is) {
  const ir::FunctionFacts* before = definitionOf(function.base.facts, was);
  const ir::FunctionFacts* after = definitionOf(function.head.facts, is);
  if (!before || !after) return {};
  const ir::WrittenFunction& old = function.base.facts.sources[static_cast<std::size_t>(before->source)];
  const ir::WrittenFunction& young = function.head.facts.sources[static_cast<std::size_t>(after->source)];
  const std::string& name = after->instance.empty() ? young.name : after->instance;
  if (old.file != young.file)
    return fmt::format("it refers to `{}` of {}:{} now, not to that of {}:{}", name, young.file, young.line, old.file,
                       old.line);
  return fmt::format("it refers to `{}` of line {} now, not to that of old line {}", name, young.line, old.line);
}

std::string otherSymbol(const FunctionVersions& function) {
  const std::optional<std::string> was = onlyReferred(function.was.symbols, function.is.symbols);
  const std::optional<std::string> is = onlyReferred(function.is.symbols, function.was.symbols);
  const Internal* stopped = was ? internalOf(*was) : nullptr;
  const Internal* does = is ? internalOf(*is) : nullptr;
  if (was && is && !stopped && !does) {
    const std::string old = llvm::demangle(*was), young = llvm::demangle(*is);
    if (old != young) return fmt::format("it refers to `{}` now, not to `{}`", young, old);
    const std::string place = otherPlace(function, *was, *is);
    return place.empty() ? fmt::format("it refers to another `{}` now", young) : place;
  }
  if (is && !does) return fmt::format("it refers to `{}` now", llvm::demangle(*is));
  if (was && !stopped) return fmt::format("it no longer refers to `{}`", llvm::demangle(*was));
  if (does) return fmt::format("it {}", does->does);
  if (stopped) return fmt::format("it {}", stopped->stopped);
  return function.evaluated.empty() ? "the compiler makes other code of it" : function.evaluated;
}

/// Macros of the system stand for other code: `assert` with `NDEBUG`.
std::string otherMacro(const FunctionVersions& function) {
  const auto isMacro = [](const std::string& flag) { return flag.starts_with("-D") || flag.starts_with("-U"); };
  const auto first = [&](const Texts& flags, const Texts& others) {
    const auto it = std::ranges::find_if(flags, [&](const std::string& flag) {
      return isMacro(flag) && std::ranges::find(others, flag) == others.end();
    });
    return it == flags.end() ? std::string() : *it;
  };
  const std::string come = first(function.head.flags, function.base.flags);
  const std::string gone = first(function.base.flags, function.head.flags);
  return "its text is the same, but a macro that it uses stands for other code" +
         (!come.empty()   ? fmt::format(": compiled with {}, which is new", quoted(come))
          : !gone.empty() ? fmt::format(": no longer compiled with {}", quoted(gone))
                          : std::string());
}

} // namespace

std::string outsideCause(const FunctionVersions& function) {
  const ir::WrittenFunction &before = function.wasWritten, &after = function.isWritten;
  if (std::string cause = changedDefault(before, after); !cause.empty()) return cause;
  if (std::string cause = changedDeclarations({function.base.facts, before}, {function.head.facts, after});
      !cause.empty())
    return cause;
  if (before.file != after.file && before.readsFile && after.readsFile)
    return fmt::format("its file is `{}` now, not `{}`, and `__FILE__` is part of its code", after.file, before.file);
  if (before.name != after.name && before.readsName && after.readsName)
    return "its name (`__func__`) is part of its code";
  if (std::string cause = changedFlags(function.base.flags, function.head.flags); !cause.empty()) return cause;
  if (before.madeTexts != after.madeTexts && before.madeTexts != 0 && after.madeTexts != 0)
    return "its text is the same but for blanks, and a macro makes a string of a part of it";
  if (before.madeTexts != after.madeTexts) return otherMacro(function);
  const std::string_view but = function.sameText ? "its text is the same, but " : "";
  if (before.readsLine && after.readsLine)
    return fmt::format("{}it stands on another line, and `__LINE__` is part of its code", but);
  return std::string(but) + otherSymbol(function);
}

} // namespace beagle::change
