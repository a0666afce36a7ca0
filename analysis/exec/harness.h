#pragma once

#include "analysis/exec/machine.h"
#include "analysis/input/leaves.h"
#include "analysis/ir/source_types.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace beagle::exec {

struct HarnessOptions {
  std::uint32_t maxElements = 8; ///< of a buffer behind a pointer
  std::uint32_t maxString = 8;   ///< characters of a string, without the NUL
  bool globalsAreInputs = true;  ///< non-constant globals start with any value, not with their initialiser
};

/// A buffer that an entry gets.
struct InputObject {
  std::string path; ///< "text"
  ObjectId object = 0;
  ir::TypeIndex element = ir::none;
  std::uint64_t elementSize = 1;
  std::uint64_t maxElements = 0;
  Term elements; ///< none: always maxElements
};

/// The inputs of an entry that nobody built: parameters and globals from their source types. Scalars are free;
/// pointers lead to buffers of free size and contents, or to NUL-terminated strings; pointers in what they lead
/// to are null.
class Harness final : public Globals {
public:
  /// All references outlive it.
  Harness(const ir::Program& program, const ir::SourceTypes& types, input::Leaves& leaves, HarnessOptions options);

  /// A state at the entry, with all inputs free. An error names the parameter that cannot be built.
  [[nodiscard]] support::Result<State> start(Machine& machine, ir::FunctionIndex entry);

  // Globals
  [[nodiscard]] Ref<Object> make(State& state, ir::GlobalIndex global) override;

  [[nodiscard]] const std::vector<InputObject>& objects() const { return objects_; }
  /// Where an entry that returns a struct through a pointer puts it; 0: it does not.
  [[nodiscard]] ObjectId resultObject() const { return resultObject_; }
  [[nodiscard]] const ir::SourceTypes& types() const { return types_; }
  /// Sentences that qualify every result: "pointers inside of inputs are null".
  [[nodiscard]] const std::set<std::string>& assumptions() const { return assumptions_; }
  [[nodiscard]] bool isInput(ir::GlobalIndex global) const;
  /// Whether the input that the model describes has the leaf: an element within its buffer's size, a global that
  /// the state touched.
  [[nodiscard]] bool belongsTo(const State& state, const input::Leaf& leaf, const logic::Assignment& model) const;
  /// A leaf's value as what stands in a slot.
  [[nodiscard]] Value valueOf(const input::Leaf& leaf) const;

private:
  struct Parts; ///< the source parameter that scalars are taken from
  [[nodiscard]] support::Result<Value> argument(Machine& machine, State& state, const ir::Parameter& parameter,
                                                const ir::SourceFunction& source, std::vector<Parts>& parts);
  [[nodiscard]] Value pointerTo(State& state, const std::string& path, ir::TypeIndex target, bool isConst);
  void layOut(Contents& contents, std::uint64_t offset, ir::TypeIndex type, const std::string& path);
  [[nodiscard]] Ref<Object> initialised(ir::GlobalIndex index);

  const ir::Program& program_;
  const ir::SourceTypes& types_;
  input::Leaves& leaves_;
  HarnessOptions options_;
  Machine* machine_ = nullptr;
  std::vector<InputObject> objects_;
  ObjectId resultObject_ = 0;
  std::set<std::string> assumptions_;
};

} // namespace beagle::exec
