// std::istream

#include <iomanip>
#include <istream>

namespace std {

template <> istream& istream::getline(char* text, streamsize size, char delimiter) {
  _M_gcount = 0;
  ios_base::iostate state = ios_base::goodbit;
  const sentry ready(*this, true);
  if (ready) {
    try {
      const int_type end = traits_type::eof();
      int_type c = rdbuf()->sgetc();
      while (_M_gcount + 1 < size && c != end && traits_type::to_char_type(c) != delimiter) {
        *text++ = traits_type::to_char_type(c);
        ++_M_gcount;
        c = rdbuf()->snextc();
      }
      if (c == end) {
        state |= ios_base::eofbit;
      } else if (traits_type::to_char_type(c) == delimiter) {
        ++_M_gcount;
        rdbuf()->sbumpc();
      } else {
        state |= ios_base::failbit;
      }
    } catch (__cxxabiv1::__forced_unwind&) {
      _M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      _M_setstate(ios_base::badbit);
    }
  }
  if (size > 0) *text = 0;
  if (_M_gcount == 0) state |= ios_base::failbit;
  if (state) setstate(state);
  return *this;
}

template <> istream& istream::ignore(streamsize count) { return ignore(count, traits_type::eof()); }

template <> istream& istream::ignore(streamsize count, int_type delimiter) {
  _M_gcount = 0;
  const sentry ready(*this, true);
  if (!ready || count <= 0) return *this;
  ios_base::iostate state = ios_base::goodbit;
  const bool isEndless = count == __gnu_cxx::__numeric_traits<streamsize>::__max;
  try {
    int_type c = rdbuf()->sgetc();
    bool isFound = false;
    while ((isEndless || _M_gcount < count) && c != traits_type::eof() && !isFound) {
      isFound = c == delimiter;
      if (_M_gcount < __gnu_cxx::__numeric_traits<streamsize>::__max) ++_M_gcount;
      c = isFound ? rdbuf()->sbumpc() : rdbuf()->snextc();
    }
    if (!isFound && (isEndless || _M_gcount < count)) state |= ios_base::eofbit;
  } catch (__cxxabiv1::__forced_unwind&) {
    _M_setstate(ios_base::badbit);
    throw;
  } catch (...) {
    _M_setstate(ios_base::badbit);
  }
  if (state) setstate(state);
  return *this;
}

template class basic_istream<char>;
template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& operator>>(istream&, _Setfill<char>);
template istream& operator>>(istream&, _Setiosflags);
template istream& operator>>(istream&, _Resetiosflags);
template istream& operator>>(istream&, _Setbase);
template istream& operator>>(istream&, _Setprecision);
template istream& operator>>(istream&, _Setw);
template istream& istream::_M_extract(bool&);
template istream& istream::_M_extract(unsigned short&);
template istream& istream::_M_extract(unsigned&);
template istream& istream::_M_extract(long&);
template istream& istream::_M_extract(unsigned long&);
template istream& istream::_M_extract(long long&);
template istream& istream::_M_extract(unsigned long long&);
template istream& istream::_M_extract(float&);
template istream& istream::_M_extract(double&);
template istream& istream::_M_extract(long double&);
template istream& istream::_M_extract(void*&);
template class basic_iostream<char>;

/// The characters up to white space, of which there is room for so many.
void __istream_extract(istream& stream, char* text, streamsize room) {
  streamsize count = 0;
  ios_base::iostate state = ios_base::goodbit;
  const istream::sentry ready(stream, false);
  if (ready) {
    try {
      const ctype<char>& kinds = use_facet<ctype<char>>(stream.getloc());
      const streamsize width = stream.width();
      const streamsize most = width > 0 && width < room ? width : room;
      int c = stream.rdbuf()->sgetc();
      while (count + 1 < most && c != char_traits<char>::eof() && !kinds.is(ctype_base::space, static_cast<char>(c))) {
        text[count++] = static_cast<char>(c);
        c = stream.rdbuf()->snextc();
      }
      if (count + 1 < most && c == char_traits<char>::eof()) state |= ios_base::eofbit;
      text[count] = 0;
      stream.width(0);
    } catch (__cxxabiv1::__forced_unwind&) {
      stream._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      stream._M_setstate(ios_base::badbit);
    }
  }
  if (count == 0) state |= ios_base::failbit;
  if (state) stream.setstate(state);
}

} // namespace std
