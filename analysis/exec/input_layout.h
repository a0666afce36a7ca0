#pragma once

#include "analysis/exec/harness.h"
#include "analysis/input/standard.h"

namespace beagle::exec {

/// std::string: the longest text that stands in the object itself.
constexpr std::uint32_t mostInside = 15;

/// Writes the scalars of a value of a source type, each a variable of its own, as it visits them. What has a meaning
/// as a whole, such as a string, is written as a whole, so that the value is one that a program can have.
class Harness::Layout {
public:
  /// `self`: the object whose contents these are; 0: it has no number yet.
  Layout(Harness& harness, State& state, Contents& contents, ObjectId self, const Owner& owner)
      : harness_(harness), terms_(harness.machine_->terms), state_(state), contents_(contents), self_(self),
        owner_(owner) {}

  void operator()(const input::ScalarPlace& place);
  /// See input::forEachScalar.
  bool whole(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  /// Bit fields of the same bytes become one number; the last of them are written now.
  void flush();
  void finish();
  /// The same for pointers that were found before.
  void finish(std::vector<input::ScalarPlace> inside);

private:
  // Library classes; false: this one is not like those that are known.
  bool string(std::uint64_t offset, const std::string& path);
  bool wideString(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool stringView(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool span(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool variant(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  [[nodiscard]] std::vector<std::size_t> alternatives(const ir::SourceType& variant, const std::string& path) const;
  bool vector(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool bitVector(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool array(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool optional(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool uniquePtr(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  [[nodiscard]] std::string ownedPath(const std::string& path) const;
  bool sharedPtr(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool function(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool onceFlag(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool argumentList(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  bool container(ir::TypeIndex index, std::uint64_t offset, const std::string& path);
  void limitContainer(const InputContainer& container);
  void limitHeap(ir::TypeIndex index, const std::string& path);
  /// What holds of every such input; with zeros for all variables, or as the example is, it does.
  void assume(logic::Term holds, const std::vector<logic::Term>& variables);
  void assume(logic::Term holds, const logic::Assignment& example);

  void addBits(const input::ScalarPlace& place);
  [[nodiscard]] bool leadsToFunction(const ir::SourceType& pointer) const;
  [[nodiscard]] bool isOfTable() const; ///< what is laid out is a virtual table
  void noteVirtualTables(ir::TypeIndex index, std::uint64_t offset, ir::TypeIndex complete, std::uint64_t start);
  [[nodiscard]] std::optional<Value> virtualTable(std::uint64_t offset) const;
  void write(std::uint64_t offset, const Value& value, ir::ScalarType type);
  void writeWord(std::uint64_t offset, logic::Term value);
  void writePointer(std::uint64_t offset, const Value& value);
  /// A number of elements, not above the limit.
  [[nodiscard]] logic::Term count(const std::string& path, std::uint64_t most);
  /// A buffer of its own with so many elements; none: with `most`. `isOwned`: the object deletes it.
  [[nodiscard]] Value buffer(const std::string& path, ir::TypeIndex element, logic::Term elements, std::uint64_t most,
                             bool isOwned);
  /// One in which these stand, which the object deletes.
  [[nodiscard]] Value block(const std::string& path, ir::TypeIndex element, std::vector<logic::Term> words);
  [[nodiscard]] std::vector<logic::Term> letters(const std::string& path, logic::Term size, std::uint32_t most,
                                                 std::uint32_t room, ir::ScalarType type,
                                                 const ir::SourceType* written);
  [[nodiscard]] static Value moved(const Value& pointer, logic::Term by) { return {0, by.id(), pointer.tag}; }
  void show(const std::string& path, logic::Term size, const std::string& elements, std::uint64_t most, bool isText);

  Harness& harness_;
  logic::TermManager& terms_;
  State& state_;
  Contents& contents_;
  ObjectId self_;
  const Owner& owner_;
  logic::Term bits_; ///< bit fields that share bytes, from `firstBit_` on
  std::uint64_t firstBit_ = 0;
  std::vector<input::ScalarPlace> inside_; ///< pointers that lead into arrays
  struct VirtualTable {
    ir::TypeIndex complete = ir::none; ///< the class of the whole object
    std::uint64_t offset = 0;          ///< in it
  };
  std::map<std::uint64_t, VirtualTable> tables_; ///< by the place of the pointer to it
};

} // namespace beagle::exec
