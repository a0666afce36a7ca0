// Calls the entry and catches what it throws.
typedef unsigned long Word;

namespace std {
class exception {
public:
  virtual ~exception();
  virtual const char* what() const noexcept;
};
class type_info {
public:
  virtual ~type_info();
  const char* name;
};
namespace __exception_ptr {
class exception_ptr {
public:
  void* object;
  ~exception_ptr();
};
}
__exception_ptr::exception_ptr current_exception() noexcept;
}

extern "C" {
std::type_info* __cxa_current_exception_type();
char* __cxa_demangle(const char*, char*, Word*, int*);
typedef void OnThrown(const void*, const char*, const char*, const void*, Word); // types.h
int beagle_guarded(void (*call)(), OnThrown* threw);
}

static const char* currentType() {
  const char* name = __cxa_current_exception_type()->name;
  if (*name == '*') name++;
  int status = 0;
  const char* text = __cxa_demangle(name, nullptr, nullptr, &status);
  return text ? text : name;
}

// The object of the exception, which is there from now on.
static const void* kept() {
  union Keeper {
    std::__exception_ptr::exception_ptr exception;
    Keeper() : exception(std::current_exception()) {}
    ~Keeper() {}
  } keeper;
  return keeper.exception.object;
}

#define SCALAR(TYPE) \
  catch (TYPE value) { \
    threw(nullptr, currentType(), nullptr, &value, sizeof value); \
    return 1; \
  }

int beagle_guarded(void (*call)(), OnThrown* threw) {
  try {
    call();
    return 0;
  } catch (const std::exception& exception) {
    const char* what = exception.what();
    threw(kept(), currentType(), what, nullptr, 0);
    return 1;
  }
  SCALAR(bool) SCALAR(char) SCALAR(signed char) SCALAR(unsigned char) SCALAR(short) SCALAR(unsigned short) SCALAR(wchar_t)
  SCALAR(int) SCALAR(unsigned) SCALAR(long) SCALAR(unsigned long) SCALAR(long long) SCALAR(unsigned long long)
  SCALAR(float) SCALAR(double)
  catch (...) {
    threw(kept(), currentType(), nullptr, nullptr, 0);
    return 1;
  }
}
