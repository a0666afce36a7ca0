#include "analysis/testgen/driver.h"

#include "analysis/support/text.h"
#include "analysis/testgen/c_call.h"
#include "analysis/testgen/driver_calls.h"
#include "analysis/testgen/driver_roots.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace beagle::testgen {

using support::Result;

namespace {

constexpr std::string_view driverHead = R"C(
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
)C";

// No name of ours at file scope can be one of the program's: it would hide it.
constexpr std::string_view reporting = R"C(
static FILE* beagle_report;
static int beagle_hasEnded;

static void beagle_reportBytes(const char* what, const void* bytes, unsigned long count) {
  fputs(what, beagle_report);
  for (unsigned long i = 0; i < count; i++) fprintf(beagle_report, "%02x", ((const unsigned char*)bytes)[i]);
  fputs(count ? "\n" : "-\n", beagle_report);
}

static void beagle_reportMemory(void);

static void beagle_reportExit(int code, void* unused) {
  (void)unused;
  if (beagle_hasEnded) return;
  fprintf(beagle_report, "exited %x\n", (unsigned)code);
  beagle_reportMemory();
}

// A block of exactly this size, so that AddressSanitizer sees what goes beyond it.
static unsigned char* beagle_block(const void* bytes, unsigned long count) {
  unsigned char* made = malloc(count);
  if (made) memcpy(made, bytes, count);
  return made;
}
)C";

/// Text that may stand in a line comment.
std::string comment(std::string text) {
  text = support::printable(text, 200);
  if (text.ends_with('\\')) text += ' ';
  return text;
}

std::string rows(const std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t perRow = 16;
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % perRow == 0) text += "\n      ";
    text += fmt::format("{:#04x},{}", bytes[i], (i + 1) % perRow == 0 || i + 1 == bytes.size() ? "" : " ");
  }
  return text;
}

/// The bytes as a C string, if they look like one.
std::string asText(const std::vector<std::uint8_t>& bytes) {
  const auto end = std::ranges::find(bytes, 0);
  if (end == bytes.end() ||
      std::ranges::any_of(bytes.begin(), end, [](std::uint8_t c) { return c < 0x20 || c > 0x7E; }))
    return "";
  return fmt::format("\"{}\"", std::string(bytes.begin(), end));
}

class DriverWriter {
public:
  DriverWriter(const NativeInterface& interface, const ConcreteInput& input, const Target* jumpsTo)
      : interface_(interface), input_(input), jumpsTo_(jumpsTo) {}

  Result<std::string> write() {
    for (const GlobalValue& global : input_.globals) addGlobal(global.name);
    for (const std::string& name : input_.watched) addGlobal(name);
    if (std::ranges::any_of(input_.objects, &InputObject::isStream)) problem_ = "it has a stream of the C library";
    if (input_.failingAllocation != 0) problem_ = "one of its allocations is to fail";
    setObjects();
    setGlobals();
    setAddresses();
    setArguments();
    const std::string calls =
        outsideDefinitions(input_, [this](const Target& target) { return address(target); }, problem_);
    const std::string mark = jumpsTo_ ? setMark() : "";
    const std::string text = title() + std::string(driverHead) + (jumpsTo_ ? "#include <setjmp.h>\n\n" : "\n") +
                             declarations(interface_, {globals_.begin(), globals_.end()}) + functions() +
                             objectVariables() + calls + std::string(reporting) + memoryReport() +
                             "\nint main(void) {\n" + opening() + rootsText(input_) + body_ + mark + call() + "}\n";
    if (!problem_.empty()) return support::cannotRun("the input has no C program: {}", problem_);
    return text;
  }

private:
  void addGlobal(const std::string& name) {
    const auto found = interface_.globalByName.find(name);
    if (found == interface_.globalByName.end()) problem_ = fmt::format("there is no variable {}", name);
    else globals_.insert(found->second);
  }

  [[nodiscard]] std::string title() const {
    std::string text = fmt::format("// Calls {} with one input:\n", comment(input_.entry));
    for (const auto& [path, value] : input_.values)
      text += fmt::format("//   {} = {}\n", comment(path), comment(value));
    if (input_.values.empty()) text += "//   (there is none)\n";
    text += "//\n// cc THIS.c the-code.c && ./a.out 3>report\n";
    std::vector<std::string> symbols{interface_.symbol};
    for (const std::size_t number : globals_) symbols.push_back(interface_.globals[number].symbol);
    for (const std::string& symbol : symbols) {
      const std::size_t mark = symbol.find(".beagle");
      if (mark == std::string::npos) continue;
      const std::string own = symbol.substr(0, mark);
      text += fmt::format("// Before that, in the object file that has it: objcopy --globalize-symbol={0} "
                          "--redefine-sym {0}={1}\n",
                          own, symbol);
    }
    return text;
  }

  /// Those whose addresses the input holds.
  [[nodiscard]] std::string functions() const {
    std::string text;
    for (std::size_t i = 0; i < interface_.functions.size(); ++i)
      if (usedFunctions_.contains(i)) {
        const NativeInterface::Function& function = interface_.functions[i];
        text +=
            function.isOutside
                ? fmt::format("static void beagle_function{}(void) {{ abort(); }} // {}\n", i, comment(function.name))
                : fmt::format("extern void beagle_function{}(void) __asm__(\"{}\");\n", i, function.symbol);
      }
    return text;
  }

