// CMake and Meson: their configure step writes the compile database, and Ninja builds the sources and headers
// that are generated.
#include "analysis/build/methods.h"
#include "analysis/build/paths.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

namespace beagle::build {

using support::Result;

namespace {

std::string sourceFolderOf(const BuildCandidate& candidate) {
  return support::normalPath(support::joinPath(sourceRoot, support::parentPath(candidate.file)));
}

/// What must be built before compilers can run. CMake names it per target, custom targets without an output
/// included; Meson's are found by the names of the files they make.
std::vector<std::string> generatedTargets(std::string_view targets, Method method) {
  std::vector<std::string> names;
  for (const std::string_view line : support::lines(targets)) {
    const std::size_t colon = line.rfind(": ");
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon);
    const std::string_view rule = line.substr(colon + 2);
    const bool wanted = method == Method::CMake
                            ? name.starts_with("cmake_object_order_depends_target_")
                            : rule.starts_with("CUSTOM_COMMAND") && (isSource(name) || isHeader(name));
    if (wanted) names.emplace_back(name);
  }
  return names;
}

/// A part that cannot be generated concerns the units that need it: they will be named when they are compiled.
Result<void> buildGenerated(BuildSteps& steps, Method method) {
  const auto listed =
      steps.require({"looking for generated files", {"ninja", "-t", "targets", "all"}, std::string(buildRoot)});
  if (!listed) return std::unexpected(listed.error());
  const std::vector<std::string> targets = generatedTargets(listed->output, method);
  if (targets.empty()) return {};
  std::vector<std::string> arguments{"ninja", "-k", "0", fmt::format("-j{}", steps.request().options.jobs)};
  arguments.insert(arguments.end(), targets.begin(), targets.end());
  const auto built = steps.attempt({"generating sources", std::move(arguments), std::string(buildRoot)});
  if (!built) return std::unexpected(built.error());
  if (!built->ok()) {
    const auto problems = problemsIn(built->output);
    steps.note(fmt::format("not all generated sources could be made: {}",
                           problems.empty() ? built->describe() : problems.front().str()));
  }
  return {};
}

Result<MethodResult> readGenerated(BuildSteps& steps, Method method) {
  if (auto generated = buildGenerated(steps, method); !generated) return std::unexpected(generated.error());
  const std::string path = support::joinPath(buildRoot, "compile_commands.json");
  MethodResult result;
  if (steps.exists(path)) {
    const auto text = steps.read(path);
    if (!text) return std::unexpected(text.error());
    result.commands = commandsOfDatabase(steps, *text, path);
  }
  // A library of headers, whose tests are an option.
  if (result.commands.empty()) result.failure = "as it is configured, it compiles nothing";
  return result;
}

} // namespace

Result<MethodResult> planWithCMake(BuildSteps& steps, const BuildCandidate& candidate) {
  const auto configured = steps.require({"configuring with CMake",
                                         {"cmake", "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-S",
                                          sourceFolderOf(candidate), "-B", std::string(buildRoot)},
                                         std::string(buildRoot)});
  if (!configured) return std::unexpected(configured.error());
  return readGenerated(steps, Method::CMake);
}

Result<MethodResult> planWithMeson(BuildSteps& steps, const BuildCandidate& candidate) {
  const auto configured = steps.require({"configuring with Meson",
                                         {"meson", "setup", "--backend=ninja", "--wrap-mode=nodownload",
                                          std::string(buildRoot), sourceFolderOf(candidate)},
                                         std::string(buildRoot)});
  if (!configured) return std::unexpected(configured.error());
  return readGenerated(steps, Method::Meson);
}

} // namespace beagle::build
