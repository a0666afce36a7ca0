// entry: f
// paths: returned 1
// why: a base that is there twice is no target, and one that is private is none from outside

struct Top {
  virtual ~Top() {}
};
struct Left : Top {};
struct Right : Top {};
struct Hidden {
  virtual ~Hidden() {}
};
struct Bottom : Left, Right, private Hidden {};
struct Start {
  virtual ~Start() {}
};
struct All : Start, Bottom {};
int f() {
  All all;
  Start *start = &all;
  return (dynamic_cast<Top *>(start) == nullptr) + 2 * (dynamic_cast<Hidden *>(start) == nullptr) +
         4 * (dynamic_cast<Left *>(start) == static_cast<Left *>(&all));
}
