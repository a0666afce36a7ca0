#include "analysis/testgen/caller_module.h"

#include "analysis/ir/exported_module.h"
#include "analysis/testgen/link_stubs.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace beagle::testgen {

using ir::PassedValue;
using ir::ScalarKind;
using ir::ScalarType;

namespace {

/// By number of logic's FloatFormat.
constexpr std::string_view llvmFloats[] = {"half", "bfloat", "float", "double", "x86_fp80", "fp128"};

std::string irName(std::string_view symbol) {
  std::string text = "@\"";
  for (const char c : symbol) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 32)
      text += fmt::format("\\{:02X}", static_cast<unsigned char>(c));
    else text += c;
  }
  return text + "\"";
}

std::string llvmType(const ScalarType& type) {
  switch (type.kind) {
  case ScalarKind::Pointer: return "ptr";
  case ScalarKind::Float: return std::string(llvmFloats[type.format]);
  case ScalarKind::Integer: break;
  }
  return fmt::format("i{}", type.width);
}

std::string typeOf(const PassedValue& value) {
  return value.isVector ? fmt::format("<{} x {}>", value.lanes, llvmType(value.type)) : llvmType(value.type);
}

std::string llvmResult(const ir::CallShape& shape) {
  if (shape.results.empty()) return "void";
  if (shape.results.size() == 1) return typeOf(shape.results.front());
  std::string text;
  for (const PassedValue& result : shape.results) text += (text.empty() ? "{ " : ", ") + typeOf(result);
  return text + " }";
}

std::size_t scalars(const std::vector<PassedValue>& values) {
  return std::accumulate(values.begin(), values.end(), std::size_t{0},
                         [](std::size_t sum, const PassedValue& value) { return sum + value.lanes; });
}

/// `beagle_call`: takes the arguments out of their places, calls, and puts the results into theirs.
class CallerWriter {
public:
  explicit CallerWriter(const NativeInterface& interface) : interface_(interface), shape_(interface.shape) {}

  std::string write() {
    std::vector<std::string> arguments;
    for (const PassedValue& value : shape_.arguments) arguments.push_back(argument(value));
    const std::string type = llvmResult(shape_);
    text_ +=
        fmt::format("  {}call {}{} {}({})\n", shape_.results.empty() ? "" : "%result = ", type,
                    shape_.isVariadic ? variadicType() : "", irName(interface_.symbol), fmt::join(arguments, ", "));
    scalar_ = 0;
    for (std::size_t i = 0; i < shape_.results.size(); ++i) result(i, type);
    return "define internal void @beagle_call() nosanitize_coverage {\n" + text_ + "  ret void\n}\n";
  }

private:
  std::string argument(const PassedValue& value) {
    if (value.byvalSize != 0)
      return fmt::format("ptr byval([{} x i8]) align {} {}", value.byvalSize, value.byvalAlignment, taken(value.type));
    if (!value.isVector) {
      const bool isSmall = value.type.kind == ScalarKind::Integer && value.type.width < 32;
      return fmt::format("{} {}{}", llvmType(value.type),
                         !isSmall         ? ""
                         : value.isSigned ? "signext "
                                          : "zeroext ",
                         taken(value.type));
    }
    const std::string type = typeOf(value);
    std::string all = "poison";
    for (std::uint32_t lane = 0; lane < value.lanes; ++lane) {
      const std::string one = taken(value.type);
      all = put(fmt::format("insertelement {} {}, {} {}, i32 {}", type, all, llvmType(value.type), one, lane));
    }
    return type + " " + all;
  }

  /// The next scalar of the arguments.
  std::string taken(const ScalarType& type) {
    const std::string place = placeIn("arguments");
    const std::string stored = storedType(type);
    const std::string loaded = put(fmt::format("load {}, ptr {}, align 16", stored, place));
    if (stored == llvmType(type)) return loaded;
    return put(fmt::format("trunc {} {} to {}", stored, loaded, llvmType(type)));
  }

