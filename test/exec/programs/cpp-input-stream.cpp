// entry: f
// paths: unsupported 1
// detail: a stream of the C++ library that the input holds
// native: no: nobody can make such a stream
// why: a stream that somebody else has opened is of a class that nobody knows here

#include <ostream>

void f(std::ostream& out, int number) {
  out << number;
}
