#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::exec {

/// What code does with two pointers when it takes them for ones into one array.
enum class PointerUse : std::uint8_t { Less, LessEqual, Distance, Equal };

/// What a pointer of the input may lead into, by its path without the numbers of elements.
struct ArrayName {
  enum class Kind : std::uint8_t {
    Pointer, ///< where another pointer leads: "in[].start"
    Array,   ///< an array that stands in memory: "in[].room"
    Own,     ///< one of its own, of which it is not the beginning: "stack[].top.array"
    Record,  ///< a record that what it leads to stands in: "node.container"
    Origin,  ///< no array, but where one came from to the pointer, and where that may lead back to: "list"
    Handle,  ///< no array: bytes that are a record: "file.data"
  };
  std::string path;
  Kind kind = Kind::Pointer;
  std::string record = {};  ///< of a record and a handle, its name
  std::uint64_t offset = 0; ///< and where in it

  auto operator<=>(const ArrayName&) const = default;
};

/// What code does with a pair of them.
struct NeighbourUse {
  int order = 0;          ///< what says that the first one is in front; below zero: that it is behind
  bool isOrdered = false; ///< code asks which one is in front
};

/// Pairs that code takes for places in one array.
using Neighbours = std::map<std::pair<ArrayName, ArrayName>, NeighbourUse>;

/// The path without the numbers of elements.
[[nodiscard]] std::string nameOf(std::string_view path);

/// An array of which the pointer is not the beginning, and a record that what it leads to stands in.
[[nodiscard]] ArrayName ownArray(const std::string& pointer);
[[nodiscard]] ArrayName recordAround(const std::string& pointer, const std::string& record, std::uint64_t offset);

/// Code compares a pointer with one that one came from.
void addOrigin(Neighbours& all, const std::string& pointer, const std::string& origin);
[[nodiscard]] bool mayLeadBack(const Neighbours& all, const std::string& pointer, const std::string& origin);

/// Code takes the bytes that the pointer leads to for a record with pointers.
void addHandle(Neighbours& all, const std::string& pointer, const std::string& record);
/// Of such pointers, by their names: the record.
[[nodiscard]] std::map<std::string, std::string> handles(const Neighbours& neighbours);

/// Notes that code uses two places as ones in one array: how far each is from where its pointer of the input leads.
void addNeighbours(Neighbours& all, const ArrayName& one, std::int64_t fromOne, const ArrayName& other,
                   std::int64_t fromOther, PointerUse use);

/// And what others have noted.
void addNeighbours(Neighbours& all, const Neighbours& others);

/// A pointer of the input that leads somewhere into an array: into that of another pointer, or one that stands there.
struct Inside {
  ArrayName array;
  bool isEnd = false;   ///< it is called as if it stood behind the last element that counts
  bool isSure = true;   ///< names say which of the two begins
  bool mayBeEnd = true; ///< it may lead behind the last element, and not only go round in front of it
};

/// By the pointer's name. Of pointers that are neighbours, one begins the array.
[[nodiscard]] std::map<std::string, Inside> insides(const Neighbours& neighbours);

enum class Loosened : std::uint8_t { Unsure, All };
/// No pointer, or none that is not called so, begins the array that others lead into any more: each leads somewhere
/// into it. False: none did.
[[nodiscard]] bool loosen(Neighbours& neighbours, Loosened which);

/// The path that an array's name stands for, where the pointer of that path leads into it: what both begin with has the
/// same numbers, and the others are 0.
[[nodiscard]] std::string pathBeside(std::string_view pointer, std::string_view name);

} // namespace beagle::exec