  [[nodiscard]] std::string objectVariables() const {
    std::string text;
    for (std::size_t i = 0; i < input_.objects.size(); ++i)
      text += fmt::format("static unsigned char* beagle_object{}; // {}\n", i, comment(input_.objects[i].path));
    for (const auto& [released, declared] :
         {std::pair{Release::Delete, "void* _Znwm(unsigned long); // operator new\n"},
          {Release::DeleteArray, "void* _Znam(unsigned long); // operator new[]\n"}})
      if (std::ranges::find(input_.objects, released, &InputObject::released) != input_.objects.end()) text += declared;
    return text;
  }

  [[nodiscard]] std::string memoryReport() const {
    std::string text = "\nstatic void beagle_reportMemory(void) {\n";
    for (std::size_t i = 0; i < input_.objects.size(); ++i)
      text += fmt::format("  fprintf(beagle_report, \"object %lx \", (unsigned long)beagle_object{0});\n"
                          "  beagle_reportBytes(\"\", beagle_object{0}, {1});\n",
                          i, input_.objects[i].released != Release::None ? 0 : input_.objects[i].image.bytes.size());
    for (const std::size_t number : globals_)
      text += fmt::format("  fprintf(beagle_report, \"global {0:x} %lx \", (unsigned long)global{0});\n"
                          "  beagle_reportBytes(\"\", global{0}, sizeof global{0});\n",
                          number);
    return text + "  fputs(\"end\\n\", beagle_report);\n  fflush(beagle_report);\n}\n";
  }

  [[nodiscard]] static std::string opening() {
    return "  beagle_report = fdopen(3, \"w\");\n  if (!beagle_report) beagle_report = stderr;\n  on_exit(beagle_reportExit, 0);\n";
  }

  void setObjects() {
    for (std::size_t i = 0; i < input_.objects.size(); ++i) {
      const InputObject& object = input_.objects[i];
      const std::string shown = asText(object.image.bytes);
      body_ += fmt::format("\n  // {}{}\n", comment(object.path), shown.empty() ? "" : " = " + comment(shown));
      if (object.image.bytes.empty()) {
        body_ += fmt::format("  beagle_object{} = malloc(0);\n", i);
        continue;
      }
      if (object.released != Release::None || object.isHeap) { // by the code that is called, if it can
        const std::string_view maker = object.released == Release::Free || object.isHeap ? "malloc"
                                       : object.released == Release::Delete              ? "_Znwm"
                                                                                         : "_Znam";
        body_ += fmt::format("  beagle_object{0} = memcpy({3}({1}), (const unsigned char[{1}]){{{2}}}, {1});\n", i,
                             object.image.bytes.size(), rows(object.image.bytes), maker);
        continue;
      }
      body_ += fmt::format("  beagle_object{0} = beagle_block((const unsigned char[{1}]){{{2}}}, {1});\n", i,
                           object.image.bytes.size(), rows(object.image.bytes));
    }
  }

  void setGlobals() {
    for (const GlobalValue& global : input_.globals) {
      const auto found = interface_.globalByName.find(global.name);
      if (found == interface_.globalByName.end() || global.image.bytes.empty()) continue;
      body_ += fmt::format("\n  // {0}\n  memcpy(global{1}, (const unsigned char[{2}]){{{3}}}, {2});\n",
                           comment(global.name), found->second, global.image.bytes.size(), rows(global.image.bytes));
    }
  }

  void setAddresses() {
    const auto set = [&](const std::string& where, const Image& image) {
      for (const Pointer& pointer : image.pointers)
        body_ += fmt::format("  *(void**)({} + {}) = (void*)({});\n", where, pointer.offset, address(pointer.target));
    };
    for (std::size_t i = 0; i < input_.objects.size(); ++i)
      set(fmt::format("beagle_object{}", i), input_.objects[i].image);
    for (const GlobalValue& global : input_.globals)
      if (const auto found = interface_.globalByName.find(global.name); found != interface_.globalByName.end())
        set(fmt::format("global{}", found->second), global.image);
  }

  std::string address(const Target& target) {
    switch (target.kind) {
    case Target::Kind::Plain: return target.addend == 0 ? "0" : fmt::format("(void*){:#x}ul", target.addend);
    case Target::Kind::Object: return offset(fmt::format("beagle_object{}", target.object), target.addend);
    case Target::Kind::Function: return functionAddress(target);
    case Target::Kind::Global:
      if (const auto found = interface_.globalByName.find(target.name); found != interface_.globalByName.end()) {
        if (globals_.contains(found->second)) return offset(fmt::format("global{}", found->second), target.addend);
      }
      break;
    default: break;
    }
    problem_ = fmt::format("an address of {}", target.name.empty() ? "nothing it knows" : target.name);
    return "0";
  }

