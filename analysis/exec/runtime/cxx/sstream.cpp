// <sstream>

#include <sstream>

namespace std {

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

} // namespace std
