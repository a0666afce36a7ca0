#include "analysis/testgen/jit/job.h"

#include <charconv>
#include <fstream>

namespace beagle::testgen {

std::expected<JitJob, std::string> readJob(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(file + ": cannot be read");
  const std::string folder = file.substr(0, file.rfind('/') + 1);
  JitJob job;
  std::set<std::string> instead, leftOut;
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    const auto bad = [&] { return std::unexpected(file + ": cannot read the line `" + line + "`"); };
    if (space == std::string::npos) return bad();
    const std::string word = line.substr(0, space);
    std::string rest = line.substr(space + 1);
    if (word == "caller") job.caller = folder + rest;
    else if (word == "instead") instead.insert(std::move(rest));
    else if (word == "left-out") leftOut.insert(std::move(rest));
    else if (word == "unit" || (word == "apart" && !job.units.empty())) {
      std::size_t number = 0;
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
      if (error != std::errc() || *end != ' ') return bad();
      if (word == "unit") job.units.push_back({folder + std::string(end + 1), number, {}});
      else job.units.back().exported.apart.emplace(end + 1, number);
    } else return bad();
  }
  for (JitUnit& unit : job.units) {
    unit.exported.instead = instead;
    unit.exported.leftOut = leftOut;
  }
  if (job.caller.empty()) return std::unexpected(file + ": says nothing of a caller");
  return job;
}

} // namespace beagle::testgen
