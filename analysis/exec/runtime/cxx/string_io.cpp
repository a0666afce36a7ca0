// std::string and streams.

#include <istream>
#include <ostream>
#include <string>

namespace std {

template ostream& operator<<(ostream&, const string&);
template istream& getline(istream&, string&);

namespace {

/// Appends characters until one at which `isEnd` says so, the end of the stream, or so many.
template <class IsEnd>
void read(istream& stream, string& text, size_t most, ios_base::iostate& state, bool& isEnded, IsEnd isEnd) {
  int c = stream.rdbuf()->sgetc();
  while (text.size() < most && c != char_traits<char>::eof() && !isEnd(static_cast<char>(c))) {
    text += static_cast<char>(c);
    c = stream.rdbuf()->snextc();
  }
  isEnded = text.size() < most && c != char_traits<char>::eof();
  if (text.size() < most && !isEnded) state |= ios_base::eofbit;
}

} // namespace

template <> istream& operator>>(istream& stream, string& text) {
  ios_base::iostate state = ios_base::goodbit;
  const istream::sentry ready(stream, false);
  if (ready) {
    try {
      text.clear();
      const ctype<char>& kinds = use_facet<ctype<char>>(stream.getloc());
      const size_t most = stream.width() > 0 ? static_cast<size_t>(stream.width()) : text.max_size();
      bool isEnded = false;
      read(stream, text, most, state, isEnded, [&](char c) { return kinds.is(ctype_base::space, c); });
      stream.width(0);
    } catch (__cxxabiv1::__forced_unwind&) {
      stream._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      stream._M_setstate(ios_base::badbit);
    }
    if (text.empty()) state |= ios_base::failbit;
  } else {
    state |= ios_base::failbit;
  }
  if (state) stream.setstate(state);
  return stream;
}

template <> istream& getline(istream& stream, string& text, char delimiter) {
  ios_base::iostate state = ios_base::goodbit;
  const istream::sentry ready(stream, true);
  bool isEnded = false;
  if (ready) {
    try {
      text.clear();
      read(stream, text, text.max_size(), state, isEnded, [&](char c) { return c == delimiter; });
      if (isEnded) stream.rdbuf()->sbumpc();
    } catch (__cxxabiv1::__forced_unwind&) {
      stream._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      stream._M_setstate(ios_base::badbit);
    }
  }
  if (!isEnded && (!ready || text.empty() || !(state & ios_base::eofbit))) state |= ios_base::failbit;
  if (state) stream.setstate(state);
  return stream;
}

} // namespace std
