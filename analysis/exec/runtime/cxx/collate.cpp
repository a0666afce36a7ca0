// std::collate<char>: texts go by the numbers of their characters.

#include <cstring>
#include <locale>

namespace std {

template <> int collate<char>::_M_compare(const char* one, const char* other) const noexcept {
  const int order = strcmp(one, other);
  return order < 0 ? -1 : order > 0;
}
template <> size_t collate<char>::_M_transform(char* to, const char* from, size_t room) const noexcept {
  const size_t length = strlen(from);
  if (room > 0) strncpy(to, from, room);
  return length;
}

template class collate<char>;
template const collate<char>& use_facet<collate<char>>(const locale&);
template bool has_facet<collate<char>>(const locale&);

} // namespace std
