// math.h: functions that are a matter of bits or of a builtin. The others are the engine's (models_math.cpp).

#include "analysis/exec/runtime/runtime.h"

double round(double value);
float roundf(float value);
double rint(double value);
float rintf(float value);
double trunc(double value);
float truncf(float value);
double ldexp(double value, int exponent);
float ldexpf(float value, int exponent);

enum { IsNaN, IsInfinite, IsZero, IsSubnormal, IsNormal };

int __isnan(double value) {
  return __builtin_isnan(value);
}
int __isnanf(float value) {
  return __builtin_isnan(value);
}
int isnan(double value) {
  return __builtin_isnan(value);
}
int isnanf(float value) {
  return __builtin_isnan(value);
}
int __isinf(double value) {
  return value == __builtin_inf() ? 1 : value == -__builtin_inf() ? -1 : 0;
}
int __isinff(float value) {
  return __isinf((double)value);
}
int isinf(double value) {
  return __isinf(value);
}
int isinff(float value) {
  return __isinf((double)value);
}
int __finite(double value) {
  return __builtin_isfinite(value);
}
int __finitef(float value) {
  return __builtin_isfinite(value);
}
int finite(double value) {
  return __builtin_isfinite(value);
}
int finitef(float value) {
  return __builtin_isfinite(value);
}
int __fpclassify(double value) {
  return __builtin_fpclassify(IsNaN, IsInfinite, IsNormal, IsSubnormal, IsZero, value);
}
int __fpclassifyf(float value) {
  return __builtin_fpclassify(IsNaN, IsInfinite, IsNormal, IsSubnormal, IsZero, value);
}

static u64 bitsOf(double value) {
  u64 bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double fromBits(u64 bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static u32 bitsOfFloat(float value) {
  u32 bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

int __signbit(double value) {
  return (int)(bitsOf(value) >> 56) & 128;
}
int __signbitf(float value) {
  return (int)bitsOfFloat(value) & (int)0x80000000;
}

double copysign(double value, double sign) {
  return __builtin_copysign(value, sign);
}
float copysignf(float value, float sign) {
  return __builtin_copysignf(value, sign);
}
double fmin(double a, double b) {
  return __builtin_isnan(b) || a < b ? a : b;
}
double fmax(double a, double b) {
  return __builtin_isnan(b) || a > b ? a : b;
}
float fminf(float a, float b) {
  return __builtin_isnan(b) || a < b ? a : b;
}
float fmaxf(float a, float b) {
  return __builtin_isnan(b) || a > b ? a : b;
}

long lround(double value) {
  return (long)round(value);
}
long lroundf(float value) {
  return (long)roundf(value);
}
long long llround(double value) {
  return (long)round(value);
}
long long llroundf(float value) {
  return (long)roundf(value);
}
long lrint(double value) {
  return (long)rint(value);
}
long lrintf(float value) {
  return (long)rintf(value);
}
long long llrint(double value) {
  return (long)rint(value);
}
long long llrintf(float value) {
  return (long)rintf(value);
}

double frexp(double value, int* exponent) {
  u64 bits = bitsOf(value);
  int field = (int)(bits >> 52 & 0x7ff);
  *exponent = 0;
  if (field == 0x7ff || value == 0) return value + value; // quiet
  int scaled = 0;
  if (field == 0) { // subnormal
    bits = bitsOf(value * 18014398509481984.0);
    field = (int)(bits >> 52 & 0x7ff);
    scaled = 54;
  }
  *exponent = field - 1022 - scaled;
  return fromBits((bits & 0x800fffffffffffffUL) | 0x3fe0000000000000UL);
}

float frexpf(float value, int* exponent) {
  return (float)frexp((double)value, exponent);
}

double modf(double value, double* whole) {
  *whole = trunc(value);
  return __builtin_copysign(value == *whole ? 0 : value - *whole, value);
}

float modff(float value, float* whole) {
  *whole = truncf(value);
  return __builtin_copysignf(value == *whole ? 0 : value - *whole, value);
}

double scalbn(double value, int exponent) {
  return ldexp(value, exponent);
}
float scalbnf(float value, int exponent) {
  return ldexpf(value, exponent);
}
double scalbln(double value, long exponent) {
  return ldexp(value, exponent > 100000 ? 100000 : exponent < -100000 ? -100000 : (int)exponent);
}
double nan(const char* payload) {
  if (*payload) beagle_unsupported("a NaN with a payload");
  return __builtin_nan("");
}
float nanf(const char* payload) {
  return (float)nan(payload);
}
