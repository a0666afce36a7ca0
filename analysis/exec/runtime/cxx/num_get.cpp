// std::num_get<char>: text as numbers.

#include <cmath>
#include <cstdlib>
#include <limits>
#include <locale>

namespace std {

namespace {

template <class T, class Parse> void convert(const char* text, T& number, ios_base::iostate& state, Parse parse) {
  char* end = nullptr;
  number = parse(text, &end);
  if (end == text || *end != 0) {
    number = 0;
    state = ios_base::failbit;
  } else if (isinf(number)) { // the text cannot say so itself
    number = number > 0 ? numeric_limits<T>::max() : -numeric_limits<T>::max();
    state = ios_base::failbit;
  }
}

} // namespace

template <> void __convert_to_v(const char* text, float& number, ios_base::iostate& state, const __c_locale&) noexcept {
  convert(text, number, state, strtof);
}
template <>
void __convert_to_v(const char* text, double& number, ios_base::iostate& state, const __c_locale&) noexcept {
  convert(text, number, state, strtod);
}
template <>
void __convert_to_v(const char* text, long double& number, ios_base::iostate& state, const __c_locale&) noexcept {
  convert(text, number, state, strtold);
}

template class num_get<char>;
template const num_get<char>& use_facet<num_get<char>>(const locale&);
template bool has_facet<num_get<char>>(const locale&);

} // namespace std