  void result(std::size_t number, const std::string& wholeType) {
    const PassedValue& value = shape_.results[number];
    std::string all = "%result";
    if (shape_.results.size() > 1) all = put(fmt::format("extractvalue {} %result, {}", wholeType, number));
    for (std::uint32_t lane = 0; lane < value.lanes; ++lane) {
      std::string one = all;
      if (value.isVector) one = put(fmt::format("extractelement {} {}, i32 {}", typeOf(value), all, lane));
      if (const std::string stored = storedType(value.type); stored != llvmType(value.type))
        one = put(fmt::format("zext {} {} to {}", llvmType(value.type), one, stored));
      const std::size_t size = (value.type.width + 7U) / 8;
      text_ += fmt::format("  store i64 {}, ptr getelementptr (i64, ptr @beagle_resultSizes, i64 {})\n", size, scalar_);
      const std::string place = placeIn("results");
      text_ += fmt::format("  store {} {}, ptr {}, align 16\n", storedType(value.type), one, place);
    }
  }

  /// In whole bytes.
  static std::string storedType(const ScalarType& type) {
    if (type.kind != ScalarKind::Integer) return llvmType(type);
    return fmt::format("i{}", (type.width + 7U) / 8 * 8);
  }

  std::string placeIn(std::string_view table) {
    return fmt::format("getelementptr ([16 x i8], ptr @beagle_{}, i64 {})", table, scalar_++);
  }

  std::string put(const std::string& instruction) {
    const std::string name = fmt::format("%v{}", next_++);
    text_ += fmt::format("  {} = {}\n", name, instruction);
    return name;
  }

  [[nodiscard]] std::string variadicType() const {
    std::string text = " (";
    for (const PassedValue& value : shape_.arguments) text += typeOf(value) + ", ";
    return text + "...)";
  }

  const NativeInterface& interface_;
  const ir::CallShape& shape_;
  std::string text_;
  std::size_t scalar_ = 0, next_ = 0;
};

/// Declares each symbol once.
std::string declaredSymbols(const NativeInterface& interface) {
  std::set<std::string> declared{interface.symbol};
  std::string text = fmt::format("declare void {}()\n", irName(interface.symbol));
  for (const NativeInterface::Function& function : interface.functions)
    if (declared.insert(function.symbol).second) text += fmt::format("declare void {}()\n", irName(function.symbol));
  for (const NativeInterface::Global& global : interface.globals)
    if (declared.insert(global.symbol).second)
      text += fmt::format("{} = external {}global [{} x i8]\n", irName(global.symbol),
                          global.isThreadLocal ? "thread_local " : "", global.size);
  return text;
}

std::string globalTable(const NativeInterface& interface) {
  const std::size_t count = interface.globals.size();
  std::string text =
      fmt::format("@beagle_globals = internal global [{} x {{ ptr, i64 }}] zeroinitializer\n", count + 1);
  // Thread-local ones have no constant address.
  text += "define internal void @beagle_findGlobals() nosanitize_coverage {\n";
  for (std::size_t i = 0; i < count; ++i) {
    const NativeInterface::Global& global = interface.globals[i];
    std::string address = irName(global.symbol);
    if (global.isThreadLocal) {
      text += fmt::format("  %a{} = call ptr @llvm.threadlocal.address.p0(ptr {})\n", i, address);
      address = fmt::format("%a{}", i);
    }
    text += fmt::format("  store ptr {0}, ptr getelementptr ({{ ptr, i64 }}, ptr @beagle_globals, i64 {1}, i32 0)\n"
                        "  store i64 {2}, ptr getelementptr ({{ ptr, i64 }}, ptr @beagle_globals, i64 {1}, i32 1)\n",
                        address, i, global.size);
  }
  return text + "  ret void\n}\ndeclare ptr @llvm.threadlocal.address.p0(ptr)\n";
}

std::string functionTable(const NativeInterface& interface) {
  std::string table;
  for (const NativeInterface::Function& function : interface.functions)
    table += fmt::format("ptr {}, ", irName(function.symbol));
  return fmt::format("@beagle_functions = internal global [{} x ptr] [{}ptr null]\n", interface.functions.size() + 1,
                     table);
}

