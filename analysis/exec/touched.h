#pragma once

#include "analysis/exec/harness.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace beagle::exec {

/// What two runs touched and a caller can see changed.
struct Touched {
  /// Of an object: which parts of its arrays may have been written to.
  struct Parts {
    bool areAll = false;
    std::uint64_t shape = 0; ///< of the object's type; with another one in the other version, all of it counts
    std::set<std::pair<std::string, std::uint64_t>, std::less<>>
        chunks; ///< the array's or union's path, and which of its chunks

    /// These, where they say something of an object of one of the versions; else null.
    template <class Shape> [[nodiscard]] const Parts* of(const Contents& contents, Shape shapeOfIt) const {
      return !areAll && contents.hasBegun() && shapeOfIt() == shape ? this : nullptr;
    }
  };
  std::map<std::string, Parts> globals;  ///< by name
  std::map<std::uint32_t, Parts> inputs; ///< by number of the pointer
};
void addTouched(const Machine& machine, Harness& harness, const State& state, Touched& touched);

/// Of an object: where its members and elements are, and what they are called. Never 0.
[[nodiscard]] std::uint64_t shapeOf(const ir::SourceTypes& types, ir::TypeIndex index);
[[nodiscard]] std::uint64_t shapeOf(const ir::SourceTypes& types, const InputPointer& input);

/// So many elements of an array, and bytes of a union, are looked at together.
constexpr std::uint64_t chunkElements = 64, unionChunk = 256;

/// Of an element of what a pointer leads to, behind the record at the start, if there is one.
[[nodiscard]] std::string pathOfElement(const InputPointer& input, std::uint64_t i);

} // namespace beagle::exec
