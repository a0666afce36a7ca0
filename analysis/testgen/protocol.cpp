#include "analysis/testgen/protocol.h"

#include "analysis/support/text.h"
#include "analysis/testgen/sanitizer_report.h"

#include <fmt/format.h>

#include <charconv>
#include <csignal>

namespace beagle::testgen {

using support::Result;

namespace {

constexpr std::string_view digits = "0123456789abcdef";

void addHex(std::string& text, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) text += '-';
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
}

std::vector<std::uint8_t> bytesOf(const Scalar& scalar) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint64_t word : scalar.words)
    for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  bytes.resize((scalar.type.width + 7U) / 8);
  return bytes;
}

std::vector<std::uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

int kindOf(Release released) {
  switch (released) {
  case Release::None: return 0;
  case Release::Free: return 2;
  case Release::Delete: return 4;
  case Release::DeleteArray: return 5;
  }
  std::unreachable();
}

class Encoder {
public:
  Encoder(const NativeInterface& interface, const ConcreteInput& input) : interface_(interface), input_(input) {}

  Result<std::string> run() {
    for (const InputObject& object : input_.objects) {
      text_ += fmt::format("o {:x} {} ", object.image.bytes.size(),
                           object.isStream     ? 3
                           : object.isHeap     ? 6
                           : object.isConstant ? 1
                                               : kindOf(object.released));
      line(object.image.bytes);
    }
    for (const GlobalValue& global : input_.globals)
      if (const auto number = numberOf(global.name)) {
        text_ += fmt::format("g {:x} ", *number);
        line(global.image.bytes);
        if (global.image.bytes.size() != interface_.globals[*number].size) problem_ = global.name + " has another size";
      }
    for (const std::string& name : input_.watched)
      if (const auto number = numberOf(name)) text_ += fmt::format("w {:x}\n", *number);
    for (std::size_t i = 0; i < input_.arguments.size(); ++i) argument(i, input_.arguments[i].value);
    for (std::size_t i = 0; i < input_.objects.size(); ++i) pointers('o', i, input_.objects[i].image);
    for (const GlobalValue& global : input_.globals)
      if (const auto number = numberOf(global.name)) pointers('g', *number, global.image);
    for (const OutsideCall& one : input_.calls) call(one);
    for (const Root& one : input_.roots) root(one);
    for (const std::string& name : input_.files) {
      text_ += "R ";
      line(bytesOf(name));
    }
    for (const std::string& name : input_.library) library(name);
    for (const MadePlace& place : input_.made) made(place);
    if (input_.failingAllocation != 0) text_ += fmt::format("n {:x}\n", input_.failingAllocation);
    text_ += "=\n";
    if (!problem_.empty()) return support::cannotRun("the input cannot be replayed: {}", problem_);
    return std::move(text_);
  }

private:
  void line(std::span<const std::uint8_t> bytes) {
    addHex(text_, bytes);
    text_ += '\n';
  }

  std::optional<std::size_t> numberOf(const std::string& name) {
    const auto found = interface_.globalByName.find(name);
    if (found != interface_.globalByName.end()) return found->second;
    problem_ = fmt::format("there is no variable {}", name);
    return std::nullopt;
  }

  /// Integers come back in two registers, floats in two others.
  void call(const OutsideCall& call) {
    text_ += fmt::format("c {} ", call.symbol);
    line({});
    text_ += "k ";
    line(call.widths);
    if (call.isLast) text_ += "z\n";
    if (call.error) text_ += fmt::format("e {:x}\n", *call.error);
    std::uint32_t integers = 0, floats = 0;
    for (const Scalar& result : call.results) {
      if (result.pointer) {
        text_ += fmt::format("I {:x} ", integers++);
        address(*result.pointer);
      } else if (result.type.kind == ir::ScalarKind::Float && result.type.width == 80) {
        problem_ = fmt::format("{} returns a long double", call.symbol);
      } else if (result.type.kind == ir::ScalarKind::Float) {
        text_ += fmt::format("f {:x} ", floats++);
        line(bytesOf(result));
      } else {
        text_ += fmt::format("i {:x} ", integers);
        line(bytesOf(result));
        integers += result.type.width > 64 ? 2 : 1;
      }
    }
    for (const OutsideCall::Look& look : call.looks) {
      text_ += fmt::format("v {:x} {:x} ", look.position, look.wanted.size());
      line(std::vector<std::uint8_t>(look.wanted.begin(), look.wanted.end()));
    }
    for (const OutsideCall::Write& write : call.writes) {
      if (write.position >= registers)
        problem_ = fmt::format("{} writes behind an argument that is not in a register", call.symbol);
      text_ += fmt::format("m {:x} {:x} {:x} ", write.position, write.offset, write.image.bytes.size());
      line(write.image.bytes);
      for (const Pointer& pointer : write.image.pointers) {
        text_ += fmt::format("q {:x} ", pointer.offset);
        address(pointer.target);
      }
    }
  }

