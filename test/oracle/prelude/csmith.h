// What programs of csmith are written with: arithmetic that is defined for all operands, and a checksum that
// costs a solver little. They include it as "csmith.h".

#ifndef BEAGLE_TEST_ORACLE_CSMITH_H
#define BEAGLE_TEST_ORACLE_CSMITH_H

#include "checked.h"

#define SAFE_SIGNED(T, MIN, MAX)                                                                             \
  static inline T safe_unary_minus_func_##T##_s(T a) {                                                       \
    return a == MIN ? a : -a;                                                                                \
  }                                                                                                          \
  static inline T safe_add_func_##T##_s_s(T a, T b) {                                                        \
    return (a > 0 && b > 0 && a > MAX - b) || (a < 0 && b < 0 && a < MIN - b) ? a : a + b;                   \
  }                                                                                                          \
  static inline T safe_sub_func_##T##_s_s(T a, T b) {                                                        \
    return (a >= 0 && b < 0 && a > MAX + b) || (a < 0 && b > 0 && a < MIN + b) ? a : a - b;                  \
  }                                                                                                          \
  static inline T safe_mul_func_##T##_s_s(T a, T b) {                                                        \
    T product;                                                                                               \
    return __builtin_mul_overflow(a, b, &product) ? a : product;                                             \
  }                                                                                                          \
  static inline T safe_mod_func_##T##_s_s(T a, T b) {                                                        \
    return b == 0 || (a == MIN && b == -1) ? a : a % b;                                                      \
  }                                                                                                          \
  static inline T safe_div_func_##T##_s_s(T a, T b) {                                                        \
    return b == 0 || (a == MIN && b == -1) ? a : a / b;                                                      \
  }                                                                                                          \
  static inline T safe_lshift_func_##T##_s_s(T a, int n) {                                                   \
    return a < 0 || n < 0 || n >= 32 || a > (MAX >> n) ? a : a << n;                                         \
  }                                                                                                          \
  static inline T safe_lshift_func_##T##_s_u(T a, unsigned n) {                                              \
    return a < 0 || n >= 32 || a > (MAX >> n) ? a : a << n;                                                  \
  }                                                                                                          \
  static inline T safe_rshift_func_##T##_s_s(T a, int n) {                                                   \
    return a < 0 || n < 0 || n >= 32 ? a : a >> n;                                                           \
  }                                                                                                          \
  static inline T safe_rshift_func_##T##_s_u(T a, unsigned n) {                                              \
    return a < 0 || n >= 32 ? a : a >> n;                                                                    \
  }

#define SAFE_UNSIGNED(T, MAX)                                                                                \
  static inline T safe_unary_minus_func_##T##_u(T a) {                                                       \
    return -a;                                                                                               \
  }                                                                                                          \
  static inline T safe_add_func_##T##_u_u(T a, T b) {                                                        \
    return a + b;                                                                                            \
  }                                                                                                          \
  static inline T safe_sub_func_##T##_u_u(T a, T b) {                                                        \
    return a - b;                                                                                            \
  }                                                                                                          \
  static inline T safe_mul_func_##T##_u_u(T a, T b) {                                                        \
    return (T)((uint64_t)a * b);                                                                             \
  }                                                                                                          \
  static inline T safe_mod_func_##T##_u_u(T a, T b) {                                                        \
    return b == 0 ? a : a % b;                                                                               \
  }                                                                                                          \
  static inline T safe_div_func_##T##_u_u(T a, T b) {                                                        \
    return b == 0 ? a : a / b;                                                                               \
  }                                                                                                          \
  static inline T safe_lshift_func_##T##_u_s(T a, int n) {                                                   \
    return n < 0 || n >= 32 || a > (MAX >> n) ? a : a << n;                                                  \
  }                                                                                                          \
  static inline T safe_lshift_func_##T##_u_u(T a, unsigned n) {                                              \
    return n >= 32 || a > (MAX >> n) ? a : a << n;                                                           \
  }                                                                                                          \
  static inline T safe_rshift_func_##T##_u_s(T a, int n) {                                                   \
    return n < 0 || n >= 32 ? a : a >> n;                                                                    \
  }                                                                                                          \
  static inline T safe_rshift_func_##T##_u_u(T a, unsigned n) {                                              \
    return n >= 32 ? a : a >> n;                                                                             \
  }

SAFE_SIGNED(int8_t, INT8_MIN, INT8_MAX)
SAFE_SIGNED(int16_t, INT16_MIN, INT16_MAX)
SAFE_SIGNED(int32_t, INT32_MIN, INT32_MAX)
SAFE_SIGNED(int64_t, INT64_MIN, INT64_MAX)
SAFE_UNSIGNED(uint8_t, UINT8_MAX)
SAFE_UNSIGNED(uint16_t, UINT16_MAX)
SAFE_UNSIGNED(uint32_t, UINT32_MAX)
SAFE_UNSIGNED(uint64_t, UINT64_MAX)

#define platform_main_begin()
#define crc32_gentab()
#define crc32_context oracle_sum
#define platform_main_end(sum, print) ((void)(sum))
#define printf(...) ((void)0)

GLOBAL static uint64_t oracle_sum = 7;
static inline void transparent_crc(uint64_t value, const char* name, int print) {
  (void)name, (void)print;
  oracle_sum = oracle_sum * 31 + value;
}

#endif
