// An input back from its JSON: of a report, which anybody may have written.

#include "analysis/support/ordered_json.h"
#include "analysis/support/text.h"
#include "analysis/testgen/input_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace beagle::testgen {

namespace {

constexpr std::int64_t mostWaited = 60'000; ///< milliseconds

using Json = nlohmann::ordered_json;
using support::Result;

/// A call has no more arguments there.
constexpr std::uint32_t mostStackWords = 4096;

/// Takes fields out of objects, and remembers the first one that is not as it should be.
class InputReader {
public:
  [[nodiscard]] const std::string& problem() const { return problem_; }

  RecordedInput recorded(const Json& json) {
    RecordedInput result;
    if (text(json, "schema") != "beagle.input/1") problem("schema");
    ConcreteInput& input = result.input;
    input.entry = text(json, "entry");
    for (const auto& [path, value] : member(json, "inputs").items())
      input.values.emplace_back(support::textToBytes(path), string(value, "inputs"));
    for (const Json& argument : member(json, "arguments"))
      input.arguments.push_back({text(argument, "path"), scalar(argument)});
    for (const Json& object : member(json, "objects"))
      input.objects.push_back({text(object, "path"), image(object), isTrue(object, "constant"), released(object),
                               isTrue(object, "stream"), isTrue(object, "heap")});
    for (const auto& [name, global] : member(json, "globals").items())
      input.globals.push_back({support::textToBytes(name), image(global)});
    for (const Json& name : member(json, "watched")) input.watched.push_back(string(name, "watched"));
    for (const Json& one : member(json, "calls")) input.calls.push_back(call(one));
    if (json.contains("roots"))
      for (const Json& one : member(json, "roots")) input.roots.push_back(root(one));
    if (json.contains("files"))
      for (const Json& name : member(json, "files")) input.files.push_back(string(name, "files"));
    if (json.contains("library"))
      for (const Json& name : member(json, "library")) input.library.push_back(libraryPart(name, input));
    if (json.contains("made"))
      for (const Json& one : member(json, "made")) input.made.push_back(made(one, input.made.size()));
    if (json.contains("startCalls"))
      for (const Json& name : member(json, "startCalls")) input.startCalls.push_back(string(name, "startCalls"));
    if (json.contains("leftOut"))
      for (const Json& name : member(json, "leftOut")) input.leftOut.push_back(string(name, "leftOut"));
    if (json.contains("failingAllocation")) {
      const std::int64_t failing = number(json, "failingAllocation");
      if (failing < 1 || failing > std::numeric_limits<std::uint32_t>::max()) problem("failingAllocation");
      else input.failingAllocation = static_cast<std::uint32_t>(failing);
    }
    expect(member(json, "expected"), result.expected);
    checkObjects(input);
    return result;
  }

private:
  void expect(const Json& json, ExpectedOutcome& expected) {
    const std::string ending = text(json, "ending");
    constexpr std::array ends{End::Returned,    End::Exited,         End::Aborted, End::AssertFailed,
                              End::MemoryError, End::DivisionByZero, End::Trapped, End::Thrown,
                              End::Jumped,      End::TimedOut,       End::Other};
    const auto end = std::ranges::find_if(ends, [&](End each) { return nameOf(each) == ending; });
    if (end == ends.end()) problem("ending");
    else expected.end = *end;
    if (json.is_object() && json.contains("waited")) {
      const std::int64_t waited = number(json, "waited");
      if (waited < 0 || waited > mostWaited) problem("waited");
      else expected.waited = static_cast<std::uint32_t>(waited);
    }
    if (json.contains("library"))
      for (const auto& [name, bytes] : member(json, "library").items())
        expected.library[name] = string(bytes, "library");
    if (json.contains("seen"))
      for (const Json& seen : member(json, "seen")) expected.seen.push_back(string(seen, "seen"));
    for (const Json& result : member(json, "results"))
      expected.results.push_back(result.is_null() ? ExpectedOutcome::Result{{}, false}
                                                  : ExpectedOutcome::Result{scalar(result), true});
    for (const Json& object : member(json, "objects")) expected.objects.push_back(expectedImage(object));
    for (const auto& [name, global] : member(json, "globals").items())
      expected.globals[support::textToBytes(name)] = expectedImage(global);
    if (json.contains("made"))
      for (const Json& memory : member(json, "made")) expected.made.push_back(expectedImage(memory));
    if (json.contains("thrown")) {
      const std::int64_t thrown = number(json, "thrown");
      if (thrown < 0 || static_cast<std::size_t>(thrown) >= expected.made.size()) problem("thrown");
      else expected.thrown = static_cast<std::uint32_t>(thrown) + 1;
    }
  }