  void library(const std::string& name) {
    if (name.starts_with('#')) text_ += fmt::format("l o {}\n", name.substr(1));
    else text_ += name == "errno" ? "l e\n" : name == blocksPart ? "l b\n" : "l s\n";
  }

  void made(const MadePlace& place) {
    constexpr std::string_view kinds = "rogmx"; // as MadePlace::From
    const std::size_t number = place.from == MadePlace::From::Global ? numberOf(place.name).value_or(0) : place.number;
    text_ += fmt::format("M {} {:x} {:x} {:x} {:x}\n", kinds[static_cast<std::size_t>(place.from)], number,
                         place.offset, place.addend, place.size);
  }

  void root(const Root& root) {
    switch (root.kind) {
    case Root::Kind::StandardInput:
      text_ += "s ";
      line(root.bytes.value_or(std::vector<std::uint8_t>()));
      return;
    case Root::Kind::File:
      if (!canHaveFile(root.name)) problem_ = fmt::format("a file called {}", support::printable(root.name));
      text_ += root.bytes ? "F " : "N ";
      break;
    case Root::Kind::Variable: text_ += root.bytes ? "V " : "U "; break;
    }
    addHex(text_, bytesOf(root.name));
    text_ += ' ';
    line(root.bytes.value_or(std::vector<std::uint8_t>()));
  }

  void argument(std::size_t number, const Scalar& scalar) {
    if (scalar.pointer) {
      text_ += fmt::format("A {:x} ", number);
      address(*scalar.pointer);
    } else {
      text_ += fmt::format("a {:x} ", number);
      line(bytesOf(scalar));
    }
  }

  void pointers(char kind, std::size_t number, const Image& image) {
    for (const Pointer& pointer : image.pointers) {
      text_ += fmt::format("p {} {:x} {:x} ", kind, number, pointer.offset);
      address(pointer.target);
    }
  }

  void address(const Target& target) {
    switch (target.kind) {
    case Target::Kind::Plain: text_ += fmt::format("n {:x}\n", target.addend); return;
    case Target::Kind::Object: text_ += fmt::format("o {:x} {:x}\n", target.object, target.addend); return;
    case Target::Kind::Global:
      if (const auto number = numberOf(target.name)) text_ += fmt::format("g {:x} {:x}\n", *number, target.addend);
      return;
    case Target::Kind::Function:
      if (const auto function = interface_.functionByName.find(target.name);
          function != interface_.functionByName.end()) {
        text_ += fmt::format("f {:x} {:x}\n", function->second, target.addend);
        return;
      }
      [[fallthrough]];
    case Target::Kind::Own:
      problem_ = fmt::format("an address of {}", target.name.empty() ? "nothing it knows" : target.name);
    }
  }

  const NativeInterface& interface_;
  const ConcreteInput& input_;
  std::string text_;
  std::string problem_;
};

/// Reads the words of one line.
class Words {
public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view next() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return word;
  }
  std::uint64_t number() {
    const std::string_view word = next();
    std::uint64_t value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value, 16);
    return value;
  }
  std::vector<std::uint8_t> bytes() {
    const std::string_view word = next();
    std::vector<std::uint8_t> bytes;
    bytes.reserve(word.size() / 2);
    for (std::size_t i = 0; i + 1 < word.size(); i += 2) {
      std::uint8_t value = 0;
      std::from_chars(word.data() + i, word.data() + i + 2, value, 16);
      bytes.push_back(value);
    }
    return bytes;
  }
  std::string text() {
    const std::vector<std::uint8_t> all = bytes();
    return {all.begin(), all.end()};
  }

private:
  std::string_view rest_;
};

