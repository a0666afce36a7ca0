#include "analysis/build/database.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace beagle::build {

using nlohmann::json;

namespace {

DatabaseEntry entryFrom(const json& object) {
  DatabaseEntry entry{.file = object.at("file"), .call = {.directory = object.value("directory", ".")}};
  if (object.contains("arguments")) entry.call.arguments = object.at("arguments").get<std::vector<std::string>>();
  else entry.call.arguments = support::splitCommandLine(object.at("command").get<std::string>());
  return entry;
}

/// The recorder writes each byte as the code point of its number.
std::string bytesOf(const std::string& utf8) {
  std::string bytes;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    if (lead < 0x80 || i + 1 == utf8.size()) {
      bytes += utf8[i];
    } else {
      const auto next = static_cast<unsigned char>(utf8[++i]);
      bytes += static_cast<char>((lead & 0x03U) << 6U | (next & 0x3fU));
    }
  }
  return bytes;
}

std::map<std::string, std::string> bytesOf(const json& object) {
  std::map<std::string, std::string> result;
  for (const auto& [name, value] : object.items()) result[bytesOf(name)] = bytesOf(value.get<std::string>());
  return result;
}

} // namespace

support::Result<std::vector<DatabaseEntry>> readDatabase(std::string_view text, std::string_view name) {
  std::vector<DatabaseEntry> entries;
  try {
    const json document = json::parse(text);
    if (!document.is_array()) return support::cannotRun("{}: is no list of compile commands", name);
    for (const json& object : document) entries.push_back(entryFrom(object));
  } catch (const json::exception& problem) {
    const std::string where = entries.empty() ? "" : fmt::format(" after entry {}", entries.size());
    return support::cannotRun("{}: is no compile database{}: {}", name, where, support::printable(problem.what(), 160));
  }
  return entries;
}

std::string guessRoot(const std::vector<DatabaseEntry>& entries, const std::vector<std::string>& tree) {
  const std::set<std::string_view> names(tree.begin(), tree.end());
  std::map<std::string, std::size_t> votes;
  for (const DatabaseEntry& entry : entries) {
    const std::string path = support::normalPath(support::joinPath(entry.call.directory, entry.file));
    if (!path.starts_with('/')) continue;
    for (std::size_t slash = 0; slash != std::string::npos; slash = path.find('/', slash + 1)) {
      if (!names.contains(std::string_view(path).substr(slash + 1))) continue;
      ++votes[path.substr(0, slash)];
      break;
    }
  }
  const auto best = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return best == votes.end() ? std::string() : best->first;
}

std::vector<RecordedCall> readRecord(std::string_view text) {
  std::vector<RecordedCall> calls;
  for (const std::string_view line : support::lines(text)) {
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object()) continue;
    try {
      RecordedCall recorded;
      recorded.call.directory = bytesOf(object.at("directory").get<std::string>());
      for (const json& argument : object.at("arguments"))
        recorded.call.arguments.push_back(bytesOf(argument.get<std::string>()));
      recorded.call.environment = bytesOf(object.at("environment"));
      recorded.responses = bytesOf(object.at("responses"));
      if (!recorded.call.arguments.empty()) calls.push_back(std::move(recorded));
    } catch (const json::exception&) {
      continue; // the build can write here too: what is no record of ours says nothing
    }
  }
  return calls;
}

} // namespace beagle::build