  ExpectedImage expectedImage(const Json& json) {
    ExpectedImage expected{image(json), {}};
    if (!json.is_object() || !json.contains("unknown")) return expected;
    expected.known.assign(expected.image.bytes.size(), true);
    for (const Json& place : member(json, "unknown")) {
      const std::uint64_t byte = place.is_number_unsigned() ? place.get<std::uint64_t>() : expected.known.size();
      if (byte < expected.known.size()) expected.known[byte] = false;
      else problem("unknown");
    }
    return expected;
  }

  void problem(const char* name) {
    if (problem_.empty()) problem_ = name;
  }
  const Json& member(const Json& json, const char* name) {
    static const Json nothing = Json::array();
    if (json.is_object())
      if (const auto found = json.find(name); found != json.end() && (found->is_array() || found->is_object()))
        return *found;
    problem(name);
    return nothing;
  }
  Release released(const Json& object) {
    if (!object.is_object() || !object.contains("released")) return Release::None;
    const auto name = std::ranges::find(releaseNames, string(object["released"], "released"));
    if (name == releaseNames.end()) problem("released");
    return name == releaseNames.end() ? Release::None : static_cast<Release>(name - releaseNames.begin());
  }
  std::string string(const Json& json, const char* name) {
    if (json.is_string()) return support::textToBytes(json.get<std::string>());
    problem(name);
    return "";
  }
  std::string text(const Json& json, const char* name) {
    if (json.is_object() && json.contains(name)) return string(json[name], name);
    problem(name);
    return "";
  }
  std::int64_t number(const Json& json, const char* name) {
    if (json.is_object() && json.contains(name) && json[name].is_number_integer())
      return json[name].get<std::int64_t>();
    problem(name);
    return 0;
  }
  static bool isTrue(const Json& json, const char* name) {
    return json.is_object() && json.contains(name) && json[name] == true;
  }

  std::string libraryPart(const Json& json, const ConcreteInput& input) {
    std::string name = string(json, "library");
    if (name == "errno" || name == "stdin" || name == blocksPart) return name;
    const std::uint64_t object = name.starts_with('#') ? hexadecimal(name.substr(1), "library") : input.objects.size();
    if (object >= input.objects.size() || !input.objects[object].isStream) problem("library");
    return name;
  }

  std::uint64_t hexadecimal(std::string_view digits, const char* name) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (code != std::errc() || end != digits.data() + digits.size()) problem(name);
    return value;
  }

  Target target(const Json& json) {
    constexpr std::array<std::pair<std::string_view, Target::Kind>, 5> kinds{{{"address", Target::Kind::Plain},
                                                                              {"object", Target::Kind::Object},
                                                                              {"global", Target::Kind::Global},
                                                                              {"function", Target::Kind::Function},
                                                                              {"own", Target::Kind::Own}}};
    Target target;
    const std::string to = text(json, "to");
    const auto kind = std::ranges::find(kinds, to, &std::pair<std::string_view, Target::Kind>::first);
    if (kind == kinds.end()) problem("to");
    else target.kind = kind->second;
    if (target.kind == Target::Kind::Object) target.object = static_cast<std::uint32_t>(number(json, "object"));
    if (target.kind == Target::Kind::Global || target.kind == Target::Kind::Function) target.name = text(json, "name");
    target.addend = static_cast<std::uint64_t>(number(json, "addend"));
    return target;
  }

  std::vector<std::uint8_t> bytes(const Json& json) {
    std::vector<std::uint8_t> bytes;
    const std::string digits = text(json, "bytes");
    if (digits.size() % 2 != 0) problem("bytes");
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
      bytes.push_back(static_cast<std::uint8_t>(hexadecimal(std::string_view(digits).substr(i, 2), "bytes")));
    return bytes;
  }

  Root root(const Json& json) {
    Root root;
    const std::string kind = text(json, "kind");
    if (kind == "file") root.kind = Root::Kind::File;
    else if (kind == "variable") root.kind = Root::Kind::Variable;
    else if (kind != "stdin") problem("kind");
    if (root.kind != Root::Kind::StandardInput) root.name = text(json, "name");
    if (json.is_object() && json.contains("bytes")) root.bytes = bytes(json);
    return root;
  }

  MadePlace made(const Json& json, std::size_t known) {
    using From = MadePlace::From;
    constexpr std::array<std::pair<std::string_view, From>, 5> kinds{{{"result", From::Result},
                                                                      {"object", From::Object},
                                                                      {"global", From::Global},
                                                                      {"made", From::Made},
                                                                      {"thrown", From::Thrown}}};
    MadePlace place;
    const auto kind = std::ranges::find(kinds, text(json, "from"), &std::pair<std::string_view, From>::first);
    if (kind == kinds.end()) problem("from");
    else place.from = kind->second;
    if (place.from == From::Global) place.name = text(json, "name");
    else place.number = static_cast<std::uint32_t>(number(json, "number"));
    if (place.from == From::Made && place.number >= known) problem("number");
    place.offset = sizeAt(json, "offset");
    place.addend = static_cast<std::uint64_t>(number(json, "addend"));
    place.size = static_cast<std::uint64_t>(number(json, "size"));
    if (place.size > mostMadeBytes) problem("size");
    return place;
  }

