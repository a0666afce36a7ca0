#include "config/explain.h"
#include "test/config/data_files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

/// The projects of `test/config/projects`: files of settings, and what must hold for paths.
namespace beagle::config {
namespace {

using nlohmann::json;

std::string placeOf(const json& row) {
  if (!row.contains("from")) return "";
  const json& from = row["from"];
  return fmt::format(" {}:{}:{}", from["file"].get<std::string>(), from["line"].get<int>(), from["column"].get<int>());
}

std::string shown(const json& value) {
  if (value.is_string()) return support::printable(value.get<std::string>());
  if (!value.is_array()) return value.dump();
  std::vector<std::string> items = value;
  return items.empty() ? "-" : support::join(items, ", ");
}

class Project : public testing::TestWithParam<DataFile> {};

TEST_P(Project, HoldsWhatIsExpected) {
  support::FakeFiles files;
  std::vector<std::string> expected;
  for (const auto& [title, content] : GetParam().parts) {
    if (title != "expect") files.content["/project/" + title] = content;
    else
      for (const std::string_view line : support::lines(content))
        if (!line.empty()) expected.emplace_back(line);
  }
  ASSERT_FALSE(expected.empty());
  const auto configuration = Configuration::load(FolderSource(files, "/project"));
  ASSERT_TRUE(configuration) << configuration.error().front().str();

  for (const std::string& line : expected) {
    // "PATH KEY = VALUE [PLACE]", "PATH looked at|left out [`PATTERN`] [PLACE]"; paths may have spaces.
    const std::size_t assignment = line.find(" = ");
    const std::size_t verdict = std::min(line.find(" looked at"), line.find(" left out"));
    const bool isKey = verdict == std::string::npos;
    ASSERT_TRUE(!isKey || assignment != std::string::npos) << line;
    const std::size_t end = isKey ? line.rfind(' ', assignment - 1) : verdict;
    const std::string path = line.substr(0, end);
    const bool isProject = path == "project";
    const json document = json::parse(explainJson(*configuration, {isProject ? "." : path, isProject}));
    if (!isKey) {
      std::string got = document["analysed"] == true ? "looked at" : "left out";
      if (document.contains("pattern")) got += fmt::format(" `{}`", document["pattern"].get<std::string>());
      EXPECT_EQ(path + " " + got + placeOf(document), line);
      continue;
    }
    const std::string key = line.substr(end + 1, assignment - end - 1);
    const json& rows = document[isProject ? "project" : "settings"];
    const auto row = std::ranges::find_if(rows, [&](const json& one) { return one["key"] == key; });
    ASSERT_NE(row, rows.end()) << line;
    EXPECT_EQ(fmt::format("{} {} = {}{}", path, key, shown((*row)["value"]), placeOf(*row)), line);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Project, testing::ValuesIn(dataFiles("projects")), [](const auto& parameter) {
  std::string name = parameter.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

} // namespace
} // namespace beagle::config
