// Generated programs, run natively on every input and explored by the engine: both have to agree. See
// README.md.

#include "analysis/support/process_memory.h"
#include "test/oracle/generator.h"
#include "test/oracle/pair_session.h"
#include "test/oracle/pairs.h"
#include "test/oracle/session.h"
#include "test/oracle/write_pairs.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

using namespace beagle;
using oracle::SessionOptions;

namespace {

constexpr std::string_view usage = "oracle [--seed S] [--first N] [--count N] [--shard I/N] [--batch N] "
                                   "[--orders EVERY] [--order dfs|bfs|random|coverage] [--merge none|equal|ite]\n"
                                   "       [--time MS] [--keep FOLDER] [--reduce] [--stop] [--print] "
                                   "[--compare] [--pairs FOLDER]\n"
                                   "       [--csmith PROGRAM] [CASE...]\n";

struct Arguments {
  SessionOptions session;
  bool printOnly = false;
  std::string pairs; ///< folder for pairs of programs
  bool comparesPairs = false;
};

std::optional<Arguments> parse(int count, char** words) {
  Arguments arguments;
  SessionOptions& session = arguments.session;
  std::uint64_t shard = 1;
  std::uint64_t shards = 1;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--reduce") session.reduceCases = true;
    else if (word == "--stop") session.stopAtFirst = true;
    else if (word == "--print") arguments.printOnly = true;
    else if (word == "--compare") arguments.comparesPairs = true;
    else if (!word.starts_with("--")) session.cases.emplace_back(word);
    else if (i + 1 == count) return {};
    else {
      const char* value = words[++i];
      char* end = nullptr;
      const std::uint64_t number = std::strtoull(value, &end, 0);
      if (word == "--seed") session.seed = number;
      else if (word == "--first") session.first = number;
      else if (word == "--count") session.count = number;
      else if (word == "--batch") session.batch = number;
      else if (word == "--orders") session.ordersEvery = number;
      else if (word == "--time") session.engine.time = std::chrono::milliseconds(number);
      else if (word == "--keep") session.keep = value;
      else if (word == "--csmith") session.csmith = value;
      else if (word == "--pairs") arguments.pairs = value;
      else if (word == "--shard" && *end == '/') shard = number, shards = std::strtoull(end + 1, nullptr, 0);
      else if (word == "--order") {
        const auto order = explore::orderNamed(value);
        if (!order) return {};
        session.engine.order = *order;
      } else if (word == "--merge") {
        const auto merge = explore::mergeNamed(value);
        if (!merge) return {};
        session.engine.merge = *merge;
      } else return {};
    }
  }
  if (shards == 0 || shard == 0 || shard > shards || session.batch == 0) return {};
  const std::uint64_t share = session.count / shards;
  session.first += share * (shard - 1);
  session.count = share;
  return arguments;
}

int report(const support::Result<void>& ran, bool isRight) {
  if (ran) return isRight ? 0 : 1;
  fmt::print("{}\n", ran.error().str());
  return 3;
}

int explorePrograms(const SessionOptions& options) {
  oracle::Session session(options);
  const auto ran = session.run();
  session.printTally();
  return report(ran, session.tally().mismatches == 0);
}

int comparePairs(const SessionOptions& options) {
  oracle::PairSession session(options);
  const auto ran = session.run();
  session.printTally();
  return report(ran, session.tally().mismatches == 0 && session.provesEnough());
}

} // namespace

int main(int count, char** words) {
  beagle::support::useLargePages();
  auto arguments = parse(count, words);
  if (!arguments) {
    fmt::print(stderr, "{}", usage);
    return 2;
  }
  SessionOptions& options = arguments->session;
  if (arguments->printOnly) {
    for (std::uint64_t i = 0; i < options.count; ++i) {
      if (arguments->comparesPairs) {
        const auto pair = oracle::generatePair(options.seed, options.first + i);
        fmt::print("{}\n/* ---- changed ---- */\n{}", oracle::engineSource({pair.program}),
                   oracle::engineSource({oracle::changedVersion(pair.program)}));
        continue;
      }
      fmt::print("{}", oracle::engineSource({oracle::Generator(options.seed, options.first + i).run()}));
    }
    return 0;
  }
  std::string folder = (std::filesystem::temp_directory_path() / "beagle-oracle-XXXXXX").string();
  if (!::mkdtemp(folder.data())) return 3;
  options.tools = {ORACLE_COMPILER, ORACLE_PRELUDE, folder, options.csmith.empty() ? 120U : 5U};
  if (!arguments->pairs.empty()) {
    const auto written =
        oracle::writePairs(options.tools, arguments->pairs, options.seed, options.first, options.count);
    if (!written) fmt::print("{}\n", written.error().str());
    std::filesystem::remove_all(folder);
    return written ? 0 : 3;
  }
  const int status = arguments->comparesPairs ? comparePairs(options) : explorePrograms(options);
  if (status != 3) std::filesystem::remove_all(folder);
  return status;
}
