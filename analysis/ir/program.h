#pragma once

#include "analysis/ir/opcodes.h"
#include "analysis/support/error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::ir {

class BitcodeArchive;
class BitcodeModule;
struct SymbolUses;

using SlotIndex = std::uint32_t;
using BlockIndex = std::uint32_t;
using FunctionIndex = std::uint32_t;
using GlobalIndex = std::uint32_t;
inline constexpr std::uint32_t none = ~0U;

/// 28 bytes. What d, a, b, c, width and extra mean stands at the opcode.
struct Instruction {
  Opcode op = Opcode::Unreachable;
  std::uint16_t width = 0;
  std::uint16_t extra = 0;
  std::uint16_t access = 0; ///< of a Load or Store: index into Function::accesses
  std::uint32_t d = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t where = 0; ///< index into Function::locations
};

struct ScalarType {
  ScalarKind kind = ScalarKind::Integer;
  std::uint8_t format = 0; ///< of a Float: logic's FloatFormat by number (Half, BFloat, Single, Double, X87, Quad)
  std::uint16_t width = 0; ///< bits; 64 for a Pointer
  friend bool operator==(const ScalarType&, const ScalarType&) = default;
};

/// What a slot holds when its function starts.
struct Constant {
  enum class Kind : std::uint8_t { Bits, Global, Function, Uninitialised, Poison } kind = Kind::Bits;
  ScalarType type;
  std::uint64_t bits = 0;           ///< of at most 64 bits; the offset from a Global or Function
  std::uint32_t index = 0;          ///< GlobalIndex, FunctionIndex
  std::vector<std::uint64_t> words; ///< Bits wider than 64, least significant first
};

/// A place in the source; line 0 is "none".
struct Location {
  std::uint32_t file = 0; ///< Program::file
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Location&, const Location&) = default;
};

struct SwitchTable {
  BlockIndex otherwise = 0;
  /// Case values ascending (unsigned), each with its block. Wider than 64 bits: Unsupported.
  std::vector<std::pair<std::uint64_t, BlockIndex>> cases;
  /// The blocks that it can go to, each once: in the order of the cases, `otherwise` last.
  std::vector<BlockIndex> targets;
  std::vector<std::uint32_t> targetOfCase; ///< index into `targets`
};

struct CallArgument {
  SlotIndex slot = 0;
  ScalarType type;
  bool noundef = false;
  /// Passed by a copy that the callee owns: bytes of the object behind the pointer; 0: not.
  std::uint64_t byvalSize = 0;
  std::uint32_t byvalAlignment = 1;
  bool isVector = false; ///< a variable argument: of the type as one piece
};

struct CallSite {
  FunctionIndex function = none; ///< none: through `pointer`
  SlotIndex pointer = 0;
  std::vector<CallArgument> arguments;
  std::vector<ScalarType> results;  ///< into slots d, d + 1, ...
  bool isVariadic = false;          ///< the callee's type has ...
  std::uint32_t fixedArguments = 0; ///< how many of the arguments (in slots) are not variadic
  BlockIndex normal = none;         ///< of an invoke: where it goes on; else none: the next instruction
  BlockIndex unwind = none;         ///< of an invoke
};

struct LandingPad {
  bool isCleanup = false;
  struct Clause {
    bool isFilter = false;
    std::vector<SlotIndex> types; ///< type infos (a catch has one)
  };
  std::vector<Clause> clauses;
};

struct Block {
  std::uint32_t first = 0; ///< instruction
  std::uint32_t count = 0;
  bool isSource = true; ///< false: made by the decoder (moves on an edge)
};

struct Parameter {
  ScalarType type;
  SlotIndex slot = 0;
  bool noundef = false;
  std::uint64_t byvalSize = 0;
  bool isStructResult = false; ///< LLVM's sret
  bool isRestrict = false;     ///< what it leads to is reached through it alone
  bool isInVector = false;     ///< an element of one, which is passed as a whole
  std::uint16_t vector = 0;    ///< the first of them: how many bits that has
  /// The source parameter that this scalar is (a part of), counted from 0, and at which byte; none when unknown.
  std::uint32_t source = none;
  std::uint64_t sourceOffset = 0;
  /// The scalar is the address of the source parameter: `byval`, or a class that has to be passed by its address.
  bool isIndirect = false;
};

/// What the source takes memory for that it reads or writes; as good as debug info or alias analysis says.
struct Access {
  std::string record;       ///< name of the struct, class or union, without its tag; "": none
  std::uint64_t offset = 0; ///< in it
  std::string scalar;       ///< name of a type like "int"; "": unknown
  friend bool operator==(const Access&, const Access&) = default;
};

/// A decoded body. Slots: constants first, then parameters, then everything else. Any slot but a constant may be
/// written more than once: a parameter's slot is the source's variable, and values that do not leave their block take
/// turns in the same slots. An instruction may write a slot that it reads: operands are read first.
struct Function {
  std::string name; ///< linkage name
  std::vector<Constant> constants;
  std::vector<Parameter> parameters;
  std::vector<ScalarType> results;
  bool noundefResult = false;
  bool isVariadic = false;
  bool hasVolatile = false; ///< it loads or stores what is volatile
  bool hasAtomic = false;   ///< or what is atomic; or it has a fence, or assembly
  std::uint32_t slots = 0;  ///< in all
  std::uint32_t sides = 0;  ///< of all its branches and switches: where each can go to
  std::vector<Instruction> code;
  std::vector<Block> blocks;       ///< the entry is block 0
  std::vector<Location> locations; ///< [0] is the function's own line
  std::vector<SwitchTable> switches;
  std::vector<CallSite> calls;
  std::vector<LandingPad> landingPads;
  std::vector<std::uint32_t> operands;
  std::vector<std::string> notes;
  std::vector<Access> accesses; ///< [0]: nothing is known
};

