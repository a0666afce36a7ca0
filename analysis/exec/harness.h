#pragma once

#include "analysis/exec/machine.h"
#include "analysis/input/leaves.h"
#include "analysis/ir/source_types.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::exec {

struct HarnessOptions {
  std::uint32_t maxElements = 8; ///< of a buffer behind a pointer
  std::uint32_t maxString = 8;   ///< characters of a string, without the NUL
  std::uint32_t maxDepth = 4;    ///< pointers inside one another, as in a list
  bool globalsAreInputs = true;  ///< non-constant globals start with any value, not with their initialiser
  bool libraryCalls = false;     ///< a library function without code may do anything, instead of being unsupported
  bool nullArguments = false;    ///< a pointer that is an argument may be null; pointers inside of inputs always may
};

/// A pointer that an entry gets, by its access path, and what it leads to: the same in every state.
struct InputPointer {
  std::string path; ///< "list", "list[0].next"
  std::uint32_t number = 0;
  std::uint32_t parent = ir::none;   ///< the pointer in whose memory it stands
  ir::GlobalIndex global = ir::none; ///< or the global; neither: an argument
  std::uint32_t depth = 0;
  Term null; ///< none: it is never null
  ir::TypeIndex target = ir::none;
  bool isConst = false;
  std::uint64_t elementSize = 1;
  std::uint64_t maxElements = 1;
  Term elements; ///< none: always maxElements
};

/// The inputs of an entry that nobody built: parameters and globals from their source types. Scalars are free; pointers
/// are null or lead to a structure, a buffer of free size and contents, or a NUL-terminated string of their own, which
/// are made when a run first looks at them.
class Harness final : public Surroundings {
public:
  /// All references outlive it.
  Harness(const ir::Program& program, const ir::SourceTypes& types, input::Leaves& leaves, HarnessOptions options);

  /// A state at the entry, with all inputs free. An error names the parameter that cannot be built. `names` are what
  /// the entry's source parameters go by, when that is not what the source calls them.
  [[nodiscard]] support::Result<State> start(Machine& machine, ir::FunctionIndex entry, std::vector<std::string> names = {});

  // Surroundings
  [[nodiscard]] Ref<Object> global(State& state, ir::GlobalIndex index) override;
  [[nodiscard]] Ref<Object> input(State& state, std::uint32_t pointer) override;
  bool call(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) override;

  /// Requires that some state has come to know of it.
  [[nodiscard]] const InputPointer& pointer(std::uint32_t number) const { return *pointers_.at(number); }
  [[nodiscard]] bool knows(std::uint32_t number) const { return pointers_.contains(number); }
  /// The object behind a pointer, made together with all that leads there; nothing when no state of this version can
  /// have it. The machine has to be attached to the state.
  [[nodiscard]] std::optional<ObjectId> place(State& state, std::uint32_t pointer);
  /// Where an entry that returns a struct through a pointer puts it; 0: it does not.
  [[nodiscard]] ObjectId resultObject() const { return resultObject_; }
  [[nodiscard]] const ir::SourceTypes& types() const { return types_; }
  /// Sentences that qualify every result.
  [[nodiscard]] const std::set<std::string>& assumptions() const { return assumptions_; }
  /// Within which all inputs are: "text has at most 8 characters".
  [[nodiscard]] const std::set<std::string>& bounds() const { return bounds_; }
  [[nodiscard]] bool isInput(ir::GlobalIndex global) const;
  /// Whether the input that the model describes has the leaf, and the state looked at it: an element within its
  /// buffer's size, a member behind a pointer that is not null.
  [[nodiscard]] bool belongsTo(const State& state, const input::Leaf& leaf, const logic::Assignment& model) const;
  /// A leaf's value as what stands in a slot.
  [[nodiscard]] Value valueOf(const input::Leaf& leaf) const;

private:
  struct Parts; ///< the source parameter that scalars are taken from
  /// Where something is laid out.
  struct Owner {
    std::uint32_t pointer = ir::none;
    ir::GlobalIndex global = ir::none;
    std::uint32_t depth = 0;
  };
  [[nodiscard]] support::Result<Value> argument(Machine& machine, State& state, const ir::Parameter& parameter,
                                                std::size_t number, const ir::SourceFunction& source,
                                                std::vector<Parts>& parts);
  [[nodiscard]] Value pointerTo(State& state, const std::string& path, ir::TypeIndex pointerType, ir::TypeIndex target,
                                const Owner& owner, bool mayBeNull);
  [[nodiscard]] InputPointer described(std::uint32_t number, const std::string& path, ir::TypeIndex target,
                                       const Owner& owner) const;
  void layOut(State& state, Contents& contents, std::uint64_t offset, ir::TypeIndex type, const std::string& path, const Owner& owner);
  void layOutElements(State& state, Contents& contents, const InputPointer& pointer);
  [[nodiscard]] Value resultOf(State& state, const std::string& path, ir::ScalarType type, ir::TypeIndex source);
  void overwrite(Machine& machine, Effect& call, std::size_t argument, ir::TypeIndex target, const std::string& path);
  void limitElements(State& state, const InputPointer& pointer);
  void startUp(Machine& machine, State& state);
  [[nodiscard]] bool isPlainGlobal(ir::GlobalIndex index) const;
  [[nodiscard]] std::optional<ir::GlobalIndex> rootOf(std::string_view path) const;
  [[nodiscard]] Ref<Object> initialised(ir::GlobalIndex index);

  const ir::Program& program_;
  const ir::SourceTypes& types_;
  input::Leaves& leaves_;
  HarnessOptions options_;
  Machine* machine_ = nullptr;
  std::map<std::uint32_t, std::unique_ptr<InputPointer>> pointers_; ///< by number
  ObjectId resultObject_ = 0;
  bool isStarting_ = false;             ///< globals are what their initialisers say
  std::set<ir::GlobalIndex> constructed_; ///< globals that are what a constructor made of them
  std::set<std::string> assumptions_;
  std::set<std::string> bounds_;
};

} // namespace beagle::exec
