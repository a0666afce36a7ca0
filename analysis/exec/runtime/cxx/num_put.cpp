// std::num_put<char>: numbers as text.

#include <locale>

namespace std {

template class num_put<char>;
template const num_put<char>& use_facet<num_put<char>>(const locale&);
template bool has_facet<num_put<char>>(const locale&);

} // namespace std

/// The locale of printf is "C" all the time.
extern "C" __locale_t __uselocale(__locale_t locale) noexcept { return locale; }
