#pragma once

#include "analysis/ir/class_traits.h"
#include "analysis/testgen/concrete_input.h"
#include "analysis/testgen/library_values.h"
#include "analysis/testgen/source_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::testgen {

/// The memory that an input describes as variables of a test in the source's language: their names and types,
/// and an expression for whatever stands in them.
class TestMemory {
public:
  /// A thing with a type that an expression leads to: an element of a variable, a global, a result.
  struct Place {
    std::string expression;
    ir::TypeIndex type = ir::none; ///< none: one byte
    std::uint64_t offset = 0;      ///< of its first byte in the object's image
  };

  /// All references outlive it.
  TestMemory(const ir::Program& program, const ir::SourceTypes& types, ir::FunctionIndex entry,
             const ConcreteInput& input, Language language);

  /// Statements that declare the variables and fill them and the globals, two spaces in front of each line.
  [[nodiscard]] std::string setUp();
  /// The call, without a semicolon: "shipping(&order, amount)".
  [[nodiscard]] std::string call();

  /// The places of an object, element by element; none when the test has no variable for it.
  [[nodiscard]] std::vector<Place> elementsOf(std::uint32_t object) const;
  /// An array of characters, as a whole; nothing when the object is none.
  [[nodiscard]] std::optional<Place> textOf(std::uint32_t object) const;
  /// The place of a global; an empty expression when C has no name for it here.
  [[nodiscard]] Place global(const std::string& name) const;
  /// What a global starts with.
  [[nodiscard]] Image initialImage(const std::string& name) const;
  /// An expression of the type "pointer to `element`" (none: to void).
  [[nodiscard]] std::string address(const Target& target, ir::TypeIndex element);
  /// Scalars at offsets as one value of a size.
  [[nodiscard]] Image assembled(const std::vector<std::pair<std::uint64_t, Scalar>>& parts, std::uint64_t size) const;

  [[nodiscard]] const ir::SourceFunction& function() const { return function_; }
  [[nodiscard]] const ir::SourceTypes& types() const { return types_; }
  [[nodiscard]] Language language() const { return language_; }
  /// Names what the language cannot say; "": nothing.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] bool usesHiddenMembers() const { return usesHiddenMembers_; }
  [[nodiscard]] bool usesRaw() const { return usesRaw_; }
  /// Declarations of the virtual tables of objects, by their linkage names.
  [[nodiscard]] std::string virtualTables() const;
  [[nodiscard]] bool usesText() const { return usesText_; } ///< functions of string.h
  void noteHiddenMembers(ir::TypeIndex type);

private:
  enum class Form { Single, Array, Heap };
  struct Variable {
    std::string name;
    ir::TypeIndex type = ir::none; ///< of an element; none: bytes
    std::uint64_t count = 1;
    Form form = Form::Single;
    bool isRaw = false; ///< of a class with constructors, none of which is called
    Release released = Release::None;
    Image image;
  };
  struct Pointing; ///< a pointer of the input that leads to an object

  void makeParameters();
  void nameObjects();
  [[nodiscard]] ir::TypeIndex derivedClass(ir::TypeIndex base, std::string_view identifier) const;
  [[nodiscard]] ir::TypeIndex classOf(const Image& image, ir::TypeIndex pointed) const;
  void addObject(std::uint32_t object, ir::TypeIndex element, const std::string& name);
  void findPointers(const Image& image, ir::TypeIndex type, std::uint64_t offset, const std::string& expression,
                    std::vector<Pointing>& found);
  [[nodiscard]] std::uint32_t addVariable(Variable variable);
  [[nodiscard]] std::string uniqueName(const std::string& wanted);
  [[nodiscard]] std::string declaration(const Variable& variable);
  [[nodiscard]] std::string declarationOfClass(const Variable& variable, const std::string& type);
  [[nodiscard]] std::string classAssignment(ir::TypeIndex type, std::uint64_t offset, const std::string& path,
                                            const Image& image, bool isMade);
  [[nodiscard]] std::string initialiser(const Variable& variable);
  [[nodiscard]] std::string assignments(const Image& image, const Image* initial, const Place& place);
  [[nodiscard]] std::string tableAssignment(const Pointer* table, const std::string& object, std::uint64_t offset);
  [[nodiscard]] std::string globalAssignments();
  [[nodiscard]] std::string element(const Variable& variable, std::uint64_t number) const;
  [[nodiscard]] std::string variableAddress(const std::string& expression, ir::TypeIndex type, bool isArray,
                                            std::uint64_t addend, ir::TypeIndex wanted) const;
  [[nodiscard]] std::uint64_t sizeOf(ir::TypeIndex type) const;
  [[nodiscard]] bool isRecord(ir::TypeIndex type) const;
  [[nodiscard]] bool isPlain(ir::TypeIndex type) const;
  [[nodiscard]] std::string pointerTo(ir::TypeIndex type) const;
  [[nodiscard]] std::string functionName(const std::string& name) const;
  void problem(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }

  const ir::Program& program_;
  const ir::SourceTypes& types_;
  ir::FunctionIndex entry_;
  const ConcreteInput& input_;
  Language language_;
  ir::SourceFunction function_;
  LibraryValues values_;
  std::map<std::string, ir::ClassTraits> traits_;
  std::vector<Image> parameters_; ///< one per parameter of the source
  std::vector<Variable> variables_;
  std::map<std::uint32_t, std::uint32_t> ofObject_;  ///< number of the variable
  std::map<std::size_t, std::uint32_t> ofParameter_; ///< of those that are passed by value
  std::set<std::uint32_t> passed_;                   ///< objects that are copies of parameters, or the result
  std::set<std::string> names_;
  std::map<std::string, std::string> tables_; ///< virtual tables: what the test calls them, by linkage name
  std::string problem_;
  bool usesHiddenMembers_ = false, usesRaw_ = false, usesText_ = false;
};

/// A global's linkage name, without the unit of one that only its unit knows.
[[nodiscard]] inline std::string linkedName(const Target& target) {
  return target.name.substr(0, target.name.find('@'));
}
/// What the linkage name of a virtual table begins with.
inline constexpr std::string_view virtualTable = "_ZTV";

/// What a test calls the `main` of the program.
inline constexpr std::string_view programsMain = "test_programsMain";

/// A C array's contents as text, when all that follows its end is zero; its bytes up to the end.
[[nodiscard]] std::optional<std::string> textIn(const std::vector<std::uint8_t>& bytes, std::uint64_t offset,
                                                std::uint64_t count);
/// What the linker's name of a variable or function is called in the source: "ns::level". "" of what has no
/// name there.
[[nodiscard]] std::string nameInSource(std::string name);

} // namespace beagle::testgen
