// dynamic_cast and handlers on classes with bases of all kinds: from every part of an object to every class.

#include <cstddef>
#include <cstdio>
#include <typeinfo>

struct A {
  long a;
  virtual ~A() {}
};
struct B {
  long b;
  virtual ~B() {}
};
struct C : A {
  long c;
};
struct D : virtual A, B {
  long d;
};
struct E : virtual A {
  long e;
};
struct F : D, E {
  long f;
};
struct G : private B, C {
  long g;
};
struct H : F, private G {
  long h;
};
struct I : virtual F, virtual B {
  long i;
};

template <class To, class From> static void cast(const char* name, From* from, const void* whole) {
  const auto* to = dynamic_cast<To*>(from);
  if (to) std::printf(" %s%td", name, reinterpret_cast<const char*>(to) - static_cast<const char*>(whole));
  else std::printf(" %s-", name);
}

template <class Part> static void fromPart(const char* name, Part* part, const void* whole) {
  std::printf("  %s %s %td:", name, typeid(*part).name(),
              static_cast<const char*>(dynamic_cast<void*>(part)) - static_cast<const char*>(whole));
  cast<G>("G", part, whole);
  cast<H>("H", part, whole);
  cast<I>("I", part, whole);
  std::printf("\n");
}

template <class Part> static void across(const char* name, Part* part, const void* whole) {
  fromPart(name, part, whole);
  cast<C>("C", part, whole);
  cast<E>("E", part, whole);
  cast<F>("F", part, whole);
  std::printf("\n");
}

template <class Whole> static void fromF(const char* name) {
  static Whole whole;
  std::printf("%s\n", name);
  F* f = &whole;
  across("A", static_cast<A*>(static_cast<D*>(f)), &whole);
  across("B", static_cast<B*>(static_cast<D*>(f)), &whole);
  across("D", static_cast<D*>(f), &whole);
  fromPart("E", static_cast<E*>(f), &whole);
  fromPart("F", f, &whole);
}

template <class Wanted, class Thrown> static void caught(const char* name) {
  static Thrown thrown;
  try {
    throw &thrown;
  } catch (Wanted* pointer) {
    std::printf(" %s%td", name, reinterpret_cast<char*>(pointer) - reinterpret_cast<char*>(&thrown));
  } catch (...) {
    std::printf(" %s-", name);
  }
  try {
    throw Thrown();
  } catch (Wanted& object) {
    std::printf("%s", typeid(object).name());
  } catch (...) {
    std::printf("-");
  }
}

template <class Thrown> static void thrown(const char* name) {
  std::printf("throw %s:", name);
  caught<A, Thrown>("A");
  caught<B, Thrown>("B");
  caught<C, Thrown>("C");
  caught<D, Thrown>("D");
  caught<E, Thrown>("E");
  caught<F, Thrown>("F");
  caught<G, Thrown>("G");
  caught<H, Thrown>("H");
  std::printf("\n");
}

int main() {
  fromF<F>("F");
  fromF<H>("H");
  fromF<I>("I");
  thrown<C>("C");
  thrown<D>("D");
  thrown<F>("F");
  thrown<G>("G");
  thrown<H>("H");
  thrown<I>("I");
}
