#include "analysis/exec/neighbours.h"

#include "analysis/exec/name_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>

namespace beagle::exec {

namespace {

constexpr int byName = 4;

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// How much a name says that a pointer begins an array; below zero: that it does not.
int beginsByName(std::string_view path) {
  const std::size_t dot = path.find_last_of(".:");
  const std::vector<std::string> words = wordsOf(dot == std::string_view::npos ? path : path.substr(dot + 1));
  constexpr std::array<std::string_view, 8> begins = {"start", "begin", "base", "buf", "buffer", "data", "first", "s"};
  constexpr std::array<std::string_view, 9> ends = {"end", "endp", "endptr", "last", "stop", "limit", "lim", "e", "pe"};
  constexpr std::array<std::string_view, 8> between = {"cur", "pos", "ptr", "next", "now", "top", "it", "p"};
  const auto hasOneOf = [&](const auto& known) {
    return std::ranges::any_of(words, [&](const std::string& word) { return std::ranges::count(known, word) != 0; });
  };
  constexpr std::array<std::string_view, 5> others = {"send", "append", "extend", "pend", "backend"};
  const bool isEnd = std::ranges::any_of(words, [&](const std::string& word) { // "bufend"
    return word.ends_with("end") && std::ranges::count(others, word) == 0;
  });
  if (hasOneOf(ends) || isEnd) return -byName;
  if (hasOneOf(begins)) return byName;
  return hasOneOf(between) ? -byName / 2 : 0;
}

/// What says most counts.
void addInOrder(Neighbours& all, const std::pair<ArrayName, ArrayName>& pair, NeighbourUse use) {
  constexpr std::size_t mostPairs = 32;
  const auto known = all.find(pair);
  if (known == all.end() && all.size() < mostPairs) all.emplace(pair, use);
  if (known == all.end()) return;
  known->second.isOrdered |= use.isOrdered;
  if (std::abs(use.order) > std::abs(known->second.order)) known->second.order = use.order;
}

} // namespace

std::string nameOf(std::string_view path) {
  std::string name;
  for (std::size_t i = 0; i < path.size(); ++i) {
    name += path[i];
    if (path[i] == '[')
      while (i + 1 < path.size() && isDigit(path[i + 1])) ++i;
  }
  return name;
}

ArrayName ownArray(const std::string& pointer) { return {nameOf(pointer) + ".array", ArrayName::Kind::Own}; }

ArrayName recordAround(const std::string& pointer, const std::string& record, std::uint64_t offset) {
  return {nameOf(pointer) + ".container", ArrayName::Kind::Record, record, offset};
}

std::string pathBeside(std::string_view pointer, std::string_view name) {
  std::string path;
  bool isCommon = true;
  std::size_t at = 0; // in the pointer's path
  for (const char c : name) {
    isCommon = isCommon && at < pointer.size() && pointer[at] == c;
    path += c;
    ++at;
    if (c != '[') continue;
    if (!isCommon) path += '0';
    for (; isCommon && at < pointer.size() && isDigit(pointer[at]); ++at) path += pointer[at];
  }
  return path;
}

static std::pair<ArrayName, ArrayName> backOf(const std::string& pointer, const std::string& origin) {
  return {{nameOf(pointer)}, {nameOf(origin), ArrayName::Kind::Origin}};
}

void addOrigin(Neighbours& all, const std::string& pointer, const std::string& origin) {
  addInOrder(all, backOf(pointer, origin), {});
}

bool mayLeadBack(const Neighbours& all, const std::string& pointer, const std::string& origin) {
  return !all.empty() && all.contains(backOf(pointer, origin));
}

void addHandle(Neighbours& all, const std::string& pointer, const std::string& record) {
  const std::string name = nameOf(pointer);
  addInOrder(all, {{name}, {name, ArrayName::Kind::Handle, record}}, {});
}

std::map<std::string, std::string> handles(const Neighbours& neighbours) {
  std::map<std::string, std::string> records;
  for (const auto& [pair, use] : neighbours)
    if (pair.second.kind == ArrayName::Kind::Handle) records.emplace(pair.first.path, pair.second.record);
  return records;
}

void addNeighbours(Neighbours& all, const ArrayName& one, std::int64_t fromOne, const ArrayName& other,
                   std::int64_t fromOther, PointerUse use) {
  // "p + 4 > end" asks for room in front of an end, and "p - 1 < start" for some behind a beginning: of the two, the
  // one that has moved says more than the order. So does what is taken off.
  int order = 0;
  const bool hasMoved = fromOne != 0, hasOtherMoved = fromOther != 0;
  if (use == PointerUse::Distance) order = -6;
  else if (hasMoved != hasOtherMoved) order = hasMoved == ((hasMoved ? fromOne : fromOther) > 0) ? 4 : -4;
  else if (use == PointerUse::Less) order = 1;
  const bool isOrdered = use == PointerUse::Less || use == PointerUse::LessEqual;
  if (other < one) return addInOrder(all, {other, one}, {-order, isOrdered});
  addInOrder(all, {one, other}, {order, isOrdered});
}

void addNeighbours(Neighbours& all, const Neighbours& others) {
  for (const auto& [pair, use] : others) addInOrder(all, pair, use);
}

std::map<std::string, Inside> insides(const Neighbours& neighbours) {
  using enum ArrayName::Kind;
  std::map<std::string, Inside> result;
  std::map<ArrayName, ArrayName> parents;
  const auto rootOf = [&](ArrayName name) {
    for (auto parent = parents.find(name); parent != parents.end(); parent = parents.find(name)) name = parent->second;
    return name;
  };
  std::map<ArrayName, int> begins;
  std::set<ArrayName> middles; // code looks at what is in front of where these lead
  const auto firstScore = [](const ArrayName& name) { return name.kind == Array ? 1000 : beginsByName(name.path); };
  std::set<ArrayName> ordered; // with an array
  for (const auto& [pair, use] : neighbours) {
    if (pair.second.kind == Origin || pair.second.kind == Handle) continue;
    const auto& [pointer, other] = pair.second.kind == Pointer ? std::pair(pair.second, pair.first) : pair;
    if (other.kind == Record) {
      result.emplace(pointer.path, Inside{other});
    } else if (other.kind == Own) {
      begins.try_emplace(pointer, firstScore(pointer));
      middles.insert(pointer);
    } else {
      for (const ArrayName& name : {pair.first, pair.second}) begins.try_emplace(name, firstScore(name));
      begins[pair.first] += use.order;
      begins[pair.second] -= use.order;
      if (other.kind == Array && use.isOrdered) ordered.insert(pointer);
      if (const ArrayName one = rootOf(pair.first), two = rootOf(pair.second); one != two) parents[two] = one;
    }
  }
  std::map<ArrayName, ArrayName> first; // of each group
  for (const auto& [name, score] : begins) {
    const auto [known, isNew] = first.try_emplace(rootOf(name), name);
    if (!isNew && begins[known->second] < score) known->second = name;
  }
  for (const auto& [name, score] : begins) {
    const ArrayName& known = first.at(rootOf(name));
    const ArrayName array = middles.contains(known) ? ownArray(known.path) : known;
    if (name.kind != Pointer || name == array) continue;
    const bool isEnd = beginsByName(name.path) == -byName;
    const bool isSure = array.kind != Pointer || isEnd || beginsByName(array.path) == byName;
    result.emplace(name.path, Inside{array, isEnd, isSure, array.kind != Array || ordered.contains(name)});
  }
  return result;
}

bool loosen(Neighbours& neighbours, Loosened which) {
  const std::size_t count = neighbours.size();
  for (const auto& [pointer, inside] : insides(neighbours))
    if (inside.array.kind == ArrayName::Kind::Pointer && (which == Loosened::All || !inside.isSure))
      addNeighbours(neighbours, inside.array, 0, ownArray(inside.array.path), 0, PointerUse::Equal);
  return neighbours.size() != count;
}

} // namespace beagle::exec
