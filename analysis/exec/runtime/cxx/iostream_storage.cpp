// Where std::cout and the others stand. Nobody constructs them here: ios_init.cpp does.

#include <istream>
#include <ostream>

namespace std {

alignas(istream) char cin[sizeof(istream)];
alignas(ostream) char cout[sizeof(ostream)];
alignas(ostream) char cerr[sizeof(ostream)];
alignas(ostream) char clog[sizeof(ostream)];

} // namespace std
