#include "config/config_file.h"
#include "config/key_tree.h"
#include "config/schema.h"
#include "test/config/data_files.h"
#include "test/config/yaml_json.h"
#include "test/schema.h"

#include <gtest/gtest.h>

#include <set>

namespace beagle::config {
namespace {

using nlohmann::json;

bool fits(const json& document) { return fitsSchema(document, json::parse(schemaText())); }

/// "build.method" and the like: what a document sets.
void keysIn(const json& document, const std::vector<KeyInfo>& keys, const std::string& above,
            std::set<std::string>& found) {
  for (const KeyInfo& key : keys) {
    if (!document.contains(key.name)) continue;
    if (key.shape == KeyInfo::Shape::Group) keysIn(document[key.name], key.keys, above + key.name + ".", found);
    else found.insert(above + key.name);
  }
}

std::size_t countKeys(const std::vector<KeyInfo>& keys) {
  std::size_t count = 0;
  for (const KeyInfo& key : keys) count += key.shape == KeyInfo::Shape::Group ? countKeys(key.keys) : 1;
  return count;
}

TEST(Schema, IsUpToDate) {
  EXPECT_EQ(contentOf(BEAGLE_CONFIG_FOLDER "/beagle.schema.json"), schemaText())
      << "beagle config schema > config/beagle.schema.json";
}

TEST(Reference, IsUpToDate) {
  EXPECT_EQ(contentOf(BEAGLE_CONFIG_FOLDER "/reference.md"), referenceText())
      << "beagle config reference > config/reference.md";
}

TEST(Schema, AcceptsWhatTheReaderAccepts) {
  std::set<std::string> keys;
  std::size_t files = 0;
  for (const DataFile& project : dataFiles("projects")) {
    for (const auto& [title, content] : project.parts) {
      if (title == "expect") continue;
      ++files;
      ASSERT_TRUE(readConfigFile(content, title, folderOf(title))) << project.name << " " << title;
      const json document = toPlainJson(*readYaml(content, title));
      EXPECT_TRUE(fits(document)) << project.name << " " << title;
      if (document.is_object()) keysIn(document, keyTree(), "", keys);
    }
  }
  EXPECT_GT(files, 10U);
  EXPECT_EQ(keys.size(), countKeys(keyTree())) << "projects/everything.project misses a key";
}

TEST(Schema, RefusesWhatItCanKnow) {
  std::size_t cases = 0;
  for (const DataFile& file : dataFiles("bad")) {
    if (file.head.find("# schema: refuses") == std::string::npos) continue;
    for (const auto& [title, body] : file.parts) {
      const std::string content = body.substr(0, body.find("--- says\n"));
      const auto document = readYaml(content, file.name);
      ASSERT_TRUE(document) << file.name << ": " << title;
      EXPECT_FALSE(fits(toPlainJson(*document))) << file.name << ": " << title;
      ++cases;
    }
  }
  EXPECT_GT(cases, 100U);
}

TEST(Schema, DefaultsFitTheirKeys) {
  for (const KeyInfo& key : keyTree()) {
    if (key.shape == KeyInfo::Shape::Value && !key.byDefault.is_null())
      EXPECT_TRUE(fits({{key.name, key.byDefault}})) << key.name;
    for (const KeyInfo& inner : key.keys)
      if (!inner.byDefault.is_null())
        EXPECT_TRUE(fits({{key.name, {{inner.name, inner.byDefault}}}})) << key.name << "." << inner.name;
  }
}

} // namespace
} // namespace beagle::config
