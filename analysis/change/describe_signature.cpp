#include "analysis/change/describe.h"
#include "analysis/change/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace beagle::change {

namespace {

using Parameters = std::vector<ir::WrittenParameter>;

/// For each old parameter the new one that it is now, or -1: of the same name, or else without a partner at the
/// same place and of the same type.
std::vector<int> partnersOf(const Parameters& base, const Parameters& head) {
  std::vector<int> partner(base.size(), -1);
  std::vector<bool> taken(head.size(), false);
  for (std::size_t i = 0; i < base.size(); ++i)
    for (std::size_t j = 0; j < head.size() && partner[i] < 0; ++j)
      if (!taken[j] && !base[i].name.empty() && base[i].name == head[j].name)
        partner[i] = static_cast<int>(j), taken[j] = true;
  const auto pairUp = [&](auto mayPair) {
    for (std::size_t i = 0; i < base.size(); ++i)
      for (std::size_t j = 0; j < head.size() && partner[i] < 0; ++j)
        if (!taken[j] && mayPair(i, j)) partner[i] = static_cast<int>(j), taken[j] = true;
  };
  pairUp([&](std::size_t i, std::size_t j) { return i == j && base[i].type == head[j].type; });
  // One parameter that has neither name nor type in common is another one, unless the number stayed the same.
  if (base.size() == head.size()) pairUp([](std::size_t i, std::size_t j) { return i == j; });
  else pairUp([&](std::size_t i, std::size_t j) { return base[i].type == head[j].type; });
  return partner;
}

std::string nameOf(const Parameters& parameters, std::size_t index) {
  const std::string& name = parameters[index].name;
  return name.empty() ? fmt::format("parameter {}", index + 1) : "parameter " + quoted(name);
}

std::string listOf(const Parameters& parameters) {
  std::string list;
  for (const ir::WrittenParameter& parameter : parameters) {
    if (!list.empty()) list += ", ";
    list += parameter.name.empty() ? parameter.type : parameter.name;
  }
  return list;
}

} // namespace

std::vector<ChangeSentence> describeSignature(const ir::WrittenFunction& base, const ir::WrittenFunction& head) {
  std::vector<ChangeSentence> sentences;
  const auto say = [&](std::string text) { sentences.push_back({std::move(text), base.line, head.line}); };
  const auto becomes = [](std::string_view was, std::string_view is) {
    const auto [old, young] = quotedPair(was, is);
    return fmt::format(": {} became {}", old, young);
  };
  if (base.result != head.result) say("return type" + becomes(base.result, head.result));

  const std::vector<int> partner = partnersOf(base.parameters, head.parameters);
  std::vector<bool> known(head.parameters.size(), false);
  int last = -1;
  bool reordered = false;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] < 0) {
      sentences.push_back({nameOf(base.parameters, i) + " removed", base.line, 0});
      continue;
    }
    const auto j = static_cast<std::size_t>(partner[i]);
    known[j] = true;
    reordered |= partner[i] < last;
    last = std::max(last, partner[i]);
    if (base.parameters[i].type != head.parameters[j].type)
      say(nameOf(head.parameters, j) + becomes(base.parameters[i].type, head.parameters[j].type));
  }
  for (std::size_t j = 0; j < known.size(); ++j)
    if (!known[j]) sentences.push_back({nameOf(head.parameters, j) + " added", 0, head.line});
  if (reordered) say("parameters reordered" + becomes(listOf(base.parameters), listOf(head.parameters)));
  if (base.isVariadic() != head.isVariadic())
    say(head.isVariadic() ? "takes variable arguments now" : "takes no variable arguments any more");
  if (base.isStatic != head.isStatic)
    say(head.isStatic ? "visible in its unit only now" : "visible outside its unit now");
  if (base.isInline != head.isInline) say(head.isInline ? "`inline` now" : "no longer `inline`");
  return sentences;
}

} // namespace beagle::change
