#pragma once

#include "analysis/ir/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::ir {

using TypeIndex = std::uint32_t;

/// A type as the source declares it, from debug info: what inputs are built from and outcomes are named by.
struct SourceType {
  enum class Kind : std::uint8_t {
    Void,
    Boolean,
    Integer,
    Character,
    Float,
    Enum,
    Pointer,
    Reference,
    Array,
    Struct,
    Class,
    Union,
    Function,
    Unknown
  } kind = Kind::Unknown;
  std::string name;       ///< as written: "unsigned int", "struct point"; typedefs are looked through
  std::uint64_t size = 0; ///< bytes; 0: unknown or incomplete
  bool isSigned = false;
  bool isConst = false;        ///< of the thing itself (of a Pointer: not of what it points to)
  bool isRestrict = false;     ///< of a Pointer
  TypeIndex element = none;    ///< of Pointer, Reference, Array (one dimension each), Enum (its integer type), Function
                               ///< (what it returns; none: void)
  std::string identifier;      ///< of a C++ class: "_ZTS" and its mangled name; else ""
  bool isAbstract = false;     ///< of a C++ class: it has a pure virtual function of its own
  bool hasVirtualBase = false; ///< of a C++ class: whose members are not among these
  std::vector<TypeIndex> arguments;  ///< of an instance of a C++ class template: the types among its arguments
  std::vector<TypeIndex> parameters; ///< of a Function
  bool isVariadic = false;           ///< of a Function; also one declared without a list of parameters
  std::uint64_t count = 0;           ///< of an Array; 0 when unknown (flexible)
  struct Member {
    std::string name; ///< "" of an anonymous struct or union; bases carry their class name
    TypeIndex type = none;
    std::uint64_t offset = 0;    ///< bytes
    std::uint32_t bitOffset = 0; ///< of a bit field, from `offset`
    std::uint32_t bitSize = 0;   ///< of a bit field; else 0
    bool isBase = false;
  };
  std::vector<Member> members; ///< static members left out; a vtable pointer is named "_vptr"
  std::vector<std::pair<std::string, std::int64_t>> enumerators;
};

struct SourceParameter {
  std::string name;
  TypeIndex type = none;
};

struct SourceFunction {
  std::vector<SourceParameter> parameters; ///< `this` included
  TypeIndex result = none;                 ///< none: void
  bool isVariadic = false;
  bool isKnown = false; ///< false: the unit was built without debug info
};

/// The source types of a program.
class SourceTypes {
public:
  virtual ~SourceTypes() = default;
  [[nodiscard]] virtual const SourceType& type(TypeIndex index) const = 0;
  [[nodiscard]] virtual SourceFunction function(FunctionIndex index) const = 0;
  [[nodiscard]] virtual TypeIndex global(GlobalIndex index) const = 0; ///< none when unknown
  /// What an access takes memory for: its record, else its scalar; none when unknown.
  [[nodiscard]] virtual TypeIndex accessed(const Access& access) const = 0;
  /// The classes that begin with this one as a base.
  [[nodiscard]] virtual std::vector<TypeIndex> derived(TypeIndex base) const = 0;
};

/// Valid as long as the program. Safe to use from several threads.
[[nodiscard]] std::unique_ptr<SourceTypes> sourceTypes(const Program& program);

} // namespace beagle::ir