  /// A number of bytes that memory of an input can have.
  std::uint64_t sizeAt(const Json& json, const char* name) {
    constexpr std::int64_t most = 1LL << 40;
    const std::int64_t size = number(json, name);
    if (size < 0 || size > most) problem(name);
    return size < 0 || size > most ? 0 : static_cast<std::uint64_t>(size);
  }

  Image image(const Json& json) {
    Image image;
    image.bytes = bytes(json);
    if (json.is_object() && json.contains("pointers"))
      for (const Json& pointer : member(json, "pointers")) {
        image.pointers.push_back({static_cast<std::uint64_t>(number(pointer, "offset")), target(pointer)});
        if (image.bytes.size() < 8 || image.pointers.back().offset > image.bytes.size() - 8) problem("offset");
      }
    return image;
  }

  Scalar scalar(const Json& json) {
    Scalar scalar;
    const std::string kind = text(json, "kind");
    scalar.type.kind = kind == "pointer" ? ir::ScalarKind::Pointer
                       : kind == "float" ? ir::ScalarKind::Float
                                         : ir::ScalarKind::Integer;
    const std::int64_t width = number(json, "width");
    if (width < 0 || width > 128) problem("width");
    scalar.type.width = static_cast<std::uint16_t>(width);
    if (json.is_object() && json.contains("format"))
      scalar.type.format = static_cast<std::uint8_t>(number(json, "format"));
    if (json.is_object() && json.contains("pointer")) {
      scalar.pointer = target(json["pointer"]);
      return scalar;
    }
    constexpr std::size_t digitsOfWord = 16;
    std::string_view bits;
    const std::string all = text(json, "bits");
    for (bits = all; !bits.empty();) {
      const std::size_t from = bits.size() > digitsOfWord ? bits.size() - digitsOfWord : 0;
      scalar.words.push_back(hexadecimal(bits.substr(from), "bits"));
      bits = bits.substr(0, from);
    }
    if (scalar.words.size() > 2) problem("bits");
    return scalar;
  }

  OutsideCall call(const Json& json) {
    OutsideCall call;
    call.symbol = text(json, "symbol");
    for (const Json& width : member(json, "widths"))
      call.widths.push_back(width.is_number_unsigned() ? width.get<std::uint8_t>() : std::uint8_t{0});
    for (const Json& result : member(json, "results")) call.results.push_back(scalar(result));
    if (json.is_object() && json.contains("writes"))
      for (const Json& write : member(json, "writes"))
        call.writes.push_back({static_cast<std::uint32_t>(number(write, "position")),
                               write.contains("offset") ? sizeAt(write, "offset") : 0, image(write)});
    if (json.is_object() && json.contains("looks"))
      for (const Json& look : member(json, "looks")) {
        OutsideCall::Look& one = call.looks.emplace_back();
        one.position = static_cast<std::uint32_t>(number(look, "position"));
        for (const char c : text(look, "wanted")) one.wanted.push_back(c == '1');
        if (one.position >= registers + mostStackWords) problem("position");
      }
    call.isLast = isTrue(json, "last");
    if (json.is_object() && json.contains("errno")) call.error = static_cast<std::uint32_t>(number(json, "errno"));
    return call;
  }

  /// Addresses lead to objects that are there.
  void checkObjects(const ConcreteInput& input) {
    for (const MadePlace& place : input.made)
      if (place.from == MadePlace::From::Object && place.number >= input.objects.size()) problem("object");
    const auto check = [&](const Target& target) {
      if (target.kind == Target::Kind::Object && target.object >= input.objects.size()) problem("object");
    };
    const auto checkImage = [&](const Image& image) {
      for (const Pointer& pointer : image.pointers) check(pointer.target);
    };
    for (const Argument& argument : input.arguments)
      if (argument.value.pointer) check(*argument.value.pointer);
    for (const InputObject& object : input.objects) checkImage(object.image);
    for (const GlobalValue& global : input.globals) checkImage(global.image);
    for (const OutsideCall& call : input.calls) {
      for (const OutsideCall::Write& write : call.writes) checkImage(write.image);
      for (const Scalar& result : call.results)
        if (result.pointer) check(*result.pointer);
    }
  }

  std::string problem_;
};

} // namespace

Result<RecordedInput> readInputJson(std::string_view text) {
  const Json json = support::parseOrdered(text);
  if (json.is_discarded() || !json.is_object()) return support::usageError("the input is not JSON");
  InputReader reader;
  RecordedInput recorded = reader.recorded(json);
  if (!reader.problem().empty())
    return support::usageError("the input is not whole: `{}` is missing or wrong", reader.problem());
  return recorded;
}

} // namespace beagle::testgen
