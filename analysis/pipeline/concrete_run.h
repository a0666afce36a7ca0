#pragma once

#include "analysis/exec/harness.h"
#include "analysis/fuzz/form.h"
#include "analysis/logic/evaluate.h"
#include "analysis/testgen/concrete_input.h"
#include "analysis/testgen/outcome.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace beagle::pipeline {

/// One path with an input that takes it.
struct ConcreteRun {
  testgen::ConcreteInput input;
  testgen::ExpectedOutcome expected;
  std::string incomparable; ///< why a native run may differ although the engine is right; "" when it may not
  /// It often does all the same what the engine says: a native run that is as expected counts.
  bool mayAgree = false;
  /// It leaves something in the C library that only what the library does next can show.
  bool hidesSome = false;
  /// That is because of where objects lie, which often does not matter in the end: a native run that is as expected
  /// counts.
  bool restsOnAddresses = false;
  /// Why a native run need not end in the memory error, or trap, that it should; "" when it has to.
  std::string mayGoUnseen;
};

/// Why a native run does not end in the memory error, or trap, that it should end in; "": nothing explains it.
[[nodiscard]] std::string unseenBecause(const ConcreteRun& run, testgen::End native);

/// What a run also says when somebody asks.
struct Asked {
  bool looks = false;            ///< what stands where arguments of functions without code point
  std::set<std::string> library; ///< what the C library remembers: see exec::libraryPart
};
/// For a difference that is made of these.
[[nodiscard]] Asked askedFor(const std::vector<std::string>& differs);

/// Ended runs as plain data: the input that a model describes, and what the engine says that it does.
class ConcreteRuns {
public:
  /// `start` is the state at the entry's first instruction. All references outlive it.
  ConcreteRuns(exec::Machine& machine, exec::Harness& harness, const input::Leaves& leaves,
               const ir::SourceTypes& types, const exec::State& start, ir::FunctionIndex entry);

  [[nodiscard]] ConcreteRun run(exec::State ended, const logic::Assignment& given, const Asked& asked = {}) {
    machine_.attach(ended);
    const logic::Assignment model = asAtStart(ended, given);
    harness_.settle(ended, model);
    ConcreteRun one{input(ended, model), expected(ended, model)};
    if (asked.looks) addLooks(ended, model, one);
    for (const std::string& part : asked.library) addLibrary(ended, model, part, one);
    std::tie(one.incomparable, one.mayAgree) = incomparable(ended, model);
    if (isReadingZeros(ended, one.input))
      one.mayGoUnseen = "AddressSanitizer takes what was read to end at a zero in it";
    if (isInsideLibrary(ended)) one.mayGoUnseen = "AddressSanitizer does not see what the C library reads there";
    if (isUnseen(ended, model))
      one.mayGoUnseen =
          ended.ending->fault == exec::MemoryFault::OutOfBounds
              ? "AddressSanitizer sees no access so far from its object, in front of a file's first variable, "
                "or so large in time"
              : "AddressSanitizer does not look at a block for which so large a size is asked";
    if (ended.ending->text == exec::unreachableReached) one.mayGoUnseen = exec::unreachableReached;
    if (isInEmptyBlock(ended, model)) one.mayGoUnseen = "AddressSanitizer gives an empty block a byte";
    one.hidesSome = leavesHidden(ended);
    one.input.made = testgen::placesOfMade(one.expected);
    one.restsOnAddresses = one.incomparable.empty() && ended.memory.addressObserved();
    if (one.restsOnAddresses) one.incomparable = "rests on addresses";
    return one;
  }
  /// All that the C library remembers of what the run did.
  [[nodiscard]] Asked askedOfLibrary(const exec::State& ended) const;
  /// Another model of the path: what it leaves open gets values that differ from one another, so that mixed-up
  /// inputs show.
  [[nodiscard]] logic::Assignment varied(const exec::State& ended, const logic::Assignment& model);

