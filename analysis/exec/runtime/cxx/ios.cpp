// std::ios and its buffers.

#include <ios>
#include <streambuf>

namespace std {

template class basic_ios<char>;
template class basic_streambuf<char>;
template streamsize __copy_streambufs(streambuf*, streambuf*);

/// Character by character. Says whether the source was read to its end.
template <> streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& isAtEnd) {
  streamsize count = 0;
  isAtEnd = true;
  for (int c = from->sgetc(); c != char_traits<char>::eof(); c = from->snextc(), ++count)
    if (to->sputc(char_traits<char>::to_char_type(c)) == char_traits<char>::eof()) {
      isAtEnd = false;
      break;
    }
  return count;
}

} // namespace std
