// std::codecvt<char, char, mbstate_t>: bytes are characters.

#include <algorithm>
#include <locale>

namespace std {

using Same = codecvt<char, char, mbstate_t>;

locale::id Same::id;

Same::codecvt(size_t references) : __codecvt_abstract_base(references), _M_c_locale_codecvt(_S_get_c_locale()) {}
Same::codecvt(__c_locale, size_t references) : codecvt(references) {}
Same::~codecvt() = default;

codecvt_base::result Same::do_out(mbstate_t&, const char* from, const char*, const char*& fromNext, char* to, char*,
                                  char*& toNext) const {
  fromNext = from;
  toNext = to;
  return noconv;
}
codecvt_base::result Same::do_in(mbstate_t&, const char* from, const char*, const char*& fromNext, char* to, char*,
                                 char*& toNext) const {
  fromNext = from;
  toNext = to;
  return noconv;
}
codecvt_base::result Same::do_unshift(mbstate_t&, char* to, char*, char*& toNext) const {
  toNext = to;
  return noconv;
}
int Same::do_encoding() const noexcept { return 1; }
bool Same::do_always_noconv() const noexcept { return true; }
int Same::do_length(mbstate_t&, const char* from, const char* end, size_t most) const {
  return static_cast<int>(min(most, static_cast<size_t>(end - from)));
}
int Same::do_max_length() const noexcept { return 1; }

template const Same& use_facet<Same>(const locale&);
template bool has_facet<Same>(const locale&);

} // namespace std
