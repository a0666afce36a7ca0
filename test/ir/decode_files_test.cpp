// The files of test/ir/decode: a source and the instructions that its functions become. Format and how to add
// one: the README beside them.

#include "test/ir/compiled_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace beagle::ir {
namespace {

namespace fs = std::filesystem;

struct Case {
  std::string source; ///< what stands before the first listing
  std::string options = "-O1 -Xclang -disable-llvm-passes";
  std::vector<std::pair<std::string, std::string>> listings; ///< function, its instructions
};

std::string commentOf(const fs::path& path) { return path.extension() == ".ll" ? "; " : "// "; }

Case read(const fs::path& path) {
  Case result;
  std::istringstream lines(contentOf(path));
  const std::string comment = commentOf(path), head = comment + "--- ", options = comment + "options: ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(options)) result.options = line.substr(options.size());
    if (line.starts_with(head)) result.listings.emplace_back(line.substr(head.size()), "");
    else if (result.listings.empty()) result.source += line + "\n";
    else if (line.starts_with(comment)) result.listings.back().second += line.substr(comment.size()) + "\n";
  }
  return result;
}

void update(const fs::path& path, const Case& wanted, const std::map<std::string, std::string>& printed) {
  std::ofstream out(path);
  out << wanted.source;
  for (const auto& [name, listing] : wanted.listings) {
    out << commentOf(path) << "--- " << name << "\n";
    std::istringstream lines(printed.at(name));
    for (std::string line; std::getline(lines, line);) out << commentOf(path) << line << "\n";
  }
}

class DecodedFile : public testing::TestWithParam<fs::path> {};
class DecodedSource : public testing::TestWithParam<fs::path> {};

TEST_P(DecodedFile, BecomesTheInstructionsItLists) {
  const Case wanted = read(GetParam());
  ASSERT_FALSE(wanted.listings.empty());
  const auto unit = compileFile(GetParam(), GetParam().filename().string(), wanted.options);
  ASSERT_TRUE(unit);
  const auto program = linked({unit});
  ASSERT_TRUE(program);
  std::map<std::string, std::string> printed;
  for (const auto& [name, listing] : wanted.listings) {
    const Function& body = bodyOf(*program, name);
    EXPECT_TRUE(verify(body).empty()) << verify(body).front();
    printed[name] = print(body);
    if (!std::getenv("BEAGLE_UPDATE")) EXPECT_EQ(printed[name], listing);
  }
  if (std::getenv("BEAGLE_UPDATE")) update(GetParam(), wanted, printed);
}

/// All of it decodes with every level of optimisation, and keeps the rules.
TEST_P(DecodedSource, KeepsTheRulesAtEveryLevel) {
  for (const char* level : {"-O0", "-O1 -Xclang -disable-llvm-passes", "-O2", "-O3 -mavx2"}) {
    const auto unit = compileFile(GetParam(), "unit", level);
    ASSERT_TRUE(unit);
    const auto program = linked({unit});
    ASSERT_TRUE(program);
    for (FunctionIndex i = 0; i < program->functions().size(); ++i)
      if (program->functions()[i].isDefined)
        for (const std::string& problem : verify(program->body(i)))
          ADD_FAILURE() << program->functions()[i].name << ": " << problem;
  }
}

std::vector<fs::path> files(bool withText) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(BEAGLE_DECODE_FILES)) {
    const std::string kind = entry.path().extension().string();
    if (kind == ".c" || kind == ".cpp" || (withText && kind == ".ll")) result.push_back(entry.path());
  }
  std::ranges::sort(result);
  return result;
}

std::string nameOf(const testing::TestParamInfo<fs::path>& file) {
  std::string name = file.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, DecodedFile, testing::ValuesIn(files(true)), nameOf);
INSTANTIATE_TEST_SUITE_P(Files, DecodedSource, testing::ValuesIn(files(false)), nameOf);

} // namespace
} // namespace beagle::ir