struct Relocation {
  std::uint64_t offset = 0; ///< in the initialiser
  std::uint16_t size = 8;
  bool isFunction = false;
  std::uint32_t target = 0; ///< FunctionIndex or GlobalIndex
  std::int64_t addend = 0;  ///< from a function: to one of its labels (`&&label`)

  [[nodiscard]] bool isLabel() const { return isFunction && addend != 0; }
};

struct Global {
  std::string name; ///< linkage name; unique within the program (internal ones get their unit behind it)
  std::uint64_t size = 0;
  std::uint32_t alignment = 1;
  bool isConstant = false;
  bool isThreadLocal = false;
  bool isInternal = false;
  bool isMergeable = false;        ///< nobody looks at its address: it may be another one with the same contents
  bool isRuntime = false;          ///< comes from a runtime unit
  bool isDefined = false;          ///< false: only declared, no unit of the program has its initialiser
  bool isWeakReference = false;    ///< not defined, and every declaration is weak: its address may be null
  bool isAbsent = false;           ///< the same, and the C and C++ libraries do not have it: its address is null
  bool isOfAnySize = false;        ///< an array that is declared without a length; `size` is a guess
  std::vector<std::uint8_t> bytes; ///< of the initialiser; those behind the last one that is not 0 are left out
  std::vector<std::pair<std::uint64_t, std::uint64_t>> uninitialised; ///< ranges [from, to), of what locals begin with
  std::vector<Relocation> relocations;
  std::string unsupported; ///< names what the initialiser holds that has no form here; "": nothing
  Location location;

  /// Nobody can give it another value.
  [[nodiscard]] bool isFixed() const { return isConstant && isDefined; }
};

struct FunctionInfo {
  std::string name;       ///< linkage name; internal ones of several units with one name get their unit behind it
  std::string sourceName; ///< as the source says: "ns::parse"
  std::string unit;       ///< the module it comes from
  Location location;
  bool isDefined = false;
  bool isInternal = false;
  bool isMain = false;          ///< where a program starts
  bool isRuntime = false;       ///< defined by a runtime unit: no part of the project
  bool isSystem = false;        ///< from a header of the compiler or the system, as templates of the C++ library are
  bool isWeakReference = false; ///< not defined, and every declaration is weak: its address may be null
  bool isAbsent = false;        ///< the same, and the C and C++ libraries do not have it: its address is null
  bool isNoThrow = false;       ///< no exception leaves it
  bool comesBack = false;       ///< a call may return more than once, like one of setjmp
  bool isPure = false;          ///< not defined, and declared to do nothing else than return what its arguments say
};

/// What another version's program has to have like this one, so that the two have the same names for what both have.
struct Likeness {
  std::set<std::string> apart;   ///< functions that have their unit behind their name
  std::set<std::string> runtime; ///< runtime units that are linked
  void add(const Likeness& other);
  friend bool operator==(const Likeness&, const Likeness&) = default;
};

/// The linked program of one version: units given as bitcode, symbols resolved as a linker would (a strong
/// definition wins over weak ones, internal symbols stay apart, aliases and ifunc-less `__attribute__((alias))`
/// followed). Where units of several programs define the same, each goes with its own definition, and all others with
/// that of the unit that is compiled most like them, the first of those. Bodies are decoded when first asked for;
/// asking is safe from several threads.
///
/// Runtime units are to the program what an archive of the C library is: one is linked when it defines what is
/// still missing (or is asked for), any definition of the project's own wins over its definitions, and what runtime
/// units say to each other is not disturbed by that.
class Program {
public:
  using Units = std::span<const std::shared_ptr<BitcodeModule>>;
  /// What `likeness` names is so here also when this program has no reason of its own for it.
  [[nodiscard]] static support::Result<std::shared_ptr<const Program>>
  link(Units units, const BitcodeArchive* runtime = nullptr, const Likeness& likeness = {});
  ~Program();

  [[nodiscard]] std::span<const FunctionInfo> functions() const;
  [[nodiscard]] std::span<const Global> globals() const;
  [[nodiscard]] const Likeness& likeness() const;
  /// By linkage name, or by source name when that is unambiguous.
  [[nodiscard]] std::optional<FunctionIndex> find(std::string_view name) const;
  [[nodiscard]] std::optional<GlobalIndex> findGlobal(std::string_view name) const;
  /// Whether code of the project looks at what functions of math.h leave behind besides their results: errno, and the
  /// flags and modes of fenv.h.
  [[nodiscard]] bool looksBehindMath() const;
  /// Requires functions()[index].isDefined.
  [[nodiscard]] const Function& body(FunctionIndex index) const;
  /// The name of a source: relative to the project, else absolute.
  [[nodiscard]] std::string_view file(std::uint32_t number) const;
  /// Functions of llvm.global_ctors, in order of priority.
  [[nodiscard]] std::span<const FunctionIndex> constructors() const;
  /// Functions of llvm.global_dtors, in the order in which they run.
  [[nodiscard]] std::span<const FunctionIndex> destructors() const;

  /// What the code does with functions and globals; worked out when first asked for.
  [[nodiscard]] const SymbolUses& uses() const;

  struct Implementation; ///< this module's own
  [[nodiscard]] const Implementation& implementation() const { return *implementation_; }

private:
  explicit Program(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

/// The body as text, one instruction a line; for people and tests.
[[nodiscard]] std::string print(const Function& function);

/// What is wrong with the form of a body: a slot or target out of range, a slot read that nothing wrote, a block
/// without an end. Empty: nothing. Not empty is our bug.
[[nodiscard]] std::vector<std::string> verify(const Function& function);

} // namespace beagle::ir
