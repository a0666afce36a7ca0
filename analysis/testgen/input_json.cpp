#include "analysis/testgen/input_json.h"

#include "analysis/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string_view>

namespace beagle::testgen {

namespace {

using Json = nlohmann::ordered_json;

std::string_view nameOf(Target::Kind kind) {
  switch (kind) {
  case Target::Kind::Plain: return "address";
  case Target::Kind::Object: return "object";
  case Target::Kind::Global: return "global";
  case Target::Kind::Function: return "function";
  case Target::Kind::Own: return "own";
  }
  return "";
}

std::string_view nameOf(Root::Kind kind) {
  switch (kind) {
  case Root::Kind::StandardInput: return "stdin";
  case Root::Kind::File: return "file";
  case Root::Kind::Variable: return "variable";
  }
  return "";
}

Json targetJson(const Target& target) {
  Json json{{"to", nameOf(target.kind)}};
  if (target.kind == Target::Kind::Object) json["object"] = target.object;
  if (!target.name.empty()) json["name"] = support::bytesToText(target.name);
  json["addend"] = static_cast<std::int64_t>(target.addend);
  return json;
}

std::string_view nameOf(MadePlace::From from) {
  switch (from) {
  case MadePlace::From::Result: return "result";
  case MadePlace::From::Object: return "object";
  case MadePlace::From::Global: return "global";
  case MadePlace::From::Made: return "made";
  case MadePlace::From::Thrown: return "thrown";
  }
  return "";
}

std::string hex(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

Json imageJson(const Image& image) {
  Json json{{"bytes", hex(image.bytes)}};
  for (const Pointer& pointer : image.pointers) {
    Json one = targetJson(pointer.target);
    one["offset"] = pointer.offset;
    json["pointers"].push_back(std::move(one));
  }
  return json;
}

Json expectedImage(const ExpectedImage& expected) {
  Json json = imageJson(expected.image);
  Json unknown = Json::array();
  for (std::size_t i = 0; i < expected.known.size(); ++i)
    if (!expected.known[i]) unknown.push_back(i);
  if (!unknown.empty()) json["unknown"] = std::move(unknown);
  return json;
}

Json scalarJson(const Scalar& scalar) {
  constexpr const char* kinds[] = {"integer", "pointer", "float"};
  Json json{{"kind", kinds[static_cast<std::size_t>(scalar.type.kind)]}, {"width", scalar.type.width}};
  if (scalar.type.format != 0) json["format"] = scalar.type.format;
  if (scalar.pointer) {
    json["pointer"] = targetJson(*scalar.pointer);
    return json;
  }
  std::string bits;
  for (auto word = scalar.words.rbegin(); word != scalar.words.rend(); ++word)
    bits += bits.empty() ? fmt::format("{:x}", *word) : fmt::format("{:016x}", *word);
  json["bits"] = bits;
  return json;
}

Json rootJson(const Root& root) {
  Json json{{"kind", nameOf(root.kind)}};
  if (root.kind != Root::Kind::StandardInput) json["name"] = support::bytesToText(root.name);
  if (root.bytes) json["bytes"] = hex(*root.bytes);
  return json;
}

Json madeJson(const MadePlace& place) {
  Json json{{"from", nameOf(place.from)},
            {"offset", place.offset},
            {"addend", static_cast<std::int64_t>(place.addend)},
            {"size", place.size}};
  if (place.from == MadePlace::From::Global) json["name"] = support::bytesToText(place.name);
  else json["number"] = place.number;
  return json;
}

Json callJson(const OutsideCall& call) {
  Json json{{"symbol", support::bytesToText(call.symbol)}, {"widths", call.widths}, {"results", Json::array()}};
  for (const Scalar& result : call.results) json["results"].push_back(scalarJson(result));
  for (const OutsideCall::Write& write : call.writes) {
    Json one = imageJson(write.image);
    one["position"] = write.position;
    if (write.offset > 0) one["offset"] = write.offset;
    json["writes"].push_back(std::move(one));
  }
  for (const OutsideCall::Look& look : call.looks) {
    std::string wanted;
    for (const bool one : look.wanted) wanted += one ? '1' : '0';
    json["looks"].push_back({{"position", look.position}, {"wanted", wanted}});
  }
  if (call.isLast) json["last"] = true;
  if (call.error) json["errno"] = *call.error;
  return json;
}

Json outcomeJson(const ExpectedOutcome& expected) {
  Json json{{"ending", nameOf(expected.end)}};
  if (hasCode(expected.end)) json["code"] = expected.code;
  if (expected.waited > 0) json["waited"] = expected.waited;
  if (!expected.detail.empty()) json["detail"] = support::bytesToText(expected.detail);
  json["results"] = Json::array();
  for (const ExpectedOutcome::Result& result : expected.results)
    json["results"].push_back(result.isKnown ? scalarJson(result.value) : Json(nullptr));
  json["objects"] = Json::array();
  for (const ExpectedImage& object : expected.objects) json["objects"].push_back(expectedImage(object));
  json["globals"] = Json::object();
  for (const auto& [name, image] : expected.globals) json["globals"][support::bytesToText(name)] = expectedImage(image);
  for (const ExpectedImage& memory : expected.made) json["made"].push_back(expectedImage(memory));
  if (expected.thrown > 0) json["thrown"] = expected.thrown - 1;
  for (const std::string& seen : expected.seen) json["seen"].push_back(seen);
  json["output"] = support::bytesToText(expected.output);
  json["errors"] = support::bytesToText(expected.errors);
  for (const auto& [name, file] : expected.files)
    json["files"][support::bytesToText(name)] = file.isRemoved ? Json(nullptr) : Json(support::bytesToText(file.bytes));
  for (const auto& [name, bytes] : expected.library) json["library"][name] = support::bytesToText(bytes);
  return json;
}

} // namespace

std::string inputJson(const ConcreteInput& input, const ExpectedOutcome& expected) {
  Json json{{"schema", "beagle.input/1"}, {"entry", support::bytesToText(input.entry)}};
  // Each has a path of its own; an object would look for it among all that it has.
  Json::object_t values;
  std::set<std::string_view> paths;
  for (const auto& [path, value] : input.values)
    if (paths.insert(path).second) values.emplace_back(support::bytesToText(path), support::bytesToText(value));
  json["inputs"] = std::move(values);
  json["arguments"] = Json::array();
  for (const Argument& argument : input.arguments) {
    Json one = scalarJson(argument.value);
    one["path"] = support::bytesToText(argument.path);
    json["arguments"].push_back(std::move(one));
  }
  json["objects"] = Json::array();
  for (const InputObject& object : input.objects) {
    Json one = imageJson(object.image);
    one["path"] = support::bytesToText(object.path);
    if (object.isConstant) one["constant"] = true;
    if (object.released != Release::None) one["released"] = releaseNames[static_cast<std::size_t>(object.released)];
    if (object.isStream) one["stream"] = true;
    if (object.isHeap) one["heap"] = true;
    json["objects"].push_back(std::move(one));
  }
  json["globals"] = Json::object();
  for (const GlobalValue& global : input.globals)
    json["globals"][support::bytesToText(global.name)] = imageJson(global.image);
  json["watched"] = Json::array();
  for (const std::string& name : input.watched) json["watched"].push_back(support::bytesToText(name));
  json["calls"] = Json::array();
  for (const OutsideCall& call : input.calls) json["calls"].push_back(callJson(call));
  for (const Root& root : input.roots) json["roots"].push_back(rootJson(root));
  for (const std::string& name : input.files) json["files"].push_back(support::bytesToText(name));
  for (const std::string& name : input.library) json["library"].push_back(name);
  for (const MadePlace& place : input.made) json["made"].push_back(madeJson(place));
  for (const std::string& name : input.startCalls) json["startCalls"].push_back(support::bytesToText(name));
  for (const std::string& name : input.leftOut) json["leftOut"].push_back(support::bytesToText(name));
  if (input.failingAllocation != 0) json["failingAllocation"] = input.failingAllocation;
  json["expected"] = outcomeJson(expected);
  return json.dump(2) + "\n";
}

} // namespace beagle::testgen
