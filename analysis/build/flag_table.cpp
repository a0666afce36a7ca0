#include "analysis/build/flag_table.h"

#include "analysis/build/name_lists.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace beagle::build {

namespace {

struct Rule {
  std::string_view name;
  FlagAction action;
};

using enum FlagAction;

// clang-format off
// Whole options.
constexpr std::array exact{
    Rule{"-E", NoCode}, Rule{"-M", NoCode}, Rule{"-MM", NoCode}, Rule{"-fsyntax-only", NoCode},
    Rule{"-###", NoCode}, Rule{"--preprocess", NoCode}, Rule{"-fpreprocessed", Ignore}, Rule{"-fpch-preprocess", Ignore},
    Rule{"-include", KeepValue}, Rule{"-imacros", KeepValue}, Rule{"-isystem", KeepValue},
    Rule{"-iquote", KeepValue}, Rule{"-idirafter", KeepValue}, Rule{"-isysroot", KeepValue},
    Rule{"-iprefix", KeepValue}, Rule{"-iwithprefix", KeepValue}, Rule{"-iwithprefixbefore", KeepValue},
    Rule{"-cxx-isystem", KeepValue}, Rule{"-stdlib++-isystem", KeepValue}, Rule{"--sysroot", KeepValue},
    Rule{"-target", KeepValue}, Rule{"-I", KeepValue}, Rule{"-D", KeepValue}, Rule{"-U", KeepValue},
    Rule{"-Xclang", KeepValue}, Rule{"-nostdinc", Keep}, Rule{"-nostdinc++", Keep}, Rule{"-nobuiltininc", Keep},
    Rule{"-nostdlibinc", Keep}, Rule{"-pthread", Keep}, Rule{"-ansi", Keep}, Rule{"-undef", Keep},
    Rule{"-trigraphs", Keep}, Rule{"-traditional", Drop}, Rule{"-traditional-cpp", Drop}, Rule{"-remap", Ignore},
    Rule{"-o", IgnoreValue}, Rule{"-MF", IgnoreValue}, Rule{"-MT", IgnoreValue}, Rule{"-MQ", IgnoreValue},
    Rule{"-MJ", IgnoreValue}, Rule{"-L", IgnoreValue}, Rule{"-l", IgnoreValue}, Rule{"-T", IgnoreValue},
    Rule{"-u", IgnoreValue}, Rule{"-z", IgnoreValue}, Rule{"-e", IgnoreValue}, Rule{"-B", IgnoreValue},
    Rule{"-A", IgnoreValue}, Rule{"-G", IgnoreValue}, Rule{"-wrapper", IgnoreValue}, Rule{"-h", IgnoreValue},
    Rule{"-Xlinker", IgnoreValue}, Rule{"-Xassembler", IgnoreValue},
    Rule{"-mllvm", IgnoreValue}, Rule{"--param", IgnoreValue}, Rule{"-aux-info", IgnoreValue},
    Rule{"-dumpbase", IgnoreValue}, Rule{"-dumpbase-ext", IgnoreValue}, Rule{"-dumpdir", IgnoreValue},
    Rule{"--serialize-diagnostics", IgnoreValue}, Rule{"-framework", IgnoreValue},
};

// Beginnings of options; the first that fits decides.
constexpr std::array beginnings{
    Rule{"-D", Keep}, Rule{"-U", Keep}, Rule{"-I", Keep}, Rule{"-isystem", Keep}, Rule{"-iquote", Keep},
    Rule{"-idirafter", Keep}, Rule{"-isysroot", Keep}, Rule{"-imacros", Keep}, Rule{"-include", Keep},
    Rule{"--sysroot=", Keep}, Rule{"--target=", Keep}, Rule{"--gcc-toolchain=", Keep},
    Rule{"--gcc-install-dir=", Keep}, Rule{"-stdlib=", Keep}, Rule{"-std=", Keep}, Rule{"--std=", Keep},
    Rule{"-O", Keep}, Rule{"-pedantic", Ignore}, Rule{"-pthread", Keep}, Rule{"-specs=", Ignore},
    Rule{"--specs=", Ignore}, Rule{"--param=", Ignore}, Rule{"-W", Ignore}, Rule{"-w", Ignore}, Rule{"-g", Ignore},
    Rule{"-M", Ignore}, Rule{"-o", Ignore}, Rule{"-L", Ignore}, Rule{"-l", Ignore}, Rule{"-B", Ignore},
    Rule{"-T", Ignore}, Rule{"-d", Ignore}, Rule{"-save-temps", Ignore}, Rule{"--coverage", Ignore},
    Rule{"-resource-dir", Drop}, Rule{"-print-", NoCode}, Rule{"--print-", NoCode},
};

// Without argument, and neither -f nor -m.
constexpr std::array<std::string_view, 30> ignored{
    "-c",        "-S",      "-pipe",     "-p",           "-pg",         "-s",           "-static",     "-shared",
    "-rdynamic", "-pie",    "-no-pie",   "-static-pie",  "-nopie",      "-nostdlib",    "-nostdlib++", "-nostartfiles",
    "-nolibc",   "-v",      "-H",        "-P",           "-C",          "-CC",          "-r",          "-nodefaultlibs",
    "-symbolic", "-static-libgcc", "-static-libstdc++", "-shared-libgcc", "-Qunused-arguments", "-Qn"};

// -f options that Clang's front end gives a meaning; each with its "no-" form.
constexpr std::array<std::string_view, 76> languageOptions{
    "exceptions", "cxx-exceptions", "rtti", "signed-char", "unsigned-char", "short-enums", "short-wchar", "wrapv",
    "trapv", "strict-overflow", "strict-aliasing", "common", "PIC", "pic", "PIE", "pie", "ms-extensions",
    "ms-compatibility", "gnu89-inline", "freestanding", "hosted", "builtin", "fast-math", "finite-math-only",
    "math-errno", "signed-zeros", "associative-math", "reciprocal-math", "trapping-math", "rounding-math",
    "unsafe-math-optimizations", "honor-nans", "honor-infinities", "approx-func", "openmp", "openmp-simd",
    "threadsafe-statics", "delayed-template-parsing", "asm", "asm-blocks", "dollars-in-identifiers", "digraphs",
    "gnu-keywords", "gnu-inline-asm", "operator-names", "char8_t", "coroutines", "modules", "implicit-modules",
    "builtin-module-map", "modules-decluse", "aligned-new", "aligned-allocation", "sized-deallocation",
    "elide-constructors", "assume-sane-operator-new", "check-new", "pack-struct", "blocks", "delete-null-pointer-checks",
    "lax-vector-conversions", "semantic-interposition", "visibility-inlines-hidden", "strict-enums", "strict-return",
    "use-cxa-atexit", "access-control", "relaxed-template-template-args", "experimental-library", "fixed-point",
    "declspec", "borland-extensions", "objc-arc", "matrix", "raw-string-literals", "emulated-tls"};

// The same with "=value". Only these values mean the same to both compilers, where a list is given.
struct Valued {
  std::string_view name;
  std::string_view values = {}; ///< separated by '|'; empty: any
};
constexpr std::array valuedOptions{
    Valued{"visibility"}, Valued{"fp-contract", "off|on|fast"}, Valued{"fp-model"},
    Valued{"fp-exception-behavior"}, Valued{"excess-precision", "standard|fast"}, Valued{"openmp", "libomp|libgomp|libiomp5"},
    Valued{"new-alignment"}, Valued{"aligned-new"}, Valued{"pack-struct"}, Valued{"max-type-align"},
    Valued{"template-depth"}, Valued{"constexpr-depth"}, Valued{"constexpr-steps"}, Valued{"bracket-depth"},
    Valued{"input-charset", "UTF-8|utf-8"}, Valued{"exec-charset", "UTF-8|utf-8"}, Valued{"tls-model"},
    Valued{"strict-flex-arrays", "0|1|2|3"}, Valued{"trivial-auto-var-init", "zero|pattern|uninitialized"},
    Valued{"macro-prefix-map"}, Valued{"cf-protection", "none|branch|return|full"}, Valued{"module-map-file"},
    Valued{"module-name"}, Valued{"modules-cache-path"}, Valued{"module-file"}, Valued{"prebuilt-module-path"},
    Valued{"lax-vector-conversions"}, Valued{"ms-compatibility-version"}, Valued{"msc-version"}, Valued{"cf-runtime-abi"},
    Valued{"clang-abi-compat"},
};

// -f options without any effect on what code means. Our bitcode is not optimised, so those that steer the
// optimiser belong here too.
constexpr std::array<std::string_view, 56> quietBeginnings{
    "diagnostics", "color-diagnostics", "message-length", "sanitize", "profile", "coverage", "test-coverage",
    "condition-coverage", "lto", "fat-lto-objects", "whole-program", "use-linker-plugin", "save-optimization-record",
    "dump-", "opt-info", "debug-", "var-tracking", "eliminate-", "verbose-asm", "record-", "ident", "time-",
    "function-sections", "data-sections", "section-anchors", "merge-", "keep-inline", "inline", "early-inlining",
    "unroll", "peel", "split", "omit-frame-pointer", "optimize", "stack-", "asynchronous-unwind-tables",
    "unwind-tables", "plt", "zero-call-used-regs", "align-", "ipa-", "tree-", "schedule", "reorder", "gcse",
    "loop-", "vectorize", "slp-vectorize", "prefetch", "random-seed", "working-directory", "caret-diagnostics",
    "show-", "max-errors", "error-limit", "analyzer"};
constexpr std::array<std::string_view, 43> quietOptions{
    "canonical-system-headers", "track-macro-expansion", "file-prefix-map", "guess-branch-probability",
    "partial-inlining", "crossjumping", "thread-jumps", "if-conversion", "if-conversion2", "web", "rename-registers",
    "variable-expansion-in-unroller", "modulo-sched", "caller-saves", "expensive-optimizations", "force-addr",
    "strength-reduce", "rerun-loop-opt", "cse-follow-jumps", "cse-skip-blocks", "defer-pop", "move-loop-invariants",
    "regmove", "devirtualize", "devirtualize-speculatively", "devirtualize-at-ltrans", "code-hoisting", "hoist-adjacent-loads",
    "implicit-templates", "gnu-unique", "store-merging", "dce", "dse", "combine-stack-adjustments",
    "analyzer", "live-patching", "isolate-erroneous-paths-dereference", "isolate-erroneous-paths-attribute",
    "allow-store-data-races", "temp-file", "delayed-branch", "zero-initialized-in-bss", "integrated-as"};

// -m options, by their beginning: what changes layouts, predefined macros or which intrinsics exist.
constexpr std::array<std::string_view, 54> machineBeginnings{
    "arch=", "cpu=", "abi=", "fpu=", "float-abi=", "32", "64", "x32", "16", "thumb", "arm", "sse", "ssse", "avx",
    "aes", "pclmul", "popcnt", "bmi", "lzcnt", "fma", "f16c", "rdrnd", "rdseed", "rdpid", "adx", "sha", "mmx",
    "3dnow", "xsave", "movbe", "crc32", "fsgsbase", "cx16", "prfchw", "gfni", "vaes", "vpclmulqdq", "amx",
    "ms-bitfields", "general-regs-only", "soft-float", "hard-float", "long-double-", "branch-protection=",
    "no-sse", "no-avx", "no-mmx", "no-3dnow", "no-fma", "no-popcnt", "no-bmi", "no-aes", "no-ms-bitfields", "fxsr"};
constexpr std::array<std::string_view, 14> quietMachineBeginnings{
    "tune=", "red-zone", "no-red-zone", "cmodel=", "preferred-stack-boundary=", "stackrealign", "incoming-stack-boundary=",
    "omit-leaf-frame-pointer", "indirect-branch", "function-return", "fentry", "retpoline", "tls-dialect=", "accumulate-outgoing-args"};
// clang-format on

bool beginsWithOneOf(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool allows(const Valued& option, std::string_view value) {
  if (option.values.empty()) return true;
  for (std::string_view rest = option.values;;) {
    const std::size_t bar = rest.find('|');
    if (rest.substr(0, bar) == value) return true;
    if (bar == std::string_view::npos) return false;
    rest.remove_prefix(bar + 1);
  }
}

/// `name` is what follows "-f".
FlagAction languageAction(std::string_view name, bool clang) {
  if (name.starts_with("plugin")) return clang ? Keep : Drop;
  const bool negated = name.starts_with("no-");
  const std::string_view plain = negated ? name.substr(3) : name;
  const std::size_t equals = plain.find('=');
  if (equals == std::string_view::npos) {
    if (isOneOf(plain, languageOptions) || (negated && plain.starts_with("builtin-"))) return Keep;
    if (plain == "cf-protection") return Keep;
  } else {
    const std::string_view key = plain.substr(0, equals);
    const auto option = std::ranges::find(valuedOptions, key, &Valued::name);
    if (option != valuedOptions.end()) return allows(*option, plain.substr(equals + 1)) ? Keep : Drop;
  }
  if (beginsWithOneOf(plain, quietBeginnings) || isOneOf(plain.substr(0, equals), quietOptions)) return Ignore;
  return Drop;
}

FlagAction machineAction(std::string_view name) {
  if (name == "fpmath=sse") return Keep;
  if (beginsWithOneOf(name, quietMachineBeginnings)) return Ignore;
  return beginsWithOneOf(name, machineBeginnings) ? Keep : Drop;
}

} // namespace

FlagAction actionFor(std::string_view option, bool clang) {
  if (const auto rule = std::ranges::find(exact, option, &Rule::name); rule != exact.end()) return rule->action;
  if (isOneOf(option, ignored)) return Ignore;
  if (option.starts_with("-f")) return languageAction(option.substr(2), clang);
  if (option.starts_with("-m")) return machineAction(option.substr(2));
  const auto rule =
      std::ranges::find_if(beginnings, [&](const Rule& candidate) { return option.starts_with(candidate.name); });
  return rule != beginnings.end() ? rule->action : Drop;
}

} // namespace beagle::build
