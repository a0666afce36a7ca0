#include "analysis/logic/smtlib.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/query_log.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace beagle::solver {

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

support::Result<ReplayedQuery> replay(TermManager& terms, Solver& solver, const json& line, const std::string& file) {
  const auto script = line.value("smt2", std::string());
  auto assertions = logic::readSmtLib(terms, script, file);
  if (!assertions) return std::unexpected(std::move(assertions.error()));
  const std::size_t path = std::min(line.value("path", std::size_t{0}), assertions->size());
  ReplayedQuery result;
  result.name = line.value("name", std::string());
  result.recorded = line.value("answer", std::string());
  result.recordedResources = line.value("resources", std::uint64_t{0});
  result.recordedSeconds = line.value("seconds", 0.0);
  Query query{.name = result.name, .path = std::span(*assertions).first(path), .goal = {}};
  query.goal = path == assertions->size() ? Term() : terms.conjunction(std::span(*assertions).subspan(path));
  query.canonical = line.value("canonical", false);
  query.limits.resources = line.value("limit", Limits{}.resources);
  const auto start = Clock::now();
  const std::uint64_t before = solver.resources();
  result.answer = answerName(solver.check(query));
  result.seconds = since(start);
  result.resources = solver.resources() - before;
  return result;
}

} // namespace

support::Result<std::vector<ReplayedQuery>> replayLog(const std::string& text, const std::string& file,
                                                      const SolverMaker& make) {
  TermManager terms;
  auto solver = make(terms);
  if (!solver) return std::unexpected(std::move(solver.error()));
  std::vector<ReplayedQuery> result;
  unsigned number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.empty()) continue;
    const auto wrong = [&](const std::string& what) {
      return std::unexpected(support::Error(support::ErrorKind::Usage, what).at({file, number, 0}));
    };
    const json parsed = json::parse(line, nullptr, false);
    if (!parsed.is_object()) return wrong("this line of a query log is no JSON object");
    try {
      auto replayed = replay(terms, **solver, parsed, file);
      if (!replayed) return wrong(replayed.error().str());
      result.push_back(std::move(*replayed));
    } catch (const json::exception&) {
      return wrong("a field of this line has the wrong type");
    }
  }
  return result;
}

} // namespace beagle::solver
