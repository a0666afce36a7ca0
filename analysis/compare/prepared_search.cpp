#include "analysis/compare/prepared_search.h"

#include <algorithm>

namespace beagle::compare {

namespace {

/// What tests call the entry with.
std::vector<NamedLeaves> inputsOfTests(const Side& side, const TestInputs* tests) {
  std::vector<NamedLeaves> inputs;
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

CodeConstants constantsOf(const Side& base, const Side& head, const CompareOptions& options) {
  CodeConstants constants = CodeConstants::of(base.program, base.entry, head.program, head.entry);
  if (options.search.tests) constants.add(options.search.tests->constants);
  for (const auto& passed : options.harness.passed) {
    if (!passed || passed->isNeverNull) continue;
    constants.integers.insert(constants.integers.end(), passed->values.begin(), passed->values.end());
    if (passed->values.empty()) constants.integers.insert(constants.integers.end(), {passed->first, passed->last});
  }
  return constants;
}

/// Without files there are none.
CompareOptions withLongFiles(CompareOptions options) {
  std::uint32_t& most = options.harness.maxFile;
  if (most != 0) most = std::max(most, options.search.longestFile);
  return options;
}

} // namespace

PreparedSearch::PreparedSearch(const Side& base, const Side& head, const Relation& relation,
                               const CompareOptions& options)
    : relation_(relation), options_(withLongFiles(options)), leaves_(terms_),
      pair_(terms_, leaves_, base, head, options_) {}

std::uint64_t PreparedSearch::longestFile(const DifferingInput& input) const {
  std::uint64_t longest = 0;
  for (const bool isBase : {true, false})
    for (const std::string& size : pair_.version(isBase).harness.sizesOfFiles())
      if (const auto known = input.values.find(size); known != input.values.end())
        longest = std::max(longest, known->second);
  return longest;
}

InputSearch* PreparedSearch::start() {
  if (!pair_.start()) return nullptr;
  const auto sideOf = [](PreparedPair::Prepared& version) {
    return InputSearch::Side{version.version(), version.surroundings, *version.start};
  };
  const Side& base = pair_.base().side;
  const Side& head = pair_.head().side;
  InputMaker maker(constantsOf(base, head, options_), options_.search.likely, options_.harness.maxElements,
                   options_.search.seed);
  search_.emplace(terms_, leaves_, sideOf(pair_.base()), sideOf(pair_.head()), relation_, std::move(maker),
                  inputsOfTests(head, options_.search.tests));
  return &*search_;
}

} // namespace beagle::compare
