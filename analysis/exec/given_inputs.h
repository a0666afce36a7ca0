#pragma once

#include "analysis/exec/harness.h"
#include "analysis/logic/evaluate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace beagle::exec {

/// Says what stands in an input.
class InputSource {
public:
  virtual ~InputSource() = default;
  /// Asked once per input, when a run first comes upon the leaf of that number (in Leaves::all). Of one of
  /// more than 64 bits, what it is made from.
  [[nodiscard]] virtual std::uint64_t valueOf(const input::Leaf& leaf, std::uint32_t number) = 0;
};

/// One input, all its values given, as far as runs have come upon them.
class GivenInput {
public:
  /// All references outlive it.
  GivenInput(logic::TermManager& terms, const input::Leaves& leaves)
      : terms_(terms), leaves_(leaves), evaluator_(terms, assignment_) {}

  /// Another input. The source outlives it.
  void begin(InputSource& source);

  [[nodiscard]] bool truth(Term term);
  /// What stands in a slot or in memory when the terms in it have their values. A pointer stays one.
  [[nodiscard]] Value concrete(const Value& value);
  void makeConcrete(Contents& contents, ByteContext& context, std::uint64_t from = 0);
  [[nodiscard]] Term constant(Term term);

  [[nodiscard]] const logic::Assignment& assignment() const { return assignment_; }
  /// Numbers of the leaves (in Leaves::all) that have a value, in the order in which they were come upon.
  [[nodiscard]] const std::vector<std::uint32_t>& known() const { return known_; }
  [[nodiscard]] std::uint64_t valueOf(std::uint32_t leaf) const { return values_[leaf]; }
  /// The leaves that a term is about.
  [[nodiscard]] std::vector<std::uint32_t> leavesOf(Term term);

private:
  void prepare(Term term);
  void syncLeaves();

  logic::TermManager& terms_;
  const input::Leaves& leaves_;
  InputSource* source_ = nullptr;
  logic::Assignment assignment_;
  logic::Evaluator evaluator_;
  std::vector<std::uint32_t> leafOf_;  ///< by variable number
  std::size_t synced_ = 0;             ///< leaves that stand there
  std::vector<std::uint64_t> givenIn_; ///< by leaf: the last input in which it had a value
  std::vector<std::uint64_t> values_;
  std::uint64_t input_ = 0;
  std::vector<std::uint32_t> known_;
};

/// The surroundings that a harness makes, which are free at first. Between `give` and `release`, whatever is
/// made has the values of one input instead, so that runs compute with numbers and need no solver.
class GivenSurroundings final : public Surroundings {
public:
  /// The harness outlives it.
  explicit GivenSurroundings(Harness& harness) : harness_(harness) {}

  /// The input outlives the runs.
  void give(GivenInput& input, Machine& machine);
  void release() { input_ = nullptr; }
  /// A state that starts with free arguments starts with those of the input.
  void giveArguments(State& state, ir::FunctionIndex entry);
  /// What was taken for granted when something of the input was made, and the input does not keep; none: it keeps all.
  [[nodiscard]] Term refused() const { return refused_; }
  /// The limit of a size that the input does not keep; none: it keeps all. Only fixed places within it can be used
  /// then.
  [[nodiscard]] Term exceeded() const { return exceeded_; }

  // Surroundings
  [[nodiscard]] Ref<Object> global(State& state, ir::GlobalIndex index) override;
  [[nodiscard]] Ref<Object> input(State& state, ObjectId id) override;
  void settleView(State& state, ObjectId id) override { harness_.settleView(state, id); }
  [[nodiscard]] Term sizeLimit(State& state, ObjectId id) override;
  [[nodiscard]] Term possibleSize(State& state, ObjectId id) override;
  [[nodiscard]] std::string describeLimit(const State& state, ObjectId id) const override {
    return harness_.describeLimit(state, id);
  }
  [[nodiscard]] std::string describeTable(const State& state, ObjectId id) const override {
    return harness_.describeTable(state, id);
  }
  [[nodiscard]] Term dataOf(const State& state, ObjectId id) override { return harness_.dataOf(state, id); }
  bool call(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) override;
  [[nodiscard]] bool isFunction(const State& state, ObjectId pointer) const override {
    return harness_.isFunction(state, pointer);
  }
  bool callElsewhere(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) override;
  [[nodiscard]] Value root(State& state, RootKind kind, const std::vector<Term>& name) override;
  [[nodiscard]] std::string rootName(const State& state, ObjectId id) const override {
    return harness_.rootName(state, id);
  }
  bool callInput(Machine& machine, ObjectId pointer, const ModelCall& call) override;
  [[nodiscard]] std::optional<AliasChoice> alias(const State& state, ObjectId one, ObjectId other,
                                                 AliasAsked asked) override;
  [[nodiscard]] Callees callees(const State& state, ObjectId pointer) override {
    return harness_.callees(state, pointer);
  }
  [[nodiscard]] ObjectId knownAlias(State& state, ObjectId id) override { return harness_.knownAlias(state, id); }
  void join(State& state, ObjectId one, ObjectId other) override { harness_.join(state, one, other); }
  [[nodiscard]] std::vector<Term> classes(State& state, ObjectId id) override { return harness_.classes(state, id); }
  void settleClass(State& state, ObjectId id, std::optional<std::uint32_t> number) override {
    harness_.settleClass(state, id, number);
  }
  [[nodiscard]] std::optional<LinkChoice> link(const State& state, ObjectId id) override {
    return harness_.link(state, id);
  }
  [[nodiscard]] Value target(const State& state, ObjectId link, std::uint32_t elements) override {
    return harness_.target(state, link, elements);
  }
  void settle(State& state, std::uint32_t container, std::uint32_t elements) override {
    harness_.settle(state, container, elements);
  }
  void noteNeighbours(const State& state, const Value& a, const Value& b, PointerUse use) override {
    harness_.noteNeighbours(state, a, b, use);
  }
  void noteAbsent(const std::string& name) override { harness_.noteAbsent(name); }
  [[nodiscard]] Term failingAllocation() const override { return harness_.failingAllocation(); }
  void noteOtherUse(const State& state, ObjectId id, std::int64_t offset, const ir::Access* access) override {
    harness_.noteOtherUse(state, id, offset, access);
  }

private:
  template <class Make> [[nodiscard]] Ref<Object> given(State& state, Make make);
  template <class Call> [[nodiscard]] bool called(Machine& machine, const ModelCall& call, Call make);
  /// That the input keeps what the path says since it had that size.
  void check(const State& state, std::size_t before);

  Harness& harness_;
  GivenInput* input_ = nullptr;
  Machine* machine_ = nullptr;
  Term refused_;
  Term exceeded_;
};

} // namespace beagle::exec
