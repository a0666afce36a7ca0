#pragma once

#include "analysis/ir/source_types.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace beagle::input {

/// Classes of the C++ library, and a type of the compiler, whose objects have a meaning that their members do not show
/// one by one.
enum class Standard : std::uint8_t {
  None,
  String,
  StringView,
  WideString, ///< and others of no char, likewise
  WideStringView,
  Span,
  Variant,
  Vector,
  BitVector,
  Array,
  Optional,
  UniquePtr,
  SharedPtr,
  Function,
  OnceFlag,
  ArgumentList, ///< va_list
  // Containers whose elements do not stand in one block: see container.h.
  List,
  ForwardList,
  Deque,
  Map,
  MultiMap,
  Set,
  MultiSet,
  UnorderedMap,
  UnorderedMultiMap,
  UnorderedSet,
  UnorderedMultiSet,
};

[[nodiscard]] Standard standardOf(const ir::SourceType& type);
[[nodiscard]] constexpr bool isContainer(Standard kind) { return kind >= Standard::List; }

/// Of a std::span with a fixed number of elements.
[[nodiscard]] std::optional<std::uint64_t> extentOf(const ir::SourceType& span);

/// Whether it is a stream of the C++ library, or a buffer of one.
[[nodiscard]] bool isLibraryStream(const ir::SourceType& type);

/// Whether it is a lock of pthread.h: a mutex, a condition, or a lock for readers and writers.
[[nodiscard]] bool isLock(const ir::SourceTypes& types, const ir::SourceType& type);

/// A member somewhere inside of a value, also in bases and members.
struct InnerMember {
  std::uint64_t offset = 0;
  ir::TypeIndex type = ir::none;
};
/// The first one of that name, as libstdc++ has it.
[[nodiscard]] std::optional<InnerMember> findMember(const ir::SourceTypes& types, ir::TypeIndex index,
                                                    std::string_view name);

} // namespace beagle::input
