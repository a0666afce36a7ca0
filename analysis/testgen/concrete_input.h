#pragma once

#include "analysis/ir/program.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::testgen {

/// What an address in an input or in an outcome leads to.
struct Target {
  enum class Kind : std::uint8_t {
    Plain,    ///< nothing: the address is `addend`, as null is
    Object,   ///< ConcreteInput::objects[object]
    Global,   ///< by the program's name for it
    Function, ///< the same
    Own,      ///< memory that the run made itself; where is not known
  } kind = Kind::Plain;
  std::uint32_t object = 0; ///< of Own: the number in ExpectedOutcome::made and 1; 0 when nothing is told of it
  std::string name;
  std::uint64_t addend = 0;
  friend bool operator==(const Target&, const Target&) = default;
};

/// An address that stands in memory.
struct Pointer {
  std::uint64_t offset = 0;
  Target target;
  friend bool operator==(const Pointer&, const Pointer&) = default;
};

/// A value that is passed or returned.
struct Scalar {
  ir::ScalarType type;
  std::vector<std::uint64_t> words; ///< its bits, least significant first
  std::optional<Target> pointer;    ///< instead, of a pointer
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// Bytes of which some are addresses (and zero in `bytes`).
struct Image {
  std::vector<std::uint8_t> bytes;
  std::vector<Pointer> pointers;
  friend bool operator==(const Image&, const Image&) = default;
};

/// The pointer that stands there; null: none does.
[[nodiscard]] const Pointer* pointerAt(const Image& image, std::uint64_t offset);
/// At most 64 bits from that one on, counted from a byte; what lies behind the image is zero.
[[nodiscard]] std::uint64_t bitsAt(const Image& image, std::uint64_t offset, std::uint32_t first, std::uint32_t width);

/// How memory is given back, and therefore how it has to be made.
enum class Release : std::uint8_t { None, Free, Delete, DeleteArray };
inline constexpr std::array<std::string_view, 4> releaseNames{"", "free", "delete", "delete[]"};

/// A piece of memory that the entry gets by address.
struct InputObject {
  std::string path; ///< access path: "text", "return" of the memory for a returned struct
  Image image;
  bool isConstant = false;          ///< the entry may not write it
  Release released = Release::None; ///< by the entry
  bool isStream = false;            ///< a FILE of the C library; the image is what can be read from it
  bool isHeap = false;              ///< a block of malloc, which realloc was asked to move, and is still there
  friend bool operator==(const InputObject&, const InputObject&) = default;
};

struct GlobalValue {
  std::string name; ///< ir::Global::name
  Image image;
  friend bool operator==(const GlobalValue&, const GlobalValue&) = default;
};

/// One of ir::Function::parameters.
struct Argument {
  std::string path; ///< of the source parameter that it is (a part of)
  Scalar value;
  friend bool operator==(const Argument&, const Argument&) = default;
};

/// In so many, integers and addresses are passed.
constexpr std::uint32_t registers = 6;

/// What a function without code does when it is called.
struct OutsideCall {
  std::string symbol;               ///< the linker's
  std::vector<std::uint8_t> widths; ///< of the arguments in registers for integers, in bits; 0: an address
  std::vector<Scalar> results;
  bool isLast = false; ///< it does not return
  struct Write {
    std::uint32_t position = 0; ///< among the arguments in registers for integers
    std::uint64_t offset = 0;   ///< bytes behind where the argument points
    Image image;                ///< from there on
    friend bool operator==(const Write&, const Write&) = default;
  };
  std::vector<Write> writes;
  /// Bytes that are wanted of what an argument points at when it is called: those for which it is true.
  struct Look {
    std::uint32_t position = 0; ///< as of Write; from `registers` on, a copy that begins in that word of the stack
    std::vector<bool> wanted;
    friend bool operator==(const Look&, const Look&) = default;
  };
  std::vector<Look> looks;
  std::optional<std::uint32_t> error = {}; ///< what it leaves in errno; none: what was there
  friend bool operator==(const OutsideCall&, const OutsideCall&) = default;
};

/// What the run finds outside of itself.
struct Root {
  enum class Kind : std::uint8_t { StandardInput, File, Variable } kind = Kind::StandardInput;
  std::string name;                               ///< of a file or a variable of the environment
  std::optional<std::vector<std::uint8_t>> bytes; ///< none: there is no such file or variable
  friend bool operator==(const Root&, const Root&) = default;
};
/// Whether a replay can have a file of that name: it lies in the run's own folder.
[[nodiscard]] bool canHaveFile(std::string_view name);

/// Larger memory that a run makes is not looked at.
constexpr std::uint64_t mostMadeBytes = 1U << 12U;

/// Memory that the run makes itself and whose bytes are wanted after it: where the pointer to it stands then. The
/// object of an exception, which has left the entry, is what such a pointer would lead to.
struct MadePlace {
  enum class From : std::uint8_t { Result, Object, Global, Made, Thrown } from = From::Result;
  std::uint32_t number = 0; ///< of the result, of the object, of the place in ConcreteInput::made; of Thrown, 0
  std::string name;         ///< of the global
  std::uint64_t offset = 0; ///< of the pointer in there
  std::uint64_t addend = 0; ///< how far into the memory it leads
  std::uint64_t size = 0;   ///< of the memory
  friend bool operator==(const MadePlace&, const MadePlace&) = default;
};

/// See ConcreteInput::library.
constexpr std::string_view blocksPart = "blocks";

/// One run of an entry, all its inputs decided.
struct ConcreteInput {
  std::string entry;               ///< ir::FunctionInfo::name
  std::vector<Argument> arguments; ///< one per ir::Function::parameters
  std::vector<InputObject> objects;
  std::vector<GlobalValue> globals; ///< those that do not start with their initialiser
  std::vector<OutsideCall> calls;   ///< in their order
  std::vector<std::string> watched; ///< other globals whose bytes after the run are wanted
  /// For people: access path and value as the source writes it.
  std::vector<std::pair<std::string, std::string>> values;
  std::vector<Root> roots;
  std::vector<std::string> files; ///< names of those that are wanted after the run
  /// What the C library remembers and is wanted after the run: "errno", how many more "blocks" of memory there are than
  /// before, and what is left to read of "stdin" and of streams, "#2" for that of the object 2 (hexadecimal).
  std::vector<std::string> library;
  std::vector<MadePlace> made;           ///< as ExpectedOutcome::made
  std::vector<std::string> startCalls{}; ///< functions without code that are called before `main`: they give 0 then
  std::vector<std::string> leftOut{};    ///< ir::FunctionInfo::name of what would run before `main`, and does not
  std::uint32_t failingAllocation = 0;   ///< which of the run's finds no memory, from 1; 0: all find some
  friend bool operator==(const ConcreteInput&, const ConcreteInput&) = default;
};

/// The same with this to be read from standard input.
[[nodiscard]] ConcreteInput withStandardInput(ConcreteInput input, std::string_view text);

} // namespace beagle::testgen
