#pragma once

#include "analysis/pipeline/concrete_run.h"

#include <optional>
#include <span>
#include <unordered_map>

namespace beagle::pipeline {

/// Values and memory of one state under one model.
class ConcreteRuns::Reading final : private exec::ByteContext {
public:
  Reading(const ConcreteRuns& runs, const exec::State& state, const logic::Assignment& model, const Objects& objects)
      : ByteContext(runs.machine_.terms), runs_(runs), state_(state), evaluator_(runs.machine_.terms, model),
        objects_(objects), model_(model) {}

  [[nodiscard]] std::uint64_t byte(logic::Term term) { return evaluator_.bits64(term); }
  [[nodiscard]] logic::Term byteOf(const exec::Contents& contents, std::uint64_t at) {
    return contents.byte(*this, at);
  }
  [[nodiscard]] bool holds(logic::Term condition) { return evaluator_.truth(condition); }

  /// Nothing when the value was never initialised.
  [[nodiscard]] std::optional<testgen::Scalar> scalar(const exec::Value& value, ir::ScalarType type);
  /// A buffer of which nobody has used the end may be of any size: not more is given than people can look at.
  [[nodiscard]] std::uint64_t sizeOf(const exec::Object& object);
  [[nodiscard]] testgen::ExpectedImage image(const exec::Object& object);
  /// What stands in contents from an offset on.
  [[nodiscard]] testgen::Image tail(const exec::Contents& contents, logic::Term size, std::uint64_t from);
  /// What is known of at most so many bytes there, but for addresses.
  [[nodiscard]] testgen::ExpectedImage numbers(const exec::Contents& contents, std::uint64_t from, std::uint64_t most);
  [[nodiscard]] std::string thrown(const exec::Ending& ending);
  /// The number among what the run made of the object that was thrown; 0: it was a number, or is too large.
  /// Of an address that was thrown, it would be that of what stands there.
  [[nodiscard]] std::uint32_t exception(const exec::Ending& ending) {
    return ending.text.ends_with('*') ? 0 : numberOfMade(ending.code.object());
  }
  [[nodiscard]] std::string text(std::uint32_t stream);
  /// What the run made itself and values that were read lead to.
  [[nodiscard]] std::vector<testgen::ExpectedImage> made();
  [[nodiscard]] const std::map<std::string, std::uint32_t>& constants() const { return constants_; }

  /// One that the run has not looked at. What its addresses are is not told.
  [[nodiscard]] testgen::ExpectedImage constant(exec::ObjectId id) const;

private:
  std::uint64_t addressOf(exec::ObjectId /*object*/) override {
    isKnown_ = false;
    return 0;
  }
  logic::Term addressTerm(exec::ObjectId object) override;
  /// In a union, and nobody took it for a pointer.
  [[nodiscard]] bool isData(const exec::Value& value) const;
  logic::Term unwritten(std::uint32_t /*number*/, std::uint64_t /*offset*/) override;

  /// Under the model: what was never written may stand in a part of the term that does not count there.
  [[nodiscard]] bool isUninitialised(logic::Term term);
  [[nodiscard]] bool varyUnwritten(std::span<const std::uint32_t> variables);
  [[nodiscard]] bool hasOneForm(const exec::Contents& contents, std::uint64_t at);
  /// Nothing when it was never written.
  [[nodiscard]] std::optional<std::uint8_t> knownByte(const exec::Contents& contents, std::uint64_t at);
  [[nodiscard]] testgen::Target target(const exec::Value& value);
  [[nodiscard]] testgen::ExpectedImage withPointers(exec::ObjectId id, testgen::ExpectedImage constant);
  [[nodiscard]] std::uint32_t numberOfMade(exec::ObjectId id);
  [[nodiscard]] std::uint32_t numbered(exec::ObjectId id);

  const ConcreteRuns& runs_;
  const exec::State& state_;
  logic::Evaluator evaluator_;
  logic::Assignment other_; ///< the model, with something else where nothing was ever written
  std::optional<logic::Evaluator> varied_;
  std::unordered_map<const std::uint32_t*, bool> mayBeUnwritten_; ///< by TermManager::support
  const Objects& objects_;
  const logic::Assignment& model_;
  std::vector<exec::ObjectId> made_;
  std::map<std::string, std::uint32_t> constants_; ///< numbers as of `made_`, and 1
  bool isKnown_ = true;
};

/// What the linker knows a function without code by. One behind a pointer of the input, "(*ops[0].read)", has no name
/// of its own.
[[nodiscard]] std::string outsideSymbol(const std::string& name);

} // namespace beagle::pipeline
