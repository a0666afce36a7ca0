#include "analysis/ir/operands.h"

#include <array>

namespace beagle::ir {

namespace {

std::string nameOf(ScalarType type) {
  static constexpr std::array formats{"half", "bfloat", "float", "double", "x87", "quad"};
  switch (type.kind) {
  case ScalarKind::Integer: return fmt::format("i{}", type.width);
  case ScalarKind::Pointer: return "ptr";
  case ScalarKind::Float: break;
  }
  return formats[type.format];
}

class Printer {
public:
  explicit Printer(const Function& function) : function_(function) {}

  std::string run() {
    text_ = function_.name + "(";
    for (const Parameter& parameter : function_.parameters)
      add("{}{} {}{}{}", &parameter == function_.parameters.data() ? "" : ", ", nameOf(parameter.type),
          slot(parameter.slot), parameter.byvalSize > 0 ? fmt::format(" byval {}", parameter.byvalSize) : "",
          parameter.isStructResult ? " sret" : "");
    text_ += function_.isVariadic ? ", ...)" : ")";
    for (const ScalarType& type : function_.results)
      add("{} {}", &type == function_.results.data() ? " ->" : ",", nameOf(type));
    text_ += "\n";
    for (std::size_t i = 0; i < function_.blocks.size(); ++i) {
      const Block& block = function_.blocks[i];
      add("b{}:{}\n", i, block.isSource ? "" : " edge");
      for (std::uint32_t k = 0; k < block.count; ++k) line(function_.code[block.first + k]);
    }
    return std::move(text_);
  }

private:
  template <class... Args> void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  std::string constant(const Constant& value) const {
    switch (value.kind) {
    case Constant::Kind::Bits: break;
    case Constant::Kind::Global:
      return value.bits == 0 ? fmt::format("global{}", value.index)
                             : fmt::format("global{}+{}", value.index, static_cast<std::int64_t>(value.bits));
    case Constant::Kind::Function:
      return value.bits == 0 ? fmt::format("function{}", value.index)
                             : fmt::format("function{}.label{}", value.index, value.bits);
    case Constant::Kind::Uninitialised: return "undef";
    case Constant::Kind::Poison: return "poison";
    }
    if (value.type.kind == ScalarKind::Pointer) return value.bits == 0 ? "null" : fmt::format("ptr{:#x}", value.bits);
    if (!value.words.empty()) {
      std::string digits = "0x";
      for (std::size_t i = value.words.size(); i-- > 0;)
        fmt::format_to(std::back_inserter(digits), "{:016x}", value.words[i]);
      return digits;
    }
    if (value.type.kind == ScalarKind::Float) return fmt::format("{}{:#x}", nameOf(value.type), value.bits);
    const unsigned unused = 64U - std::min<unsigned>(value.type.width, 64);
    const std::int64_t number = value.type.width == 1 ? static_cast<std::int64_t>(value.bits)
                                                      : static_cast<std::int64_t>(value.bits << unused) >> unused;
    return fmt::format("{}", number);
  }

  std::string slot(SlotIndex index) const {
    if (index < function_.constants.size()) return constant(function_.constants[index]);
    return fmt::format("%{}", index - function_.constants.size());
  }

  void line(const Instruction& instruction) {
    text_ += "  ";
    std::uint32_t written = 0;
    forEachWrite(function_, instruction,
                 [&](SlotIndex, std::uint32_t count, bool isWhole) { written = isWhole ? count : 0; });
    for (std::uint32_t i = 0; i < written; ++i) add("{}{}", i == 0 ? "" : ", ", slot(instruction.d + i));
    if (written > 0) text_ += " = ";
    text_ += beagle::ir::nameOf(instruction.op);
    if (instruction.width > 0) add(".{}", instruction.width);
    operands(instruction);
    text_ += "\n";
  }

  void operands(const Instruction& instruction) {
    const OperandShape shape = shapeOf(instruction.op);
    const char* separator = " ";
    auto put = [&](const std::string& what) {
      text_ += separator + what;
      separator = ", ";
    };
    if (instruction.op == Opcode::Call) return call(function_.calls[instruction.b]);
    if (shape.readsA) put(slot(instruction.a));
    if (shape.readsB) put(slot(instruction.b));
    if (shape.readsC) put(slot(instruction.c));
    switch (instruction.op) {
      using enum Opcode;
    case PointerAdd:
      put(fmt::format("{}", static_cast<std::int64_t>(std::uint64_t{instruction.c} << 32U | instruction.b)));
      break;
    case PointerIndex: put(fmt::format("*{}", instruction.c)); break;
    case PickSlot: put(fmt::format("{}..+{}", slot(instruction.b), instruction.c)); break;
    case PutSlot: put(fmt::format("{}..+{}", slot(instruction.d), instruction.c)); break;
    case Allocate: put(fmt::format("*{} align {}", instruction.b, instruction.c)); break;
    case FMath:
    case FCompare:
    case FClass:
    case FResize: put(fmt::format("#{}", instruction.c)); break;
    case Jump: put(fmt::format("b{}", instruction.d)); break;
    case Branch: put(fmt::format("b{}, b{}", instruction.b, instruction.c)); break;
    case Switch: {
      const SwitchTable& table = function_.switches[instruction.b];
      for (const auto& [value, block] : table.cases) put(fmt::format("{}: b{}", value, block));
      put(fmt::format("else b{}", table.otherwise));
      break;
    }
    case IndirectJump:
      for (std::uint32_t i = 0; i < instruction.c; ++i)
        put(fmt::format("label{}: b{}", function_.operands[instruction.b + 2 * i],
                        function_.operands[instruction.b + 2 * i + 1]));
      break;
    case Return:
      for (std::uint32_t i = 0; i < instruction.c; ++i) put(slot(function_.operands[instruction.b + i]));
      break;
    case LandingPad:
      for (const LandingPad::Clause& clause : function_.landingPads[instruction.b].clauses) {
        put(clause.isFilter ? "filter" : "catch");
        for (const SlotIndex type : clause.types) text_ += " " + slot(type);
      }
      if (function_.landingPads[instruction.b].isCleanup) put("cleanup");
      break;
    case Unsupported: put("\"" + function_.notes[instruction.b] + "\""); break;
    default: break;
    }
    if (instruction.extra != 0) add(" [{}]", instruction.extra);
  }

  void call(const CallSite& site) {
    text_ += site.function == none ? " " + slot(site.pointer) : fmt::format(" function{}", site.function);
    text_ += "(";
    for (const CallArgument& argument : site.arguments)
      add("{}{} {}{}", &argument == site.arguments.data() ? "" : ", ", nameOf(argument.type), slot(argument.slot),
          argument.byvalSize > 0 ? fmt::format(" byval {}", argument.byvalSize) : "");
    text_ += ")";
    if (site.isVariadic) add(" fixed {}", site.fixedArguments);
    if (site.normal != none) add(" to b{}, unwind b{}", site.normal, site.unwind);
  }

  const Function& function_;
  std::string text_;
};

} // namespace

std::string print(const Function& function) { return Printer(function).run(); }

} // namespace beagle::ir
