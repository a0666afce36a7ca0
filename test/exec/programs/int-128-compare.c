// entry: f
// paths: returned 2
// why: signs and both halves count

int f(long high, unsigned long low) {
  const __int128 n = ((__int128)((unsigned __int128)(unsigned long)high << 64)) | low;
  if (n < -5) return 1;
  return n > ((__int128)1 << 70) ? 2 : 3;
}