  /// The path's input.
  [[nodiscard]] testgen::ConcreteInput inputOf(exec::State ended, const logic::Assignment& model);
  /// The same, and which of its numbers a fuzzer may change.
  [[nodiscard]] fuzz::Form form(exec::State ended, const logic::Assignment& model);

private:
  [[nodiscard]] testgen::ConcreteInput input(const exec::State& ended, const logic::Assignment& model);
  void addLooks(const exec::State& ended, const logic::Assignment& model, ConcreteRun& run);
  void giveText(const std::string& stream, const logic::Assignment& model, testgen::ConcreteInput& input);
  void addLibrary(exec::State& ended, const logic::Assignment& model, const std::string& part, ConcreteRun& run);
  [[nodiscard]] testgen::ExpectedOutcome expected(const exec::State& ended, const logic::Assignment& model);
  /// ConcreteRun::incomparable, and ConcreteRun::mayAgree.
  [[nodiscard]] std::pair<std::string, bool> incomparable(const exec::State& ended, const logic::Assignment& model);
  [[nodiscard]] bool mayHold(logic::Term condition, const logic::Assignment& model);
  [[nodiscard]] bool leavesHidden(const exec::State& ended) const;
  [[nodiscard]] bool isPartlyOutside(const exec::State& ended) const;
  [[nodiscard]] bool isInsideLibrary(const exec::State& ended) const;
  [[nodiscard]] bool isReadingZeros(const exec::State& ended, const testgen::ConcreteInput& input) const;
  [[nodiscard]] bool isUnseen(const exec::State& ended, const logic::Assignment& model) const;
  [[nodiscard]] bool isInEmptyBlock(const exec::State& ended, const logic::Assignment& model) const;

  class Reading;
  /// Numbers of objects in an input: of those behind a pointer of the input by its number, of others by ~id.
  using Objects = std::map<std::uint64_t, std::uint32_t>;
  struct Before {
    exec::State state;
    Objects objects;
    std::vector<std::pair<exec::ObjectId, exec::ObjectId>> ids; ///< by number: before the run, and in the ended state
  };
  /// Calls of functions without code since the entry, in their order.
  [[nodiscard]] std::vector<const exec::Effect*> calls(const exec::State& ended) const;
  [[nodiscard]] std::set<std::uint32_t> decidedBy(const exec::State& ended) const;
  [[nodiscard]] std::map<std::uint32_t, std::uint64_t> nothingAtStart(const exec::State& ended);
  /// The model, and where neither it nor the path says what a call before the entry gave: nothing.
  [[nodiscard]] logic::Assignment asAtStart(const exec::State& ended, logic::Assignment model);
  [[nodiscard]] const exec::Effect* neededAtStart(const exec::State& ended, const logic::Assignment& model);
  [[nodiscard]] testgen::OutsideCall outsideCall(const exec::Effect& effect, const exec::State& ended,
                                                 const logic::Assignment& model, const Before& before) const;
  [[nodiscard]] Before before(const exec::State& ended, const logic::Assignment& model);

  [[nodiscard]] static testgen::Image contentsOf(const exec::State& state, const exec::Object& stream,
                                                 Reading& reading);
  [[nodiscard]] std::string nameOf(const exec::InputPointer& root, const logic::Assignment& model) const;
  void addRoots(const exec::State& ended, const logic::Assignment& model, const Before& before,
                testgen::ConcreteInput& input);
  [[nodiscard]] const exec::InputPointer* fileCalled(const exec::State& ended, const std::string& path) const;
  [[nodiscard]] exec::ObjectId firstObject() const;
  [[nodiscard]] std::vector<ir::GlobalIndex> touched(const exec::State& ended) const;
  [[nodiscard]] std::string pathOf(std::size_t parameter) const;

  exec::Machine& machine_;
  exec::Harness& harness_;
  const input::Leaves& leaves_;
  const ir::SourceTypes& types_;
  exec::State start_;
  ir::FunctionIndex entry_;
};

} // namespace beagle::pipeline
