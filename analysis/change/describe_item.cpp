#include "analysis/change/change_set.h"
#include "analysis/change/describe.h"
#include "analysis/change/field_order_changes.h"
#include "analysis/change/phrases.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

namespace beagle::change {

namespace {

using Kind = ir::Item::Kind;

std::string becomes(std::string_view base, std::string_view head) {
  const auto [was, is] = quotedPair(base, head);
  return (base.empty() ? "nothing" : was) + " became " + (head.empty() ? "nothing" : is);
}

/// An enumerator "RED=0", a field "x@4:int", a bit-field "x@4.3:2:int" or another line about a type.
struct Member {
  std::string name;
  std::string place; ///< value or offset
  std::string type;
};

std::optional<Member> enumerator(const std::string& part) {
  const std::size_t sign = part.rfind('=');
  if (sign == std::string::npos) return std::nullopt;
  return Member{part.substr(0, sign), part.substr(sign + 1), {}};
}

std::optional<Member> field(const std::string& part) {
  const std::size_t at = part.find('@');
  const std::size_t colon = at == std::string::npos ? at : part.find(':', at);
  if (colon == std::string::npos || part.starts_with("base ") || part.starts_with("virtual ") ||
      part.starts_with("default "))
    return std::nullopt;
  Member member{part.substr(0, at), part.substr(at + 1, colon - at - 1), part.substr(colon + 1)};
  // A bit-field says how wide it is before its type.
  if (const std::size_t width = member.type.find(':');
      member.place.find('.') != std::string::npos && width != std::string::npos)
    member.type = member.type.substr(width + 1) + " : " + member.type.substr(0, width);
  return member;
}

template <class Parse> std::vector<Member> membersOf(const ir::Item& item, Parse parse) {
  std::vector<Member> members;
  for (const std::string& part : item.parts)
    if (auto member = parse(part)) members.push_back(std::move(*member));
  return members;
}

/// Members of two versions side by side: null where one version has none.
struct MemberPair {
  const Member* base = nullptr;
  const Member* head = nullptr;
};

/// By name; what is left is paired if it stands at the same place and has the same type: it was renamed.
std::vector<MemberPair> pairsOf(const std::vector<Member>& base, const std::vector<Member>& head) {
  std::vector<MemberPair> pairs;
  std::vector<bool> taken(head.size(), false);
  const auto find = [&](const Member& old, auto isIt) -> const Member* {
    for (std::size_t j = 0; j < head.size(); ++j)
      if (!taken[j] && isIt(old, head[j])) {
        taken[j] = true;
        return &head[j];
      }
    return nullptr;
  };
  for (const Member& old : base)
    pairs.push_back({&old, old.name.empty() ? nullptr : find(old, [](const Member& a, const Member& b) {
                       return a.name == b.name;
                     })});
  for (MemberPair& pair : pairs)
    if (!pair.head)
      pair.head =
          find(*pair.base, [](const Member& a, const Member& b) { return a.place == b.place && a.type == b.type; });
  for (std::size_t j = 0; j < head.size(); ++j)
    if (!taken[j]) pairs.push_back({nullptr, &head[j]});
  return pairs;
}

/// What an enum's values are stored as: its part "type T".
std::string typeOf(const ir::Item& item) {
  const auto part = std::ranges::find_if(item.parts, [](const std::string& one) { return one.starts_with("type "); });
  return part == item.parts.end() ? std::string() : part->substr(5);
}

void describeEnum(const ir::Item& base, const ir::Item& head, std::vector<std::string>& said) {
  const std::vector<Member> old = membersOf(base, enumerator), young = membersOf(head, enumerator);
  for (const auto& [was, is] : pairsOf(old, young)) {
    if (!is) said.push_back(fmt::format("enumerator {} removed (was {})", quoted(was->name), was->place));
    else if (!was) said.push_back(fmt::format("enumerator {} added (= {})", quoted(is->name), is->place));
    else if (was->name != is->name)
      said.push_back(fmt::format("enumerator {} renamed to {}", quoted(was->name), quoted(is->name)));
    else if (was->place != is->place)
      said.push_back(fmt::format("value of {}: {} became {}", quoted(is->name), was->place, is->place));
  }
  if (const std::string was = typeOf(base), is = typeOf(head); was != is && !was.empty() && !is.empty())
    said.push_back(fmt::format("underlying type of {}: {}", quoted(head.name), becomes(was, is)));
}

void describeFields(const ir::Item& base, const ir::Item& head, std::vector<std::string>& said) {
  const std::vector<Member> old = membersOf(base, field), young = membersOf(head, field);
  std::vector<std::string> moved; // and nothing else of them changed
  for (const auto& [was, is] : pairsOf(old, young)) {
    if (!is) {
      said.push_back(fmt::format("field {} removed from offset {}", quoted(was->name), was->place));
    } else if (!was) {
      said.push_back(fmt::format("field {} added at offset {}", quoted(is->name), is->place));
    } else {
      std::string text;
      if (was->name != is->name) text += fmt::format(" renamed to {}", quoted(is->name));
      if (was->type != is->type) text += fmt::format("{} {}", text.empty() ? ":" : ",", becomes(was->type, is->type));
      const bool isOtherwiseSame = text.empty();
      if (was->place != is->place)
        text += fmt::format("{} moved from offset {} to {}", isOtherwiseSame ? "" : ",", was->place, is->place);
      if (!text.empty()) (isOtherwiseSame ? moved : said).push_back("field " + quoted(was->name) + text);
    }
  }
  constexpr std::size_t most = 3;
  if (moved.size() > most) said.push_back(fmt::format("{}, and {} more moved", moved.front(), moved.size() - 1));
  else std::ranges::move(moved, std::back_inserter(said));
}

/// "base P@0" and "virtual f: int () const" lines.
void describeInheritance(const ir::Item& base, const ir::Item& head, std::vector<std::string>& said) {
  const auto linesOf = [](const ir::Item& item, std::string_view kind) {
    std::vector<std::string> lines;
    for (const std::string& part : item.parts)
      if (part.starts_with(kind)) lines.push_back(part.substr(kind.size()));
    // Where a base class lies is told by what stands before it.
    if (kind == "base ")
      for (std::string& line : lines)
        if (!line.ends_with("@virtual")) line.resize(line.rfind('@'));
    return lines;
  };
  for (const auto& [kind, noun] : {std::pair("base ", "base class"), std::pair("virtual ", "virtual function")}) {
    const std::vector<std::string> old = linesOf(base, kind), young = linesOf(head, kind);
    const auto has = [](const std::vector<std::string>& lines, const std::string& line) {
      return std::ranges::find(lines, line) != lines.end();
    };
    const auto nameIn = [](const std::string& line) {
      return quoted(std::string_view(line).substr(0, line.find_first_of("@:")));
    };
    const std::size_t before = said.size();
    const bool isBase = noun == std::string_view("base class");
    const auto otherPlace = [&](const std::vector<std::string>& lines, const std::string& line) {
      return isBase ? std::ranges::find(lines, nameIn(line), nameIn) : lines.end();
    };
    for (const std::string& line : old) {
      if (has(young, line)) continue;
      const auto is = otherPlace(young, line);
      if (is == young.end()) said.push_back(fmt::format("{} {} removed", noun, nameIn(line)));
      else if (is->ends_with("@virtual")) said.push_back(fmt::format("base class {} became virtual", nameIn(line)));
      else if (line.ends_with("@virtual"))
        said.push_back(fmt::format("base class {} is no longer virtual", nameIn(line)));
      else
        said.push_back(fmt::format("base class {} moved from offset {} to {}", nameIn(line),
                                   line.substr(line.rfind('@') + 1), is->substr(is->rfind('@') + 1)));
    }
    for (const std::string& line : young)
      if (!has(old, line) && otherPlace(old, line) == old.end())
        said.push_back(fmt::format("{} {} added", noun, nameIn(line)));
    if (said.size() == before && old != young)
      said.push_back(
          fmt::format("{} reordered", noun == std::string_view("base class") ? "base classes" : "virtual functions"));
  }
}

/// "default level=1" lines, of fields that both have.
void describeDefaults(const ir::Item& base, const ir::Item& head, std::vector<std::string>& said) {
  const auto defaultsOf = [](const ir::Item& item) {
    std::map<std::string, std::string> values;
    for (const std::string& part : item.parts)
      if (part.starts_with("default ")) values[part.substr(8, part.find('=') - 8)] = part.substr(part.find('=') + 1);
    return values;
  };
  const std::map<std::string, std::string> old = defaultsOf(base);
  const std::map<std::string, std::string> young = defaultsOf(head);
  for (const auto& [name, value] : young) {
    const auto was = old.find(name);
    if (was == old.end()) said.push_back(fmt::format("field {} is {} by default", quoted(name), quoted(value)));
    else if (was->second != value)
      said.push_back(fmt::format("default of field {}: {}", quoted(name), becomes(was->second, value)));
  }
  for (const auto& [name, value] : old)
    if (!young.contains(name)) said.push_back(fmt::format("field {} has no default any more", quoted(name)));
}

void describeType(const ir::Item& base, const ir::Item& head, std::vector<std::string>& said) {
  const auto numberOf = [](const ir::Item& item, std::string_view what) -> std::string {
    for (const std::string& part : item.parts)
      if (part.starts_with(what)) return part.substr(what.size());
    return {};
  };
  const bool isRecord = !numberOf(base, "size ").empty() && !numberOf(head, "size ").empty();
  if (!isRecord) {
    if (!base.parts.empty() && !head.parts.empty() && base.parts[0] != head.parts[0])
      said.push_back(fmt::format("type {}: {}", quoted(head.name), becomes(base.parts[0], head.parts[0])));
    return;
  }
  describeFields(base, head, said);
  describeInheritance(base, head, said);
  describeDefaults(base, head, said);
  for (const std::string_view what : {"size ", "alignment "})
    if (const std::string was = numberOf(base, what), is = numberOf(head, what); was != is)
      said.push_back(fmt::format("{}{} became {}", what, was, is));
}

void describeGlobal(const ir::Item& base, const ir::Item& head, std::vector<std::string>& said) {
  const auto at = [](const ir::Item& item, std::size_t k) {
    return k < item.parts.size() ? item.parts[k] : std::string();
  };
  if (at(base, 0) != at(head, 0))
    said.push_back(fmt::format("type of {}: {}", quoted(head.name), becomes(at(base, 0), at(head, 0))));
  if (std::string orders = describeOrders(base.orders, head.orders, false); !orders.empty())
    said.push_back(std::move(orders));
  const std::string was = at(base, 1), is = at(head, 1);
  if (was == is) return;
  if (was.empty()) said.push_back(fmt::format("initializer of {} added: {}", quoted(head.name), quoted(is)));
  else if (is.empty()) said.push_back(fmt::format("initializer of {} removed: {}", quoted(head.name), quoted(was)));
  else said.push_back(fmt::format("initializer of {}: {}", quoted(head.name), becomes(was, is)));
}

/// The first line that differs.
std::string describeText(std::string_view base, std::string_view head) {
  for (;;) {
    const std::string_view was = base.substr(0, base.find('\n')), is = head.substr(0, head.find('\n'));
    if (was != is || was.size() == base.size() || is.size() == head.size()) return becomes(was, is);
    base.remove_prefix(was.size() + 1);
    head.remove_prefix(is.size() + 1);
  }
}

std::string describeOne(const ir::Item& item, std::string_view what) {
  const std::string text = fmt::format("{} {} {}", nameOf(item.kind), quoted(item.name), what);
  if (item.kind == Kind::Enum) {
    constexpr std::size_t most = 8;
    std::vector<std::string> listed;
    for (const Member& member : membersOf(item, enumerator))
      listed.push_back(quoted(member.name + " = " + member.place));
    const std::size_t left = listed.size() > most ? listed.size() - most : 0;
    listed.resize(std::min(listed.size(), most));
    return listed.empty()
               ? text
               : text + ": " + support::join(listed, ", ") + (left > 0 ? fmt::format(" and {} more", left) : "");
  }
  if (item.kind == Kind::Alias) return fmt::format("{}: another name for {}", text, quoted(item.parts[0]));
  const bool hasText = item.kind == Kind::Macro && !item.parts.empty() && !item.parts[0].empty();
  return hasText ? text + ": " + quoted(item.parts[0]) : text;
}

} // namespace

std::string describeItem(const ir::Item* base, const ir::Item* head) {
  if (!base && !head) return {};
  if (!base) return describeOne(*head, "added");
  if (!head) return describeOne(*base, "removed");
  if (base->digest == head->digest && base->kind == head->kind && sameOrders(base->orders, head->orders)) return {};
  std::vector<std::string> said;
  switch (head->kind) {
  case Kind::Macro: {
    const std::string was = base->parts.empty() ? "" : base->parts[0], is = head->parts.empty() ? "" : head->parts[0];
    if (was != is) said.push_back(fmt::format("macro {}: {}", quoted(head->name), becomes(was, is)));
    break;
  }
  case Kind::Enum: describeEnum(*base, *head, said); break;
  case Kind::Type: describeType(*base, *head, said); break;
  case Kind::Global: describeGlobal(*base, *head, said); break;
  case Kind::Alias:
    said.push_back(base->parts[1] == head->parts[1]
                       ? fmt::format("{} {}: {}", head->parts[1] == "ifunc" ? "resolver of" : "target of",
                                     quoted(head->name), becomes(base->parts[0], head->parts[0]))
                       : fmt::format("{} became an {}", quoted(head->name), head->parts[1]));
    break;
  case Kind::Assembly:
    said.push_back(fmt::format("assembly outside of functions: {}", describeText(base->parts[0], head->parts[0])));
    break;
  case Kind::StartUp:
  case Kind::RunTimeType:
  case Kind::Symbol: break; // say by themselves what differs
  }
  // What differs past the point where texts were cut.
  if (said.empty()) return fmt::format("{} {} changed", nameOf(head->kind), quoted(head->name));
  constexpr std::size_t most = 6;
  const std::size_t left = said.size() > most ? said.size() - most : 0;
  said.resize(std::min(said.size(), most));
  return support::join(said, ", ") + (left > 0 ? fmt::format(" and {} more", left) : "");
}

} // namespace beagle::change
