// 128 bits in two registers.
// entry: join
__int128 join(__int128 a, unsigned long low, unsigned __int128 b) {
  if (a < 0) return -a;
  if ((unsigned long)(b >> 64) == low) return (__int128)b;
  return a ^ low;
}
