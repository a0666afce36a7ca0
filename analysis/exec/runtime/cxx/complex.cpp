// <complex>: reading and writing. What abs and arg call is C's (../complex.c).

#include <complex>

namespace std {

template istream& operator>>(istream&, complex<float>&);
template ostream& operator<<(ostream&, const complex<float>&);
template istream& operator>>(istream&, complex<double>&);
template ostream& operator<<(ostream&, const complex<double>&);
template istream& operator>>(istream&, complex<long double>&);
template ostream& operator<<(ostream&, const complex<long double>&);

} // namespace std
