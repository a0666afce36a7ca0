// Part of every program of a build with sanitizers.

// Debian's LLVM is not built with them. Memory that its headers poison in our code stays so when its own code uses it.
extern "C" const char* __asan_default_options() {
  return "allow_user_poisoning=0";
}

// Debian's libgit2 1.5 loses the match data of a regular expression that does not match, also in functions that we
// cannot do without. A checked build is to report our leaks only.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libpcre2-8.so";
}
extern "C" const char* __lsan_default_options() {
  return "print_suppressions=0";
}