  std::string functionAddress(const Target& target) {
    if (const std::string name = outsideName(input_, target.name); !name.empty()) return offset(name, target.addend);
    const auto found = interface_.functionByName.find(target.name);
    if (found == interface_.functionByName.end()) {
      problem_ = fmt::format("an address of {}", target.name);
      return "0";
    }
    usedFunctions_.insert(found->second);
    return offset(fmt::format("beagle_function{}", found->second), target.addend);
  }

  static std::string offset(const std::string& base, std::uint64_t addend) {
    return addend == 0 ? base : fmt::format("{} + {}", base, static_cast<std::int64_t>(addend));
  }

  void setArguments() {
    std::size_t scalar = 0;
    for (std::size_t i = 0; i < interface_.shape.arguments.size(); ++i) {
      const ir::PassedValue& value = interface_.shape.arguments[i];
      if (scalar + value.lanes > input_.arguments.size()) {
        problem_ = "it has too few arguments";
        return;
      }
      body_ += fmt::format("\n  // {}\n", described(input_.arguments[scalar].path));
      setArgument(i, value, scalar);
      scalar += value.lanes;
    }
  }

  void setArgument(std::size_t number, const ir::PassedValue& value, std::size_t scalar) {
    const std::string name = fmt::format("argument{}", number);
    const Scalar& first = input_.arguments[scalar].value;
    if (value.byvalSize != 0 && first.pointer) {
      body_ += fmt::format("  {} {};\n  memcpy(&{}, {}, {});\n", cType(value, number), name, name,
                           address(*first.pointer), value.byvalSize);
    } else if (first.pointer) {
      body_ += fmt::format("  void* {} = (void*){};\n", name, "(" + address(*first.pointer) + ")");
    } else if (value.type.kind == ir::ScalarKind::Integer && !value.isVector && value.type.width <= 64) {
      body_ += fmt::format("  {} {} = {}{:#x}{};\n", cType(value, number), name,
                           value.isSigned ? "(" + cType(value, number) + ")" : "",
                           first.words.empty() ? 0 : first.words.front(), value.type.width > 32 ? "ul" : "u");
    } else {
      body_ += fmt::format("  {} {};\n", cType(value, number), name);
      const std::size_t size = (value.type.width + 7U) / 8;
      for (std::uint32_t lane = 0; lane < value.lanes; ++lane)
        body_ += fmt::format("  memcpy((char*)&{} + {}, (const unsigned char[{}]){{{}}}, {});\n", name, lane * size,
                             size, rows(bytesOf(input_.arguments[scalar + lane].value, size)), size);
    }
  }

  static std::vector<std::uint8_t> bytesOf(const Scalar& scalar, std::size_t size) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < size; ++i)
      bytes.push_back(i / 8 < scalar.words.size() ? static_cast<std::uint8_t>(scalar.words[i / 8] >> (i % 8 * 8)) : 0);
    return bytes;
  }

  /// The parameter's name, and its value when it is one.
  [[nodiscard]] std::string described(const std::string& path) const {
    const auto value = std::ranges::find(input_.values, path, &std::pair<std::string, std::string>::first);
    return value == input_.values.end() ? comment(path) : fmt::format("{} = {}", comment(path), comment(value->second));
  }

  [[nodiscard]] std::string setMark() {
    return fmt::format("\n  // It leaves by longjmp.\n  void* beagle_buffer = {};\n"
                       "  int beagle_jumped = setjmp(beagle_buffer);\n"
                       "  if (beagle_jumped) {{\n"
                       "    beagle_hasEnded = 1;\n"
                       "    fflush(0);\n"
                       "    fprintf(beagle_report, \"jumped %x \", (unsigned)beagle_jumped);\n"
                       "    beagle_reportBytes(\"\", &beagle_buffer, sizeof beagle_buffer);\n"
                       "    beagle_reportMemory();\n"
                       "    return 0;\n"
                       "  }}\n",
                       address(*jumpsTo_));
  }

  [[nodiscard]] std::string call() const {
    std::string text = "\n  " + callText(interface_.shape) +
                       "\n\n  beagle_hasEnded = 1;\n  fflush(0);\n  fputs(\"returned\\n\", beagle_report);\n";
    const std::vector<std::string> names = resultTexts(interface_.shape);
    std::size_t number = 0;
    for (const ir::PassedValue& value : interface_.shape.results)
      for (std::uint32_t lane = 0; lane < value.lanes; ++lane, ++number)
        text += fmt::format("  beagle_reportBytes(\"result \", &({}){{{}}}, {});\n", laneType(value), names[number],
                            (value.type.width + 7U) / 8);
    return text + "  beagle_reportMemory();\n  return 0;\n";
  }

  const NativeInterface& interface_;
  const ConcreteInput& input_;
  const Target* jumpsTo_;
  std::set<std::size_t> globals_;
  std::set<std::size_t> usedFunctions_; ///< by number in the interface
  std::string body_;
  std::string problem_;
};

} // namespace

Result<std::string> driverSource(const NativeInterface& interface, const ConcreteInput& input, const Target* jumpsTo) {
  return DriverWriter(interface, input, jumpsTo).write();
}

} // namespace beagle::testgen
