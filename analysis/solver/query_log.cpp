#include "analysis/solver/query_log.h"

#include "analysis/logic/smtlib.h"
#include "analysis/solver/layer.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <ostream>

namespace beagle::solver {

namespace {

using nlohmann::json;

class QueryLog final : public Layer {
public:
  QueryLog(TermManager& terms, std::unique_ptr<std::ostream> out, std::unique_ptr<Solver> below)
      : Layer("query log", terms, std::move(below)), out_(std::move(out)) {}

private:
  Answer answer(const Query& query) override {
    const auto start = Clock::now();
    const std::uint64_t before = resources();
    Answer answer = ask(query);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    Query onlyPath = query;
    onlyPath.goal = {};
    std::vector<Term> assertions = constraintsOf(terms(), onlyPath);
    const std::size_t path = assertions.size();
    if (query.goal) assertions.push_back(query.goal);
    json line = {{"name", query.name},
                 {"smt2", logic::toSmtLib(terms(), assertions)},
                 {"path", path},
                 {"canonical", query.canonical},
                 {"limit", query.limits.resources},
                 {"answer", std::string(answerName(answer))},
                 {"resources", resources() - before},
                 {"seconds", seconds}};
    if (const auto* unknown = std::get_if<Unknown>(&answer)) line["reason"] = unknown->reason;
    *out_ << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
    return answer;
  }

  std::unique_ptr<std::ostream> out_;
};

} // namespace

std::unique_ptr<Solver> makeQueryLog(TermManager& terms, std::unique_ptr<std::ostream> out,
                                     std::unique_ptr<Solver> below) {
  return std::make_unique<QueryLog>(terms, std::move(out), std::move(below));
}

} // namespace beagle::solver