/// Whatever such a function is given and gives back, it is in these registers.
std::string outsideFunction(const std::string& name, const OutsideFunctions& outside, std::size_t number) {
  const std::string label = outside.instead.contains(name) ? ir::calledInstead(name) : name;
  std::string text, own = "xor %edx, %edx", goOn = "ud2"; // never comes there
  if (outside.sometimes.contains(name)) {
    text = fmt::format("module asm \".weak {}\"\n", name);
    own = fmt::format("mov {}@GOTPCREL(%rip), %rdx", name);
    goOn = fmt::format("jmp *{}@GOTPCREL(%rip)", name);
  }
  for (const std::string& line :
       {std::string(".section .rodata"), fmt::format(".Lbeagle_name{}: .asciz \\22{}\\22", number, name),
        std::string(".text"), fmt::format(".globl {}", label), fmt::format(".type {}, @function", label), label + ":",
        std::string("push %rbp; mov %rsp, %rbp; sub $96, %rsp"),
        std::string("mov %rdi, (%rsp); mov %rsi, 8(%rsp); mov %rdx, 16(%rsp)"),
        std::string("mov %rcx, 24(%rsp); mov %r8, 32(%rsp); mov %r9, 40(%rsp)"),
        fmt::format("lea .Lbeagle_name{}(%rip), %rdi; mov %rsp, %rsi; {}", number, own),
        fmt::format("call beagle_outside@PLT; test %eax, %eax; jz .Lbeagle_own{}", number),
        std::string("mov 48(%rsp), %rax; mov 56(%rsp), %rdx; movups 64(%rsp), %xmm0; movups 80(%rsp), %xmm1"),
        std::string("leave; ret"), fmt::format(".Lbeagle_own{}:", number),
        std::string("mov (%rsp), %rdi; mov 8(%rsp), %rsi; mov 16(%rsp), %rdx"),
        std::string("mov 24(%rsp), %rcx; mov 32(%rsp), %r8; mov 40(%rsp), %r9"), "xor %eax, %eax; leave; " + goOn})
    text += fmt::format("module asm \"{}\"\n", line);
  return text;
}

std::string outsideFunctions(const OutsideFunctions& outside) {
  std::string text;
#if defined __x86_64__
  std::size_t number = 0;
  for (const std::string& symbol : outside.all)
    if (isPlainSymbol(symbol)) text += outsideFunction(symbol, outside, number++);
#endif
  return text;
}

/// The runner is not called by the name of a program, of which it may be a part.
constexpr std::string_view start = R"(
declare i32 @beagle_runs(i32, ptr)
define i32 @main(i32 %count, ptr %arguments) {
  %code = call i32 @beagle_runs(i32 %count, ptr %arguments)
  ret i32 %code
}
)";

constexpr std::string_view counters = R"(
@__start___sancov_cntrs = extern_weak hidden global i8
@__stop___sancov_cntrs = extern_weak hidden global i8
define void @beagle_counters(ptr %begin, ptr %end) nosanitize_coverage {
  store ptr @__start___sancov_cntrs, ptr %begin
  store ptr @__stop___sancov_cntrs, ptr %end
  ret void
}
)";

} // namespace

std::string callerModule(const NativeInterface& interface, CallerOf of, const OutsideFunctions& outside) {
  const std::size_t arguments = scalars(interface.shape.arguments), results = scalars(interface.shape.results);
  return outsideFunctions(outside) + declaredSymbols(interface) + globalTable(interface) + functionTable(interface) +
         fmt::format("@beagle_arguments = internal global [{} x [16 x i8]] zeroinitializer, align 16\n"
                     "@beagle_results = internal global [{} x [16 x i8]] zeroinitializer, align 16\n"
                     "@beagle_resultSizes = internal global [{} x i64] zeroinitializer\n",
                     arguments + 1, results + 1, results + 1) +
         CallerWriter(interface).write() +
         fmt::format("@beagle_entry = global {{ ptr, i64, ptr, ptr, i64, ptr, ptr, i64, ptr, ptr, i32 }} {{ "
                     "ptr @beagle_globals, i64 {}, ptr @beagle_functions, ptr @beagle_arguments, i64 {}, "
                     "ptr @beagle_results, ptr @beagle_resultSizes, i64 {}, ptr @beagle_findGlobals, ptr @beagle_call, "
                     "i32 {} }}\n",
                     interface.globals.size(), arguments, results, interface.isMain ? 1 : 0) +
         std::string(of == CallerOf::Library ? counters : start);
}

} // namespace beagle::testgen
