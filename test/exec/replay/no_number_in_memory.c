// Zero by zero is no number; the machine gives another form of that than the engine, and may do so where it is stored.
// entry: f
struct rates {
  float rate[2];
  double mean;
};

int f(struct rates *all, unsigned bytes, unsigned time) {
  if (!all || time > 3) return 0;
  all->rate[0] = (float)bytes / (float)time;
  all->mean = (double)all->rate[0] - (double)all->rate[0];
  return 1;
}
