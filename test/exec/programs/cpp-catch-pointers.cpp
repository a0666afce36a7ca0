// entry: f
// paths: returned 6
// why: pointers are caught as pointers to a base, to const, to void; nullptr as any; never when a qualifier is lost

struct Base {
  long b = 1;
};
struct First {
  long a = 0;
};
struct Derived : First, Base {};

static Derived derived;
static const Derived constant;

static int kind(int x) {
  try {
    if (x == 0) throw &derived;
    if (x == 1) throw &constant;
    if (x == 2) throw nullptr;
    if (x == 3) throw &x;
    if (x == 4) throw static_cast<const int *>(&x);
    throw static_cast<int (*)(int) noexcept>([](int y) noexcept { return y; });
  } catch (Base *b) {
    return b ? 1 : 2;
  } catch (const Base *b) {
    return b == &constant ? 3 : 4;
  } catch (void *p) {
    return p == &x ? 5 : 6;
  } catch (int (*g)(int)) {
    return g(7);
  } catch (...) {
    return 8;
  }
}
int f(int x) { return kind(x); }
