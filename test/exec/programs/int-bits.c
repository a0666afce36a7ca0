// entry: f
// paths: returned 1
// why: builtins that count and turn bits

unsigned f(unsigned x) {
  return (unsigned)__builtin_popcount(x) + 100 * (unsigned)__builtin_parity(x) + 1000 * (unsigned)__builtin_clz(x | 1) +
         100000 * (unsigned)__builtin_ctz(x | 0x10000) + 10000000 * (unsigned)__builtin_ffs((int)x);
}
