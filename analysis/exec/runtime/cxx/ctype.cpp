// std::ctype<char>, by the tables of ctype.h.

#include <cctype>
#include <cstring>
#include <locale>

namespace std {

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

const ctype_base::mask* ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }

ctype<char>::ctype(const mask* table, bool isOwned, size_t references)
    : facet(references), _M_c_locale_ctype(_S_get_c_locale()), _M_del(table && isOwned),
      _M_toupper(*__ctype_toupper_loc()), _M_tolower(*__ctype_tolower_loc()), _M_table(table ? table : classic_table()),
      _M_widen_ok(0), _M_widen{}, _M_narrow{}, _M_narrow_ok(0) {}

ctype<char>::ctype(__c_locale, const mask* table, bool isOwned, size_t references)
    : ctype(table, isOwned, references) {}

ctype<char>::~ctype() {
  if (_M_del) delete[] table();
}

char ctype<char>::do_toupper(char c) const { return static_cast<char>(_M_toupper[static_cast<unsigned char>(c)]); }
char ctype<char>::do_tolower(char c) const { return static_cast<char>(_M_tolower[static_cast<unsigned char>(c)]); }

const char* ctype<char>::do_toupper(char* from, const char* to) const {
  for (; from < to; ++from) *from = do_toupper(*from);
  return to;
}
const char* ctype<char>::do_tolower(char* from, const char* to) const {
  for (; from < to; ++from) *from = do_tolower(*from);
  return to;
}

namespace {

/// 1: widening, or narrowing, changes nothing; 2: it does.
char kindOf(const char* changed) {
  for (int i = 0; i < 256; ++i)
    if (changed[i] != static_cast<char>(i)) return 2;
  return 1;
}

void identity(char* characters) {
  for (int i = 0; i < 256; ++i) characters[i] = static_cast<char>(i);
}

} // namespace

void ctype<char>::_M_widen_init() const {
  char characters[sizeof _M_widen];
  identity(characters);
  do_widen(characters, characters + sizeof characters, _M_widen);
  _M_widen_ok = kindOf(_M_widen);
}

void ctype<char>::_M_narrow_init() const {
  char characters[sizeof _M_narrow];
  identity(characters);
  do_narrow(characters, characters + sizeof characters, 0, _M_narrow);
  // A character that narrows to nothing looks like one that narrows to 0.
  char zero = 0;
  do_narrow(characters, characters + 1, 1, &zero);
  _M_narrow_ok = zero == 1 ? 2 : kindOf(_M_narrow);
}

template const ctype<char>& use_facet<ctype<char>>(const locale&);
template bool has_facet<ctype<char>>(const locale&);

} // namespace std