/// Puts together what the run said and how its process ended.
void conclude(NativeOutcome& outcome, bool saidEnd, bool isSignal, int code) {
  constexpr int sanitizerStatus = 99;
  takeReports(outcome);
  if (outcome.end == End::MemoryError || outcome.end == End::DivisionByZero) return; // a sanitizer said so
  if (saidEnd) return;
  outcome.hasMemory = false;
  if (!isSignal) {
    outcome.end = code == sanitizerStatus ? End::Other : End::Exited;
    outcome.code = code;
    return;
  }
  switch (code) {
  case SIGABRT:
    outcome.end = End::Aborted;
    if (outcome.errors.find("free(): ") != std::string::npos || outcome.errors.find("realloc(): ") != std::string::npos)
      outcome.end = End::MemoryError;
    return;
  case SIGFPE: outcome.end = End::DivisionByZero; return;
  case SIGSEGV:
  case SIGBUS: outcome.end = End::MemoryError; return;
  case SIGILL:
  case SIGTRAP: outcome.end = End::Trapped; return;
  case SIGALRM: outcome.end = End::TimedOut; return;
  default: outcome.end = End::Other; outcome.detail = fmt::format("signal {}", code);
  }
}

} // namespace

Result<std::string> encode(const NativeInterface& interface, const ConcreteInput& input) {
  return Encoder(interface, input).run();
}

std::vector<NativeOutcome> decode(const NativeInterface& interface, std::string_view text) {
  std::vector<NativeOutcome> outcomes;
  NativeOutcome current;
  bool saidEnd = false;
  for (const std::string_view line : support::lines(text)) {
    Words words(line);
    const std::string_view what = words.next();
    if (what == "returned") {
      current.end = End::Returned;
    } else if (what == "exited") {
      current.end = End::Exited;
      current.code = static_cast<int>(words.number());
    } else if (what == "jumped") {
      current.end = End::Jumped;
      current.code = static_cast<int>(words.number());
      current.results.push_back(words.bytes());
    } else if (what == "assert") {
      current.end = End::AssertFailed;
      current.detail = words.text();
      saidEnd = true;
    } else if (what == "threw") {
      current.end = End::Thrown;
      const std::string type = words.text();
      const std::string_view message = words.next();
      const bool hasMessage = message != ".";
      current.detail =
          thrownDetail(type, hasMessage ? std::optional(Words(message).text()) : std::nullopt, words.bytes());
    } else if (what == "result") {
      current.results.push_back(words.bytes());
    } else if (what == "object") {
      NativeMemory memory{words.number(), {}};
      memory.bytes = words.bytes();
      current.objects.push_back(std::move(memory));
    } else if (what == "call") {
      std::string call(words.next());
      std::string seen;
      for (std::string_view argument = words.next(); !argument.empty(); argument = words.next()) {
        if (argument.starts_with('@')) seen += fmt::format("{}{}", seen.empty() ? "" : " ", argument.substr(1));
        else call += fmt::format(" {}", argument);
      }
      current.calls.push_back(std::move(call));
      current.seen.push_back(std::move(seen));
    } else if (what == "global") {
      const std::uint64_t number = words.number();
      NativeMemory memory{words.number(), {}};
      memory.bytes = words.bytes();
      if (number < interface.globals.size()) current.globals[interface.globals[number].name] = std::move(memory);
    } else if (what == "made") {
      NativeMemory memory{words.number(), {}};
      memory.bytes = words.bytes();
      current.made.push_back(std::move(memory));
    } else if (what == "file") {
      const std::string name = words.text();
      const std::string_view bytes = words.next();
      current.files[name] = bytes == "." ? std::nullopt : std::optional(Words(bytes).text());
    } else if (what == "stream") {
      const auto number = static_cast<std::uint32_t>(words.number());
      current.streams[number] = words.text();
    } else if (what == "library") {
      const std::string name(words.next());
      current.library[name] = words.text();
    } else if (what == "end") {
      saidEnd = current.hasMemory = true;
    } else if (what == "output") {
      current.output = words.text();
    } else if (what == "errors") {
      current.errors = words.text();
    } else if (what == "status" || what == "signal") {
      conclude(current, saidEnd, what == "signal", static_cast<int>(words.number()));
      outcomes.push_back(std::move(current));
      current = {};
      saidEnd = false;
    }
  }
  return outcomes;
}

} // namespace beagle::testgen
