#pragma once

#include "analysis/ir/source_types.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace beagle::input {

using logic::Term;

/// A scalar that an entry gets from outside, named by its access path: `count`, `text[3]`, `::table[2].next`,
/// `buffer.size` (elements).
struct Leaf {
  std::string path;
  Term variable; ///< a bit-vector (a Bool when the scalar has width 1); of a float, its bits
  ir::ScalarType type;
  const ir::SourceType* source = nullptr; ///< none: not a value of the program (a size)
  std::uint32_t owner = ir::none; ///< number of the pointer behind which it stands; none: an argument or a global
  std::string choice; ///< what the pointer at the path is when the variable, `path == choice`, holds; "": no choice
};

/// A number's type in the source.
struct NumberType {
  NumberType(ir::ScalarType its, const ir::SourceType* source)
      : scalar(its), isSigned(source && source->isSigned),
        isBool(source && source->kind == ir::SourceType::Kind::Boolean) {}

  ir::ScalarType scalar;
  bool isSigned, isBool;
};

/// What C converts a number to. Both are bits, Bools when the width is 1.
[[nodiscard]] Term converted(logic::TermManager& terms, Term number, NumberType from, NumberType to);

/// All leaves of an exploration. A path has one leaf and one variable, in whatever state it is first asked for.
class Leaves {
public:
  explicit Leaves(logic::TermManager& terms) : terms_(terms) {}

  /// `source` outlives it.
  const Leaf& leaf(std::string path, ir::ScalarType type, const ir::SourceType* source, std::uint32_t owner = ir::none);
  /// The value of that leaf as `type`. Where the other version, which asked first, knows it as another type, it is what
  /// C converts it to: what a caller that was compiled again would hand on.
  Term value(std::string path, ir::ScalarType type, const ir::SourceType* source, std::uint32_t owner = ir::none);
  /// That the pointer at the path is `what`: another input pointer, or a function. Its name is `path == what`.
  const Leaf& choice(const std::string& path, const std::string& what, std::uint32_t owner);
  /// The same number for the same access path of a pointer, in whatever version and state.
  std::uint32_t pointer(const std::string& path);
  /// The number of a call of a function that only its arguments decide about: the same arguments, the same call.
  std::uint32_t call(const std::string& function, const std::vector<Term>& arguments);
  /// The number of a name among those that begin alike and are not known: the same bytes, the same name.
  std::uint32_t name(const std::string& beginning, const std::vector<Term>& bytes);
  [[nodiscard]] const std::vector<std::vector<Term>>& callsOf(const std::string& function) { return calls_[function]; }
  [[nodiscard]] const std::deque<Leaf>& all() const { return leaves_; }
  /// What is assumed of the inputs: those whose type holds less than that of the other version.
  [[nodiscard]] const std::set<std::string>& assumptions() const { return assumptions_; }
  /// By path; a choice, by its name.
  [[nodiscard]] const Leaf* find(std::string_view path) const;

private:
  logic::TermManager& terms_;
  std::deque<Leaf> leaves_;
  std::unordered_map<std::string, const Leaf*> byPath_;
  std::unordered_map<std::string, std::uint32_t> pointers_;
  std::unordered_map<std::string, std::vector<std::vector<Term>>> calls_; ///< their arguments, by function
  std::unordered_map<std::string, std::vector<std::vector<Term>>> names_; ///< their bytes, by how they begin
  std::set<std::string> assumptions_;
};

} // namespace beagle::input
