#include "test/oracle/write_pairs.h"

#include "analysis/support/files.h"
#include "test/oracle/cases.h"
#include "test/oracle/pair_session.h"
#include "test/oracle/pairs.h"

#include <fmt/format.h>

#include <optional>

namespace beagle::oracle {

using support::Result;

namespace {

std::optional<std::uint32_t> firstDifference(const std::vector<Outcome>& a, const std::vector<Outcome>& b) {
  for (std::uint32_t input = 0; input < a.size(); ++input)
    if (isDifference(truthOf(a[input], b[input]))) return input;
  return {};
}

std::string argumentsOf(const GeneratedProgram& program, std::uint32_t input) {
  std::string text;
  for (const Parameter& parameter : program.parameters)
    text += fmt::format(" {}={:#x}", parameter.name, GeneratedProgram::argument(parameter, input));
  return text;
}

} // namespace

Result<void> writePairs(const Tools& tools, const std::string& folder, std::uint64_t seed, std::uint64_t first,
                        std::uint64_t count) {
  support::DiskFiles files;
  std::vector<ProgramPair> pairs;
  std::vector<GeneratedProgram> base;
  std::vector<GeneratedProgram> head;
  for (std::uint64_t i = first; i < first + count; ++i) {
    pairs.push_back(generatePair(seed, i));
    base.push_back(pairs.back().program);
    head.push_back(changedVersion(base.back()));
  }
  const auto before = runNatively(tools, base);
  if (!before) return std::unexpected(before.error());
  const auto after = runNatively(tools, head);
  if (!after) return std::unexpected(after.error());
  std::string index;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const auto difference = firstDifference((*before)[i], (*after)[i]);
    const std::string name = fmt::format("{}/{}", folder, base[i].number);
    if (difference && pairs[i].isRewritten)
      return support::cannotRun("program {} of seed {}: a rewrite changes it at{}", base[i].number, seed,
                                argumentsOf(base[i], *difference));
    if (auto written = files.write(name + ".base.c", "#include \"checked.h\"\n" + describeCase(base[i])); !written)
      return written;
    if (auto written = files.write(name + ".head.c", "#include \"checked.h\"\n" + describeCase(head[i])); !written)
      return written;
    index += fmt::format("{} {} {}{}\n", base[i].number, difference ? "different" : "equal",
                         pairs[i].isRewritten ? "rewritten" : "mutated",
                         difference ? argumentsOf(base[i], *difference) : "");
  }
  return files.write(folder + "/pairs.txt", index);
}

} // namespace beagle::oracle
