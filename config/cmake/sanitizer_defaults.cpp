// Part of every program of a build with sanitizers.

// Debian's LLVM is not built with them. Memory that its headers poison in our code stays so when its own code uses it.
extern "C" const char* __asan_default_options() { return "allow_user_poisoning=0"; }

// A checked build is to report our leaks only. Debian's libgit2 1.5 loses the match data of a regular expression that
// does not match, and a reference to a commit that is missing, both in functions that we cannot do without. It keeps no
// frame pointers, so that the stacks of what it allocates end in it; what we ask of it, we hold in a GitHandle.
extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2-8.so\nleak:libgit2.so"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
