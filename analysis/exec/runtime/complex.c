// <complex.h>, as far as std::abs and std::arg ask for it.

#include "runtime.h"

double hypot(double, double);
float hypotf(float, float);
double atan2(double, double);
float atan2f(float, float);

double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }
float cabsf(float _Complex z) { return hypotf(__real__ z, __imag__ z); }
double carg(double _Complex z) { return atan2(__imag__ z, __real__ z); }
float cargf(float _Complex z) { return atan2f(__imag__ z, __real__ z); }
