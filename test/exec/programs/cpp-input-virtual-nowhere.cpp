// entry: f
// paths: returned 1
// why: where no unit has the table of a class, an object has one all the same, with functions in it

struct Gauge {
  virtual int read(int channel) { return channel; }
  virtual ~Gauge() {}
  int last = 0;
};
int f(Gauge &gauge, int channel) { return gauge.read(channel) ^ gauge.last; }
