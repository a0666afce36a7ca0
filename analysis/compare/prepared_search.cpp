#include "analysis/compare/prepared_search.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::compare {

namespace {

/// What somebody gave, and what tests call the entry with.
std::vector<NamedLeaves> inputsToTry(const Side& side, const SearchOptions& options) {
  std::vector<NamedLeaves> inputs = options.first;
  const TestInputs* tests = options.tests;
  if (!tests) return inputs;
  const std::string& name = side.program.functions()[side.entry].sourceName;
  const auto calls = tests->calls.find(name.substr(name.rfind(':') + 1));
  if (calls == tests->calls.end()) return inputs;
  std::vector<std::string> parameters;
  for (const ir::SourceParameter& parameter : side.types.function(side.entry).parameters)
    if (parameter.name != "this") parameters.push_back(parameter.name);
  for (const TestCall& call : calls->second) inputs.push_back(leavesOf(call, parameters));
  return inputs;
}

/// Without files there are none.
CompareOptions withLongInputs(CompareOptions options) {
  std::uint32_t& most = options.harness.maxFile;
  if (most != 0) most = std::max(most, options.search.longestFile);
  options.harness.maxString = std::max(options.harness.maxString, options.search.longestText);
  return options;
}

/// Letters of a text up to the last one that matters, which may stand behind a NUL.
std::uint64_t lengthOf(const std::string& text, std::uint64_t most, const DifferingInput& input) {
  for (std::uint64_t length = most; length > 0; --length) {
    const auto letter = input.values.find(fmt::format("{}[{}]", text, length - 1));
    if (letter != input.values.end() && letter->second != 0) return length;
  }
  return 0;
}

} // namespace

CodeConstants constantsAround(const Side& base, const Side& head, const CompareOptions& options) {
  CodeConstants constants = CodeConstants::of(base.program, base.entry, head.program, head.entry);
  if (options.search.tests) constants.add(options.search.tests->constants);
  for (const auto& passed : options.harness.passed) {
    if (!passed || passed->isNeverNull) continue;
    constants.integers.insert(constants.integers.end(), passed->values.begin(), passed->values.end());
    if (passed->values.empty()) constants.integers.insert(constants.integers.end(), {passed->first, passed->last});
  }
  return constants;
}

PreparedSearch::PreparedSearch(const Side& base, const Side& head, const Relation& relation,
                               const CompareOptions& options)
    : relation_(relation), options_(withLongInputs(options)), leaves_(terms_),
      pair_(terms_, leaves_, base, head, options_) {}

InputLengths PreparedSearch::lengthsOf(const DifferingInput& input) const {
  InputLengths longest;
  const auto valueOf = [&](const std::string& size) {
    const auto known = input.values.find(size);
    return known == input.values.end() ? 0 : known->second;
  };
  for (const bool isBase : {true, false}) {
    const exec::Harness& harness = pair_.version(isBase).harness;
    for (const std::string& size : harness.sizesOfFiles()) longest.add({valueOf(size), 0});
    for (const std::string& size : harness.sizesOfTexts()) longest.add({0, valueOf(size)});
    for (const std::string& text : harness.endedTexts())
      longest.add({0, lengthOf(text, options_.harness.maxString, input)});
  }
  return longest;
}

InputSearch* PreparedSearch::start() {
  if (!pair_.start()) return nullptr;
  const auto sideOf = [](PreparedPair::Prepared& version) {
    return InputSearch::Side{version.version(), version.surroundings, *version.start};
  };
  const Side& base = pair_.base().side;
  const Side& head = pair_.head().side;
  InputMaker maker(constantsAround(base, head, options_), options_.search.likely,
                   {options_.harness.maxElements, options_.harness.maxString}, options_.search.seed);
  search_.emplace(terms_, leaves_, sideOf(pair_.base()), sideOf(pair_.head()), relation_, std::move(maker),
                  inputsToTry(head, options_.search));
  return &*search_;
}

} // namespace beagle::compare
