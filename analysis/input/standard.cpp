#include "analysis/input/standard.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace beagle::input {

Standard standardOf(const ir::SourceType& type) {
  using Kind = ir::SourceType::Kind;
  constexpr std::array<std::pair<std::string_view, Standard>, 25> names{{
      {"std::__cxx11::basic_string<char,", Standard::String},
      {"std::basic_string_view<char,", Standard::StringView},
      {"std::__cxx11::basic_string<", Standard::WideString},
      {"std::basic_string_view<", Standard::WideStringView},
      {"std::span<", Standard::Span},
      {"std::variant<", Standard::Variant},
      {"std::vector<bool,", Standard::BitVector},
      {"std::vector<", Standard::Vector},
      {"std::array<", Standard::Array},
      {"std::optional<", Standard::Optional},
      {"std::unique_ptr<", Standard::UniquePtr},
      {"std::shared_ptr<", Standard::SharedPtr},
      {"std::function<", Standard::Function},
      {"std::once_flag", Standard::OnceFlag},
      {"std::__cxx11::list<", Standard::List},
      {"std::forward_list<", Standard::ForwardList},
      {"std::deque<", Standard::Deque},
      {"std::map<", Standard::Map},
      {"std::multimap<", Standard::MultiMap},
      {"std::set<", Standard::Set},
      {"std::multiset<", Standard::MultiSet},
      {"std::unordered_map<", Standard::UnorderedMap},
      {"std::unordered_multimap<", Standard::UnorderedMultiMap},
      {"std::unordered_set<", Standard::UnorderedSet},
      {"std::unordered_multiset<", Standard::UnorderedMultiSet},
  }};
  if ((type.kind != Kind::Class && type.kind != Kind::Struct) || type.size == 0) return Standard::None;
  if (type.name == "struct __va_list_tag" || type.name == "__va_list_tag") return Standard::ArgumentList;
  if (!type.name.starts_with("std::")) return Standard::None;
  for (const auto& [name, kind] : names)
    if (type.name.starts_with(name)) return kind;
  return Standard::None;
}

std::optional<std::uint64_t> extentOf(const ir::SourceType& span) {
  const std::string_view name = span.name; // "std::span<const int, 3UL>"
  const std::size_t comma = name.rfind(", ");
  std::uint64_t count = 0;
  if (comma == std::string_view::npos) return {};
  const char* const digits = name.data() + comma + 2;
  const auto read = std::from_chars(digits, name.data() + name.size(), count);
  return read.ec == std::errc() ? std::optional(count) : std::nullopt;
}

bool isLibraryStream(const ir::SourceType& type) {
  const std::string_view name = std::string_view(type.name).substr(0, type.name.find('<'));
  if (!name.starts_with("std::")) return false;
  return name == "std::ios_base" || name == "std::basic_ios" || name.ends_with("stream") || name.ends_with("buf");
}

bool isLock(const ir::SourceTypes& types, const ir::SourceType& type) {
  using Kind = ir::SourceType::Kind;
  constexpr std::array<std::string_view, 3> names{"__pthread_mutex_s", "__pthread_cond_s", "__pthread_rwlock_arch_t"};
  if (type.kind != Kind::Union || type.members.empty() || type.members.front().type == ir::none) return false;
  std::string_view name = types.type(type.members.front().type).name;
  if (constexpr std::string_view tag = "struct "; name.starts_with(tag)) name.remove_prefix(tag.size());
  return std::ranges::find(names, name) != names.end();
}

std::optional<InnerMember> findMember(const ir::SourceTypes& types, ir::TypeIndex index, std::string_view name) {
  if (index == ir::none) return {};
  for (const ir::SourceType::Member& member : types.type(index).members) {
    if (member.name == name) return InnerMember{member.offset, member.type};
    if (auto inner = findMember(types, member.type, name)) {
      inner->offset += member.offset;
      return inner;
    }
  }
  return {};
}

} // namespace beagle::input
