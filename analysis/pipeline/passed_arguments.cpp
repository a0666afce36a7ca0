#include "analysis/pipeline/passed_arguments.h"

#include <algorithm>

namespace beagle::pipeline {

namespace {

using Passed = std::vector<std::optional<ir::PassedValues>>;

/// A unit is read once more for it.
constexpr std::size_t mostBitcode = 8U << 20U;

/// Names and machine types of the parameters.
std::vector<std::pair<std::string, ir::ScalarType>> parametersOf(const LinkedVersion& version,
                                                                 ir::FunctionIndex function) {
  const ir::SourceFunction source = version.types->function(function);
  std::vector<std::pair<std::string, ir::ScalarType>> parameters;
  for (const ir::Parameter& parameter : version.program->body(function).parameters)
    parameters.emplace_back(parameter.source < source.parameters.size() ? source.parameters[parameter.source].name : "",
                            parameter.type);
  return parameters;
}

Passed passedTo(const LinkedVersion& version, ir::FunctionIndex function) {
  const ir::FunctionInfo& info = version.program->functions()[function];
  if (!info.isInternal || info.isRuntime) return {};
  // What stands in a header, or in a source that is compiled in several ways, is in other units as well, each with
  // calls of its own, and one comparison is for all of them.
  const std::string_view source = version.program->file(info.location.file);
  const auto isOfSource = [&](const auto& each) { return std::string_view(each->name()).starts_with(source); };
  if (source.empty() || std::ranges::count_if(version.units, isOfSource) != 1) return {};
  if (version.configured.contains(std::string(source))) return {};
  const auto unit = std::ranges::find_if(version.units, isOfSource);
  if ((*unit)->name() != info.unit || (*unit)->bytes().size() > mostBitcode) return {};
  Passed passed = ir::passedValues(**unit, info.name.substr(0, info.name.find('@')));
  // Otherwise some parameter is several scalars here.
  return passed.size() == version.program->body(function).parameters.size() ? passed : Passed();
}

} // namespace

Passed passedArguments(const DiffSubject& subject, const DiffEntry& entry) {
  const auto parameters = parametersOf(subject.base, *entry.base);
  if (parameters != parametersOf(subject.head, *entry.head)) return {};
  Passed base = passedTo(subject.base, *entry.base);
  if (base.empty()) return {};
  const Passed head = passedTo(subject.head, *entry.head);
  if (head.empty()) return {};
  for (std::size_t i = 0; i < base.size(); ++i) base[i] = eitherOf(base[i], head[i], parameters[i].second.width);
  return base;
}

} // namespace beagle::pipeline
