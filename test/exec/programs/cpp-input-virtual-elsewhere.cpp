// entry: f
// paths: returned 1
// why: the table of a class whose first virtual function another unit has leads to functions without code

struct Gauge {
  virtual int read(int channel);
  virtual ~Gauge();
  int last = 0;
};
int through(Gauge &gauge, int channel) { return gauge.read(channel) ^ gauge.last; }

int f(int channel) {
  Gauge gauge;
  gauge.last = channel;
  return through(gauge, channel);
}
